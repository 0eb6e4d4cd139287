//! What an erasure takes of requests: who asked, and by what they are found. What was exchanged stays as a sum.

use domain::referral::Instant;
use domain::rewards::{Decider, RedemptionCommand, decide_redemption, falls_with_member};
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::fault::refused;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, int};
use crate::db::statement::Statement;
use crate::privacy::sql::mentions::blank;
use crate::rewards::redemptions::sql::{select, stored, take_step};

/// The reason that stays in a request which ended with its member.
const REASON: &str = "The member was erased.";

/// Forgets whose requests those of the person with the number of this key are. Open ones are declined, but for
/// those that whoever pays has already. The transaction has the lock of the history.
pub(crate) async fn forget(
    store: &Store,
    tx: &mut AnyConnection,
    key: &str,
    now: Instant,
) -> sqlx::Result<()> {
    let Some(holder) = store.keyed_hash.holder(key) else { return Ok(()) };
    locks::take(tx, Lock::Redemptions).await?;
    let theirs = select().add(" WHERE r.holder = ").bind(holder.as_slice()).add(" ORDER BY r.id");
    for row in theirs.rows(tx).await? {
        let stored = stored(&row)?;
        if !falls_with_member(stored.status, stored.batch_status) {
            continue;
        }
        let (command, by) = (RedemptionCommand::Decline(REASON), Decider::Erasure);
        let step = decide_redemption(&stored.steps, command, by, false, now).map_err(refused)?;
        if let Some(step) = step {
            take_step(store, tx, &stored, step, None).await?;
            let batch = sqlx::query("UPDATE batches SET version = version + 1 WHERE id = $1");
            batch.bind(stored.batch.map(int)).execute(&mut *tx).await?;
        }
    }
    let forget = sqlx::query(
        "UPDATE redemptions SET holder = NULL, mobile = NULL, name = '', reference = '' \
         WHERE holder = $1",
    );
    forget.bind(holder).execute(tx).await?;
    Ok(())
}

/// Replaces the number with this key in names and references of others. Returns in how many requests.
pub(crate) async fn blank_texts(tx: &mut AnyConnection, key: &str) -> sqlx::Result<u64> {
    let rows = sqlx::query(
        "SELECT id, name, reference FROM redemptions WHERE name <> '' OR reference <> ''",
    );
    let mut blanked = 0;
    for row in rows.fetch_all(&mut *tx).await? {
        let (name, reference) = (row.text("name")?, row.text("reference")?);
        let after = (blank(&name, key), blank(&reference, key));
        if after == (name, reference) {
            continue;
        }
        let update = Statement::new("UPDATE redemptions SET name = ").bind(after.0);
        let update = update.add(", reference = ").bind(after.1).add(" WHERE id = ");
        blanked += update.bind(row.int("id")?).execute(&mut *tx).await?;
    }
    Ok(blanked)
}
