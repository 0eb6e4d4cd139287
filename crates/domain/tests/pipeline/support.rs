//! The people, and a referral to do something with.

use domain::account::{DecisionPolicy, Policy, User};
use domain::case::Case;
use domain::event::{Reason, Stage, Task, TaskKind};
use domain::history::event_id;
use domain::mobile::MobileNumber;
use domain::pipeline::{
    Command, Known, PipelineCommand, Progress, Referrer, Staff, StaffRole, decide,
};
use domain::referral::{Instant, Referral};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

pub(crate) const RECORD: &str = r#"{"id":7,"referrerName":"Asha","referrerMobile":"9876543210","referredName":"Binu","referredPhone":"5550101","service":"training","notes":"","date":"1/1/1970","status":"Pending","points":0}"#;

pub(crate) type Answer = Result<Known, Vec<RejectionCode>>;

pub(crate) fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

pub(crate) fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

/// A policy that hides numbers until somebody has agreed, and lets nobody refer themselves.
pub(crate) struct Strict;

impl DecisionPolicy for Strict {
    fn is_admin_number(&self, _: &MobileNumber) -> bool {
        false
    }

    fn refuses_self_referral(&self) -> bool {
        true
    }

    fn waits_for_consent(&self) -> bool {
        true
    }
}

pub(crate) fn user(number: &str) -> User {
    User::of(MobileNumber::parse(number).unwrap())
}

pub(crate) fn staff(id: &str, role: &str, services: &[&str]) -> Viewer {
    let services = services.iter().map(|&service| service.to_owned()).collect();
    let role = StaffRole::from(role.to_owned());
    Viewer::Staff(Staff::new(id.to_owned(), user("9000000000"), role, services))
}

pub(crate) fn manager() -> Viewer {
    staff("m", "manager", &[])
}

pub(crate) fn coordinator() -> Viewer {
    staff("h", "coordinator", &["training"])
}

pub(crate) fn member() -> Viewer {
    Viewer::of(Some(user("9876543210")), &policy())
}

pub(crate) fn submitted() -> Known {
    let record: Referral = serde_json::from_str(RECORD).unwrap();
    let referrer = Referrer { number_clear: true, ..Referrer::default() };
    Known { referral: Some(Case::stored(record, &[])), referrer, ..Known::default() }
}

pub(crate) fn command(known: &Known, command: &Command<'_>, actor: &Viewer, now: u64) -> Answer {
    let decided = decide(known, command, actor, &policy(), at(now));
    let event = decided.map_err(|rejections| rejections.codes().to_vec())?;
    let Some(event) = event else { return Ok(known.clone()) };
    let referral = known.referral.clone().map(|case| case.evolve(&event));
    Ok(Known { referral, ..known.clone() })
}

pub(crate) fn give(known: &Known, wanted: PipelineCommand<'_>, actor: &Viewer, now: u64) -> Answer {
    command(known, &Command::Pipeline(wanted), actor, now)
}

pub(crate) fn progress(known: &Known) -> Progress {
    Progress::of(known.referral.as_ref().unwrap())
}

pub(crate) fn case(known: &Known) -> Case {
    known.referral.clone().unwrap()
}

pub(crate) fn status(known: &Known) -> (String, u64) {
    let referral = known.referral.as_ref().unwrap().referral();
    (referral.status.as_str().to_owned(), referral.points.get())
}

/// A call that is due, by whoever is responsible.
pub(crate) fn task(due: u64) -> Task {
    Task { kind: TaskKind::Call, due: at(due), staff: String::new() }
}

/// The name of the last event.
pub(crate) fn last(known: &Known) -> String {
    event_id(known.referral.as_ref().unwrap().history().texts().last().unwrap())
}

/// A referral in a stage, by the shortest way there.
pub(crate) fn in_stage(stage: &str) -> Known {
    let known = submitted();
    let there = match stage {
        "received" => return known,
        "declined" => give(
            &known,
            PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" },
            &manager(),
            10,
        ),
        "withdrawn" => give(&known, PipelineCommand::Withdraw { note: "Asked" }, &manager(), 10),
        "successful" => command(
            &known,
            &Command::SavePoints { points: "5", note: "", is_staff: true },
            &manager(),
            10,
        ),
        open => {
            let stage = Stage::from(open.to_owned());
            give(&known, PipelineCommand::Move { stage: &stage }, &manager(), 10)
        }
    };
    there.unwrap()
}
