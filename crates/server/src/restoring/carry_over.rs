//! Carrying over, into a restored database, what must not be lost of the one that it takes the place of: who was erased,
//! who asked never to be contacted, who refused to be called, and who has left the staff since the backup.
//!
//! The newer database knows these people by fingerprints alone. So the fingerprints of all numbers in the restored one are
//! looked for among them, and whatever is found is done again by the functions that did it there, dated as it was.
//!
//! Whoever goes back after a restore puts the longer history in the place of the shorter one. What both have from the time
//! before their ways parted may have been taken back in the longer one, so only what is later is carried over then.

use std::collections::{BTreeMap, BTreeSet};

use domain::case::Case;
use domain::event::ConsentAnswer;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::any::AnyRow;

use crate::audit::security::SecurityEvent;
use crate::audit::sql::person;
use crate::db::fault::{commit, retry, store_error};
use crate::db::people::Person;
use crate::db::row::Fields;
use crate::db::{EventKind, EventOutcome, Result, Store, fingerprints};
use crate::privacy::sql::erase;
use crate::referrals::sql::referrals;
use crate::restoring::known_numbers::Numbers;
use crate::restoring::parted::{ERASURES, Parted};
use crate::sharing::do_not_contact;
use crate::staff::records::{Integrations, StaffChange};
use crate::staff::sql::leaving;

/// What was carried over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarriedOver {
    /// How many people were erased whose number is in the backup.
    pub erased: u64,
    /// How many referrals were erased beside those of these people: as older than the company keeps them, say.
    pub referrals: u64,
    /// How many people have asked never to be contacted.
    pub never: u64,
    /// How many referrals were refused that are in the backup.
    pub refused: u64,
    /// How many members of the backup's staff have left.
    pub left: u64,
    /// What could not be read of the newer database, in words.
    pub unread: BTreeSet<&'static str>,
    /// Why more may be missing.
    pub gap: Option<Gap>,
}

/// Why more may have happened since the backup than the newer database says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It is damaged.
    Damaged,
    /// It shares no security event with the backup: it is another one, a new one, or older than these are kept.
    NothingShared,
    /// A restore has made it of an earlier backup, so the database of before may have had more than this backup. That the
    /// backup is later is known only if it has a security event of that time.
    RestoredItself,
}

/// What is carried over, in words.
const ERASED: &str = "who was erased";
const NEVER: &str = "who asked never to be contacted";
const REFUSED: &str = "who refused to be called";
const LEFT: &str = "who has left the staff";

/// When something was done to somebody, by the fingerprint of their number.
type Dated = BTreeMap<Vec<u8>, Instant>;

/// A referral whose key no file may bring again: it was erased, or lost a number and got another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ErasedReferral {
    id: i64,
    /// Whether it was erased.
    is_gone: bool,
}

/// Those of the newer database alone, or with a later date there.
#[derive(Debug)]
struct SinceBackup {
    /// The fingerprints of the numbers of erased accounts.
    accounts: Dated,
    /// The erased referrals, and those that have lost a number, by the fingerprints of their keys.
    referrals: BTreeMap<String, ErasedReferral>,
    /// Erasures, also of people without an account.
    erasures: BTreeSet<Erasure>,
    /// The fingerprints of the numbers of people who are never to be contacted.
    never: Dated,
    /// The fingerprints of the numbers of former staff, with the id that they had.
    left: BTreeMap<Vec<u8>, (Instant, String)>,
}

impl SinceBackup {
    /// Whether there is somebody whose number is to be found.
    fn has_people(&self) -> bool {
        !(self.accounts.is_empty() && self.erasures.is_empty() && self.never.is_empty())
    }
}

/// What both databases have.
trait Entries: Default {
    /// Leaves out what is in the older database, unless it has less there.
    fn leave_out(&mut self, older: &Self);
}

impl<K: Ord, V: Ord> Entries for BTreeMap<K, V> {
    fn leave_out(&mut self, older: &Self) {
        self.retain(|key, value| older.get(key).is_none_or(|older| older < value));
    }
}

