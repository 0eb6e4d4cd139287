//! Importing: merges an export with the stored records.

use std::collections::BTreeMap;

use api::SourceKind;
use domain::account::User;
use domain::case::Case;
use domain::import::Import;
use domain::mobile::MobileNumber;
use domain::pipeline::Known;
use domain::referral::{Instant, Referral};
use domain::view::ReferralView;
use sqlx::AnyConnection;

use crate::audit;
use crate::db::Result;
use crate::db::fault::retry;
use crate::db::locks::Lock;
use crate::db::{Store, fingerprints, locks};
use crate::login::sql::accounts;
use crate::privacy::sql::blanking;
use crate::referrals::records::{Actor, Stored, as_submitted};
use crate::referrals::sql::duplicates::{self, Rivals};
use crate::referrals::sql::history::{Arrivals, Entry};
use crate::referrals::sql::referrals::Beside;
use crate::referrals::sql::{history, referrals};
use crate::rewards::rulebooks::newest_version;
use crate::sharing::do_not_contact;
use crate::transfer::records::{Export, Importer};

impl Store {
    /// Imports accounts and referrals. Existing records stay; records that were erased here are
    /// refused; copies of a referral are merged, if the importer may. With `dry`, it only reads what
    /// an import would do. An import is one transaction that others wait for, so long imports should
    /// be split. It requires that the session is still open. Accounts and referrals are counted
    /// together.
    pub async fn import(
        &self,
        export: &Export,
        now: Instant,
        dry: bool,
        by: &Importer<'_>,
    ) -> Result<Import> {
        retry!(self, "import", async {
            let mut run = Run {
                dry,
                by: *by,
                taken: Import::default(),
                before: Vec::new(),
                written: Vec::new(),
                rulebook: 0,
                rivals: Rivals::default(),
                entries: Vec::new(),
            };
            let mut tx = if dry {
                self.readers.begin_with(self.dialect.begin_snapshot()).await?
            } else {
                let mut tx = self.begin().await?;
                locks::take(&mut tx, Lock::Imports).await?;
                self.must_be_open(&mut tx, by.session).await?;
                locks::take(&mut tx, Lock::History).await?;
                tx
            };
            run.rulebook = newest_version(&mut tx).await?;
            for user in latest_accounts(export).into_values() {
                account(self, &mut tx, user, &mut run).await?;
            }
            for (key, copy) in merged_referrals(export) {
                referral(&mut tx, self, &key, &copy, now, &mut run).await?;
            }
            if dry {
                tx.rollback().await?
            } else {
                let before: Vec<_> = run.before.iter().collect();
                referrals::finish(self, &mut tx, &before, run.written, Some(now)).await?;
                history::write_all(&mut tx, &run.entries).await?;
                audit::sql::commit(tx).await?
            }
            Ok(run.taken)
        })
    }
}

/// The state of an import.
struct Run<'a> {
    /// Nothing is written.
    dry: bool,
    by: Importer<'a>,
    taken: Import,
    /// The referrals that were written, as they were before, and as they are.
    before: Vec<Case>,
    written: Vec<Stored>,
    /// The version of the rulebook that holds for what is imported now.
    rulebook: u64,
    rivals: Rivals,
    /// The rows to add to the history.
    entries: Vec<Entry>,
}

