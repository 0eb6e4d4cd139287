//! Which of two referrals of one person is credited.

use domain::event::{CorrectedField, Reason, Stage};
use domain::history::StoredEvent;
use domain::pipeline::{
    Command, CreditReason, CreditRule, DuplicatePolicy, Known, PipelineCommand, author_of,
    known_since,
};

use crate::support::{at, case, command, coordinator, give, last, manager, submitted};

/// Nobody gets the credit for somebody else's referral by correcting an old one to the same number.
#[test]
fn a_corrected_number_counts_as_duplicate_from_its_correction() {
    let is_same = |a: &str, b: &str| a.replace(' ', "") == b.replace(' ', "");
    let since = |known: &Known| known_since(&case(known), is_same).as_millis();
    let phone = |text| PipelineCommand::Correct {
        field: CorrectedField::ReferredPhone,
        text,
        own_number: false,
        note: "A slip",
    };
    assert_eq!(since(&submitted()), 7);
    let spelled = give(&submitted(), phone("555 0101"), &manager(), 20).unwrap();
    assert_eq!(since(&spelled), 7, "it is the same number");
    let other = give(&spelled, phone("5550102"), &manager(), 30).unwrap();
    assert_eq!(since(&other), 30);
    assert_eq!(other.referral.as_ref().unwrap().referral().id.as_millis(), 7, "it keeps its own");
    let back = give(&other, phone("5550101"), &manager(), 40).unwrap();
    assert_eq!(since(&back), 7, "it was first about that number");
    let undo = PipelineCommand::Undo {
        target: &last(&other),
        note: "Why",
        own_number: false,
        is_staff: true,
    };
    assert_eq!(since(&give(&other, undo, &manager(), 50).unwrap()), 7);
}

#[test]
fn the_first_open_referral_in_the_window_is_credited() {
    const DAY: u64 = 86_400_000;
    let credited = |policy: DuplicatePolicy, first: &Known, came: u64| {
        let credit = policy.credit(&case(first), &case(&submitted()), at(came), [&|_| false; 2]);
        (credit.earlier, credit.later, credit.why)
    };
    let policy = DuplicatePolicy { expiry_days: Some(30), ..DuplicatePolicy::default() };
    let first = submitted();
    assert_eq!(credited(policy, &first, 7 + 30 * DAY), (true, false, CreditReason::Rule));
    assert_eq!(credited(policy, &first, 8 + 30 * DAY), (false, true, CreditReason::Expired));
    let never = DuplicatePolicy { expiry_days: None, ..policy };
    assert_eq!(credited(never, &first, 900 * DAY), (true, false, CreditReason::Rule));
    // Somebody was working on it; it was successful; it was declined; and somebody has decided.
    let moved = PipelineCommand::Move { stage: &Stage::Contacted };
    let moved = give(&first, moved, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &moved, 8 + 30 * DAY), (true, false, CreditReason::Rule));
    // Somebody moved it when it had expired and the other had come.
    let moved = PipelineCommand::Move { stage: &Stage::Contacted };
    let moved = give(&first, moved, &manager(), 50 * DAY).unwrap();
    assert_eq!(credited(policy, &moved, 40 * DAY), (false, true, CreditReason::Expired));
    let points = Command::SavePoints { points: "5", note: "", is_staff: true };
    let successful = command(&first, &points, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &successful, 90 * DAY), (true, false, CreditReason::Rule));
    let declined = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    let declined = give(&first, declined, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &declined, 90 * DAY), (false, true, CreditReason::Closed));
    let decided = PipelineCommand::Credit { credited: true, note: "She called" };
    let decided = give(&first, decided, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &decided, 90 * DAY), (true, false, CreditReason::Decided));
    let last = DuplicatePolicy { credit: CreditRule::Last, ..policy };
    assert_eq!(credited(last, &first, 90 * DAY), (false, true, CreditReason::Rule));
}

/// The manager has declined, decided or undone something about the earlier referral, and then referred the
/// person too.
#[test]
fn nobody_gains_by_what_they_did_to_the_other_referral() {
    const DAY: u64 = 86_400_000;
    let policy = DuplicatePolicy { expiry_days: Some(30), ..DuplicatePolicy::default() };
    let credited = |first: &Known, came: u64| {
        let by_manager = |stored: &StoredEvent| stored.event.by == Some(author_of("m"));
        let case = case(first);
        let by_other: [&dyn Fn(&StoredEvent) -> bool; 2] = [&by_manager, &|_| false];
        let credit = policy.credit(&case, &self::case(&submitted()), at(came), by_other);
        (credit.earlier, credit.later, credit.why)
    };
    let undo = |known: &Known| {
        let target = &last(known);
        let undo = PipelineCommand::Undo { target, note: "Why", own_number: false, is_staff: true };
        give(known, undo, &manager(), 60).unwrap()
    };
    let first = submitted();
    let moved = PipelineCommand::Move { stage: &Stage::Contacted };
    let moved = give(&first, moved, &coordinator(), 20 * DAY).unwrap();
    let declined = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    let decided = PipelineCommand::Credit { credited: false, note: "x" };
    for worked_on in [
        give(&first, declined, &manager(), 8).unwrap(),
        give(&first, decided, &manager(), 8).unwrap(),
        undo(&moved),
    ] {
        assert_eq!(credited(&worked_on, 40 * DAY), (true, false, CreditReason::Rule));
    }
    // What a colleague does counts.
    let declined = give(&first, declined, &coordinator(), 8).unwrap();
    assert_eq!(credited(&declined, 40 * DAY), (false, true, CreditReason::Closed));
}
