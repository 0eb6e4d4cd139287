//! Decisions on referrals in hosted mode: who may give a command, in which stage, and which event
//! results. Facts that only the caller can look up come in [`Known`] and with the command.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::author::Author;
use super::award;
use super::consent;
use super::known::Known;
use super::programme::ProgrammeSettings;
use super::progress::Progress;
use super::said;
use super::says_who;
use super::staff::Right;
use super::task;
use super::undo::{Facts, Undoing};
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::decision::{next, save_points};
use crate::event::{
    CallOutcome, ConsentAnswer, ConsentWay, CorrectedField, Event, Kind, Reason, Stage, Task, Way,
};
use crate::referral::{Instant, Referral, ReferralDraft};
use crate::rejection::{RejectionCode, Rejections};
use crate::viewer::Viewer;

/// What somebody wants to do with a referral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Save points, which makes it Successful (section 4).
    SavePoints {
        /// What was typed.
        points: &'a str,
        /// The reason; required for other points than the rulebook gives.
        note: &'a str,
        /// Whether whoever has asked for as many may award them now: they may have left.
        is_staff: bool,
    },
    /// Any other command.
    Pipeline(PipelineCommand<'a>),
}

/// A command other than saving points. A note may be empty where it is not required.
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
        reason: &'a Reason,
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
        /// Whether all whom it [brings back](super::undo::brought_back) are current members of staff.
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
    /// Say how a call went. Whoever was reached is contacted from then on.
    Call {
        /// How it went.
        outcome: &'a CallOutcome,
        /// What is to be done next; required if they are to be called again.
        next: Option<&'a Task>,
        /// Whether the one who is to do it is a current member of staff, or whoever is responsible.
        is_staff: bool,
        /// More about it.
        note: &'a str,
    },
    /// Plan the next thing to do. It takes the place of what was planned before.
    Schedule {
        /// What, when and who.
        task: &'a Task,
        /// Whether the one who is to do it is a current member of staff, or whoever is responsible.
        is_staff: bool,
        /// More about it.
        note: &'a str,
    },
    /// Say that what was planned is done, or is not needed any more.
    Finish {
        /// More about it.
        note: &'a str,
    },
    /// Ask an owner or manager to award points.
    Propose {
        /// More about it.
        note: &'a str,
    },
    /// Write to the referrer.
    Say {
        /// How.
        way: &'a Way,
        /// What.
        words: &'a str,
    },
    /// Ask the person who was referred whether the company may call them: give somebody the way to their page.
    Ask,
    /// Note that they agreed by telephone.
    NoteAgreement {
        /// How it came about.
        note: &'a str,
    },
    /// Answer, as the person who was referred. A refusal closes the referral.
    Answer {
        /// What they say.
        answer: &'a ConsentAnswer,
        /// Where: by a link, or on their page.
        way: &'a ConsentWay,
        /// The version of the text that they were shown there.
        text: u64,
        /// More about it: when they want to be called, in which language.
        note: &'a str,
    },
    /// Say whether the person who was referred may be told who referred them.
    SayWho {
        /// Whether they may.
        says: bool,
        /// How staff know; required from them.
        note: &'a str,
    },
    /// Decide whether the referrer is credited, whatever the rule for duplicates says.
    Credit {
        /// Whether the referrer is credited.
        credited: bool,
        /// The reason.
        note: &'a str,
    },
}

/// The referral that somebody submits (section 5). The caller makes the `id` unique, and says whether
/// both numbers are the same, in whatever spelling (`own_number`). `date` is the day of submission, as
/// the server writes it. Whether the service is [offered](may_submit) is left to the caller, because a
/// retry of what was submitted before is no new referral.
///
/// # Errors
///
/// All rules that the draft breaks, in the order of the form; else [`RejectionCode::SelfReferral`].
pub fn submit(
    draft: &ReferralDraft,
    id: Instant,
    date: String,
    own_number: bool,
    actor: &Viewer,
    programme: &ProgrammeSettings,
    policy: &impl DecisionPolicy,
) -> Result<Referral, Rejections> {
    let checked = draft.check_with(actor.user(), |value| programme.knows_service(value))?;
    if own_number && policy.refuses_self_referral() {
        return Err(RejectionCode::SelfReferral.into());
    }
    Ok(checked.submit(id, date))
}

