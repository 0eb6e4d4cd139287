//! Undoing an event, and undoing that again.
//!
//! Undoing is decided by the rule of what it brings about at that moment: whoever undoes a
//! correction corrects the text back, and whoever undoes a reopening closes the referral.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::author::Author;
use super::award;
use super::progress::Progress;
use super::staff::Right;
use super::state::State;
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::event::{CorrectedField, Event, Kind, Stage};
use crate::history::{History, StoredEvent, event_id};
use crate::limits::{UNDO_BY_AUTHOR_MS, UNDOS_MAX};
use crate::referral::Instant;
use crate::rejection::RejectionCode;

/// What the decision needs to know of the referral as the undoing leaves it.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// Whether the number that comes back is the referrer's own.
    pub(super) own_number: bool,
    /// Whether all [who come back](brought_back) are current members of staff.
    pub(super) is_staff: bool,
}

impl Facts {
    /// Before somebody asks for it, when nothing was looked up.
    pub(super) const UNKNOWN: Self = Self { own_number: false, is_staff: true };
}

/// The referral as undoing this event would leave it; `None` if there is no such event.
pub fn undone(case: &Case, target: &str) -> Option<Case> {
    let history = case.history();
    effective(&history, target)?;
    let at = history.last_at().unwrap_or_default().next();
    let kind = Kind::Undone { target: target.to_owned(), note: None };
    Some(case.clone().evolve(&Event { at, saw: 0, by: None, kind }))
}

/// The event with this id, if it takes effect.
fn effective<'t>(history: &'t History, id: &str) -> Option<StoredEvent<'t>> {
    history.effective().into_iter().find(|stored| stored.id() == id)
}

/// Checks that this author may undo the event now, with this note.
pub(super) fn may_undo(
    state: &State,
    author: &Author<'_>,
    target: &str,
    note: &str,
    facts: Facts,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<(), RejectionCode> {
    let before = state.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let history = before.history();
    if history.texts().take(author.hidden_events(&history)).any(|text| event_id(text) == target) {
        return Err(RejectionCode::EventGone);
    }
    let event = effective(&history, target).ok_or(RejectionCode::EventGone)?;
    let after = undone(before, target).ok_or(RejectionCode::EventGone)?;
    if undo_count(&history) >= UNDOS_MAX {
        return Err(RejectionCode::UndoneTooOften);
    }
    let is_own = author.wrote(&event, &state.imported);
    let first = first_of(&history, event);
    may_touch(author, is_own, first.event.at, note, now)?;
    if author.staff().is_some() {
        author.require_right(Right::Handle, before)?;
    }
    let may_award = author.require_right(Right::Award, before).is_ok();
    award::may_change(Some(before), &after, may_award, state.concerns_actor, policy)?;
    let takes_back_closing = author.wrote(&first, &state.imported)
        && matches!(first.event.kind, Kind::Declined { .. } | Kind::Withdrawn { .. });
    may_move(author, before, &after, takes_back_closing)?;
    may_correct(author, before, &after, facts.own_number, policy)?;
    let brought_back = brought_back(before, &after);
    if !brought_back.is_empty() && !facts.is_staff {
        return Err(RejectionCode::StaffUnknown);
    }
    Ok(())
}

/// The ids of the members of staff whom a change makes responsible: for the referral, or for what is to
/// be done next.
pub fn brought_back(before: &Case, after: &Case) -> Vec<String> {
    let (was, is) = (Progress::of(before), Progress::of(after));
    let doer = |progress: &Progress| progress.next.as_ref().map(|task| task.staff.clone());
    let (did, does) = (doer(&was), doer(&is));
    let owner = is.owner.filter(|owner| was.owner.as_ref() != Some(owner));
    let doer = does.filter(|staff| !staff.is_empty() && did.as_ref() != Some(staff));
    owner.into_iter().chain(doer).collect()
}

/// The event that began a row of undoing and restoring.
fn first_of<'t>(history: &'t History, mut stored: StoredEvent<'t>) -> StoredEvent<'t> {
    for _ in 0..UNDOS_MAX {
        let Kind::Undone { target, .. } = &stored.event.kind else { break };
        let Some(undone) = history.events().find(|other| other.id() == *target) else { break };
        stored = undone;
    }
    stored
}

/// The number of undoing events, whether or not they take effect.
pub(super) fn undo_count(history: &History) -> usize {
    history.events().filter(|stored| matches!(stored.event.kind, Kind::Undone { .. })).count()
}

/// Checks who may undo it, and for how long: its author for ten minutes, and owners and managers
/// always, later with a note. The time runs `since` the first event, so that undoing and restoring in
/// turn does not renew it.
fn may_touch(
    author: &Author<'_>,
    is_own: bool,
    since: Instant,
    note: &str,
    now: Instant,
) -> Result<(), RejectionCode> {
    let is_recent = now.as_millis().saturating_sub(since.as_millis()) < UNDO_BY_AUTHOR_MS;
    let may_undo_any = author.staff().is_some_and(|staff| staff.may_everywhere(Right::Award));
    match (is_own, is_recent, may_undo_any) {
        (true, true, _) | (_, true, true) => Ok(()),
        (_, false, true) if note.is_empty() => Err(RejectionCode::NoteMissing),
        (_, false, true) => Ok(()),
        (true, false, false) => Err(RejectionCode::TooLate),
        (false, _, false) => Err(RejectionCode::NotAllowed),
    }
}

/// Checks that this author may bring about the new stage. Authors may take back their own closing,
/// which nobody can have built on: a closed referral has to be reopened first.
fn may_move(
    author: &Author<'_>,
    before: &Case,
    after: &Case,
    takes_back_closing: bool,
) -> Result<(), RejectionCode> {
    let (from, to) = (Progress::of(before).stage, Progress::of(after).stage);
    if from == to {
        return Ok(());
    }
    if !from.is_open() && !takes_back_closing {
        author.require_right(Right::Award, before)?;
    }
    match to {
        Stage::Withdrawn => author.may_withdraw(&from),
        _ if takes_back_closing && !from.is_open() => Ok(()),
        // Points are checked as an award.
        _ => author.require_right(Right::Handle, before),
    }
}

/// Checks that this author may correct the texts that change.
fn may_correct(
    author: &Author<'_>,
    before: &Case,
    after: &Case,
    own_number: bool,
    policy: &impl DecisionPolicy,
) -> Result<(), RejectionCode> {
    let (was, is) = (before.corrected(), after.corrected());
    let stage = Progress::of(before).stage;
    for &field in CorrectedField::ALL {
        if field.of(&was) != field.of(&is) {
            let own_number = own_number && field == CorrectedField::ReferredPhone;
            author.may_correct(&stage, own_number, policy)?;
        }
    }
    Ok(())
}
