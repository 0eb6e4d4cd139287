//! What points can be exchanged for, and what may become of a request and of a batch.

use domain::account::User;
use domain::mobile::MobileNumber;
use domain::pipeline::{Staff, StaffRole};
use domain::referral::Instant;
use domain::rejection::RejectionCode as Code;
use domain::rewards::{
    Balance, BatchCommand, BatchLines, BatchStatus, BatchStep, Choice, Currency, Day, Decider,
    OfferDraft, OfferKind, Offers, OnHold, RedemptionCommand as Command,
    RedemptionStatus as Status, RedemptionStep, TakenBy, Terms, TypedAmount, decide_batch,
    decide_redemption, falls_with_member, make_batch, may_refer, redemption_sentence,
    reference_step, request_redemption, step_sentence, tells_member,
};
use words::Words;

use crate::support::{DAY, NEW_YEAR, at};

pub(crate) const NOW: u64 = NEW_YEAR + 12 * 3_600_000;

const TWO: Terms = Terms { two_people: true, owes: false };

pub(crate) fn offer(id: &str, points: u64) -> OfferDraft {
    OfferDraft {
        id: id.to_owned(),
        title: "Gift voucher".to_owned(),
        text: "For any of 300 shops".to_owned(),
        points,
        kind: OfferKind::Voucher,
        amount: None,
        from: None,
        until: None,
        stock: None,
    }
}

pub(crate) fn transfer(currency: Currency, number: &str) -> OfferDraft {
    let amount = Some(TypedAmount { currency, number: number.to_owned() });
    OfferDraft { kind: OfferKind::BankTransfer, amount, ..offer("transfer", 500) }
}

pub(crate) fn offers(draft: &[OfferDraft]) -> Offers {
    Offers::check(draft, &Offers::default()).unwrap()
}

pub(crate) fn staff(id: &str, role: &str) -> Staff {
    let user = User::of(MobileNumber::parse("9000000001").unwrap());
    Staff::new(id.to_owned(), user, StaffRole::from(role.to_owned()), Vec::new())
}

#[test]
fn a_request_needs_an_offer_of_today_one_that_is_left_and_points_that_are_available() {
    let today = Day::of(at(NOW));
    let day = |days: u64| Some(Day::of(at(NOW + days * DAY)));
    let all = offers(&[
        offer("voucher", 300),
        OfferDraft { from: Some(today), until: Some(today), ..offer("today", 300) },
        OfferDraft { from: day(1), ..offer("tomorrow", 300) },
        OfferDraft { until: Day::parse("2026-12-31"), ..offer("past", 300) },
        OfferDraft { stock: Some(2), ..offer("few", 300) },
        OfferDraft { stock: Some(0), ..offer("none", 300) },
    ]);
    let has = |available: i64, held: i64| {
        let held = OnHold { until: at(NOW + DAY), points: held };
        let free = OnHold { until: at(NOW), points: available };
        Balance::of_sums([free, held], at(NOW))
    };
    for (id, balance, held, wanted) in [
        ("voucher", has(300, 0), 9, Ok(300)),
        ("voucher", has(299, 1000), 0, Err(Code::PointsTooFew)),
        ("voucher", has(-1, 0), 0, Err(Code::PointsTooFew)),
        // What is on hold was taken back and more: together less than the offer costs.
        ("voucher", has(300, -1), 0, Err(Code::PointsTooFew)),
        ("today", has(300, 0), 0, Ok(300)),
        ("tomorrow", has(300, 0), 0, Err(Code::OfferGone)),
        ("past", has(300, 0), 0, Err(Code::OfferGone)),
        ("unknown", has(300, 0), 0, Err(Code::OfferGone)),
        ("few", has(300, 0), 1, Ok(300)),
        ("few", has(300, 0), 2, Err(Code::OfferUsedUp)),
        ("few", has(300, 0), 3, Err(Code::OfferUsedUp)),
        ("none", has(300, 0), 0, Err(Code::OfferUsedUp)),
    ] {
        let choice = Choice { id, points: 300, worth: None };
        let asked = request_redemption(&all, &choice, &balance, held, at(NOW));
        assert_eq!(asked.map(|(offer, _)| offer.points), wanted, "{id} {balance:?} {held}");
    }
}

