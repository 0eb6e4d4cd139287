//! Entering points by hand. The rule that the caller passes decides, within the transaction that has the lock of
//! all requests: so what somebody has is the same for everybody who changes it.

use domain::rejection::RejectionCode;
use domain::rewards::{Balance, ByHand, EntryKind};
use sqlx::AnyConnection;

use crate::audit;
use crate::db::fault::{refused, retry};
use crate::db::locks::{self, Lock};
use crate::db::{Result, Store, answers};
use crate::referrals::records::RetryKey;
use crate::rewards::expiry::expire;
use crate::rewards::redemptions::sql::balance;
use crate::rewards::sql::{OfMember, insert_of_member};

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

/// Decides on points by hand, by whether the two people are related.
pub type ByHandRule<'a> =
    &'a (dyn Fn(bool) -> std::result::Result<ByHand, RejectionCode> + Send + Sync);

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
            let ByHand { points, note } = rule(related(&mut tx, new).await?).map_err(refused)?;
            let unclear = || refused(RejectionCode::ReferrerNumberUnclear);
            let holder = holder.ok_or_else(unclear)?;
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

/// Whether two people are one, or one of them has referred the other.
async fn related(tx: &mut AnyConnection, new: &NewByHand<'_>) -> sqlx::Result<bool> {
    if new.to == new.by {
        return Ok(true);
    }
    let referral = sqlx::query(
        "SELECT id FROM referrals WHERE referrer_number = $1 AND (referred_number = $2 OR number = $2) \
         UNION ALL \
         SELECT id FROM referrals WHERE referrer_number = $2 AND (referred_number = $1 OR number = $1) \
         LIMIT 1",
    );
    Ok(referral.bind(new.to).bind(new.by).fetch_optional(tx).await?.is_some())
}
