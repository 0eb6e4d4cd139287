//! Calls with their outcomes, and the next thing to do.

use domain::event::{CallOutcome, Stage, Task, TaskKind};
use domain::limits::TASK_AHEAD_MS;
use domain::pipeline::work::Offices;
use domain::pipeline::{Command, Known, PipelineCommand, StageDays};
use domain::rejection::RejectionCode;

use crate::support::{
    Answer, at, command, coordinator, give, in_stage, last, manager, progress, staff, submitted,
    task,
};

fn call(known: &Known, outcome: &CallOutcome, next: Option<&Task>, now: u64) -> Answer {
    let call = PipelineCommand::Call { outcome, next, is_staff: true, note: "" };
    give(known, call, &coordinator(), now)
}

/// The same task, of the coordinator who planned it.
fn planned_by_coordinator(task: Task) -> Task {
    Task { staff: "h".to_owned(), ..task }
}

fn schedule(known: &Known, task: &Task, now: u64) -> Answer {
    let schedule = PipelineCommand::Schedule { task, is_staff: true, note: "" };
    give(known, schedule, &coordinator(), now)
}

#[test]
fn whoever_was_reached_is_contacted_and_a_later_stage_stays() {
    for (outcome, then) in [
        (CallOutcome::Reached, "contacted"),
        (CallOutcome::NoAnswer, "received"),
        (CallOutcome::WrongNumber, "received"),
    ] {
        let called = call(&submitted(), &outcome, None, 20).unwrap();
        assert_eq!(progress(&called).stage.as_str(), then, "{outcome:?}");
    }
    let later = call(&in_stage("qualified"), &CallOutcome::Reached, None, 20).unwrap();
    assert_eq!(progress(&later).stage, Stage::Qualified);
    let again = call(&submitted(), &CallOutcome::CallAgain, Some(&task(99)), 20).unwrap();
    assert_eq!((progress(&again).stage, progress(&again).since), (Stage::Contacted, at(20)));
    assert_eq!(progress(&again).next, Some(planned_by_coordinator(task(99))));
}

#[test]
fn calls_that_nobody_answered_are_counted_in_a_row() {
    let mut known = submitted();
    for count in 1..=3 {
        known = call(&known, &CallOutcome::NoAnswer, Some(&task(900 + count)), count).unwrap();
        assert_eq!(u64::from(progress(&known).unanswered), count);
    }
    assert_eq!(progress(&call(&known, &CallOutcome::Reached, None, 20).unwrap()).unanswered, 0);
    let undo = PipelineCommand::Undo {
        target: &last(&known),
        note: "",
        own_number: false,
        is_staff: true,
    };
    let undone = give(&known, undo, &coordinator(), 30).unwrap();
    assert_eq!(
        (progress(&undone).unanswered, progress(&undone).next),
        (2, Some(planned_by_coordinator(task(902))))
    );
}

#[test]
fn a_call_does_what_was_planned_and_leaves_what_is_no_call() {
    let planned = schedule(&submitted(), &task(99), 20).unwrap();
    assert_eq!(progress(&call(&planned, &CallOutcome::Reached, None, 30).unwrap()).next, None);
    let write = Task { kind: TaskKind::Write, ..task(99) };
    let planned = schedule(&submitted(), &write, 20).unwrap();
    let called = call(&planned, &CallOutcome::Reached, None, 30).unwrap();
    assert_eq!(progress(&called).next, Some(planned_by_coordinator(write)));
    let done = give(&called, PipelineCommand::Finish { note: "" }, &coordinator(), 40).unwrap();
    assert_eq!(progress(&done).next, None);
    assert_eq!(give(&done, PipelineCommand::Finish { note: "" }, &coordinator(), 50), Ok(done));
}

#[test]
fn what_was_done_lately_is_not_due_again_at_once() {
    const DAY: u64 = 24 * 3_600_000;
    let days = StageDays::default();
    let next = |known: &Known| Offices::default().next(&progress(known), "", &days);
    let due = |known: &Known| next(known).map(|task| task.due);
    let submitted = submitted();
    assert_eq!(due(&submitted), Some(at(3 * DAY)));
    let called = call(&submitted, &CallOutcome::NoAnswer, None, 9 * DAY).unwrap();
    assert_eq!(due(&called), Some(at(12 * DAY)));
    let planned = schedule(&called, &task(20 * DAY), 9 * DAY + 1).unwrap();
    assert_eq!(due(&planned), Some(at(20 * DAY)));
    let finish = PipelineCommand::Finish { note: "" };
    let done = give(&planned, finish, &coordinator(), 19 * DAY).unwrap();
    assert_eq!(due(&done), Some(at(22 * DAY)));
    assert_eq!(progress(&done).since, progress(&submitted).since);
}