fn step(status: Status, by: TakenBy) -> RedemptionStep {
    RedemptionStep::new(status, at(NOW), by)
}

/// The steps that bring a request here.
fn steps(status: Status) -> Vec<RedemptionStep> {
    let asked = step(Status::Requested, TakenBy::Member);
    let mut steps = vec![asked];
    let somebody = || TakenBy::Staff("x".to_owned());
    let way: &[Status] = match status {
        Status::Requested => &[],
        Status::Approved => &[Status::Approved],
        Status::Batched => &[Status::Approved, Status::Batched],
        Status::Paid | Status::Failed => &[Status::Approved, Status::Batched, status],
        Status::Declined | Status::Cancelled => &[status],
    };
    steps.extend(way.iter().map(|status| step(*status, somebody())));
    steps
}

#[test]
fn a_step_leads_only_from_where_it_begins() {
    let manager = staff("m", "manager");
    let by = Decider::Staff { staff: &manager, own: false, awarded: false };
    let ways = [
        (Command::Approve, by, vec![Status::Requested], Status::Approved),
        (Command::Decline("No"), by, vec![Status::Requested, Status::Approved], Status::Declined),
        (Command::Cancel, Decider::Member, vec![Status::Requested], Status::Cancelled),
        (Command::Batch, by, vec![Status::Approved], Status::Batched),
        (Command::Unbatch, by, vec![Status::Batched], Status::Approved),
        (Command::Pay, by, vec![Status::Batched], Status::Paid),
        (Command::Fail("No"), by, vec![Status::Batched, Status::Paid], Status::Failed),
        (
            Command::Decline("Gone"),
            Decider::Erasure,
            vec![Status::Requested, Status::Approved, Status::Batched],
            Status::Declined,
        ),
    ];
    for (command, by, from, to) in ways {
        for status in Status::ALL {
            let decided = decide_redemption(&steps(status), command, by, TWO, at(NOW));
            let wanted =
                if from.contains(&status) { Ok(Some(to)) } else { Err(Code::RequestMoved) };
            let decided = decided.map(|step| step.map(|step| step.status));
            assert_eq!(decided, wanted, "{command:?} {status:?}");
        }
    }
    // Done again by the same person, it was done before.
    let again = [
        step(Status::Requested, TakenBy::Member),
        step(Status::Approved, TakenBy::Staff("m".into())),
    ];
    assert_eq!(decide_redemption(&again, Command::Approve, by, TWO, at(NOW)), Ok(None));
    for status in Status::ALL {
        let is_back = [Status::Failed, Status::Declined, Status::Cancelled].contains(&status);
        assert_eq!(status.is_refunded(), is_back);
    }
}

#[test]
fn who_may_approve_pay_and_read() {
    let requested = steps(Status::Requested);
    for (role, own, awarded, two_people, wanted) in [
        ("owner", false, false, true, Ok(())),
        ("manager", false, false, true, Ok(())),
        ("coordinator", false, false, true, Err(Code::NotAllowed)),
        ("auditor", false, false, true, Err(Code::NotAllowed)),
        ("stranger", false, false, true, Err(Code::NotAllowed)),
        ("owner", true, false, false, Err(Code::OwnRequest)),
        ("manager", false, true, true, Err(Code::AwardedByYou)),
        ("manager", false, true, false, Ok(())),
    ] {
        let staff = staff("m", role);
        let by = Decider::Staff { staff: &staff, own, awarded };
        let approved = decide_redemption(
            &requested,
            Command::Approve,
            by,
            Terms { two_people, owes: false },
            at(NOW),
        );
        assert_eq!(approved.map(|_| ()), wanted, "{role} {own} {awarded} {two_people}");
    }
    let owner = staff("o", "owner");
    let own = Decider::Staff { staff: &owner, own: true, awarded: true };
    for command in [Command::Pay, Command::Fail("No")] {
        let batched = steps(Status::Batched);
        let paid = decide_redemption(&batched, command, own, TWO, at(NOW));
        assert_eq!(paid, Err(Code::OwnRequest));
    }
    // Nor do they say of the points that they awarded that these are back.
    let awarded = Decider::Staff { staff: &owner, own: false, awarded: true };
    for (status, two_people, wanted) in [
        (Status::Batched, true, Err(Code::AwardedByYou)),
        (Status::Paid, true, Err(Code::AwardedByYou)),
        (Status::Batched, false, Ok(())),
    ] {
        let terms = Terms { two_people, owes: false };
        let failed =
            decide_redemption(&steps(status), Command::Fail("No"), awarded, terms, at(NOW));
        assert_eq!(failed.map(|_| ()), wanted, "{status:?}");
    }
    // Whoever awarded points may refuse, and a member decides on nothing but taking back.
    let awarded = Decider::Staff { staff: &owner, own: false, awarded: true };
    assert!(decide_redemption(&requested, Command::Decline("No"), awarded, TWO, at(NOW)).is_ok());
    for (command, by) in [
        (Command::Approve, Decider::Member),
        (Command::Decline("No"), Decider::Member),
        (Command::Cancel, awarded),
        (Command::Approve, Decider::Erasure),
    ] {
        let decided = decide_redemption(&requested, command, by, TWO, at(NOW));
        assert_eq!(decided, Err(Code::NotAllowed), "{command:?}");
    }
}

