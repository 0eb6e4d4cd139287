//! Commands on referrals, as they cross; what each of them means and needs, the domain says.

use serde::{Deserialize, Serialize};

use crate::HostedReferral;
use crate::rejection::Code;
use domain::account::NamesAdmin;
use domain::decision::{Command, State, decide};
use domain::event::Stage;
use domain::pipeline::{Change, CorrectedField, Reason};
use domain::referral::Instant;
use domain::viewer::Viewer;

/// What somebody wants done with a referral. Notes may be left out where none is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ReferralCommand {
    /// To go to another open stage: forward, past some, or back.
    Move {
        /// The stage.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        stage: Stage,
    },
    /// To close it without success.
    Decline {
        /// Why.
        reason: Reason,
        /// What else there is to say.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        note: String,
    },
    /// To take it back.
    Withdraw {
        /// Why, if staff do.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        note: String,
    },
    /// To open a closed one again, in the last open stage.
    Reopen {
        /// Why.
        note: String,
    },
    /// To say something else in one field.
    Correct {
        /// Which.
        field: CorrectedField,
        /// What it says from now on.
        text: String,
        /// Why, if staff do.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        note: String,
    },
    /// To let an earlier event no longer count.
    Undo {
        /// [`TimelineEntry::name`](crate::TimelineEntry::name) of the event.
        target: String,
        /// Why, if its author's ten minutes are over.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        note: String,
    },
    /// To write something down.
    Note {
        /// What.
        note: String,
    },
    /// To make somebody responsible.
    Assign {
        /// Their id; empty for nobody.
        staff: String,
    },
    /// To decide whether its referrer is credited, whatever the rule for duplicates says.
    Credit {
        /// Whether they are.
        credited: bool,
        /// Why.
        note: String,
    },
    /// To save points, which makes it Successful.
    Points {
        /// As they were typed.
        points: String,
    },
}

/// What a command depends on beside the referral.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether the member of staff that it names works here.
    pub works_here: bool,
    /// Whether the number that it names is the referrer's own, and the policy refuses that.
    pub own_number: bool,
}

impl ReferralCommand {
    /// As the core takes it, with what it cannot look up.
    pub fn command(&self, Facts { works_here, own_number }: Facts) -> Command<'_> {
        Command::Change(match self {
            Self::Points { points } => return Command::SavePoints { points },
            Self::Move { stage } => Change::Move { stage },
            Self::Decline { reason, note } => Change::Decline { reason: *reason, note },
            Self::Withdraw { note } => Change::Withdraw { note },
            Self::Reopen { note } => Change::Reopen { note },
            Self::Correct { field, text, note } => {
                Change::Correct { field: *field, text, own_number, note }
            }
            Self::Undo { target, note } => Change::Undo { target, note },
            Self::Note { note } => Change::Note { note },
            Self::Assign { staff } => Change::Assign { staff, works_here },
            Self::Credit { credited, note } => Change::Credit { credited: *credited, note },
        })
    }
}

/// The commands that somebody could give now, by their kinds: those that the core would accept, said
/// in full. A page offers these and no others. Undoing is told event by event.
pub fn possible(
    state: &State,
    actor: &Viewer,
    policy: &impl NamesAdmin,
    now: Instant,
) -> Vec<&'static str> {
    let note = || "Why".to_owned();
    let correct =
        ReferralCommand::Correct { field: CorrectedField::Notes, text: note(), note: note() };
    let said_in_full = [
        ("move", ReferralCommand::Move { stage: Stage::Contacted }),
        ("decline", ReferralCommand::Decline { reason: Reason::Other, note: note() }),
        ("points", ReferralCommand::Points { points: "0".to_owned() }),
        ("assign", ReferralCommand::Assign { staff: String::new() }),
        ("note", ReferralCommand::Note { note: note() }),
        ("correct", correct),
        ("reopen", ReferralCommand::Reopen { note: note() }),
        ("withdraw", ReferralCommand::Withdraw { note: note() }),
        ("credit", ReferralCommand::Credit { credited: true, note: note() }),
    ];
    let accepted = said_in_full.into_iter().filter(|(_, command)| {
        decide(state, &command.command(Facts::default()), actor, policy, now).is_ok()
    });
    accepted.map(|(kind, _)| kind).collect()
}

