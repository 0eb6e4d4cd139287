//! Commands on a referral, other than saving points: who may give them, in which stage, and which
//! event results.

use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;

use super::author::Author;
use super::award;
use super::corrected_field::CorrectedField;
use super::progress::Progress;
use super::reason::Reason;
use super::staff::Right;
use super::undo;
use crate::account::DecisionPolicy;
use crate::decision::{State, next};
use crate::event::{Event, Kind, Stage};
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
        /// Whether the number that it [brings back](super::undo::undone) is the referrer's own, in
        /// whatever spelling.
        own_number: bool,
        /// Whether the owner that it brings back is a current member of staff.
        is_staff: bool,
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
    if !closes && author.has_reached_limit(&case.history(), &state.imported) {
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
            author.may_withdraw(&progress.stage)?;
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
            require_note_from_staff()?;
            author.may_correct(&progress.stage, own_number, policy)?;
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
        PipelineCommand::Undo { target, own_number, is_staff, .. } => {
            let facts = undo::Facts { own_number, is_staff };
            undo::may_undo(state, &author, target, note, facts, policy, now)?;
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
            award::must_not_be_own(state)?;
            require_note()?;
            let text = if credited { "yes" } else { "no" };
            Event { text: Some(text.to_owned()), ..event(Kind::Credited)? }
        }
    };
    event.note = Some(note.to_owned()).filter(|note| !note.is_empty());
    Ok(vec![event])
}