impl<T: Ord> Entries for BTreeSet<T> {
    fn leave_out(&mut self, older: &Self) {
        self.retain(|it| !older.contains(it));
    }
}

/// A security event that says who was erased.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Erasure {
    at: Instant,
    request: String,
    /// The fingerprint of whoever did it.
    actor: Option<[u8; 32]>,
    /// That of whoever was erased by somebody else.
    target: Option<[u8; 32]>,
    by_themselves: bool,
}

impl Store {
    /// Does here again what `newer` remembers and this database, which is older, does not: erasures, refusals, and who is
    /// never to be contacted or has left the staff. Both have the same secret, and nobody else uses this one, where
    /// nobody is logged in. What cannot be read of the newer one is left out and named.
    ///
    /// # Errors
    /// Errors of this database. What was done until then stays.
    pub async fn carry_over(&self, newer: &Self) -> Result<CarriedOver> {
        let parted = self.parted(newer).await;
        let gap = match &parted {
            _ if newer.is_damaged().await => Some(Gap::Damaged),
            Ok(None) => Some(Gap::NothingShared),
            Ok(Some(parted)) => {
                (parted.goes_on_here && parted.was_restored_there).then_some(Gap::RestoredItself)
            }
            // What cannot be read is named below.
            Err(_) => None,
        };
        let mut carried = CarriedOver { gap, ..CarriedOver::default() };
        let (refused, are_all) = newer.refused().await.unwrap_or_default();
        if !are_all {
            carried.unread.insert(REFUSED);
        }
        let parted = parted.ok().flatten();
        let since = self.since_backup(newer, parted, &mut carried.unread).await?;
        let numbers = match since.has_people() {
            true => self.numbers().await.map_err(store_error)?,
            // Reading all texts takes a while.
            false => Numbers::default(),
        };
        carried.left = self.remove_from_staff(&since).await?;
        carried.erased = self.erase_people(newer, &since, &numbers, &mut carried.unread).await?;
        let gone = since.referrals.iter().filter(|(_, erased)| erased.is_gone);
        let gone = gone.map(|(key, _)| key.clone()).collect();
        carried.referrals = self.erase_known(&gone).await?;
        carried.never = since.never.len() as u64;
        for (number, at) in &since.never {
            if let Some(key) = numbers.keys.get(number) {
                self.close_unwanted(key, *at).await?;
            }
        }
        for (key, there) in &refused {
            carried.refused += u64::from(self.refuse_as(key, there).await?);
        }
        // At last, because what is remembered here is not done again if this is broken off.
        self.remember(&since).await?;
        Ok(carried)
    }

    /// What the newer database remembers and this one does not.
    async fn since_backup(
        &self,
        newer: &Self,
        parted: Option<Parted>,
        unread: &mut BTreeSet<&'static str>,
    ) -> Result<SinceBackup> {
        let accounts =
            async |store: &Self| store.dated("SELECT number, at FROM erased_accounts").await;
        let never = async |store: &Self| store.dated("SELECT number, at FROM do_not_contact").await;
        let mut since = SinceBackup {
            accounts: self.only_in_newer(newer, accounts, ERASED, unread).await?,
            referrals: self.only_in_newer(newer, Self::erased_keys, ERASED, unread).await?,
            erasures: self.only_in_newer(newer, Self::erasures, ERASED, unread).await?,
            never: self.only_in_newer(newer, never, NEVER, unread).await?,
            left: self.only_in_newer(newer, Self::former_staff, LEFT, unread).await?,
        };
        // Only whoever goes back has gone on here. Without an event that both have, one of them has forgotten all that
        // happened before they parted.
        if let Some(Parted { at: parted, goes_on_here: true, .. }) = parted {
            since.accounts.retain(|_, at| *at >= parted);
            since.erasures.retain(|erasure| erasure.at >= parted);
            since.never.retain(|_, at| *at >= parted);
            since.left.retain(|_, (at, _)| *at >= parted);
        }
        Ok(since)
    }

