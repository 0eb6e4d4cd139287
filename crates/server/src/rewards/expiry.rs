//! Entering points as expired. How many there are is decided by the rules, from all entries of one person, under
//! the lock of all requests: so of two servers one enters them.

use std::time::Duration;

use domain::referral::Instant;
use domain::rewards::{EntryKind, Share, due};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::AppState;
use crate::clock::before;
use crate::db::fault::{commit, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, millis};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::observe::redact;
use crate::rewards::entries::{OfMember, insert_of_member, kind};

/// How often points expire. Whoever asks for something in between has none that have expired.
const INTERVAL: Duration = Duration::from_secs(3600);

/// How far back a run looks besides, in milliseconds, because the clock may have been set back.
const MARGIN_MS: u64 = 60 * 60_000;

/// Lets points expire at once and then every hour, until it is dropped.
pub async fn expire_regularly(state: AppState) {
    let mut since = None;
    loop {
        let now = state.clock.now();
        match state.store.expire_points(since, now).await {
            Ok(people) => {
                if people > 0 {
                    tracing::info!(people, "points have expired");
                }
                since = Some(before(now, MARGIN_MS));
            }
            Err(error) => {
                tracing::error!(error = redact(&error.to_string()), "could not let points expire");
            }
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

impl Store {
    /// Enters what has expired by an instant of those with points whose validity has ended since another, or ever.
    /// What else makes points expire is entered with the change that does. Returns for how many people.
    pub async fn expire_points(&self, since: Option<Instant>, now: Instant) -> Result<u64> {
        let holders = retry!(self, "expire_points", async {
            let rows = ended(since, now).rows(&mut *self.readers.acquire().await?).await?;
            rows.iter().map(|row| row.bytes("holder")).collect::<sqlx::Result<Vec<_>>>()
        })?;
        let (mut people, mut failed) = (0, None);
        for holder in holders {
            let done = retry!(async {
                // Most have used them. Nobody waits for the lock for that.
                let shares = shares(&mut *self.readers.acquire().await?, &holder).await?;
                if due(&shares, now) == 0 {
                    return Ok(0);
                }
                let mut tx = self.begin().await?;
                locks::take(&mut tx, Lock::Redemptions).await?;
                let points = expire(&mut tx, &holder, now).await?;
                commit(tx).await?;
                Ok(u64::from(points != 0))
            });
            // One whose entries cannot be read does not keep the points of others.
            match done {
                Ok(more) => people += more,
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(people), Err)
    }
}

/// Enters what has expired of somebody's points by an instant. Returns how many. The transaction has the lock of
/// all requests.
pub(crate) async fn expire(
    tx: &mut AnyConnection,
    holder: &[u8],
    now: Instant,
) -> sqlx::Result<i64> {
    let points = due(&shares(tx, holder).await?, now);
    if points != 0 {
        let entry = OfMember {
            kind: EntryKind::Expired,
            holder: Some(holder),
            points: -points,
            at: now,
            expires_at: None,
            redemption: None,
            by_hand: None,
        };
        insert_of_member(tx, &entry).await?;
    }
    Ok(points)
}

/// What all entries of somebody have to do with expiry; nothing if none of them ever expires, as without rules for
/// that.
pub(crate) async fn shares(tx: &mut AnyConnection, holder: &[u8]) -> sqlx::Result<Vec<Share>> {
    if expires(holder).row(&mut *tx).await?.is_none() {
        return Ok(Vec::new());
    }
    let share = |row: &AnyRow| {
        let redemption = row.maybe_int("redemption")?.map(u64::try_from).transpose();
        Ok(Share {
            kind: kind(row)?,
            points: row.int("points")?,
            held_until: row.instant("held_until")?,
            expires_at: row.maybe_instant("expires_at")?,
            redemption: redemption.map_err(decode)?,
        })
    };
    of_holder(holder).rows(tx).await?.iter().map(share).collect()
}

/// An entry of somebody that expires, if there is one.
pub(crate) fn expires(holder: &[u8]) -> Statement {
    let select = "SELECT 1 AS found FROM reward_entries WHERE expires_at IS NOT NULL AND holder = ";
    Statement::new(select).bind(holder).add(" LIMIT 1")
}

pub(crate) fn of_holder(holder: &[u8]) -> Statement {
    let of = "SELECT kind, points, held_until, expires_at, redemption FROM reward_entries WHERE holder = ";
    Statement::new(of).bind(holder)
}

/// Those with points whose validity has ended.
pub(crate) fn ended(since: Option<Instant>, now: Instant) -> Statement {
    let select = Statement::new(
        "SELECT DISTINCT holder FROM reward_entries WHERE holder IS NOT NULL AND expires_at <= ",
    );
    let select = select.bind(millis(now)).add(" AND expires_at > ");
    select.bind(since.map_or(-1, millis))
}
