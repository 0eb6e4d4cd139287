//! API tokens.

use api::{MINUTE_MS, TOKENS_MAX, TokenScope, TokenView};
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::any::AnyRow;
use tokio::time::timeout;

use crate::audit;
use crate::db::Result;
use crate::db::Store;
use crate::db::fault::{commit, retry};
use crate::db::people::stored;
use crate::db::row::{Fields, millis};
use crate::delivery::records::NewToken;
use crate::delivery::sql::webhooks;
use crate::login::sql::sessions;
use crate::staff::records::StaffMember;
use crate::staff::sql::staff;

impl Store {
    /// Stores an API token; false if there are [`TOKENS_MAX`](api::TOKENS_MAX) already.
    pub async fn add_token(&self, new: &NewToken, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "add_token", async {
            let mut tx = self.begin_for(session).await?;
            let TokenView { id, name, prefix, scopes, made_at, expires_at, .. } = &new.listed;
            let scopes: Vec<_> = scopes.iter().map(|scope| scope.as_str()).collect();
            let added = sqlx::query(
                "INSERT INTO tokens (token, id, mobile, name, prefix, scopes, made_at, expires_at) \
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT COUNT(*) FROM tokens) < $9",
            )
            .bind(new.token.as_slice())
            .bind(id.as_str())
            .bind(stored(&new.maker))
            .bind(crate::db::text::storable(name))
            .bind(prefix.as_str())
            .bind(scopes.join(" "))
            .bind(millis(*made_at))
            .bind(millis(*expires_at))
            .bind(i64::from(TOKENS_MAX))
            .execute(&mut *tx)
            .await?;
            if added.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }

    /// All tokens, oldest first.
    pub async fn tokens(&self) -> Result<Vec<TokenView>> {
        retry!(self, "tokens", async {
            let rows = sqlx::query(
                "SELECT t.id, t.name, t.prefix, t.scopes, t.made_at, t.expires_at, t.used_at, \
                 s.id AS made_by, s.name AS maker_name \
                 FROM tokens AS t LEFT JOIN staff AS s ON s.mobile = t.mobile \
                 ORDER BY t.made_at, t.id",
            );
            rows.fetch_all(&self.readers).await?.iter().map(token).collect()
        })
    }

    /// Revokes a token; false if there is none with this id.
    pub async fn remove_token(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "remove_token", async {
            let mut tx = self.begin_for(session).await?;
            let removed = sqlx::query("DELETE FROM tokens WHERE id = $1").bind(id);
            if removed.execute(&mut *tx).await?.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }

    /// The token with this hash, if it has not expired, with its maker and their staff record.
    /// Updates its last use if that is more than a minute ago and writing is possible.
    pub async fn token(
        &self,
        hash: &[u8; 32],
        now: Instant,
    ) -> Result<Option<(TokenView, MobileNumber, Option<StaffMember>)>> {
        retry!(self, "token", async {
            let row = sqlx::query(
                "SELECT t.id, t.name, t.prefix, t.scopes, t.made_at, t.expires_at, t.used_at, \
                 t.mobile, s.id AS made_by, s.name AS maker_name \
                 FROM tokens AS t LEFT JOIN staff AS s ON s.mobile = t.mobile \
                 WHERE t.token = $1 AND t.expires_at > $2",
            )
            .bind(hash.as_slice())
            .bind(millis(now))
            .fetch_optional(&self.readers)
            .await?;
            let Some(row) = row else { return Ok(None) };
            let token = token(&row)?;
            let maker = row.mobile("mobile")?;
            let mut connection = self.readers.acquire().await?;
            let member = staff::find_by_number(&mut connection, &maker).await?;
            drop(connection);
            let age = |at: Instant| now.as_millis().saturating_sub(at.as_millis());
            if token.used_at.is_none_or(|at| age(at) > MINUTE_MS) {
                // As with sessions, a reader does not wait long for a writer.
                let _ = timeout(sessions::TOUCH_TIMEOUT, touch(self, hash, now)).await;
            }
            Ok(Some((token, maker, member)))
        })
    }
}

async fn touch(store: &Store, hash: &[u8; 32], now: Instant) -> sqlx::Result<()> {
    let mut tx = store.begin().await?;
    sqlx::query("UPDATE tokens SET used_at = $2 WHERE token = $1")
        .bind(hash.as_slice())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    commit(tx).await
}

fn token(row: &AnyRow) -> sqlx::Result<TokenView> {
    let scopes = row.text("scopes")?;
    let scopes = TokenScope::ALL
        .iter()
        .copied()
        .filter(|scope| scopes.split(' ').any(|name| name == scope.as_str()))
        .collect();
    Ok(TokenView {
        id: row.text("id")?,
        name: row.text("name")?,
        prefix: row.text("prefix")?,
        scopes,
        made_at: row.instant("made_at")?,
        expires_at: row.instant("expires_at")?,
        used_at: row.maybe_instant("used_at")?,
        made_by: webhooks::maker(row)?,
    })
}