    /// What is read of the newer database but not of this one. Adds to `unread` what cannot be.
    async fn only_in_newer<T: Entries>(
        &self,
        newer: &Self,
        read: impl AsyncFn(&Self) -> sqlx::Result<T>,
        what: &'static str,
        unread: &mut BTreeSet<&'static str>,
    ) -> Result<T> {
        let here = read(self).await.map_err(store_error)?;
        let Ok(mut there) = read(newer).await else {
            unread.insert(what);
            return Ok(T::default());
        };
        there.leave_out(&here);
        Ok(there)
    }

    async fn dated(&self, sql: &'static str) -> sqlx::Result<Dated> {
        let rows = sqlx::query(sql).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok((row.bytes("number")?, row.instant("at")?))).collect()
    }

    async fn erased_keys(&self) -> sqlx::Result<BTreeMap<String, ErasedReferral>> {
        let keys = "SELECT e.key, e.id, r.id AS left_id FROM erased_referrals AS e \
                    LEFT JOIN referrals AS r ON r.id = e.id";
        let rows = sqlx::query(keys).fetch_all(&self.readers).await?;
        let erased = |row: &AnyRow| {
            let is_gone = row.maybe_int("left_id")?.is_none();
            Ok((row.text("key")?, ErasedReferral { id: row.int("id")?, is_gone }))
        };
        rows.iter().map(erased).collect()
    }

    async fn former_staff(&self) -> sqlx::Result<BTreeMap<Vec<u8>, (Instant, String)>> {
        let left = sqlx::query("SELECT number, at, staff FROM former_staff");
        let rows = left.fetch_all(&self.readers).await?;
        let left =
            |row: &AnyRow| Ok((row.bytes("number")?, (row.instant("at")?, row.text("staff")?)));
        rows.iter().map(left).collect()
    }

    /// The referrals that were refused, by their keys, and whether all of them could be read.
    async fn refused(&self) -> sqlx::Result<(Vec<(String, Case)>, bool)> {
        let query = sqlx::query("SELECT key, record FROM referrals WHERE consent = $1");
        let query = query.bind(ConsentAnswer::Refused.as_str().to_owned());
        let rows = query.fetch_all(&self.readers).await?;
        let read = |row: &AnyRow| Some((row.text("key").ok()?, referrals::case(row).ok()?));
        let refused: Vec<_> = rows.iter().filter_map(read).collect();
        let are_all = refused.len() == rows.len();
        Ok((refused, are_all))
    }

    /// The erasures that people and staff have asked for.
    async fn erasures(&self) -> sqlx::Result<BTreeSet<Erasure>> {
        let query = sqlx::query(
            "SELECT at, kind, actor, target, request FROM security_events \
             WHERE kind IN ($1, $2) AND outcome = $3",
        );
        let [own, of_others] = ERASURES.map(EventKind::as_str);
        let query = query.bind(own).bind(of_others).bind(EventOutcome::Done.as_str());
        let read = |row: &AnyRow| {
            Ok(Erasure {
                at: row.instant("at")?,
                request: row.text("request")?,
                actor: person(row, "actor")?,
                target: person(row, "target")?,
                by_themselves: row.text("kind")? == own,
            })
        };
        query.fetch_all(&self.readers).await?.iter().map(read).collect()
    }

    /// Removes from the staff whoever has left since; returns how many. They may be the last owner here.
    async fn remove_from_staff(&self, since: &SinceBackup) -> Result<u64> {
        let mut removed = 0;
        let integrations = Some(Integrations::SwitchOff);
        let revoke = StaffChange::Revoke { integrations, even_the_last: true };
        for member in self.staff().await? {
            let Some(mobile) = &member.mobile else { continue };
            let number = self.keyed_hash.number(mobile);
            let left = since.left.get(&number).map(|(at, _)| at);
            if let Some(at) = left.or_else(|| since.accounts.get(&number)) {
                self.change_staff(&member.id, &revoke, *at, None).await?;
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Erases whoever was erased since and has a number here; returns how many. Adds to `unread` if the newer database
    /// cannot say of everybody whether they have an account now.
    async fn erase_people(
        &self,
        newer: &Self,
        since: &SinceBackup,
        numbers: &Numbers,
        unread: &mut BTreeSet<&'static str>,
    ) -> Result<u64> {
        let mut erased = BTreeSet::new();
        let by_staff = |number: &[u8], at: Instant| {
            let mut erasures = since.erasures.iter().filter(|it| !it.by_themselves && it.at == at);
            erasures.any(|it| it.target.is_some_and(|target| target == number))
        };
        for (number, at) in &since.accounts {
            if by_staff(number, *at) {
                // Below, with its erasure, which leaves what somebody has logged in to here.
                continue;
            }
            if let Some(mobile) = numbers.logins.get(number) {
                let off = Some(&Integrations::SwitchOff);
                self.erase_referrer(mobile, off, *at, None, None).await?;
                erased.insert(mobile);
            }
        }
        for erasure in &since.erasures {
            let number = if erasure.by_themselves { erasure.actor } else { erasure.target };
            let mobile = number.and_then(|number| numbers.logins.get(number.as_slice()));
            if let Some(mobile) = mobile.filter(|mobile| !erased.contains(mobile)) {
                // An account whose holder has erased it since is among the erased ones. Staff leave one that somebody has
                // logged in to, there or here.
                let stays_there = newer.has_account(mobile).await.unwrap_or_else(|_| {
                    unread.insert(ERASED);
                    true
                });
                let account_stays = stays_there || self.has_account(mobile).await?;
                self.erase_referred_again(mobile.as_str(), account_stays, erasure.at).await?;
                erased.insert(mobile);
            }
        }
        Ok(erased.len() as u64)
    }

    async fn has_account(&self, mobile: &MobileNumber) -> Result<bool> {
        retry!(self, "has_account", async {
            let mut connection = self.readers.acquire().await?;
            erase::has_account(&mut connection, &Person::of(mobile.as_str())).await
        })
    }

    /// Remembers here what the newer database does.
    async fn remember(&self, since: &SinceBackup) -> Result<()> {
        retry!(async {
            let mut tx = self.begin().await?;
            for (number, at) in &since.accounts {
                erase::remember_account(&mut tx, number, *at).await?;
            }
            // One that still has this key was not erased here, because its number was not found in a text, say. It would count
            // as erased and present; and one that lost a number but is not here, as erased, at the next restore.
            let keys = since.referrals.keys().cloned().collect();
            let with_key = fingerprints::present(&mut tx, &self.keyed_hash, &keys).await?;
            let mut referrals = Vec::new();
            for (key, ErasedReferral { id, is_gone }) in &since.referrals {
                if with_key.contains(id) {
                    continue;
                }
                if *is_gone || referrals::find_by_id(&mut tx, *id).await?.is_some() {
                    referrals.push((key.clone(), *id));
                }
            }
            fingerprints::remember_known(&mut tx, &referrals).await?;
            for (number, at) in &since.never {
                do_not_contact::add(&mut tx, number, *at).await?;
            }
            for (number, (at, staff)) in &since.left {
                leaving::remember(&mut tx, number, staff, *at).await?;
            }
            commit(tx).await
        })?;
        // By these, the next restore knows who was erased.
        for erasure in since.erasures.iter().cloned() {
            let Erasure { at, request, actor, target, by_themselves } = erasure;
            let [own, of_others] = ERASURES;
            let kind = if by_themselves { own } else { of_others };
            let outcome = EventOutcome::Done;
            let event = SecurityEvent { at, kind, outcome, actor, target, request };
            self.record_event(&event, None).await?;
        }
        Ok(())
    }
}
