//! Importing an export in parts, so that others can write in between.

use crate::{
    audit::security::SecurityEvent,
    db::{Store, StoreError},
    referrals::records::{Export, Importer},
};
use domain::import::Import;
use domain::referral::Instant;
use tokio::time;

use crate::{audit::Audit, http::refusal::Result, observe::redact};

/// How many records a transaction imports. Others wait for that long only.
const PART: usize = 100;

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
    let mut parts = parts(export);
    let mut progress = Progress { left: size(export), ..Progress::default() };
    let part = parts.next().unwrap_or_default();
    let taken = audit.done(event, store.import(&part, now, false, by)).await?;
    progress.add(&part, taken);
    for part in parts {
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

/// Returns what importing an export would do, without writing.
pub(crate) async fn preview(
    store: &Store,
    export: &Export,
    now: Instant,
    by: &Importer<'_>,
) -> Result<Import> {
    let mut progress = Progress { left: size(export), ..Progress::default() };
    for part in parts(export) {
        progress.add(&part, store.import(&part, now, true, by).await?);
    }
    Ok(progress.taken)
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

/// Accounts come first, so that a referrer's account exists before the referral.
fn parts(export: &Export) -> impl Iterator<Item = Export> {
    let accounts = export.accounts.chunks(PART);
    let accounts = accounts.map(|part| Export { accounts: part.to_vec(), ..Export::default() });
    let referrals = export.referrals.chunks(PART);
    let referrals = referrals.map(|part| Export { referrals: part.to_vec(), ..Export::default() });
    accounts.chain(referrals)
}
