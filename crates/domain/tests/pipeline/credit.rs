//! Which of two referrals of one person is credited.

use domain::event::{CorrectedField, Reason, Stage};
use domain::pipeline::{
    Command, CreditReason, CreditRule, DuplicatePolicy, PipelineCommand, State, known_since,
};

use crate::support::{at, case, command, give, last, manager, submitted};

/// Nobody gets the credit for somebody else's referral by correcting an old one to the same number.
#[test]
fn a_corrected_number_counts_as_duplicate_from_its_correction() {
    let is_same = |a: &str, b: &str| a.replace(' ', "") == b.replace(' ', "");
    let since = |state: &State| known_since(&case(state), is_same).as_millis();
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
    let credited = |policy: DuplicatePolicy, first: &State, came: u64| {
        let credit = policy.credit(&case(first), &case(&submitted()), at(came), [false; 2]);
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
    let points = Command::SavePoints { points: "5", is_staff: true };
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
