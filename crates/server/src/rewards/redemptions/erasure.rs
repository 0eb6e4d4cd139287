//! What an erasure takes of requests: who asked, and by what they are found. What was exchanged stays as a sum.

use domain::referral::Instant;
use domain::rewards::{
    Decider, RedemptionCommand, TakenBy, Terms, decide_redemption, falls_with_member,
};
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::fault::refused;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int};
use crate::db::statement::Statement;
use crate::privacy::sql::blanking::blank;
use crate::rewards::redemptions::sql::{select, stored, take_step};

/// The reason that stays in a request which ended with its member.
const REASON: &str = "The member was erased.";

/// Forgets whose requests those of the person with the number of this key are, and what staff have written to them.
/// Open ones are declined, but for those that whoever pays has already. The transaction has the lock of the history.
pub(crate) async fn forget(
    store: &Store,
    tx: &mut AnyConnection,
    key: &str,
    now: Instant,
) -> sqlx::Result<()> {
    let Some(holder) = store.keyed_hash.holder(key) else { return Ok(()) };
    locks::take(tx, Lock::Redemptions).await?;
    let theirs = || select().add(" WHERE r.holder = ").bind(holder.as_slice());
    for row in theirs().add(" ORDER BY r.id").rows(tx).await? {
        let stored = stored(&row)?;
        if !falls_with_member(stored.status, stored.batch_status) {
            continue;
        }
        let (command, by) = (RedemptionCommand::Decline(REASON), Decider::Erasure);
        let step = decide_redemption(&stored.steps, command, by, Terms::default(), now)
            .map_err(refused)?;
        if let Some(step) = step {
            take_step(store, tx, &stored, step, None).await?;
            change_batch(tx, stored.batch.map(int)).await?;
        }
    }
    for row in theirs().rows(tx).await? {
        let mut stored = stored(&row)?;
        for step in stored.steps.iter_mut().filter(|step| step.by != TakenBy::Erasure) {
            step.reason.clear();
        }
        let steps = serde_json::to_string(&stored.steps).map_err(decode)?;
        let update = Statement::new("UPDATE redemptions SET steps = ").bind(steps);
        update.add(" WHERE id = ").bind(int(stored.id)).execute(tx).await?;
    }
    let forget = sqlx::query(
        "UPDATE redemptions SET holder = NULL, mobile = NULL, name = '', reference = '' \
         WHERE holder = $1",
    );
    forget.bind(holder).execute(tx).await?;
    Ok(())
}

/// Replaces the number with this key in names and references of others. Returns in how many requests. The
/// transaction has the lock of the history.
pub(crate) async fn blank_texts(tx: &mut AnyConnection, key: &str) -> sqlx::Result<u64> {
    locks::take(tx, Lock::Redemptions).await?;
    let (mut blanked, mut last) = (0, 0);
    loop {
        let rows = sqlx::query(
            "SELECT id, name, reference, batch FROM redemptions \
             WHERE (name <> '' OR reference <> '') AND id > $1 ORDER BY id LIMIT 500",
        );
        let rows = rows.bind(last).fetch_all(&mut *tx).await?;
        let Some(newest) = rows.last() else { return Ok(blanked) };
        last = newest.int("id")?;
        for row in rows {
            let (name, reference) = (row.text("name")?, row.text("reference")?);
            let after = (blank(&name, key), blank(&reference, key));
            if after == (name, reference) {
                continue;
            }
            let update = Statement::new("UPDATE redemptions SET name = ").bind(after.0);
            let update = update.add(", reference = ").bind(after.1).add(" WHERE id = ");
            blanked += update.bind(row.int("id")?).execute(&mut *tx).await?;
            change_batch(tx, row.maybe_int("batch")?).await?;
        }
    }
}

/// Gives a batch another version: nobody may approve it as it was shown before.
async fn change_batch(tx: &mut AnyConnection, id: Option<i64>) -> sqlx::Result<()> {
    let change = sqlx::query("UPDATE batches SET version = version + 1 WHERE id = $1");
    change.bind(id).execute(tx).await?;
    Ok(())
}
