//! What may come by an import.
//!
//! In a browser an import is merged as it is, because the records are the visitor's own. On a server
//! other people work with them, so a file proves nothing about who did what or when.

use super::award;
use super::staff::Right;
use super::text_rules::{are_allowed, are_allowed_in_json, is_date};
use super::undo::undo_count;
use crate::account::{DecisionPolicy, User};
use crate::case::Case;
use crate::limits::{EVENTS_MAX, UNDOS_MAX};
use crate::points::Points;
use crate::referral::{Instant, Status};
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// Why a record of a file is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFault {
    /// A text has control characters or is too long, the day of submission is none, or status and
    /// points are none that a record has. It counts as unreadable as a whole: a changed text would be
    /// another record, and a changed event another event.
    Unreadable,
    /// It was made, or something happened to it, later than now.
    Future,
}

/// The longest text or event that a file may hold, in bytes: more than anybody can write here. Each
/// is searched, shown and erased as a whole.
const TEXT_BYTES_MAX: usize = 20_000;

/// Checks the texts, the status and the times of a referral.
///
/// # Errors
///
/// [`ImportFault`]
pub fn check_referral(case: &Case, now: Instant) -> Result<(), ImportFault> {
    let record = case.referral();
    let history = case.history();
    let texts = record.texts().into_iter().chain([record.status.as_str()]);
    let fits = |text: &str| text.len() <= TEXT_BYTES_MAX;
    let is_readable = texts.into_iter().all(|text| fits(text) && are_allowed(text))
        && history.texts().all(|text| fits(text) && are_allowed_in_json(text))
        && is_date(&record.date)
        && is_known(&record.status, record.points);
    if !is_readable {
        return Err(ImportFault::Unreadable);
    }
    let is_past = record.id <= now
        && record.awarded_at.is_none_or(|at| at <= now)
        && history.events().all(|stored| stored.event.at <= now);
    if is_past { Ok(()) } else { Err(ImportFault::Future) }
}

/// Whether a record of ours can have this status with these points: only an award gives any.
fn is_known(status: &Status, points: Points) -> bool {
    match status {
        Status::Successful => true,
        Status::Pending => points == Points::INITIAL,
        Status::Other(word) => {
            matches!(word.as_str(), "Declined" | "Withdrawn") && points == Points::INITIAL
        }
    }
}

/// The same for an account.
///
/// # Errors
///
/// [`ImportFault`]
pub fn check_account(user: &User, now: Instant) -> Result<(), ImportFault> {
    if !are_allowed(&user.name) || user.name.len() > TEXT_BYTES_MAX {
        return Err(ImportFault::Unreadable);
    }
    if user.registered_at.is_some_and(|at| at > now) { Err(ImportFault::Future) } else { Ok(()) }
}

/// Whether `viewer` may import what makes the referral `before` into `after`. An import awards what
/// its importer may award, and no more; and it leaves room in the history for undoing it.
///
/// # Errors
///
/// The rule that refuses it.
pub fn may_import(
    before: Option<&Case>,
    after: &Case,
    viewer: &Viewer,
    concerns_actor: bool,
    policy: &impl DecisionPolicy,
) -> Result<(), RejectionCode> {
    let Viewer::Staff(staff) = viewer else { return Err(RejectionCode::NotAdmin) };
    let history = after.history();
    if history.len() >= EVENTS_MAX || undo_count(&history) >= UNDOS_MAX {
        return Err(RejectionCode::HistoryFull);
    }
    let may_award = staff.may_everywhere(Right::Award);
    award::may_change(before, after, may_award, concerns_actor, policy)
}