#[test]
fn what_is_planned_ends_with_the_referral() {
    let planned = schedule(&in_stage("qualified"), &task(99), 20).unwrap();
    let won = command(
        &planned,
        &Command::SavePoints { points: "5", note: "", is_staff: true },
        &manager(),
        30,
    )
    .unwrap();
    assert_eq!(progress(&won).next, None);
    let moved = PipelineCommand::Move { stage: &Stage::InProgress };
    assert_eq!(
        progress(&give(&planned, moved, &coordinator(), 30).unwrap()).next,
        Some(planned_by_coordinator(task(99)))
    );
}

#[test]
fn a_time_is_ahead_within_a_year_and_whoever_does_it_is_on_the_staff() {
    let year = TASK_AHEAD_MS;
    for (due, fits) in [(20, false), (19, false), (21, true), (20 + year, true), (21 + year, false)]
    {
        let answer = schedule(&submitted(), &task(due), 20);
        assert_eq!(answer.err(), (!fits).then(|| vec![RejectionCode::TaskTime]), "{due}");
    }
    let without = call(&submitted(), &CallOutcome::CallAgain, None, 20);
    assert_eq!(without, Err(vec![RejectionCode::TaskTime]));
    let odd = CallOutcome::Other("sung".to_owned());
    assert_eq!(call(&submitted(), &odd, None, 20), Err(vec![RejectionCode::CallOutcomeUnknown]));
    let odd = Task { kind: TaskKind::Other("sing".to_owned()), ..task(99) };
    assert_eq!(schedule(&submitted(), &odd, 20), Err(vec![RejectionCode::TaskUnknown]));
    let schedule = PipelineCommand::Schedule { task: &task(99), is_staff: false, note: "" };
    let refused = give(&submitted(), schedule, &coordinator(), 20);
    assert_eq!(refused, Err(vec![RejectionCode::StaffUnknown]));
}

#[test]
fn what_nobody_is_named_for_does_whoever_is_responsible_or_else_whoever_plans_it() {
    let open = Task { staff: String::new(), ..task(99) };
    let doer = |answer: Answer| progress(&answer.unwrap()).next.unwrap().staff;
    assert_eq!(doer(schedule(&submitted(), &open, 20)), "h");
    assert_eq!(doer(call(&submitted(), &CallOutcome::Reached, Some(&open), 20)), "h");
    let assign = PipelineCommand::Assign { staff: "another", is_staff: true };
    let owned = give(&submitted(), assign, &coordinator(), 10).unwrap();
    assert_eq!(doer(schedule(&owned, &open, 20)), "");
    let named = Task { staff: "named".to_owned(), ..task(99) };
    assert_eq!(doer(schedule(&submitted(), &named, 20)), "named");
}

/// Undoing gives no work to somebody who has left.
#[test]
fn undoing_brings_back_only_who_is_on_the_staff() {
    let planned = schedule(&submitted(), &Task { staff: "left".to_owned(), ..task(99) }, 20);
    let done = give(&planned.unwrap(), PipelineCommand::Finish { note: "" }, &coordinator(), 30);
    let undo = |is_staff| {
        let (known, target) = (done.as_ref().unwrap(), last(done.as_ref().unwrap()));
        let undo = PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff };
        give(known, undo, &coordinator(), 40)
    };
    assert_eq!(undo(false), Err(vec![RejectionCode::StaffUnknown]));
    assert!(progress(&undo(true).unwrap()).next.is_some());
}

#[test]
fn a_coordinator_asks_for_an_award_once_and_a_manager_gives_it() {
    let ask = |known: &Known, now| {
        give(known, PipelineCommand::Propose { note: "They start in May" }, &coordinator(), now)
    };
    let asked = ask(&in_stage("in-progress"), 20).unwrap();
    let open = progress(&asked).proposed.unwrap();
    assert_eq!((open.points, open.by.as_str()), (None, "staff:h"));
    assert_eq!(ask(&asked, 30), Ok(asked.clone()));
    let undo = PipelineCommand::Undo {
        target: &last(&asked),
        note: "",
        own_number: false,
        is_staff: true,
    };
    assert_eq!(progress(&give(&asked, undo, &coordinator(), 40).unwrap()).proposed, None);
    let given = command(
        &asked,
        &Command::SavePoints { points: "50", note: "", is_staff: true },
        &manager(),
        40,
    )
    .unwrap();
    assert_eq!((progress(&given).stage, progress(&given).proposed), (Stage::Successful, None));
    let own = Known { concerns_actor: true, ..in_stage("in-progress") };
    assert_eq!(ask(&own, 20), Err(vec![RejectionCode::OwnReferral]));
    let others = staff("o", "coordinator", &["others"]);
    let hidden = give(&asked, PipelineCommand::Finish { note: "" }, &others, 50);
    assert_eq!(hidden, Err(vec![RejectionCode::ReferralGone]));
}