#[test]
fn whoever_refuses_says_why_in_words_without_a_number() {
    let manager = staff("m", "manager");
    let by = Decider::Staff { staff: &manager, own: false, awarded: false };
    let long = "w".repeat(201);
    for (why, wanted) in [
        (" No voucher is left ", Ok("No voucher is left")),
        (" ", Err(Code::NoteMissing)),
        (long.as_str(), Err(Code::SentenceRefused)),
        ("Ask 98765 43210", Err(Code::SentenceRefused)),
    ] {
        let steps = steps(Status::Requested);
        let declined = decide_redemption(&steps, Command::Decline(why), by, TWO, at(NOW));
        let reason = declined.map(|step| step.unwrap().reason);
        assert_eq!(reason.as_deref(), wanted.as_deref());
    }
}

#[test]
fn nothing_is_approved_for_whoever_has_fewer_points_than_none() {
    let manager = staff("m", "manager");
    let by = Decider::Staff { staff: &manager, own: false, awarded: false };
    let owes = Terms { two_people: false, owes: true };
    for (status, command, wanted) in [
        (Status::Requested, Command::Approve, Err(Code::PointsTakenBack)),
        (Status::Approved, Command::Batch, Err(Code::PointsTakenBack)),
        (Status::Requested, Command::Decline("No"), Ok(())),
        (Status::Batched, Command::Unbatch, Ok(())),
        (Status::Batched, Command::Fail("No"), Ok(())),
        // The money has left already.
        (Status::Batched, Command::Pay, Ok(())),
    ] {
        let decided = decide_redemption(&steps(status), command, by, owes, at(NOW));
        assert_eq!(decided.map(|_| ()), wanted, "{command:?}");
    }
}

#[test]
fn what_costs_something_else_than_was_shown_is_not_exchanged() {
    let all = offers(&[transfer(Currency::Kwd, "12.345")]);
    let balance = Balance::of_sums([OnHold { until: at(NOW), points: 900 }], at(NOW));
    for (points, worth, wanted) in [
        (500, Some("KWD 12.345"), Ok(())),
        (400, Some("KWD 12.345"), Err(Code::OfferChangedSince)),
        (500, Some("KWD 50.000"), Err(Code::OfferChangedSince)),
        (500, None, Err(Code::OfferChangedSince)),
    ] {
        let choice = Choice { id: "transfer", points, worth };
        let asked = request_redemption(&all, &choice, &balance, 0, at(NOW));
        assert_eq!(asked.map(|_| ()), wanted, "{choice:?}");
    }
}

