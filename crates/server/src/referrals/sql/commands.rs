//! Commands on referrals. Each is one transaction, in which the domain decides.

use api::WebhookEvent;
use domain::case::Case;
use domain::event::{Kind, Way};
use domain::history::event_id;
use domain::pipeline::{ProgrammeSettings, Progress};
use domain::rejection::{RejectionCode, Rejections};
use sqlx::AnyConnection;

use crate::audit;
use crate::db::Result;
use crate::db::allowances::{self, Purpose};
use crate::db::answers::RetryKey;
use crate::db::fault::retry;
use crate::db::locks::{self, Lock};
use crate::db::{Store, answers};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::programme::sql as programme;
use crate::referrals::records::{Actor, Author, Changed, Decide, Stored, VersionedCommand};
use crate::referrals::sql::history::{Arrivals, Entry};
use crate::referrals::sql::known::{self, Lookup};
use crate::referrals::sql::{history, referrals};
use crate::sharing::do_not_contact;

impl Store {
    /// Carries out a command on a referral, if it still has this version and the session is still
    /// open; once for each retry key. All commands use this method: the events of `decide` are
    /// added to the history, and the record is updated from it. Somebody without the right gets the
    /// refusal only, and learns nothing about the referral's changes.
    pub async fn change(
        &self,
        key: &str,
        version: u64,
        by: &Author,
        decide: Decide<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<Changed> {
        let wanted = [VersionedCommand { key, version, decide }];
        retry!(self, "change", async {
            let one = change_all(self, &wanted, by, retry, Lookup::Referral).await?.pop();
            one.ok_or(sqlx::Error::RowNotFound)
        })
    }

    /// The same for a command that writes to the referrer: the decision is told what is known of them.
    pub async fn say(
        &self,
        key: &str,
        version: u64,
        by: &Author,
        decide: Decide<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<Changed> {
        let wanted = [VersionedCommand { key, version, decide }];
        retry!(self, "say", async {
            let one = change_all(self, &wanted, by, retry, Lookup::Referrer).await?.pop();
            one.ok_or(sqlx::Error::RowNotFound)
        })
    }

    /// The same for several referrals. If one is refused, none is changed and the result is that
    /// refusal.
    pub async fn change_together(
        &self,
        all: &[VersionedCommand<'_>],
        by: &Author,
        retry: Option<&RetryKey>,
    ) -> Result<Vec<Changed>> {
        retry!(self, "change_together", change_all(self, all, by, retry, Lookup::Referral))
    }
}

impl Store {
    /// What changes would come to, each after those before it; nothing of them stays. A refused one does not
    /// stop the others.
    pub async fn try_changes(
        &self,
        all: &[VersionedCommand<'_>],
        by: &Author,
    ) -> Result<Vec<Changed>> {
        retry!(self, "try_changes", async {
            let mut tx = self.begin_for(by.session.as_ref()).await?;
            locks::take(&mut tx, Lock::History).await?;
            let programme = programme::newest(&mut tx).await?.settings;
            let mut tried = Vec::with_capacity(all.len());
            for one in all {
                let lookup = Lookup::Referral;
                tried.push(change_one(self, &mut tx, one, by, &programme, false, lookup).await?);
            }
            tx.rollback().await?;
            Ok(tried)
        })
    }
}

/// Changes all these referrals, or returns the refusal of one.
async fn change_all(
    store: &Store,
    all: &[VersionedCommand<'_>],
    by: &Author,
    retry: Option<&RetryKey>,
    lookup: Lookup,
) -> sqlx::Result<Vec<Changed>> {
    let mut tx = store.begin_for(by.session.as_ref()).await?;
    let done_before = answers::claim(&mut tx, retry).await?.is_some();
    locks::take(&mut tx, Lock::History).await?;
    let programme = programme::newest(&mut tx).await?.settings;
    let mut done = Vec::with_capacity(all.len());
    for wanted in all {
        match change_one(store, &mut tx, wanted, by, &programme, done_before, lookup).await? {
            changed @ Changed::Done(_) => done.push(changed),
            refused => {
                tx.rollback().await?;
                return Ok(vec![refused]);
            }
        }
    }
    // What changes nothing leaves nothing, or whoever repeats it would fill the audit log.
    let changes = |(changed, wanted): (&Changed, &VersionedCommand<'_>)| matches!(changed, Changed::Done(it) if it.version != wanted.version);
    if !done_before && done.iter().zip(all).any(changes) {
        audit::sql::commit(tx).await?;
    } else {
        tx.rollback().await?;
    }
    Ok(done)
}

/// Changes one referral. The caller commits only if it was done.
pub(crate) async fn change_one(
    store: &Store,
    tx: &mut AnyConnection,
    VersionedCommand { key, version, decide }: &VersionedCommand<'_>,
    by: &Author,
    programme: &ProgrammeSettings,
    done_before: bool,
    lookup: Lookup,
) -> sqlx::Result<Changed> {
    let before = referrals::find_in(tx, key).await?;
    let found = (*key, before.as_ref());
    let known = known::of(store, tx, found, programme, lookup, by.may_award).await?;
    let decided = decide(&known);
    let Some(before) = before.filter(|_| !decided.as_ref().is_err_and(Rejections::are_of_rights))
    else {
        let gone = || RejectionCode::ReferralGone.into();
        return Ok(Changed::Refused(decided.err().unwrap_or_else(gone)));
    };
    if done_before {
        return Ok(Changed::Done(before));
    }
    if before.version != *version {
        let last = history::last(tx, before.referral().id).await?;
        return Ok(Changed::Stale(before, last));
    }
    let (event, case) = match decided {
        Ok(Some(event)) => (event.clone(), before.case.clone().evolve(&event)),
        // The referral is already as requested.
        Ok(None) => return Ok(Changed::Done(before)),
        Err(rejections) => return Ok(Changed::Refused(rejections)),
    };
    let number = |case: &Case| numbers::key(&case.corrected().referred_phone);
    let is_text = matches!(event.kind, Kind::Said { way: Way::Text, .. });
    let limited = [
        (Purpose::Numbers, &by.number_changes, number(&case) != number(&before.case)),
        (Purpose::Texts, &by.texts, is_text),
    ];
    for (purpose, allowance, counts) in limited {
        if let Some(allowance) = allowance.as_ref().filter(|_| counts)
            && !allowances::take(tx, purpose, allowance, event.at).await?
        {
            return Ok(Changed::AllowanceUsed);
        }
    }
    // A correction may have brought the number of somebody who is never to be contacted. Whoever corrected it has not
    // closed it.
    let changed = case.clone();
    let case = do_not_contact::closed(store, tx, case).await?;
    let mut entries = Entry::events(Some(&before.case), &changed, None, &by.actor);
    entries.extend(Entry::events(Some(&changed), &case, None, &Actor::Guest));
    let closed_itself = case != changed;
    let is_public = Progress::is_public_change(&before.case, &case, programme);
    let arrivals = Arrivals::of(tx, before.referral().id).await?;
    let after = referrals::replace(store, tx, &before, case, before.version + 1, &arrivals).await?;
    let after = referrals::finish(store, tx, &[&before.case], vec![after], None).await?.pop();
    let after = after.ok_or(sqlx::Error::RowNotFound)?;
    history::write_all(tx, &entries).await?;
    let (name, id) = (WebhookEvent::ReferralChanged.as_str(), after.referral().id);
    let at = after.case.history().last_at().unwrap_or(id);
    outbox::enqueue(store.dialect, tx, name, EventSubject::Referral(id), at).await?;
    if is_text {
        outbox::say(store, tx, id, &event_id(&event.text()), at).await?;
    }
    let is_own = matches!(&by.actor, Actor::Member(member)
        if numbers::key(member.as_str()) == numbers::key(&after.referral().referrer_mobile));
    if is_public && !is_own {
        outbox::notify_referrer(store, tx, after.referral(), at).await?;
    }
    // Like an answer to a submission, theirs does not tell whose number it is.
    Ok(Changed::Done(if is_own && closed_itself {
        Stored { case: changed, ..after }
    } else {
        after
    }))
}
