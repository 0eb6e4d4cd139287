//! Importing an export in parts, so that others can write in between.

use crate::{
    audit::security::SecurityEvent,
    db::{Store, StoreError},
    transfer::records::{Export, Importer},
};
use api::HostedPolicy;
use domain::account::User;
use domain::case::Case;
use domain::import::Import;
use domain::pipeline::{Known, may_import};
use domain::referral::Instant;
use domain::rejection::Rejections;
use domain::viewer::Viewer;
use std::time::Duration;
use tokio::time;

use crate::{audit::Audit, http::refusal::Result, observe::redact, referrals::relation};

/// How many records a transaction imports at most. Others wait for that long only.
const PART: usize = 100;

/// How long others should wait at most. After a part that took longer, as with thousands of referrals of one
/// number, the next ones have fewer records.
const PART_TIME: Duration = Duration::from_millis(500);

/// Checks that `viewer` may import what turns the stored referral, if there is one, into `after`.
pub(crate) fn importer_may(
    before: &Known,
    after: &Case,
    viewer: &Viewer,
    policy: &HostedPolicy,
) -> std::result::Result<(), Rejections> {
    let before = relation::for_viewer(before.clone(), viewer);
    // Also by a number that the import brings.
    let brings_own = relation::concerns(after, &before.imported, viewer);
    let before = Known { concerns_actor: before.concerns_actor || brings_own, ..before };
    let is_own = |case: &Case| {
        let shown = case.corrected();
        numbers::key(&shown.referrer_mobile) == numbers::key(&shown.referred_phone)
    };
    let becomes_own = is_own(after) && !before.referral.as_ref().is_some_and(is_own);
    Ok(may_import(&before, after, becomes_own, viewer, policy)?)
}

/// The progress of an import. Imported records stay; importing the same file again continues from
/// there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// What became of the records so far.
    pub(crate) taken: Import,
    /// How many records are left, because the time was up or the store failed.
    pub(crate) left: usize,
}

/// Imports an export until the time is up. The first part is written together with the security
/// event, even if the export is empty; its errors are returned. Every part requires that the
/// session is still open.
pub(crate) async fn import(
    store: &Store,
    export: &Export,
    now: Instant,
    until: time::Instant,
    by: &Importer<'_>,
    (audit, event): (&Audit, SecurityEvent),
) -> Result<Progress> {
    let mut parts = Parts::of(export);
    let mut progress = Progress { left: size(export), ..Progress::default() };
    let part = parts.next().unwrap_or_default();
    let taken = audit.done(event, store.import(&part, now, false, by)).await?;
    progress.add(&part, taken);
    while let Some(part) = parts.next() {
        if time::Instant::now() >= until {
            tracing::warn!(left = progress.left, "an import took too long and was stopped");
            break;
        }
        match store.import(&part, now, false, by).await {
            Ok(taken) => progress.add(&part, taken),
            Err(error @ StoreError::Unknown(_)) => return Err(error.into()),
            // Something was saved, so later errors are not returned.
            Err(error) => {
                let error = redact(&error.to_string());
                tracing::error!(error, left = progress.left, "an import was stopped");
                break;
            }
        }
    }
    Ok(progress)
}

/// Returns what importing an export would do, without writing; after `until`, of what was looked at by then.
pub(crate) async fn preview(
    store: &Store,
    export: &Export,
    now: Instant,
    until: time::Instant,
    by: &Importer<'_>,
) -> Result<Progress> {
    let mut parts = Parts::of(export);
    let mut progress = Progress { left: size(export), ..Progress::default() };
    while let Some(part) = parts.next() {
        progress.add(&part, store.import(&part, now, true, by).await?);
        if time::Instant::now() >= until {
            break;
        }
    }
    Ok(progress)
}

impl Progress {
    fn add(&mut self, part: &Export, taken: Import) {
        self.taken.add(&taken);
        self.left -= size(part);
    }
}

fn size(export: &Export) -> usize {
    export.accounts.len() + export.referrals.len()
}

/// The parts of an export, each as large as the time of the one before allows. Accounts come first, so that a
/// referrer's account exists before the referral.
struct Parts<'a> {
    accounts: &'a [User],
    referrals: &'a [Case],
    /// How many records the last one had, and when it was taken.
    last: Option<(usize, time::Instant)>,
}

impl<'a> Parts<'a> {
    fn of(Export { accounts, referrals }: &'a Export) -> Self {
        Self { accounts, referrals, last: None }
    }

    fn next(&mut self) -> Option<Export> {
        let size = match self.last {
            None => PART,
            Some((size, since)) if since.elapsed() > PART_TIME => (size / 2).max(1),
            Some((size, _)) => (size * 2).min(PART),
        };
        self.last = Some((size, time::Instant::now()));
        let accounts = taken(&mut self.accounts, size);
        let referrals =
            if accounts.is_empty() { taken(&mut self.referrals, size) } else { Vec::new() };
        let part = Export { accounts, referrals };
        (self::size(&part) > 0).then_some(part)
    }
}

/// The first so many records, which are then no longer there.
fn taken<T: Clone>(records: &mut &[T], most: usize) -> Vec<T> {
    let (part, rest) = records.split_at(most.min(records.len()));
    *records = rest;
    part.to_vec()
}

#[cfg(test)]
mod tests {
    use domain::mobile::MobileNumber;
    use tempfile::TempDir;

    use super::*;

    fn export(accounts: usize) -> Export {
        let number = |place: usize| MobileNumber::parse(&format!("9{place:09}")).unwrap();
        let accounts = (0..accounts).map(|place| User::of(number(place))).collect();
        Export { accounts, ..Export::default() }
    }

    #[test]
    fn parts_are_smaller_after_one_that_took_long() {
        let export = export(500);
        let mut parts = Parts::of(&export);
        let next = |parts: &mut Parts<'_>, took: Duration| {
            let size = parts.next().map(|part| size(&part));
            if let Some((_, since)) = &mut parts.last {
                *since -= took;
            }
            size
        };
        let (long, short) = (PART_TIME * 2, Duration::ZERO);
        let times = [long, long, short, short, short];
        assert_eq!(times.map(|took| next(&mut parts, took).unwrap()), [100, 50, 25, 50, 100]);
        assert_eq!(next(&mut parts, short), Some(100));
        assert_eq!(next(&mut parts, short), Some(75));
        assert_eq!(next(&mut parts, short), None);
    }

    #[tokio::test]
    async fn a_preview_ends_when_its_time_is_up() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("store.db").display());
        let store = Store::open(&url).await.unwrap();
        let (export, now) = (export(250), Instant::default());
        let by = Importer::PROGRAM;
        let progress = preview(&store, &export, now, time::Instant::now(), &by).await.unwrap();
        assert_eq!((progress.taken.new, progress.left), (100, 150));
        let later = time::Instant::now() + Duration::from_secs(60);
        let progress = preview(&store, &export, now, later, &by).await.unwrap();
        assert_eq!((progress.taken.new, progress.left), (250, 0));
    }
}
