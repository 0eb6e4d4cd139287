//! Undoing an event, and undoing that again.
//!
//! Undoing is decided by the rule of what it brings about at that moment: whoever undoes a
//! correction corrects the text back, and whoever undoes a reopening closes the referral.

use alloc::string::String;
use alloc::vec::Vec;

use super::author::Author;
use super::award::{self, Award};
use super::consent;
use super::known::Known;
use super::progress::Progress;
use super::said;
use super::staff::Right;
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::event::{CorrectedField, Event, Kind, Stage};
use crate::history::{History, StoredEvent};
use crate::limits::{UNDO_BY_AUTHOR_MS, UNDOS_BY_ONE_MAX, UNDOS_MAX};
use crate::referral::{Instant, Referral};
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
    effective(&history, target).map(|stored| without(case, &history, stored))
}

fn without(case: &Case, history: &History, stored: &StoredEvent) -> Case {
    let at = history.last_at().unwrap_or_default().next();
    let kind = Kind::Undone { target: stored.id(), note: None };
    case.clone().evolve(&Event { at, saw: 0, by: None, kind })
}

/// The event with this id, if it takes effect.
fn effective<'h>(history: &'h History, id: &str) -> Option<&'h StoredEvent> {
    history.effective().into_iter().find(|stored| stored.id() == id)
}

/// Somebody who may want to undo events of a referral, and what is the same for all of its events: a
/// timeline asks about each of them.
pub(super) struct Undoing<'a, P> {
    known: &'a Known,
    author: &'a Author<'a>,
    policy: &'a P,
    now: Instant,
    before: &'a Case,
    pub(super) history: History,
    /// How many events at its start are [hidden](Author::hidden_events) from the author.
    pub(super) hidden: usize,
    is_full: bool,
    may_award: bool,
    may_handle: bool,
    award: Award,
    progress: Progress,
    corrected: Referral,
}

impl<'a, P: DecisionPolicy> Undoing<'a, P> {
    pub(super) fn of(
        known: &'a Known,
        before: &'a Case,
        author: &'a Author<'a>,
        policy: &'a P,
        now: Instant,
    ) -> Self {
        let (history, progress) = (before.history(), Progress::of(before));
        Self {
            hidden: author.hidden_events(&history),
            is_full: undo_count(&history) >= UNDOS_MAX
                || undo_count_by(&history, author, known) >= UNDOS_BY_ONE_MAX,
            may_award: author.require_right(Right::Award, before).is_ok(),
            may_handle: author.require_right(Right::Handle, before).is_ok(),
            award: Award::of(before, &progress),
            progress,
            corrected: before.corrected(),
            known,
            author,
            policy,
            now,
            before,
            history,
        }
    }

    /// Checks that the author may undo the event with this id now, with this note.
    pub(super) fn may_undo_by_id(
        &self,
        target: &str,
        note: &str,
        facts: Facts,
    ) -> Result<(), RejectionCode> {
        // First, because an id is a hash of the event: whoever sees it masked could try what it says.
        self.may_handle()?;
        let seen = self.history.events().skip(self.hidden);
        let event = seen.into_iter().find(|stored| stored.id() == target);
        let event = event.filter(|stored| self.history.counts(stored));
        self.may_undo(event.ok_or(RejectionCode::EventGone)?, note, facts)
    }

