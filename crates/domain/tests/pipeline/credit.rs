//! Which of two referrals of one person is credited.

use domain::decision::{Command, State};
use domain::event::Stage;
use domain::pipeline::{
    Change, CorrectedField, CreditReason, CreditRule, DuplicatePolicy, Reason, known_since,
};

use crate::support::{at, case, change, command, last, manager, progress, submitted};

/// Nobody gets the credit for somebody else's referral by correcting an old one to the same number.
#[test]
fn a_corrected_number_counts_as_duplicate_from_its_correction() {
    let is_same = |a: &str, b: &str| a.replace(' ', "") == b.replace(' ', "");
    let since = |state: &State| known_since(&case(state), is_same).as_millis();
    let phone = |text| Change::Correct {
        field: CorrectedField::ReferredPhone,
        text,
        own_number: false,
        note: "A slip",
    };
    assert_eq!(since(&submitted()), 7);
    let spelled = change(&submitted(), phone("555 0101"), &manager(), 20).unwrap();
    assert_eq!(since(&spelled), 7, "it is the same number");
    let other = change(&spelled, phone("5550102"), &manager(), 30).unwrap();
    assert_eq!(since(&other), 30);
    assert_eq!(other.referral.as_ref().unwrap().referral().id.as_millis(), 7, "it keeps its own");
    let back = change(&other, phone("5550101"), &manager(), 40).unwrap();
    assert_eq!(since(&back), 40);
    let undo = Change::Undo { target: &last(&other), note: "Why" };
    assert_eq!(since(&change(&other, undo, &manager(), 50).unwrap()), 7);
}

#[test]
fn the_first_open_referral_in_the_window_is_credited() {
    const DAY: u64 = 86_400_000;
    let credited = |policy: DuplicatePolicy, first: &State, came: u64| {
        let credit = policy.credit(&progress(first), &progress(&submitted()), at(came));
        (credit.earlier, credit.later, credit.why)
    };
    let policy = DuplicatePolicy { expiry_days: Some(30), ..DuplicatePolicy::default() };
    let first = submitted();
    assert_eq!(credited(policy, &first, 7 + 30 * DAY), (true, false, CreditReason::Rule));
    assert_eq!(credited(policy, &first, 8 + 30 * DAY), (false, true, CreditReason::Expired));
    let never = DuplicatePolicy { expiry_days: None, ..policy };
    assert_eq!(credited(never, &first, 900 * DAY), (true, false, CreditReason::Rule));
    // Somebody was working on it; it was successful; it was declined; and somebody has decided.
    let moved = Change::Move { stage: &Stage::Contacted };
    let moved = change(&first, moved, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &moved, 8 + 30 * DAY), (true, false, CreditReason::Rule));
    let points = Command::SavePoints { points: "5" };
    let successful = command(&first, &points, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &successful, 90 * DAY), (true, false, CreditReason::Rule));
    let declined = Change::Decline { reason: Reason::NoAnswer, note: "" };
    let declined = change(&first, declined, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &declined, 90 * DAY), (false, true, CreditReason::Closed));
    let decided = Change::Credit { credited: true, note: "She called" };
    let decided = change(&first, decided, &manager(), 8).unwrap();
    assert_eq!(credited(policy, &decided, 90 * DAY), (true, false, CreditReason::Decided));
    let last = DuplicatePolicy { credit: CreditRule::Last, ..policy };
    assert_eq!(credited(last, &first, 90 * DAY), (false, true, CreditReason::Rule));
}
