//! Copies of a whole SQLite database, and whether it is sound.

use std::fs::{self, File};
use std::path::Path;

use sqlx::{AnyConnection, Connection, Error, Row};

use super::SqlStore;
use super::dialect::Dialect;
use super::fault::store_error;
use crate::{Result, StoreError};

impl SqlStore {
    /// Writes a copy of the database, as it is now, to a new file, while everything goes on.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if there is a file already, or where the database is not SQLite;
    /// [`StoreError::Full`] if the copy does not fit.
    pub async fn backup(&self, path: &Path) -> Result<()> {
        if self.dialect == Dialect::Postgres {
            let text = "a database of PostgreSQL is copied with pg_dump";
            return Err(StoreError::Failed(text.to_owned()));
        }
        // SQLite takes an empty file for none.
        if path.exists() {
            return Err(StoreError::Failed(format!("{} exists already", path.display())));
        }
        let Some(name) = path.to_str() else {
            return Err(StoreError::Failed(format!("{} is not UTF-8", path.display())));
        };
        let vacuum = sqlx::query("VACUUM INTO $1").bind(name).execute(&self.readers).await;
        // SQLite leaves it to others to have it written to the disk.
        let written = vacuum.and_then(|_| Ok(File::open(path)?.sync_all()?));
        written.map_err(|error| {
            let _ = fs::remove_file(path);
            store_error(error)
        })
    }

    /// What SQLite finds wrong with the database; empty if nothing is, and for PostgreSQL, which
    /// has no such question.
    pub async fn integrity(&self) -> Result<Vec<String>> {
        if self.dialect == Dialect::Postgres {
            return Ok(Vec::new());
        }
        self.faults().await.map_err(store_error)
    }

    async fn faults(&self) -> sqlx::Result<Vec<String>> {
        // One of the pool may have opened the index before anything was erased from it, and takes
        // what an erasure leaves for a fault.
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
        // Whether the index has the grams of all referrals, and no others.
        let grams =
            "INSERT INTO referral_index (referral_index, rank) VALUES ('integrity-check', 1)";
        match sqlx::query(grams).execute(&mut connection).await {
            Err(Error::Database(error)) => faults.push(error.to_string()),
            outcome => {
                outcome?;
            }
        }
        connection.close().await?;
        Ok(faults)
    }
}
