//! Copying a whole SQLite database, and checking its integrity.

use std::fs::{self, File};
use std::io;
use std::path::{Path, absolute};
use std::time::Duration;

use sqlx::{AnyConnection, Connection, Error, Row};

use crate::db::connect::{Address, UNFINISHED, address, failed};
use crate::db::copy::Counts;
use crate::db::dialect::Dialect;
use crate::db::fault::store_error;
use crate::db::fingerprints::KeyedHash;
use crate::db::verify::Verified;
use crate::db::{Result, StoreError};
use crate::db::{Store, checksum, fault};

/// An unfinished copy that has not changed for this long is abandoned.
const GIVEN_UP: Duration = Duration::from_secs(3600);

impl Store {
    /// Copies the database in its present state to a new file, without blocking anybody. The file
    /// gets its name once the copy is complete, checked and on disk; its checksum is written beside
    /// it. Returns the number of rows of each table.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the file exists, if the database is not SQLite or if the copy is damaged;
    /// [`StoreError::Full`] if it does not fit.
    pub async fn backup(&self, path: &Path) -> Result<Counts> {
        if self.dialect == Dialect::Postgres {
            let text = "a database of PostgreSQL is copied with pg_dump";
            return Err(StoreError::Failed(text.to_owned()));
        }
        if path.exists() {
            return Err(StoreError::Failed(format!("{} exists already", path.display())));
        }
        let failed = |error: io::Error| failed(&error);
        let path = absolute(path).map_err(failed)?;
        let folder = path.parent().unwrap_or(&path);
        clear(folder).map_err(failed)?;
        // SQLite treats an empty file as a missing database.
        let copy = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder);
        let copy = copy.map_err(failed)?.into_temp_path();
        let Some(name) = copy.to_str() else {
            return Err(StoreError::Failed(format!("{} is not UTF-8", copy.display())));
        };
        let vacuum = sqlx::query("VACUUM INTO $1").bind(name).execute(&self.readers).await;
        vacuum.map_err(store_error)?;
        let counts = verify_copy(&copy, self.keyed_hash.clone()).await?;
        let checksum = checksum::of(&copy, &mut io::sink()).map_err(failed)?;
        // SQLite does not sync the copy to disk itself.
        File::open(&copy).and_then(|file| file.sync_all()).map_err(failed)?;
        copy.persist_noclobber(&path).map_err(|error| failed(error.error))?;
        checksum::write(&path, &checksum).map_err(failed)?;
        Ok(counts)
    }

    /// Whether a database file is still as it was when its checksum was written; `None` without a
    /// checksum, which only backups have.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if it cannot be read.
    pub fn is_unchanged(url: &str) -> Result<Option<bool>> {
        let Address::Sqlite(file) = address(url)? else { return Ok(None) };
        let compared = || -> io::Result<Option<bool>> {
            let Some(written) = checksum::written(&file)? else { return Ok(None) };
            Ok(Some(checksum::of(&file, &mut io::sink())? == written))
        };
        compared().map_err(|error| failed(&error))
    }

    /// The faults that SQLite finds in the database; empty if there are none, and for PostgreSQL,
    /// which has no such check.
    pub async fn integrity(&self) -> Result<Vec<String>> {
        if self.dialect == Dialect::Postgres {
            return Ok(Vec::new());
        }
        self.faults().await.map_err(store_error)
    }

    /// Whether SQLite finds that the file is damaged, which it only reads for that. PostgreSQL does not say.
    pub(crate) async fn is_damaged(&self) -> bool {
        if self.dialect == Dialect::Postgres {
            return false;
        }
        let check = sqlx::query("PRAGMA integrity_check(1)").fetch_one(&self.readers).await;
        !check.and_then(|row| row.try_get::<String, _>(0)).is_ok_and(|found| found == "ok")
    }

    async fn faults(&self) -> sqlx::Result<Vec<String>> {
        // A new connection: one of the pool may have opened the full-text index before an erasure,
        // and would report the erased parts as faults.
        let mut connection = AnyConnection::connect_with(&self.readers.connect_options()).await?;
        sqlx::raw_sql(self.dialect.settings()).execute(&mut connection).await?;
        let checks = [
            "PRAGMA integrity_check",
            "SELECT 'foreign key of ' || \"table\" FROM pragma_foreign_key_check",
        ];
        let mut faults: Vec<String> = Vec::new();
        for check in checks {
            for row in sqlx::query(check).fetch_all(&mut connection).await? {
                faults.push(row.try_get(0)?);
            }
        }
        faults.retain(|fault| fault != "ok");
        // Whether the index has exactly the grams of all referrals.
        let grams =
            "INSERT INTO referral_index (referral_index, rank) VALUES ('integrity-check', 1)";
        match sqlx::query(grams).execute(&mut connection).await {
            Err(Error::Database(error)) if fault::is_damage(&*error) => {
                faults.push(error.to_string());
            }
            outcome => {
                outcome?;
            }
        }
        connection.close().await?;
        Ok(faults)
    }
}

/// Removes the unfinished copies of commands that were killed.
pub(crate) fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            continue;
        }
        let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
        if age > GIVEN_UP {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Checks the copy in a file and counts its rows.
async fn verify_copy(file: &Path, keyed_hash: KeyedHash) -> Result<Counts> {
    let copy = Store::private(file).await?.with_keyed_hash(keyed_hash);
    let verified = copy.verify().await;
    copy.close().await;
    let Verified { counts, faults } = verified?;
    if faults.is_empty() {
        return Ok(counts);
    }
    Err(StoreError::Failed(format!("the copy is not sound: {}", faults.join("; "))))
}
