//! Whether a server's secret is the one that the database was made with. With another one, nothing
//! fails, but what was erased can come back and nobody would notice.

use super::fault::{commit, retry, store_error};
use super::row::Fields;
use super::{Store, schema};
use crate::{Result, StoreError};

/// Whose secret it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretMatch {
    /// This database's.
    Same,
    /// Another one's.
    Other,
    /// The database knows none.
    Unknown,
}

impl Store {
    /// Compares the key of [`with_keyed_hash`](Self::with_keyed_hash) with the one that the database
    /// knows.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn secret_match(&self) -> Result<SecretMatch> {
        let known = async {
            let mut connection = self.readers.acquire().await?;
            let tables = schema::columns(self.dialect, &mut connection).await?;
            if !tables.contains_key("secret_check") {
                return Ok(None);
            }
            let row = sqlx::query("SELECT hmac FROM secret_check").fetch_optional(&mut *connection);
            row.await?.map(|row| row.bytes("hmac")).transpose()
        };
        Ok(match known.await.map_err(store_error)? {
            None => SecretMatch::Unknown,
            Some(known) if Some(&known) == self.keyed_hash.of_secret().as_ref() => {
                SecretMatch::Same
            }
            Some(_) => SecretMatch::Other,
        })
    }

    /// From now on, this database's secret is the one of [`with_keyed_hash`](Self::with_keyed_hash).
    ///
    /// # Errors
    /// Errors of the database; [`StoreError::Failed`] without a key.
    pub async fn adopt_secret(&self) -> Result<()> {
        let Some(hmac) = self.keyed_hash.of_secret() else {
            return Err(StoreError::Failed("there is no secret to adopt".to_owned()));
        };
        retry!(async {
            let mut tx = self.begin().await?;
            let adopt = "INSERT INTO secret_check (one, hmac) VALUES (1, $1) \
                         ON CONFLICT (one) DO UPDATE SET hmac = excluded.hmac";
            sqlx::query(adopt).bind(hmac.clone()).execute(&mut *tx).await?;
            commit(tx).await
        })
    }
}