/// The latest copy of each account, since a file may hold several.
fn latest_accounts(export: &Export) -> BTreeMap<&MobileNumber, &User> {
    let mut latest = BTreeMap::new();
    for user in &export.accounts {
        let known = latest.entry(&user.mobile_number).or_insert(user);
        if user.compare_copies(known).is_gt() {
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
    run: &mut Run<'_>,
) -> sqlx::Result<()> {
    // In whatever spelling the account is stored. It stays as it is: a file cannot rename anybody.
    let count = if accounts::find_locked(tx, &user.mobile_number, "").await?.is_some() {
        &mut run.taken.same
    } else if accounts::erased_at(store, tx, &user.mobile_number).await?.is_some() {
        // Whatever the file says of a later registration: only a correct code proves one.
        &mut run.taken.refused
    } else if run.dry || accounts::insert(tx, user).await? {
        &mut run.taken.new
    } else {
        &mut run.taken.same
    };
    *count += 1;
    Ok(())
}

async fn referral(
    tx: &mut AnyConnection,
    store: &Store,
    key: &str,
    copy: &Case,
    now: Instant,
    run: &mut Run<'_>,
) -> sqlx::Result<()> {
    if fingerprints::is_erased(tx, &store.keyed_hash, key).await? {
        run.taken.refused += 1;
        return Ok(());
    }
    let stored = referrals::find_in(tx, key).await?;
    let Some(stored) = stored else {
        let number = numbers::key(&copy.corrected().referred_phone);
        let rivals = run.rivals.of(tx, &number).await?;
        if run.is_denied(&Known { rivals, ..Known::default() }, copy) {
            return Ok(());
        }
        if run.dry {
            run.taken.new += 1;
            run.taken.add_changes(None, copy);
            return Ok(());
        }
        let record = |id| Referral { id, ..copy.referral().clone() };
        let case = |id| referrals::case_of(record(id), &copy.history());
        let mut arrivals = Arrivals::default();
        arrivals.add(None, copy, now);
        let id = copy.referral().id;
        // A file proves nothing about what was promised when, so the rulebook of today holds.
        let (source, rulebook) = (SourceKind::Import, run.rulebook);
        let beside = Beside { source, origin: Some(key), rulebook };
        match referrals::insert_at_next_id(store, tx, id, &case, beside, &arrivals).await? {
            Some(stored) => {
                run.entries.push(Entry::submission(&as_submitted(&stored.case), now, &run.actor()));
                let brought = case(stored.referral().id);
                run.add_events(None, &brought, now);
                run.add_closing(&brought, &stored.case);
                run.taken.new += 1;
                run.taken.add_changes(None, &stored.case);
                run.written.push(stored);
            }
            // There is no free id left: it came with the last possible one, which another referral
            // has.
            None => run.taken.refused += 1,
        }
        return Ok(());
    };
    if stored.case.has_said(copy) {
        run.taken.same += 1;
        return Ok(());
    }
    let case = stored.case.clone().merge(copy);
    if blanking::is_blanked(&stored.case) && case != stored.case {
        // The file may be from before.
        run.taken.refused += 1;
        return Ok(());
    }
    if case == stored.case {
        run.taken.same += 1;
        return Ok(());
    }
    let known = Known {
        referral: Some(stored.case.clone()),
        imported: stored.imported.clone(),
        rivals: duplicates::rivals(tx, key).await?,
        ..Known::default()
    };
    if run.is_denied(&known, &case) {
        return Ok(());
    }
    let brought = case.clone();
    let case = do_not_contact::closed(store, tx, case).await?;
    run.taken.changed += 1;
    run.taken.add_changes(Some(&stored.case), &case);
    if run.dry {
        return Ok(());
    }
    run.add_events(Some(&stored.case), &brought, now);
    run.add_closing(&brought, &case);
    let mut arrivals = Arrivals::of(tx, stored.referral().id).await?;
    arrivals.add(Some(&stored.case), &brought, now);
    run.written
        .push(referrals::replace(store, tx, &stored, case, stored.version + 1, &arrivals).await?);
    run.before.push(stored.case);
    Ok(())
}

impl Run<'_> {
    fn add_events(&mut self, before: Option<&Case>, case: &Case, now: Instant) {
        self.entries.extend(Entry::events(before, case, Some(now), &self.actor()));
    }

    /// What closes a referral of somebody who is never to be contacted, nobody has imported.
    fn add_closing(&mut self, brought: &Case, stored: &Case) {
        self.entries.extend(Entry::events(Some(brought), stored, None, &Actor::Guest));
    }

    fn actor(&self) -> Actor {
        Actor::Import { id: self.by.staff.to_owned(), name: String::new() }
    }

    /// Counts what the importer may not do.
    fn is_denied(&mut self, before: &Known, after: &Case) -> bool {
        let denied = (self.by.may)(before, after).is_err();
        self.taken.denied += usize::from(denied);
        denied
    }
}