/// Whether a new referral may be for its service.
///
/// # Errors
///
/// [`RejectionCode::ServiceNotOffered`]
pub fn may_submit(referral: &Referral, programme: &ProgrammeSettings) -> Result<(), RejectionCode> {
    programme.offers_service(referral.service.value())
}

/// Decides on a command that `actor` gives. Returns the event to add to the referral; `None` if
/// nothing changes.
///
/// # Errors
///
/// The rule that the command breaks. Nothing changes in that case.
pub fn decide(
    known: &Known,
    command: &Command<'_>,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Option<Event>, Rejections> {
    Ok(match (command, actor) {
        (Command::SavePoints { points, note, is_staff }, Viewer::Staff(staff)) => {
            let typed = award::Typed { points, note, is_staff: *is_staff };
            Some(award::decide(known, &typed, staff, policy, now)?)
        }
        (Command::SavePoints { points, .. }, _) => {
            Some(save_points(known.referral.as_ref(), points, actor, now)?)
        }
        (Command::Pipeline(command), _) => change(known, command, actor, policy, now)?,
    })
}

fn change(
    known: &Known,
    command: &PipelineCommand<'_>,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Option<Event>, RejectionCode> {
    let case = known.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let author = Author::of(case, actor, known.relation)?;
    change_by(&author, case, known, command, policy, now).map_err(|code| {
        match (&author, code) {
            // Whoever referred somebody does not learn that they have refused.
            (Author::Referrer { .. }, RejectionCode::ConsentRefused) => RejectionCode::TooLate,
            _ => code,
        }
    })
}

