//! Commands on referrals as requests send them. The domain documents what each one does and
//! requires. It has two more, which no request may send: asking the person who was referred, and their answer.
//! And what only the server knows is no part of a request: see [`Facts`].

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::HostedReferral;
use crate::limits::MINUTE_MS;
use crate::rejection::Code;
use domain::account::DecisionPolicy;
use domain::event::{CallOutcome, CorrectedField, Reason, Stage, Task, TaskKind, Way};
use domain::pipeline::said::is_about_way;
use domain::pipeline::{Command, Known, PipelineCommand, Progress, decide};
use domain::points::Points;
use domain::referral::Instant;
use domain::viewer::Viewer;

/// A command on a referral. Notes may be left out where they are not required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ReferralCommand {
    /// Move it to another open stage: forward, past some stages, or back.
    Move {
        /// The new stage.
        #[schema(value_type = String)]
        stage: Stage,
    },
    /// Close it without success.
    Decline {
        /// The name of the reason: one that is offered.
        #[schema(value_type = String)]
        reason: Reason,
        /// More about the reason.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Withdraw it.
    Withdraw {
        /// The reason; required from staff.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Reopen a closed referral, in its last open stage.
    Reopen {
        /// The reason.
        note: String,
    },
    /// Correct one field.
    Correct {
        /// The field.
        field: CorrectedField,
        /// Its new text.
        text: String,
        /// The reason; required from staff.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Undo an earlier event.
    Undo {
        /// [`TimelineEntry::id`](crate::TimelineEntry::id) of the event.
        target: String,
        /// The reason; required when the author's ten minutes are over.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Write a note.
    Note {
        /// The text of the note.
        note: String,
    },
    /// Make somebody the owner.
    Assign {
        /// The id of the member of staff; empty for nobody.
        staff: String,
    },
    /// Decide whether the referrer is credited, whatever the rule for duplicates says.
    Credit {
        /// Whether the referrer is credited.
        credited: bool,
        /// The reason.
        note: String,
    },
    /// Say how a call went.
    Call {
        /// How.
        #[schema(value_type = String)]
        outcome: CallOutcome,
        /// What is to be done next; required if they are to be called again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        next: Option<Task>,
        /// More about it.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Plan the next thing to do, in place of what was planned.
    Schedule {
        /// What, when and who.
        task: Task,
        /// More about it.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Say that what was planned is done, or is not needed any more.
    Finish {
        /// More about it.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Ask an owner or manager to award points.
    Propose {
        /// More about it.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Write to the referrer. It cannot be undone.
    Say {
        /// How: `text` sends a text message, and `whatsapp` says that WhatsApp was opened with these words.
        #[schema(value_type = String)]
        way: Way,
        /// What.
        words: String,
    },
    /// Note that the person who was referred agreed by telephone to be called.
    #[serde(rename = "note-agreement")]
    NoteAgreement {
        /// How it came about.
        note: String,
    },
    /// Say whether the person who was referred may be told who referred them. The last word holds.
    #[serde(rename = "say-who")]
    SayWho {
        /// Whether they may.
        says: bool,
        /// How staff know; required from them.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
    /// Save points, which makes the referral Successful.
    Points {
        /// As they were typed.
        points: String,
        /// The reason; required for other points than the rulebook gives.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        note: String,
    },
}

/// What the decision on a command needs to know beside the referral.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether all members of staff whom the command, or undoing, makes responsible are on the staff
    /// now; for points, whether whoever has asked for as many may award them now.
    pub is_staff: bool,
    /// Whether the command's number, or the one that undoing brings back, is the referrer's own, in
    /// whatever spelling.
    pub own_number: bool,
}

impl ReferralCommand {
    /// The command that the domain decides on.
    pub fn command(&self, Facts { is_staff, own_number }: Facts) -> Command<'_> {
        Command::Pipeline(match self {
            Self::Points { points, note } => {
                return Command::SavePoints { points, note, is_staff };
            }
            Self::Move { stage } => PipelineCommand::Move { stage },
            Self::Decline { reason, note } => PipelineCommand::Decline { reason, note },
            Self::Withdraw { note } => PipelineCommand::Withdraw { note },
            Self::Reopen { note } => PipelineCommand::Reopen { note },
            Self::Correct { field, text, note } => {
                PipelineCommand::Correct { field: *field, text, own_number, note }
            }
            Self::Undo { target, note } => {
                PipelineCommand::Undo { target, note, own_number, is_staff }
            }
            Self::Note { note } => PipelineCommand::Note { note },
            Self::Assign { staff } => PipelineCommand::Assign { staff, is_staff },
            Self::Credit { credited, note } => {
                PipelineCommand::Credit { credited: *credited, note }
            }
            Self::Call { outcome, next, note } => {
                PipelineCommand::Call { outcome, next: next.as_ref(), is_staff, note }
            }
            Self::Schedule { task, note } => PipelineCommand::Schedule { task, is_staff, note },
            Self::Finish { note } => PipelineCommand::Finish { note },
            Self::Propose { note } => PipelineCommand::Propose { note },
            Self::Say { way, words } => PipelineCommand::Say { way, words },
            Self::NoteAgreement { note } => PipelineCommand::NoteAgreement { note },
            Self::SayWho { says, note } => PipelineCommand::SayWho { says: *says, note },
        })
    }
}

/// The kinds of commands that this person could give now: those that the domain would accept if all
/// details were given. A page offers only these. Undo is not among them; each event of the timeline
/// has its own answer.
pub fn possible(
    known: &Known,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Vec<&'static str> {
    let note = || "Why".to_owned();
    let correct =
        ReferralCommand::Correct { field: CorrectedField::Notes, text: note(), note: note() };
    let soon = now.as_millis().saturating_add(MINUTE_MS).try_into().unwrap_or(now);
    let task = Task { kind: TaskKind::Check, due: soon, staff: String::new() };
    let mut reasons = known.programme.reasons().into_iter().filter(|reason| reason.offered);
    let reason = reasons.next().map_or(Reason::Other, |reason| reason.name.into());
    let says = !known.referral.as_ref().is_some_and(|case| Progress::of(case).says_who);
    let samples = [
        ("move", ReferralCommand::Move { stage: Stage::Contacted }),
        ("decline", ReferralCommand::Decline { reason, note: note() }),
        ("points", ReferralCommand::Points { points: "0".to_owned(), note: note() }),
        ("assign", ReferralCommand::Assign { staff: String::new() }),
        ("note", ReferralCommand::Note { note: note() }),
        ("correct", correct),
        ("reopen", ReferralCommand::Reopen { note: note() }),
        ("withdraw", ReferralCommand::Withdraw { note: note() }),
        ("credit", ReferralCommand::Credit { credited: true, note: note() }),
        ("schedule", ReferralCommand::Schedule { task, note: note() }),
        ("finish", ReferralCommand::Finish { note: note() }),
        ("call", ReferralCommand::Call { outcome: CallOutcome::Reached, next: None, note: note() }),
        ("propose", ReferralCommand::Propose { note: note() }),
        ("say", ReferralCommand::Say { way: Way::Text, words: note() }),
        ("note-agreement", ReferralCommand::NoteAgreement { note: note() }),
        ("say-who", ReferralCommand::SayWho { says, note: note() }),
    ];
    let facts = Facts { is_staff: true, ..Facts::default() };
    // Moving and assigning are offered even if this sample is as it is already.
    let accepted = samples.into_iter().filter(|(kind, command)| {
        match decide(known, &command.command(facts), actor, policy, now) {
            Ok(event) => {
                event.is_some() || !matches!(*kind, "finish" | "propose" | "note-agreement")
            }
            // Whoever may write to the referrer is told why that is not possible now.
            Err(rejections) => rejections.codes().iter().all(|&code| is_about_way(code)),
        }
    });
    // Whoever may ask gets the address of the person's page, also for another time: see `PersonPage`.
    let ask = Command::Pipeline(PipelineCommand::Ask);
    let may_ask = decide(known, &ask, actor, policy, now).is_ok();
    accepted.map(|(kind, _)| kind).chain(may_ask.then_some("ask")).collect()
}

/// A command on the referral in the request's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CommandRequest {
    /// The [`HostedReferral::version`] that was shown to the person who gives the command.
    pub version: u64,
    /// The command.
    pub command: ReferralCommand,
}

/// A command on the referral that `key` names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct KeyedCommand {
    /// The key of the referral.
    pub key: String,
    /// The [`HostedReferral::version`] that was shown to the person who gives the command.
    pub version: u64,
    /// The command.
    pub command: ReferralCommand,
}

/// Several commands. Each is done or refused independently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CommandsRequest {
    /// At most [`COMMANDS_AT_ONCE`](crate::COMMANDS_AT_ONCE).
    pub commands: Vec<KeyedCommand>,
}

/// A referral, in the version that was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShownReferral {
    /// The key of the referral.
    pub key: String,
    /// The [`HostedReferral::version`] that was shown.
    pub version: u64,
}

/// Referrals that somebody wants to award what their rulebooks give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AwardsCheck {
    /// At most [`COMMANDS_AT_ONCE`](crate::COMMANDS_AT_ONCE), in the order in which they would be awarded.
    pub referrals: Vec<ShownReferral>,
}

/// What a referral gets by its rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct CheckedAward {
    /// The key of the referral.
    pub key: String,
    /// How many points; absent if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Why it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What several referrals get by their rulebooks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AwardsChecked {
    /// In the order in which they were asked for.
    pub awards: Vec<CheckedAward>,
}