#[test]
fn staff_who_change_a_reference_leave_a_step_that_the_member_is_told_of() {
    let manager = staff("m", "manager");
    let approved = steps(Status::Approved);
    let said = reference_step(&approved, &manager, at(NOW + 1)).unwrap();
    assert_eq!((said.status, said.label()), (Status::Approved, "Reference changed"));
    assert!(tells_member(&said, &approved));
    let sentence = "The reference of your request for Gift voucher was changed.";
    assert_eq!(step_sentence("Gift voucher", &said, Words::english()), sentence);
    let text = serde_json::to_string(&said).unwrap();
    assert!(text.contains(r#""is_reference":true"#), "{text}");
    let changed = [approved, vec![said]].concat();
    assert_eq!(reference_step(&changed, &manager, at(NOW + 2)), None);
    assert!(reference_step(&changed, &staff("n", "manager"), at(NOW + 2)).is_some());
    // It is no decision: nobody has approved by it.
    let by = Decider::Staff { staff: &manager, own: false, awarded: false };
    let again = decide_redemption(&changed, Command::Approve, by, TWO, at(NOW));
    assert_eq!(again, Err(Code::RequestMoved));
}

#[test]
fn a_reference_is_changed_only_before_whoever_pays_relies_on_it() {
    let manager = staff("m", "manager");
    let coordinator = staff("h", "coordinator");
    let of = |staff, own| Decider::Staff { staff, own, awarded: true };
    let (manager_may, own) = (of(&manager, false), of(&manager, true));
    for (status, in_draft, member, staff) in [
        (Status::Requested, false, true, true),
        (Status::Approved, false, false, true),
        (Status::Batched, true, false, true),
        (Status::Batched, false, false, false),
        (Status::Paid, false, false, false),
        (Status::Cancelled, false, false, false),
    ] {
        let steps = steps(status);
        assert_eq!(may_refer(&steps, Decider::Member, in_draft).is_ok(), member, "{status:?}");
        assert_eq!(may_refer(&steps, manager_may, in_draft).is_ok(), staff, "{status:?}");
        assert_eq!(may_refer(&steps, own, in_draft), Err(Code::OwnRequest));
        let coordinator = may_refer(&steps, of(&coordinator, false), in_draft);
        assert_eq!(coordinator, Err(Code::NotAllowed));
    }
}

fn batch(status: BatchStatus) -> Vec<BatchStep> {
    let way = BatchStatus::ALL.into_iter().take_while(|it| *it <= status);
    way.map(|status| BatchStep { status, at: at(NOW), by: "maker".to_owned() }).collect()
}

#[test]
fn a_batch_goes_from_draft_to_closed_and_its_maker_does_not_approve_it() {
    use BatchStatus::{Approved, Closed, Draft, Exported};
    let (maker, other) = (staff("maker", "owner"), staff("other", "manager"));
    let auditor = staff("a", "auditor");
    let lines =
        |statuses: &[Status]| BatchLines { statuses: statuses.to_vec(), ..BatchLines::default() };
    let open = || lines(&[Status::Batched, Status::Paid]);
    let done = || lines(&[Status::Failed, Status::Paid]);
    let none = BatchLines::default;
    let mine = || BatchLines { own: true, ..lines(&[Status::Batched]) };
    let moved = Err(Code::BatchMoved);
    let decide = |status, command, lines: &BatchLines, staff, two_people| {
        decide_batch(&batch(status), command, lines, staff, two_people, at(NOW))
            .map(|step| step.map(|step| step.status))
    };
    for (status, command, lines, wanted) in [
        (Draft, BatchCommand::Change, open(), Ok(Some(Draft))),
        (Approved, BatchCommand::Change, open(), moved),
        (Draft, BatchCommand::TakeOut, open(), Ok(Some(Draft))),
        (Approved, BatchCommand::TakeOut, open(), Ok(None)),
        (Exported, BatchCommand::TakeOut, open(), moved),
        (Draft, BatchCommand::Approve, open(), Ok(Some(Approved))),
        (Draft, BatchCommand::Approve, none(), Err(Code::BatchEmpty)),
        (Draft, BatchCommand::Approve, mine(), Err(Code::OwnRequest)),
        (
            Draft,
            BatchCommand::Approve,
            BatchLines { referred: true, ..open() },
            Err(Code::BatchByYou),
        ),
        (
            Draft,
            BatchCommand::Approve,
            BatchLines { owes: true, ..open() },
            Err(Code::PointsTakenBack),
        ),
        (Exported, BatchCommand::Approve, open(), moved),
        (Draft, BatchCommand::Export, open(), moved),
        (Approved, BatchCommand::Export, open(), Ok(Some(Exported))),
        (Approved, BatchCommand::Export, none(), Err(Code::BatchEmpty)),
        (
            Approved,
            BatchCommand::Export,
            BatchLines { owes: true, ..open() },
            Err(Code::PointsTakenBack),
        ),
        (Exported, BatchCommand::Export, BatchLines { owes: true, ..open() }, Ok(None)),
        (Exported, BatchCommand::Export, open(), Ok(None)),
        (Closed, BatchCommand::Export, done(), Ok(None)),
        (Closed, BatchCommand::Export, none(), Err(Code::BatchEmpty)),
        (Approved, BatchCommand::Settle, open(), moved),
        (Exported, BatchCommand::Settle, open(), Ok(None)),
        (Closed, BatchCommand::Settle, done(), moved),
        (Draft, BatchCommand::Close, open(), moved),
        (Draft, BatchCommand::Close, none(), Ok(Some(Closed))),
        (Exported, BatchCommand::Close, open(), Err(Code::BatchOpen)),
        (Exported, BatchCommand::Close, done(), Ok(Some(Closed))),
        (Closed, BatchCommand::Close, done(), Ok(None)),
    ] {
        let decided = decide(status, command, &lines, &other, true);
        assert_eq!(decided, wanted, "{status:?} {command:?}");
        let refused = decide(status, command, &lines, &auditor, false);
        assert_eq!(refused, Err(Code::NotAllowed));
    }
    // Nor does whoever has changed its lines.
    let added = decide_batch(&batch(Draft), BatchCommand::Change, &open(), &other, true, at(NOW));
    let drafted = [batch(Draft), added.unwrap().into_iter().collect()].concat();
    let approve =
        |staff| decide_batch(&drafted, BatchCommand::Approve, &open(), staff, true, at(NOW));
    assert_eq!(approve(&other), Err(Code::BatchByYou));
    assert!(approve(&staff("third", "owner")).unwrap().is_some());
    let by_maker = |two| decide(Draft, BatchCommand::Approve, &open(), &maker, two);
    assert_eq!(by_maker(true), Err(Code::BatchByYou));
    assert_eq!(by_maker(false), Ok(Some(Approved)));
    assert_eq!(make_batch(&staff("h", "coordinator"), at(NOW)), Err(Code::NotAllowed));
    assert_eq!(make_batch(&maker, at(NOW)).unwrap().status, Draft);
}

#[test]
fn what_whoever_pays_has_already_outlives_its_member() {
    for (status, batch, falls) in [
        (Status::Requested, None, true),
        (Status::Approved, None, true),
        (Status::Batched, Some(BatchStatus::Draft), true),
        (Status::Batched, Some(BatchStatus::Approved), true),
        (Status::Batched, Some(BatchStatus::Exported), false),
        (Status::Paid, Some(BatchStatus::Exported), false),
        (Status::Declined, None, false),
    ] {
        assert_eq!(falls_with_member(status, batch), falls, "{status:?} {batch:?}");
    }
}

#[test]
fn a_member_is_told_of_what_others_decide_and_each_status_has_a_sentence() {
    let told = |status| {
        let all = steps(status);
        let (last, before) = all.split_last().unwrap();
        tells_member(last, before)
    };
    assert_eq!(Status::ALL.map(told), [false, true, false, true, true, true, true]);
    // Out of a batch again, or erased.
    assert!(!tells_member(
        &step(Status::Approved, TakenBy::Staff("m".into())),
        &steps(Status::Batched)
    ));
    assert!(!tells_member(&step(Status::Declined, TakenBy::Erasure), &steps(Status::Approved)));
    for status in Status::ALL {
        let sentence = redemption_sentence("Gift voucher", status, Words::english());
        assert!(sentence.starts_with("Your request for Gift voucher ") && sentence.ends_with('.'));
        assert_eq!(sentence.contains("You have the points again."), status.is_refunded());
        assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
    }
}

#[test]
fn a_step_is_stored_with_when_and_who() {
    let declined = RedemptionStep {
        status: Status::Declined,
        at: Instant::try_from(5).unwrap(),
        by: TakenBy::Staff("s1".to_owned()),
        reason: "No voucher is left".to_owned(),
        is_reference: false,
    };
    let text = serde_json::to_string(&declined).unwrap();
    let wanted = r#"{"status":"declined","at":5,"by":"staff:s1","reason":"No voucher is left"}"#;
    assert_eq!(text, wanted);
    assert_eq!(serde_json::from_str::<RedemptionStep>(&text).unwrap(), declined);
    assert!(serde_json::from_str::<TakenBy>("\"nobody\"").is_err());
}
