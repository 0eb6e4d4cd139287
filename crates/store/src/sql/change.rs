//! Commands on a referral: one transaction for each, in which the core decides.

use api::WebhookEvent;
use domain::decision::{State, evolve};
use domain::pipeline::Progress;
use domain::rejection::{RejectionCode, Rejections};

use super::changes::Entry;
use super::outbox::{self, About};
use super::{Store, answers, changes, counters, projection, referrals, security, sessions};
use crate::{Actor, Author, Changed, Decide, RetryKey};

/// Does what `decide` says, if the referral still has this version; once for each key. Whoever has no
/// right to ask is told nothing of the referral's changes either.
pub(super) async fn change(
    store: &Store,
    key: &str,
    version: u64,
    by: &Author,
    decide: Decide<'_>,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Changed> {
    let mut tx = store.begin().await?;
    sessions::must_be_open(store, &mut tx, by.session.as_ref()).await?;
    let done_before = answers::claim(&mut tx, retry).await?.is_some();
    let before = referrals::find_locked(store.dialect, &mut tx, key).await?;
    let state = State { referral: before.as_ref().map(|it| it.case.clone()), ..State::default() };
    let decided = decide(&state);
    let Some(before) = before.filter(|_| !decided.as_ref().is_err_and(Rejections::are_of_rights))
    else {
        tx.rollback().await?;
        let gone = || RejectionCode::ReferralGone.into();
        return Ok(Changed::Refused(decided.err().unwrap_or_else(gone)));
    };
    if done_before {
        tx.rollback().await?;
        return Ok(Changed::Done(before));
    }
    if before.version != version {
        let last = changes::last(&mut tx, before.referral().id).await?;
        tx.rollback().await?;
        return Ok(Changed::Stale(before, last));
    }
    let events = match decided {
        Ok(events) => events,
        Err(rejections) => {
            tx.rollback().await?;
            return Ok(Changed::Refused(rejections));
        }
    };
    let case = events.iter().fold(state, evolve).referral;
    let Some(case) = case.filter(|_| !events.is_empty()) else {
        // It is as it was wanted.
        security::commit(tx).await?;
        return Ok(Changed::Done(before));
    };
    // What an earlier program has done without an event, before what is done now.
    let mut known = changes::events(&mut tx, &before).await?;
    let mut entries = Entry::events(&before.case, None, &Actor::Import, &mut known);
    entries.extend(Entry::events(&case, None, &by.actor, &mut known));
    let is_public = Progress::is_public_change(&before.case, &case);
    let (after, delta) = referrals::replace(store, &mut tx, before, case).await?;
    counters::apply(&mut tx, &delta).await?;
    projection::write_visits(&mut tx, &after).await?;
    changes::write_all(&mut tx, &entries).await?;
    let (event, id) = (WebhookEvent::ReferralChanged.as_str(), after.referral().id);
    let at = after.case.history().last_at().unwrap_or(id);
    outbox::tell(store.dialect, &mut tx, event, About::Referral(id), at).await?;
    let is_own = matches!(&by.actor, Actor::Member(member)
        if numbers::key(member.as_str()) == numbers::key(&after.referral().referrer_mobile));
    if is_public && !is_own {
        outbox::tell_referrer(store, &mut tx, after.referral(), at).await?;
    }
    security::commit(tx).await?;
    Ok(Changed::Done(after))
}
