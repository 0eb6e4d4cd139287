//! Copying a whole SQLite database, and checking its integrity.

use std::fs::{self, File};
use std::io;
use std::path::{Path, absolute};
use std::time::Duration;

use sqlx::{AnyConnection, Connection, Error, Row};

use super::dialect::Dialect;
use super::fault::store_error;
use super::{Counts, Store, Verified, fault, schema};
use crate::{Result, StoreError};

/// The prefix of an unfinished copy's file name.
const UNFINISHED: &str = ".backup-";

/// An unfinished copy that has not changed for this long is abandoned.
const GIVEN_UP: Duration = Duration::from_secs(3600);

impl Store {
    /// Copies the database in its present state to a new file, without blocking anybody. The file
    /// gets its name once the copy is complete, checked and on disk. Returns the number of rows of
    /// each table.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the file exists, if the copy is damaged, or if the database is not
    /// SQLite; [`StoreError::Full`] if the copy does not fit.
    pub async fn backup(&self, path: &Path) -> Result<Counts> {
        if self.dialect == Dialect::Postgres {
            let text = "a database of PostgreSQL is copied with pg_dump";
            return Err(StoreError::Failed(text.to_owned()));
        }
        if path.exists() {
            return Err(StoreError::Failed(format!("{} exists already", path.display())));
        }
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
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
        let counts = verify_copy(name).await?;
        // SQLite does not sync the copy to disk itself.
        File::open(&copy).and_then(|file| file.sync_all()).map_err(failed)?;
        copy.persist_noclobber(&path).map_err(|error| failed(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
        Ok(counts)
    }

    /// The faults that SQLite finds in the database; empty if there are none, and for PostgreSQL,
    /// which has no such check.
    pub async fn integrity(&self) -> Result<Vec<String>> {
        if self.dialect == Dialect::Postgres {
            return Ok(Vec::new());
        }
        self.faults().await.map_err(store_error)
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
        let tables = schema::columns(self.dialect, &mut connection).await?;
        if tables.contains_key("referral_index") {
            match sqlx::query(grams).execute(&mut connection).await {
                Err(Error::Database(error)) if fault::is_damage(&*error) => {
                    faults.push(error.to_string());
                }
                outcome => {
                    outcome?;
                }
            }
        }
        connection.close().await?;
        Ok(faults)
    }
}

/// Removes the unfinished copies of backups that were killed.
fn clear(folder: &Path) -> io::Result<()> {
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
async fn verify_copy(file: &str) -> Result<Counts> {
    let copy = Store::open_existing(&format!("sqlite://{file}")).await?;
    let verified = copy.verify().await;
    copy.close().await;
    let Verified { counts, faults, .. } = verified?;
    if faults.is_empty() {
        return Ok(counts);
    }
    Err(StoreError::Failed(format!("the copy is not sound: {}", faults.join("; "))))
}
