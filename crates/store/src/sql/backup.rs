//! Copies of a whole SQLite database, and whether it is sound.

use std::fs::{self, File};
use std::path::Path;

use sqlx::{Error, Row};

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
        let checks = [
            "PRAGMA integrity_check",
            "SELECT 'foreign key of ' || \"table\" FROM pragma_foreign_key_check",
        ];
        let mut faults: Vec<String> = Vec::new();
        for check in checks {
            let rows = sqlx::query(check).fetch_all(&self.readers).await.map_err(store_error)?;
            for row in rows {
                faults.push(row.try_get(0).map_err(store_error)?);
            }
        }
        faults.retain(|fault| fault != "ok");
        // Whether the index of words has what the referrals have.
        let words =
            "INSERT INTO referral_words (referral_words, rank) VALUES ('integrity-check', 1)";
        match sqlx::query(words).execute(&self.writers).await {
            Err(Error::Database(error)) => faults.push(error.to_string()),
            Err(error) => return Err(store_error(error)),
            Ok(_) => {}
        }
        Ok(faults)
    }
}