/// A command on the referral of the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CommandRequest {
    /// [`HostedReferral::version`] of what was shown when it was decided.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// What is to be done.
    pub command: ReferralCommand,
}

/// The same with the referral that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeyedCommand {
    /// Names the referral.
    pub key: String,
    /// [`HostedReferral::version`] of what was shown when it was decided.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// What is to be done.
    pub command: ReferralCommand,
}

/// Many commands at once, each of which is done or refused by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CommandsRequest {
    /// At most [`COMMANDS_AT_ONCE`](crate::COMMANDS_AT_ONCE).
    pub commands: Vec<KeyedCommand>,
}

/// What has become of one of many commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum CommandOutcome {
    /// It is done.
    Done {
        /// The referral as it is now.
        referral: Box<HostedReferral>,
        /// Names the event that can be undone; absent if nothing changed, or if this is the answer
        /// to a retry.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        event: Option<String>,
    },
    /// It is not done.
    Refused {
        /// Every reason; never empty.
        codes: Vec<Code>,
        /// The referral as it is now, where somebody else has changed it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        current: Option<Box<HostedReferral>>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HostedPolicy;
    use domain::account::User;
    use domain::case::Case;
    use domain::decision::Relation;
    use domain::mobile::MobileNumber;
    use domain::pipeline::{Staff, StaffRole};
    use domain::referral::{Referral, Status};

    fn read(text: &str) -> ReferralCommand {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_is_possible_is_what_the_core_would_accept() {
        let record = r#"{"id":7,"referrerName":"A","referrerMobile":"9876543210","referredName":"B",
            "referredPhone":"5","service":"training","date":"","status":"Declined","points":0}"#;
        let closed = Case::stored(serde_json::from_str(record).unwrap(), &[]);
        let open = Referral { status: Status::Pending, ..closed.referral().clone() };
        let open = Case::stored(open, &[]);
        let at = |case: &Case| State {
            referral: Some(case.clone()),
            relation: Relation::Referrer,
            ..State::default()
        };
        let user = User::of(MobileNumber::parse("9876543210").unwrap());
        let policy = HostedPolicy::default();
        let now = Instant::try_from(8).unwrap();
        let possible = |case, actor: &Viewer| possible(&at(case), actor, &policy, now);
        let member = Viewer::Member(user.clone());
        assert_eq!(possible(&open, &member), ["correct", "withdraw"]);
        assert!(possible(&closed, &member).is_empty());
        let staff = |role| Viewer::Staff(Staff::new("s".to_owned(), user.clone(), role, vec![]));
        let owner = staff(StaffRole::Owner);
        assert_eq!(
            possible(&open, &owner),
            ["move", "decline", "points", "assign", "note", "correct", "withdraw", "credit"]
        );
        assert_eq!(
            possible(&closed, &owner),
            ["points", "assign", "note", "correct", "reopen", "credit"]
        );
        assert!(possible(&open, &staff(StaffRole::Auditor)).is_empty());
    }

    #[test]
    fn a_command_is_read_by_its_kind_and_taken_as_the_core_knows_it() {
        let command = read(r#"{"kind":"move","stage":"in-progress"}"#);
        let stage = &Stage::InProgress;
        assert_eq!(command.command(Facts::default()), Command::Change(Change::Move { stage }));
        let command = read(r#"{"kind":"correct","field":"referredPhone","text":"5"}"#);
        let field = CorrectedField::ReferredPhone;
        let change = Change::Correct { field, text: "5", own_number: false, note: "" };
        assert_eq!(command.command(Facts::default()), Command::Change(change));
        let command = read(r#"{"kind":"points","points":" 5 "}"#);
        assert_eq!(command.command(Facts::default()), Command::SavePoints { points: " 5 " });
    }
}
