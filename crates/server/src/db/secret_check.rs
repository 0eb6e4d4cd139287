//! Whether a server's secret is the one that the database was made with. With another one, nothing
//! fails, but what was erased can come back and nobody would notice.

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::{commit, retry, store_error};
use crate::db::migrations::Has;
use crate::db::row::Fields;
use crate::rewards::holders;
use crate::sharing::do_not_contact;

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
            // A database that `init` has yet to make.
            if matches!(self.has().await?, Has::Nothing) {
                return Ok(None);
            }
            let row = sqlx::query("SELECT hmac FROM secret_check").fetch_optional(&self.readers);
            let row = row.await.map_err(store_error)?;
            row.map(|row| row.bytes("hmac")).transpose().map_err(store_error)
        };
        Ok(match known.await? {
            None => SecretMatch::Unknown,
            Some(known) if known == self.keyed_hash.of_secret() => SecretMatch::Same,
            Some(_) => SecretMatch::Other,
        })
    }

    /// From now on, this database's secret is the one of [`with_keyed_hash`](Self::with_keyed_hash). Whose points are
    /// whose, and who is never to be contacted, is found again where somebody's number is still here.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn adopt_secret(&self) -> Result<()> {
        let hmac = self.keyed_hash.of_secret();
        retry!(async {
            let mut tx = self.begin().await?;
            let adopt = "INSERT INTO secret_check (one, hmac) VALUES (1, $1) \
                         ON CONFLICT (one) DO UPDATE SET hmac = excluded.hmac";
            sqlx::query(adopt).bind(hmac.clone()).execute(&mut *tx).await?;
            holders::find_again(self, &mut tx).await?;
            do_not_contact::find_again(self, &mut tx).await?;
            commit(tx).await
        })
    }
}