    /// Checks that the author may undo this event, which they see and which takes effect. What costs
    /// most is asked last.
    pub(super) fn may_undo(
        &self,
        event: &StoredEvent,
        note: &str,
        facts: Facts,
    ) -> Result<(), RejectionCode> {
        let Self { known, author, before, .. } = self;
        if self.is_full {
            return Err(RejectionCode::UndoneTooOften);
        }
        said::may_undo(event)?;
        consent::may_undo(known, event)?;
        let is_own = author.wrote(event, &known.imported);
        let first = self.first_of(event);
        may_touch(author, is_own, first.event.at, note, self.now)?;
        self.may_handle()?;
        let after = without(before, &self.history, event);
        if after.corrected().referred_phone != self.corrected.referred_phone {
            consent::must_see_number(author, &self.progress, self.policy)?;
        }
        let is = Progress::of(&after);
        known.may_change(author, before, &after)?;
        let (award, own) = (Award::of(&after, &is), known.concerns_actor);
        let more = award::given_by_undoing(known, &self.award, &award, &after, self.now);
        award::may_change(&self.award, &award, self.may_award, own, more, self.policy)?;
        award::may_restore(&self.award, &award, author.staff(), &self.history)?;
        consent::may_change(known, before, &after, self.may_award)?;
        award::must_explain(known, &self.award, &after, note, self.now)?;
        let takes_back_closing = author.wrote(first, &known.imported)
            && matches!(first.event.kind, Kind::Declined { .. } | Kind::Withdrawn { .. });
        self.may_move(&is.stage, takes_back_closing)?;
        self.may_correct(&after.corrected(), facts.own_number)?;
        if !responsible(&self.progress, is).is_empty() && !facts.is_staff {
            return Err(RejectionCode::StaffUnknown);
        }
        Ok(())
    }

    /// Checks that the author works on the referral, if they are on the staff.
    fn may_handle(&self) -> Result<(), RejectionCode> {
        let may = self.author.staff().is_none() || self.may_handle;
        if may { Ok(()) } else { Err(RejectionCode::NotAllowed) }
    }

    /// The event that began a row of undoing and restoring.
    fn first_of<'s>(&'s self, mut stored: &'s StoredEvent) -> &'s StoredEvent {
        for _ in 0..UNDOS_MAX {
            let undone = self.history.events().find(|other| stored.undoes(other));
            let Some(undone) = undone else { break };
            stored = undone;
        }
        stored
    }

    /// Checks that the author may bring about the new stage. Authors may take back their own closing,
    /// which nobody can have built on: a closed referral has to be reopened first.
    fn may_move(&self, to: &Stage, takes_back_closing: bool) -> Result<(), RejectionCode> {
        let (author, from) = (self.author, &self.progress.stage);
        if from == to {
            return Ok(());
        }
        if !from.is_open() && !takes_back_closing && !self.may_award {
            return Err(RejectionCode::NotAllowed);
        }
        match to {
            Stage::Withdrawn => author.may_withdraw(self.before, from),
            _ if takes_back_closing && !from.is_open() => Ok(()),
            // Points are checked as an award.
            _ if self.may_handle => Ok(()),
            _ => Err(RejectionCode::NotAllowed),
        }
    }

    /// Checks that the author may correct the texts that change.
    fn may_correct(&self, is: &Referral, own_number: bool) -> Result<(), RejectionCode> {
        for &field in CorrectedField::ALL {
            if field.of(&self.corrected) != field.of(is) {
                let own_number = own_number && field == CorrectedField::ReferredPhone;
                self.author.may_correct(
                    self.before,
                    field,
                    &self.progress.stage,
                    own_number,
                    self.policy,
                )?;
            }
        }
        Ok(())
    }
}

/// The ids of the members of staff whom a change makes responsible: for the referral, or for what is to
/// be done next.
pub fn brought_back(before: &Case, after: &Case) -> Vec<String> {
    responsible(&Progress::of(before), Progress::of(after))
}

fn responsible(was: &Progress, is: Progress) -> Vec<String> {
    let did = was.next.as_ref().map(|task| &task.staff);
    let does = is.next.map(|task| task.staff);
    let owner = is.owner.filter(|owner| was.owner.as_ref() != Some(owner));
    let doer = does.filter(|staff| !staff.is_empty() && did != Some(staff));
    owner.into_iter().chain(doer).collect()
}

/// The number of undoing events, whether or not they take effect.
pub(super) fn undo_count(history: &History) -> usize {
    history.events().filter(|stored| matches!(stored.event.kind, Kind::Undone { .. })).count()
}

/// How often the author has undone something here. A file may say that anybody did.
fn undo_count_by(history: &History, author: &Author<'_>, known: &Known) -> usize {
    let is_theirs = |stored: &&StoredEvent| {
        author.wrote(stored, &known.imported) && matches!(stored.event.kind, Kind::Undone { .. })
    };
    history.events().filter(is_theirs).count()
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