fn change_by(
    author: &Author<'_>,
    case: &Case,
    known: &Known,
    command: &PipelineCommand<'_>,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Option<Event>, RejectionCode> {
    let progress = Progress::of(case);
    // Closing a referral is possible even if its history is full. Only staff can reopen it. So is not wanting to be
    // named any more.
    let closes =
        matches!(command, PipelineCommand::Decline { .. } | PipelineCommand::Withdraw { .. })
            || matches!(command, PipelineCommand::Answer { answer: ConsentAnswer::Refused, .. })
            || matches!(command, PipelineCommand::SayWho { says: false, .. });
    if !closes && author.has_reached_limit(&case.history(), &known.imported) {
        return Err(RejectionCode::HistoryFull);
    }
    let required = |note: &str| match note.trim() {
        "" => Err(RejectionCode::NoteMissing),
        note => Ok(note.to_owned()),
    };
    let optional = |note: &str| Some(note.trim().to_owned()).filter(|note| !note.is_empty());
    let required_from_staff = |note: &str| match author.staff() {
        Some(_) => required(note).map(Some),
        None => Ok(optional(note)),
    };
    let require_open =
        || if progress.stage.is_open() { Ok(()) } else { Err(RejectionCode::StageClosed) };
    let kind = match *command {
        PipelineCommand::Move { stage } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            if !stage.is_open() || matches!(stage, Stage::Unknown(_)) {
                return Err(RejectionCode::StageUnknown);
            }
            if *stage == progress.stage {
                return Ok(None);
            }
            Kind::Moved { stage: stage.clone() }
        }
        PipelineCommand::Decline { reason, note } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            if known.programme.offered(reason)?.needs_note {
                required(note)?;
            }
            Kind::Declined { reason: Some(reason.clone()), note: optional(note) }
        }
        PipelineCommand::Withdraw { note } => {
            author.require_right_unless_own(Right::Handle, case)?;
            require_open()?;
            author.may_withdraw(case, &progress.stage)?;
            Kind::Withdrawn { note: required_from_staff(note)? }
        }
        PipelineCommand::Reopen { note } => {
            author.require_right(Right::Award, case)?;
            if progress.stage.is_open() {
                return Err(RejectionCode::StageOpen);
            }
            consent::must_not_be_refused(&progress)?;
            Kind::Reopened { note: Some(required(note)?), stage: progress.open }
        }
        PipelineCommand::Correct { field, text, own_number, note } => {
            author.require_right_unless_own(Right::Handle, case)?;
            let note = required_from_staff(note)?;
            author.may_correct(case, field, &progress.stage, own_number, policy)?;
            if field == CorrectedField::ReferredPhone {
                // With another number, another person's referral would be open.
                consent::must_not_be_refused(&progress)?;
                consent::must_see_number(author, &progress, policy)?;
            }
            let text = field.check(text, |value| known.programme.knows_service(value))?;
            if text == field.of(&case.corrected()) {
                return Ok(None);
            }
            if field == CorrectedField::Service {
                known.programme.offers_service(&text)?;
            }
            Kind::Corrected { field, text, note }
        }
        PipelineCommand::Undo { target, note, own_number, is_staff } => {
            let facts = Facts { own_number, is_staff };
            let undoing = Undoing::of(known, case, author, policy, now);
            undoing.may_undo_by_id(target, note.trim(), facts)?;
            Kind::Undone { target: target.to_owned(), note: optional(note) }
        }
        PipelineCommand::Note { note } => {
            author.require_right(Right::Handle, case)?;
            Kind::Noted { note: required(note)? }
        }
        PipelineCommand::Assign { staff, is_staff } => {
            author.require_right(Right::Handle, case)?;
            if !is_staff && !staff.is_empty() {
                return Err(RejectionCode::StaffUnknown);
            }
            if progress.owner.as_deref().unwrap_or_default() == staff {
                return Ok(None);
            }
            Kind::Assigned { staff: staff.to_owned() }
        }
        PipelineCommand::Call { outcome, next, is_staff, note } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            task::check_call(outcome, next, is_staff, now)?;
            let next = next.map(|task| task::with_doer(task, &progress, author));
            Kind::Called { outcome: outcome.clone(), next, note: optional(note) }
        }
        PipelineCommand::Schedule { task, is_staff, note } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            task::check(task, is_staff, now)?;
            let task = task::with_doer(task, &progress, author);
            if progress.next.as_ref() == Some(&task) {
                return Ok(None);
            }
            Kind::Scheduled { task, note: optional(note) }
        }
        PipelineCommand::Finish { note } => {
            author.require_right(Right::Handle, case)?;
            if progress.next.is_none() {
                return Ok(None);
            }
            Kind::Done { note: optional(note) }
        }
        PipelineCommand::Propose { note } => {
            author.require_right(Right::Handle, case)?;
            require_open()?;
            award::must_not_be_own(known)?;
            if progress.proposed.is_some() {
                return Ok(None);
            }
            Kind::Proposed { points: None, note: optional(note) }
        }
        PipelineCommand::Say { way, words } => {
            author.require_right(Right::Handle, case)?;
            // In the company's name they could ask the referrer of a rival to withdraw.
            award::must_not_be_own(known)?;
            said::may_say(known, case, way, policy, now)?;
            Kind::Said { way: way.clone(), words: said::check(words)? }
        }
        PipelineCommand::Ask => match consent::ask(known, case, author, &progress)? {
            Some(kind) => kind,
            None => return Ok(None),
        },
        PipelineCommand::NoteAgreement { note } => {
            match consent::note_agreement(known, case, author, &progress, note)? {
                Some(kind) => kind,
                None => return Ok(None),
            }
        }
        PipelineCommand::Answer { answer, way, text, note } => {
            match consent::answer(author, &progress, answer, way, text, note)? {
                Some(kind) => kind,
                None => return Ok(None),
            }
        }
        PipelineCommand::SayWho { says, note } => {
            match says_who::say_who(known, case, author, &progress, says, note)? {
                Some(kind) => kind,
                None => return Ok(None),
            }
        }
        PipelineCommand::Credit { credited, note } => {
            author.require_right(Right::Award, case)?;
            award::must_not_be_own(known)?;
            Kind::Credited { credited, note: Some(required(note)?) }
        }
    };
    let event = next(case, kind, author.role(), now)?;
    let after = case.clone().evolve(&event);
    known.may_change(author, case, &after)?;
    consent::must_stay_closed(known, case, &after)?;
    Ok(Some(event))
}