/// The outcome of one of several commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum CommandOutcome {
    /// The command was done.
    Done {
        /// The referral as it is now.
        referral: Box<HostedReferral>,
        /// The id of the event, for undoing it; absent if nothing changed, or in the answer to a
        /// retry.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        event: Option<String>,
    },
    /// The command was refused.
    Refused {
        /// All reasons; never empty.
        codes: Vec<Code>,
        /// What to do about each of them.
        hints: Vec<String>,
        /// The referral as it is now, if somebody else has changed it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        current: Option<Box<HostedReferral>>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HostedPolicy;
    use domain::account::User;
    use domain::case::Case;
    use domain::mobile::MobileNumber;
    use domain::pipeline::{Relation, Staff, StaffRole};
    use domain::referral::{Referral, Status};

    fn read(text: &str) -> ReferralCommand {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn possible_commands_are_those_that_decide_accepts() {
        let record = r#"{"id":7,"referrerName":"A","referrerMobile":"9876543210","referredName":"B",
            "referredPhone":"5","service":"training","date":"","status":"Declined","points":0}"#;
        let closed = Case::stored(serde_json::from_str(record).unwrap(), &[]);
        let open = Referral { status: Status::Pending, ..closed.referral().clone() };
        let open = Case::stored(open, &[]);
        let at = |case: &Case| Known {
            referral: Some(case.clone()),
            relation: Relation::Referrer,
            ..Known::default()
        };
        let user = User::of(MobileNumber::parse("9876543210").unwrap());
        let policy = HostedPolicy::default();
        let now = Instant::try_from(8).unwrap();
        let possible = |case, actor: &Viewer| possible(&at(case), actor, &policy, now);
        let member = Viewer::Member(user.clone());
        assert_eq!(possible(&open, &member), ["correct", "withdraw", "say-who", "ask"]);
        // Whoever does not want to be named any more may say so at any time.
        assert_eq!(possible(&closed, &member), ["say-who"]);
        let staff = |role| Viewer::Staff(Staff::new("s".to_owned(), user.clone(), role, vec![]));
        let owner = staff(StaffRole::Owner);
        assert_eq!(
            possible(&open, &owner),
            [
                "move",
                "decline",
                "points",
                "assign",
                "note",
                "correct",
                "withdraw",
                "credit",
                "schedule",
                "call",
                "propose",
                "say",
                "note-agreement",
                "say-who",
                "ask"
            ]
        );
        assert_eq!(
            possible(&closed, &owner),
            ["points", "assign", "note", "correct", "reopen", "credit", "say", "say-who"]
        );
        assert!(possible(&open, &staff(StaffRole::Auditor)).is_empty());
    }

    #[test]
    fn a_command_is_parsed_by_its_kind() {
        let command = read(r#"{"kind":"move","stage":"in-progress"}"#);
        let stage = &Stage::InProgress;
        assert_eq!(
            command.command(Facts::default()),
            Command::Pipeline(PipelineCommand::Move { stage })
        );
        let command = read(r#"{"kind":"correct","field":"referredPhone","text":"5"}"#);
        let field = CorrectedField::ReferredPhone;
        let expected = PipelineCommand::Correct { field, text: "5", own_number: false, note: "" };
        assert_eq!(command.command(Facts::default()), Command::Pipeline(expected));
        let command = read(r#"{"kind":"points","points":" 5 "}"#);
        let expected = Command::SavePoints { points: " 5 ", note: "", is_staff: false };
        assert_eq!(command.command(Facts::default()), expected);
    }
}
