//! Entering points by hand. The rule that the caller passes decides, within the transaction that has the lock of
//! all requests: so what somebody has is the same for everybody who changes it.

use api::DAY_MS;
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::{Balance, ByHand, EntryKind};
use sqlx::AnyConnection;

use crate::audit;
use crate::clock::before;
use crate::db::answers::RetryKey;
use crate::db::fault::{refused, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::millis;
use crate::db::statement::Statement;
use crate::db::{Result, Store, answers};
use crate::referrals::sql::duplicates::IS_OF_ITS_REFERRER;
use crate::rewards::balance::{balance, points};
use crate::rewards::entries::{OfMember, insert_of_member};
use crate::rewards::expiry::expire;

/// Points to enter by hand.
#[derive(Clone, Copy, Debug)]
pub struct NewByHand<'a> {
    /// The key of the number of whoever gets them, or gives them back.
    pub to: &'a str,
    /// The key of the number of whoever enters them.
    pub by: &'a str,
    /// Who that is, as in a history.
    pub author: &'a str,
    /// The hash of their session's token.
    pub session: Option<&'a [u8; 32]>,
}

/// Decides on points by hand, by whether the two people are related, and how many one has given the other in a day.
pub type ByHandRule<'a> =
    &'a (dyn Fn(bool, u64) -> std::result::Result<ByHand, RejectionCode> + Send + Sync);

impl Store {
    /// Enters points by hand once for each retry key. Returns what the member has then.
    pub async fn enter_by_hand(
        &self,
        new: &NewByHand<'_>,
        rule: ByHandRule<'_>,
        key: &RetryKey,
    ) -> Result<Balance> {
        retry!(self, "enter_by_hand", async {
            let mut tx = self.begin_for(new.session).await?;
            let holder = self.keyed_hash.holder(new.to);
            // Claimed first, so that a second try waits for this one.
            if answers::claim(&mut tx, Some(key)).await?.is_some() {
                let has = balance(&mut tx, holder.as_deref(), key.at).await?;
                tx.rollback().await?;
                return Ok(has);
            }
            locks::take(&mut tx, Lock::Redemptions).await?;
            // They may have been erased in the meantime.
            let theirs = sqlx::query("SELECT id FROM referrals WHERE referrer_number = $1 LIMIT 1");
            if theirs.bind(new.to).fetch_optional(&mut *tx).await?.is_none() {
                return Err(refused(RejectionCode::ReferralGone));
            }
            let unclear = || refused(RejectionCode::ReferrerNumberUnclear);
            let holder = holder.ok_or_else(unclear)?;
            let given = given_in_a_day(&mut tx, &holder, new.author, key.at).await?;
            let related = related(&mut tx, new).await?;
            let ByHand { points, note } = rule(related, given).map_err(refused)?;
            expire(&mut tx, &holder, key.at).await?;
            let entry = OfMember {
                kind: EntryKind::Manual,
                holder: Some(&holder),
                points,
                at: key.at,
                expires_at: None,
                redemption: None,
                by_hand: Some((&note, new.author)),
            };
            insert_of_member(&mut tx, &entry).await?;
            let has = balance(&mut tx, Some(&holder), key.at).await?;
            answers::finish(&mut tx, Some(key), "entered").await?;
            audit::sql::commit(tx).await?;
            Ok(has)
        })
    }
}

/// How many points somebody has given a member by hand within a day.
async fn given_in_a_day(
    tx: &mut AnyConnection,
    holder: &[u8],
    author: &str,
    now: Instant,
) -> sqlx::Result<u64> {
    let given = Statement::new(
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries \
         WHERE kind = 'manual' AND points > 0 AND holder = ",
    );
    let given = given.bind(holder).add(" AND awarded_by = ").bind(author).add(" AND at > ");
    let row = given.bind(millis(before(now, DAY_MS))).row(tx).await?;
    let given = row.map(|row| points(&row, "points")).transpose()?.unwrap_or_default();
    Ok(u64::try_from(given).unwrap_or_default())
}

/// Whether two people are one, or one of them has referred the other, which a guest cannot say of anybody.
async fn related(tx: &mut AnyConnection, new: &NewByHand<'_>) -> sqlx::Result<bool> {
    if new.to == new.by {
        return Ok(true);
    }
    let mut related = Statement::new("SELECT e.id FROM referrals AS e WHERE ");
    related = related.add(IS_OF_ITS_REFERRER).add(" AND (");
    for (place, (referrer, referred)) in
        [(new.to, new.by), (new.by, new.to)].into_iter().enumerate()
    {
        related = related.add(if place == 0 { "" } else { " OR " });
        related = related.add("(e.referrer_number = ").bind(referrer);
        related = related.add(" AND (e.referred_number = ").bind(referred);
        related = related.add(" OR e.number = ").bind(referred).add("))");
    }
    Ok(related.add(") LIMIT 1").row(tx).await?.is_some())
}
