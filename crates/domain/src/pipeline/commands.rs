//! Commands on a referral, other than saving points: who may give them, in which stage, and which
//! event results.

use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;

use super::corrected_field::CorrectedField;
use super::progress::Progress;
use super::reason::Reason;
use super::staff::{Right, Staff};
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::decision::{Relation, State, next};
use crate::event::{Event, Kind, Role, Stage};
use crate::history::{Fields, History, event_id};
use crate::limits::{EVENTS_MAX, OWN_EVENTS_MAX, UNDO_BY_AUTHOR_MS, UNDOS_MAX};
use crate::referral::Instant;
use crate::rejection::{RejectionCode, Rejections};
use crate::viewer::Viewer;

/// A command on a referral. A note may be empty where it is not required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineCommand<'a> {
    /// Move it to another open stage: forward, past some stages, or back.
    Move {
        /// The new stage.
        stage: &'a Stage,
    },
    /// Close it without success.
    Decline {
        /// The reason.
        reason: Reason,
        /// More about the reason.
        note: &'a str,
    },
    /// Withdraw it.
    Withdraw {
        /// The reason; required from staff.
        note: &'a str,
    },
    /// Reopen a closed referral, in its last open stage.
    Reopen {
        /// The reason.
        note: &'a str,
    },
    /// Correct one field. The submitted text stays on record.
    Correct {
        /// The field.
        field: CorrectedField,
        /// Its new text.
        text: &'a str,
        /// Whether this is the referrer's own number, in whatever spelling.
        own_number: bool,
        /// The reason; required from staff.
        note: &'a str,
    },
    /// Undo an earlier event. Undoing an undoing restores the event.
    Undo {
        /// The event's [id](crate::history::event_id).
        target: &'a str,
        /// The reason; required for an event older than ten minutes, which only owners and managers
        /// may undo.
        note: &'a str,
    },
    /// Write a note.
    Note {
        /// The text of the note.
        note: &'a str,
    },
    /// Make somebody the owner.
    Assign {
        /// The id of the member of staff; empty for nobody.
        staff: &'a str,
        /// Whether this id belongs to a current member of staff.
        is_staff: bool,
    },
    /// Decide whether the referrer is credited, whatever the rule for duplicates says.
    Credit {
        /// Whether the referrer is credited.
        credited: bool,
        /// The reason.
        note: &'a str,
    },
}

