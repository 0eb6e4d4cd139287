//! Points by hand: who enters them, for whom, and how many.

use domain::pipeline::StaffRole;
use domain::points::Points;
use domain::rejection::RejectionCode as Code;
use domain::rewards::{ByHand, TypedByHand, by_hand};

use crate::redeeming::staff;

fn entered(role: &str, related: bool, points: &str, note: &str) -> Result<ByHand, Code> {
    let typed = TypedByHand { points, takes: false, note };
    by_hand(&staff("s", role), related, 0, &typed, Points::try_from(1_000).unwrap())
}

#[test]
fn owners_enter_points_for_nobody_that_they_are_related_to() {
    for role in StaffRole::ALL {
        let may = role == StaffRole::Owner;
        let role = serde_json::to_value(&role).unwrap();
        let given = entered(role.as_str().unwrap(), false, "5", "Thanks");
        let wanted = ByHand { points: 5, note: "Thanks".to_owned() };
        assert_eq!(given, if may { Ok(wanted) } else { Err(Code::NotAllowed) }, "{role}");
    }
    assert_eq!(entered("owner", true, "5", "Thanks"), Err(Code::OwnReferral));
    // Rights come first, so that nobody learns anything by trying.
    assert_eq!(entered("manager", true, "", ""), Err(Code::NotAllowed));
}

#[test]
fn there_is_no_second_person_and_so_no_more_than_one_may_award() {
    for (points, wanted) in [
        ("1", Ok(1)),
        (" 1000 ", Ok(1_000)),
        ("0", Err(Code::PointsByHand)),
        ("1001", Err(Code::PointsByHand)),
        ("9007199254740992", Err(Code::PointsTooMany)),
        ("", Err(Code::PointsMissing)),
        ("-5", Err(Code::PointsNotWhole)),
        ("1.5", Err(Code::PointsNotWhole)),
    ] {
        let given = entered("owner", false, points, "Thanks");
        assert_eq!(given.map(|it| it.points), wanted, "{points}");
    }
    let typed = TypedByHand { points: "40", takes: true, note: "A mistake" };
    let taken = by_hand(&staff("s", "owner"), false, 0, &typed, Points::MAX);
    assert_eq!(taken.map(|it| it.points), Ok(-40));
}

#[test]
fn the_reason_is_one_that_a_member_may_read_and_an_erasure_need_not_search() {
    let long = "w".repeat(201);
    for (note, wanted) in [
        (" For the fair in May ", Ok("For the fair in May")),
        (" ", Err(Code::NoteMissing)),
        (long.as_str(), Err(Code::SentenceRefused)),
        ("Ask 98765 43210", Err(Code::SentenceRefused)),
    ] {
        let given = entered("owner", false, "5", note).map(|it| it.note);
        assert_eq!(given.as_deref(), wanted.as_deref());
    }
}
