//! Importing: merges an export with the stored records.

use std::collections::{BTreeMap, BTreeSet};

use domain::account::User;
use domain::case::Case;
use domain::ledger::{Import, ReferralView};
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral};
use sqlx::AnyConnection;

use super::counters::Delta;
use super::fault::retry;
use super::history::Entry;
use super::locks::Lock;
use super::text::storable;
use super::{
    Store, accounts, counters, fingerprints, history, locks, projection, referrals, security,
};
use crate::{Actor, Export, Result, Stored};

impl Store {
    /// Imports accounts and referrals. Existing records stay; records that were erased here are
    /// refused; copies of a referral are merged. With `dry`, it only reads what an import would do.
    /// An import is one transaction that others wait for, so long imports should be split. It
    /// requires that the session is still open. Accounts and referrals are counted together.
    pub async fn import(
        &self,
        export: &Export,
        now: Instant,
        dry: bool,
        session: Option<&[u8; 32]>,
    ) -> Result<Import> {
        retry!(self, "import", async {
            let mut run = Run {
                dry,
                taken: Import::default(),
                delta: Delta::default(),
                written: Vec::new(),
                entries: Vec::new(),
            };
            let mut tx = if dry {
                self.readers.begin_with(self.dialect.begin_snapshot()).await?
            } else {
                let mut tx = self.begin().await?;
                locks::take(&mut tx, Lock::Imports).await?;
                self.must_be_open(&mut tx, session).await?;
                tx
            };
            for user in latest_accounts(export).into_values() {
                account(self, &mut tx, user, &mut run).await?;
            }
            for (key, copy) in merged_referrals(export) {
                referral(&mut tx, self, &key, &copy, now, &mut run).await?;
            }
            if dry {
                tx.rollback().await?
            } else {
                counters::apply(&mut tx, &run.delta).await?;
                for stored in &run.written {
                    projection::write_visits(&mut tx, stored).await?;
                }
                history::write_all(&mut tx, &run.entries).await?;
                security::commit(tx).await?
            }
            Ok(run.taken)
        })
    }
}

/// The state of an import.
struct Run {
    /// Nothing is written.
    dry: bool,
    taken: Import,
    delta: Delta,
    /// The referrals that were written.
    written: Vec<Stored>,
    /// The rows to add to the history.
    entries: Vec<Entry>,
}

/// The latest copy of each account, since a file may hold several.
fn latest_accounts(export: &Export) -> BTreeMap<&MobileNumber, &User> {
    let mut latest = BTreeMap::new();
    for user in &export.accounts {
        let known = latest.entry(&user.mobile_number).or_insert(user);
        if user.supersedes(known) {
            *known = user;
        }
    }
    latest
}

/// Each referral with its copies merged, by the key that it has in the export.
fn merged_referrals(export: &Export) -> BTreeMap<String, Case> {
    let mut merged: BTreeMap<String, Case> = BTreeMap::new();
    for copy in &export.referrals {
        let key = ReferralView::of(copy.referral()).key;
        let case = match merged.remove(&key) {
            Some(known) => known.merge(copy),
            None => copy.clone(),
        };
        merged.insert(key, case);
    }
    merged
}

async fn account(
    store: &Store,
    tx: &mut AnyConnection,
    user: &User,
    run: &mut Run,
) -> sqlx::Result<()> {
    let erased_at = accounts::erased_at(store, tx, &user.mobile_number).await?;
    if erased_at.is_some_and(|at| user.registered_at.unwrap_or_default() <= at) {
        run.taken.refused += 1;
        return Ok(());
    }
    // In whatever spelling the account is stored.
    let Some(known) = accounts::find_locked(tx, &user.mobile_number, "").await? else {
        let is_new = run.dry || accounts::insert(tx, user, None).await?;
        let count = if is_new { &mut run.taken.new } else { &mut run.taken.same };
        *count += 1;
        return Ok(());
    };
    let mobile_number = known.mobile_number.clone();
    let user = User { name: storable(&user.name), mobile_number, ..user.clone() };
    // If both were registered at the same time, the stored account stays, because a number may have
    // been erased from its name.
    if user.registered_at > known.registered_at {
        if !run.dry {
            accounts::update(tx, &user).await?;
        }
        run.taken.changed += 1;
    } else {
        run.taken.same += 1;
    }
    Ok(())
}

async fn referral(
    tx: &mut AnyConnection,
    store: &Store,
    key: &str,
    copy: &Case,
    now: Instant,
    run: &mut Run,
) -> sqlx::Result<()> {
    if fingerprints::is_erased(tx, &store.keyed_hash, key).await? {
        run.taken.refused += 1;
        return Ok(());
    }
    // A preview locks nothing.
    let known = if run.dry {
        referrals::find_in(tx, key).await?
    } else {
        referrals::find_locked(store.dialect, tx, key).await?
    };
    let Some(known) = known else {
        if run.dry {
            run.taken.new += 1;
            return Ok(());
        }
        let record = |id| Referral { id, ..copy.referral().clone() };
        let case = |id| referrals::case_of(record(id), &copy.history());
        match referrals::insert_at_next_id(store, tx, copy.referral().id, case, Some(key)).await? {
            Some(stored) => {
                run.delta += Delta::added(stored.referral());
                if stored.case.history().is_empty() {
                    run.entries.push(Entry::submission(stored.referral(), now, &Actor::Import));
                }
                run.add_events(&stored.case, now, BTreeSet::new());
                run.taken.new += 1;
                run.written.push(stored);
            }
            // There is no free id left: it came with the last possible one, which another referral
            // has.
            None => run.taken.refused += 1,
        }
        return Ok(());
    };
    let case = known.case.clone().merge(copy);
    if case == known.case {
        run.taken.same += 1;
        return Ok(());
    }
    run.taken.changed += 1;
    if run.dry {
        return Ok(());
    }
    run.add_events(&case, now, history::events(tx, &known).await?);
    let (after, delta) = referrals::replace(store, tx, known, case).await?;
    run.delta += delta;
    run.written.push(after);
    Ok(())
}

impl Run {
    fn add_events(&mut self, case: &Case, now: Instant, mut known: BTreeSet<String>) {
        self.entries.extend(Entry::events(case, Some(now), &Actor::Import, &mut known));
    }
}