/// Decides on a command; see [`decide`](crate::decision::decide).
pub(crate) fn decide(
    state: &State,
    command: &PipelineCommand<'_>,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Vec<Event>, Rejections> {
    let case = state.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let progress = Progress::of(case);
    let author = Author::of(case, actor, state.relation)?;
    // Closing a referral is possible even if its history is full. Only staff can reopen it.
    let closes =
        matches!(command, PipelineCommand::Decline { .. } | PipelineCommand::Withdraw { .. });
    if !closes && author.has_reached_limit(&case.history()) {
        return Err(RejectionCode::HistoryFull.into());
    }
    let note = match *command {
        PipelineCommand::Move { .. } | PipelineCommand::Assign { .. } => "",
        PipelineCommand::Decline { note, .. }
        | PipelineCommand::Withdraw { note }
        | PipelineCommand::Reopen { note }
        | PipelineCommand::Correct { note, .. }
        | PipelineCommand::Undo { note, .. }
        | PipelineCommand::Note { note }
        | PipelineCommand::Credit { note, .. } => note.trim(),
    };
    let require_note = || if note.is_empty() { Err(RejectionCode::NoteMissing) } else { Ok(()) };
    let require_note_from_staff = || if author.staff().is_some() { require_note() } else { Ok(()) };
    let require_open =
        || if progress.stage.is_open() { Ok(()) } else { Err(RejectionCode::StageClosed) };
    let event = |kind| next(state, kind, author.role(), now);
    let mut event = match *command {
        PipelineCommand::Move { stage } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            if !stage.is_open() || matches!(stage, Stage::Unknown(_)) {
                return Err(RejectionCode::StageUnknown.into());
            }
            if *stage == progress.stage {
                return Ok(Vec::new());
            }
            Event { stage: Some(stage.clone()), ..event(Kind::Moved)? }
        }
        PipelineCommand::Decline { reason, .. } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            if reason.needs_note() {
                require_note()?;
            }
            Event { reason: Some(reason.as_str().to_owned()), ..event(Kind::Declined)? }
        }
        PipelineCommand::Withdraw { .. } => {
            author.require_right_unless_own(Right::Handle, case)?;
            require_open()?;
            let late = !matches!(progress.stage, Stage::Received | Stage::Contacted);
            if matches!(author, Author::Referrer) && late {
                return Err(RejectionCode::TooLate.into());
            }
            require_note_from_staff()?;
            event(Kind::Withdrawn)?
        }
        PipelineCommand::Reopen { .. } => {
            author.require_right(Right::Award, case)?;
            if progress.stage.is_open() {
                return Err(RejectionCode::StageOpen.into());
            }
            require_note()?;
            Event { stage: Some(progress.open.clone()), ..event(Kind::Reopened)? }
        }
        PipelineCommand::Correct { field, text, own_number, .. } => {
            author.require_right_unless_own(Right::Handle, case)?;
            match author {
                Author::Staff(_) => require_note()?,
                Author::Referrer if own_number && policy.refuses_self_referral() => {
                    return Err(RejectionCode::SelfReferral.into());
                }
                Author::Referrer if progress.stage == Stage::Received => {}
                Author::Referrer => return Err(RejectionCode::TooLate.into()),
                Author::Referred => return Err(RejectionCode::NotAllowed.into()),
            }
            let text = field.check(text)?;
            if text == field.of(&case.corrected()) {
                return Ok(Vec::new());
            }
            Event {
                field: Some(field.as_str().to_owned()),
                text: Some(text),
                ..event(Kind::Corrected)?
            }
        }
        PipelineCommand::Undo { target, .. } => {
            may_undo(case, target, &author, now, note)?;
            Event { target: Some(target.to_owned()), ..event(Kind::Undone)? }
        }
        PipelineCommand::Note { .. } => {
            author.require_right(Right::Handle, case)?;
            require_note()?;
            event(Kind::Noted)?
        }
        PipelineCommand::Assign { staff, is_staff } => {
            author.require_right(Right::Handle, case)?;
            if !is_staff && !staff.is_empty() {
                return Err(RejectionCode::StaffUnknown.into());
            }
            if progress.owner.as_deref().unwrap_or_default() == staff {
                return Ok(Vec::new());
            }
            Event { text: Some(staff.to_owned()), ..event(Kind::Assigned)? }
        }
        PipelineCommand::Credit { credited, .. } => {
            author.require_right(Right::Award, case)?;
            require_note()?;
            let text = if credited { "yes" } else { "no" };
            Event { text: Some(text.to_owned()), ..event(Kind::Credited)? }
        }
    };
    event.note = Some(note.to_owned()).filter(|note| !note.is_empty());
    Ok(vec![event])
}

/// Checks that the event exists and that this author may undo it.
fn may_undo(
    case: &Case,
    target: &str,
    author: &Author<'_>,
    now: Instant,
    note: &str,
) -> Result<(), RejectionCode> {
    let history = case.history();
    if history.texts().take(author.hidden_events(&history)).any(|text| event_id(text) == target) {
        return Err(RejectionCode::EventGone);
    }
    let event = history.effective_event(target).ok_or(RejectionCode::EventGone)?;
    if history.undo_count() >= UNDOS_MAX {
        return Err(RejectionCode::UndoneTooOften);
    }
    author.may_undo(&event, now, note)
}

/// Who gives a command, in relation to this referral.
pub(super) enum Author<'a> {
    Staff(&'a Staff),
    Referrer,
    Referred,
}

impl<'a> Author<'a> {
    /// Finds the author. If they may not know of the referral, the error says that there is none.
    pub(super) fn of(
        case: &Case,
        actor: &'a Viewer,
        relation: Relation,
    ) -> Result<Self, RejectionCode> {
        match (actor, relation) {
            (Viewer::Guest, _) => Err(RejectionCode::NotLoggedIn),
            (Viewer::Staff(staff), _)
                if staff.may(Right::Read, case.corrected().service.value()) =>
            {
                Ok(Self::Staff(staff))
            }
            (_, Relation::Referrer) => Ok(Self::Referrer),
            (_, Relation::Referred) => Ok(Self::Referred),
            (_, Relation::Unrelated) => Err(RejectionCode::ReferralGone),
        }
    }

    /// How many events at the start of the history are hidden from this author. The referred person
    /// sees no event up to and including the last correction of the number, because the referral
    /// may have been about somebody else.
    pub(super) fn hidden_events(&self, history: &History) -> usize {
        if !matches!(self, Self::Referred) {
            return 0;
        }
        let (mut hidden, mut number_corrections) = (0, Vec::new());
        for (text, count) in history.texts().zip(1..) {
            let event = Fields::of(text);
            let corrects = event.is(&Kind::Corrected)
                && event.word("field").as_deref() == Some(CorrectedField::ReferredPhone.as_str());
            let target = event.word("target").filter(|_| event.is(&Kind::Undone));
            if corrects || target.is_some_and(|target| number_corrections.contains(&target)) {
                hidden = count;
                number_corrections.push(event_id(text));
            }
        }
        hidden
    }

    fn staff(&self) -> Option<&'a Staff> {
        match self {
            Self::Staff(staff) => Some(staff),
            Self::Referrer | Self::Referred => None,
        }
    }

    /// Whether this author may add no more events.
    fn has_reached_limit(&self, history: &History) -> bool {
        let role = self.role();
        let is_own = |text: &&str| Fields::of(text).word("by").as_deref() == Some(role.as_str());
        history.len() >= EVENTS_MAX
            || self.staff().is_none() && history.texts().filter(is_own).count() >= OWN_EVENTS_MAX
    }

    /// The role to record in the event.
    fn role(&self) -> Role {
        match self {
            Self::Staff(staff) => staff.author(),
            Self::Referrer => Role::Referrer,
            Self::Referred => Role::Referred,
        }
    }

    /// Checks that this author may undo an event, with this note.
    pub(super) fn may_undo(
        &self,
        event: &Fields<'_>,
        now: Instant,
        note: &str,
    ) -> Result<(), RejectionCode> {
        let at: Instant = event.value("at").unwrap_or_default();
        let is_recent = now.as_millis().saturating_sub(at.as_millis()) < UNDO_BY_AUTHOR_MS;
        let is_own = event.word("by").as_deref() == Some(self.role().as_str());
        let may_undo_any = self.staff().is_some_and(|staff| staff.may_everywhere(Right::Award));
        match (is_own, is_recent, may_undo_any) {
            (true, true, _) | (_, true, true) => Ok(()),
            (_, false, true) if note.is_empty() => Err(RejectionCode::NoteMissing),
            (_, false, true) => Ok(()),
            (true, false, false) => Err(RejectionCode::TooLate),
            (false, _, false) => Err(RejectionCode::NotAllowed),
        }
    }

    /// Checks that this author is staff with this right for the referral's service.
    fn require_right(&self, right: Right, case: &Case) -> Result<(), RejectionCode> {
        let service = case.corrected().service;
        let may = self.staff().is_some_and(|staff| staff.may(right, service.value()));
        if may { Ok(()) } else { Err(RejectionCode::NotAllowed) }
    }

    /// Checks the right of staff. The referrer and the referred person need none.
    fn require_right_unless_own(&self, right: Right, case: &Case) -> Result<(), RejectionCode> {
        if self.staff().is_some() { self.require_right(right, case) } else { Ok(()) }
    }
}

/// Checks that staff may save points for this referral.
pub(crate) fn may_award(state: &State, staff: &Staff) -> Result<(), RejectionCode> {
    let case = state.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let service = case.corrected().service;
    if !staff.may(Right::Read, service.value()) {
        return Err(RejectionCode::ReferralGone);
    }
    if staff.may(Right::Award, service.value()) { Ok(()) } else { Err(RejectionCode::NotAllowed) }
}
