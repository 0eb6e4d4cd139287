//! What staff, referrers and referred people do with referrals: who may do what in which stage
//! (`pipeline.json`, which the server's tests ask over HTTP as well), undoing, and what a history
//! comes to however it arrives.

#![cfg(test)]

use std::collections::BTreeMap;

use domain::account::{Policy, User};
use domain::case::Case;
use domain::decision::{Command, Relation, State, decide, evolve};
use domain::event::{Kind, Stage};
use domain::history::{History, name};
use domain::limits::{EVENTS_MAX, OWN_EVENTS_MAX, UNDO_BY_AUTHOR_MS, UNDOINGS_MAX};
use domain::mobile::MobileNumber;
use domain::pipeline::{
    Change, CorrectedField, CreditReason, CreditRule, DuplicatePolicy, Progress, Reason, Side,
    Staff, StaffRole, known_since, timeline,
};
use domain::referral::{Instant, Referral};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use proptest::prelude::*;
use serde::Deserialize;

const RECORD: &str = r#"{"id":7,"referrerName":"Asha","referrerMobile":"9876543210","referredName":"Binu","referredPhone":"5550101","service":"training","notes":"","date":"1/1/1970","status":"Pending","points":0}"#;

#[derive(Deserialize)]
struct Table {
    roles: BTreeMap<String, BTreeMap<String, Option<RejectionCode>>>,
    stages: BTreeMap<String, BTreeMap<String, BTreeMap<String, Option<RejectionCode>>>>,
}

type Answer = Result<State, Vec<RejectionCode>>;

fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

fn user(number: &str) -> User {
    User::of(MobileNumber::parse(number).unwrap())
}

fn staff(id: &str, role: &str, services: &[&str]) -> Viewer {
    let services = services.iter().map(|&service| service.to_owned()).collect();
    let role = StaffRole::from(role.to_owned());
    Viewer::Staff(Staff::new(id.to_owned(), user("9000000000"), role, services))
}

fn manager() -> Viewer {
    staff("m", "manager", &[])
}

fn handler() -> Viewer {
    staff("h", "handler", &["training"])
}

fn member() -> Viewer {
    Viewer::of(Some(user("9876543210")), &policy())
}

fn submitted() -> State {
    let record: Referral = serde_json::from_str(RECORD).unwrap();
    State { referral: Some(Case::stored(record, &[])), ..State::default() }
}

fn command(state: &State, command: &Command<'_>, actor: &Viewer, now: u64) -> Answer {
    let events = decide(state, command, actor, &policy(), at(now));
    let events = events.map_err(|rejections| rejections.codes().to_vec())?;
    Ok(events.iter().fold(state.clone(), evolve))
}

fn change(state: &State, change: Change<'_>, actor: &Viewer, now: u64) -> Answer {
    command(state, &Command::Change(change), actor, now)
}

fn progress(state: &State) -> Progress {
    Progress::of(state.referral.as_ref().unwrap())
}

fn status(state: &State) -> (String, u64) {
    let referral = state.referral.as_ref().unwrap().referral();
    (referral.status.as_str().to_owned(), referral.points.get())
}

/// The name of the last event.
fn last(state: &State) -> String {
    name(state.referral.as_ref().unwrap().history().texts().last().unwrap())
}

/// A referral in a stage, by the shortest way there.
fn in_stage(stage: &str) -> State {
    let state = submitted();
    let there = match stage {
        "received" => return state,
        "declined" => {
            change(&state, Change::Decline { reason: Reason::NoAnswer, note: "" }, &manager(), 10)
        }
        "withdrawn" => change(&state, Change::Withdraw { note: "Asked" }, &manager(), 10),
        "successful" => command(&state, &Command::SavePoints { points: "5" }, &manager(), 10),
        open => {
            let stage = Stage::from(open.to_owned());
            change(&state, Change::Move { stage: &stage }, &manager(), 10)
        }
    };
    there.unwrap()
}

#[test]
fn every_role_may_do_in_every_stage_what_the_tables_say() {
    let table: Table = serde_json::from_str(include_str!("pipeline.json")).unwrap();
    let stranger = || Viewer::of(Some(user("9123456780")), &policy());
    let mut pairs = 0;
    for (name, roles) in &table.roles {
        for (role, refused_role) in roles {
            let (actor, relation) = match role.as_str() {
                "handler" => (handler(), Relation::Stranger),
                "other-handler" => (staff("o", "handler", &["others"]), Relation::Stranger),
                "referrer" => (member(), Relation::Referrer),
                "referred" => (stranger(), Relation::Referred),
                "stranger" => (stranger(), Relation::Stranger),
                "guest" => (Viewer::Guest, Relation::Stranger),
                role => (staff("s", role, &[]), Relation::Stranger),
            };
            let of_command = &table.stages[name];
            let stages = of_command.get(role).unwrap_or(&of_command["anybody"]);
            for (stage, refused_stage) in stages {
                let state = State { relation, ..in_stage(stage) };
                let to = Stage::from(
                    if stage == "contacted" { "qualified" } else { "contacted" }.to_owned(),
                );
                let note = if actor.user().is_some() { "Why" } else { "" };
                let found = match name.as_str() {
                    "points" => command(&state, &Command::SavePoints { points: "3" }, &actor, 20),
                    name => {
                        let wanted = match name {
                            "move" => Change::Move { stage: &to },
                            "decline" => Change::Decline { reason: Reason::NoAnswer, note: "" },
                            "withdraw" => Change::Withdraw { note },
                            "reopen" => Change::Reopen { note },
                            "note" => Change::Note { note },
                            "assign" => Change::Assign { staff: "h", works_here: true },
                            "credit" => Change::Credit { credited: false, note },
                            "correct" => Change::Correct {
                                field: CorrectedField::ReferredName,
                                text: "Bina",
                                note,
                                own_number: false,
                            },
                            name => panic!("{name}"),
                        };
                        change(&state, wanted, &actor, 20)
                    }
                };
                let expected = refused_role.or(*refused_stage);
                let context = format!("{name}: {role}, {stage}");
                assert_eq!(
                    found.as_ref().err(),
                    expected.map(|code| vec![code]).as_ref(),
                    "{context}"
                );
                if let Ok(after) = found {
                    assert_ne!(after, state, "{context}");
                }
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 9 * 9 * 7);
}

#[test]
fn a_stage_is_told_with_since_when_and_what_the_record_says() {
    for (stage, record) in [
        ("received", "Pending"),
        ("contacted", "Pending"),
        ("in-progress", "Pending"),
        ("successful", "Successful"),
        ("declined", "Declined"),
        ("withdrawn", "Withdrawn"),
    ] {
        let state = in_stage(stage);
        let progress = progress(&state);
        assert_eq!(progress.stage.as_str(), stage);
        assert_eq!(progress.since, at(if stage == "received" { 7 } else { 10 }));
        assert_eq!(status(&state).0, record, "{stage}");
    }
}

#[test]
fn a_closed_referral_is_reopened_where_it_was() {
    let open = in_stage("qualified");
    let decline = Change::Decline { reason: Reason::Terms, note: "" };
    let closed = change(&open, decline, &handler(), 20).unwrap();
    assert_eq!(progress(&closed).reason, Some(Reason::Terms));
    let again =
        change(&closed, Change::Reopen { note: "They called back" }, &manager(), 30).unwrap();
    assert_eq!((progress(&again).stage, progress(&again).reason), (Stage::Qualified, None));
    assert_eq!(status(&again), ("Pending".to_owned(), 0));
}

#[test]
fn a_note_is_needed_where_something_has_to_be_explained() {
    let open = in_stage("received");
    let missing = Err(vec![RejectionCode::NoteMissing]);
    let decline = |reason, note| change(&open, Change::Decline { reason, note }, &handler(), 20);
    assert_eq!(decline(Reason::Other, " "), missing);
    assert!(decline(Reason::Other, "A rival").is_ok());
    assert!(decline(Reason::Duplicate, "").is_ok());
    assert_eq!(change(&open, Change::Withdraw { note: "" }, &handler(), 20), missing);
    assert_eq!(change(&open, Change::Note { note: "\n" }, &handler(), 20), missing);
    let closed = in_stage("declined");
    assert_eq!(change(&closed, Change::Reopen { note: "" }, &manager(), 20), missing);
}

#[test]
fn a_correction_is_shown_and_what_was_submitted_stays() {
    let own = State { relation: Relation::Referrer, ..in_stage("received") };
    let correct = |field, text| {
        change(&own, Change::Correct { field, text, note: "", own_number: false }, &member(), 20)
    };
    let corrected = correct(CorrectedField::ReferredName, " Bi\nnu ").unwrap();
    let case = corrected.referral.as_ref().unwrap();
    assert_eq!(case.shown().referred_name, "Binu");
    assert_eq!(case.referral().referred_name, "Binu");
    let corrected = correct(CorrectedField::Service, "others").unwrap();
    let case = corrected.referral.as_ref().unwrap();
    assert_eq!(
        (case.shown().service.value(), case.referral().service.value()),
        ("others", "training")
    );
    let refused = |field, text| correct(field, text).unwrap_err();
    assert_eq!(refused(CorrectedField::ReferredName, " "), [RejectionCode::ReferredNameMissing]);
    assert_eq!(refused(CorrectedField::Service, "magic"), [RejectionCode::ServiceUnknown]);
}

/// A correction of the service takes a referral out of its handler's hands.
#[test]
fn a_handler_sees_what_is_for_their_services_now() {
    let state = in_stage("received");
    let to = Change::Correct {
        field: CorrectedField::Service,
        text: "others",
        note: "Asked",
        own_number: false,
    };
    let moved = change(&state, to, &handler(), 20).unwrap();
    let gone = Err(vec![RejectionCode::ReferralGone]);
    assert_eq!(change(&moved, Change::Note { note: "Hm" }, &handler(), 30), gone);
    assert_eq!(command(&moved, &Command::SavePoints { points: "1" }, &handler(), 30), gone);
}

#[test]
fn an_event_is_undone_by_its_author_for_ten_minutes_and_by_a_manager_always() {
    let declined = Change::Decline { reason: Reason::NoAnswer, note: "" };
    let state = change(&submitted(), declined, &handler(), 10).unwrap();
    let target = last(&state);
    let undo = |actor: &Viewer, note, now| {
        change(&state, Change::Undo { target: &target, note }, actor, now)
    };
    let (soon, late) = (10 + UNDO_BY_AUTHOR_MS - 1, 10 + UNDO_BY_AUTHOR_MS);
    let undone = undo(&handler(), "", soon).unwrap();
    assert_eq!(
        (progress(&undone).stage, status(&undone).0),
        (Stage::Received, "Pending".to_owned())
    );
    assert_eq!(undo(&handler(), "Why", late), Err(vec![RejectionCode::TooLate]));
    let colleague = staff("c", "handler", &["training"]);
    assert_eq!(undo(&colleague, "Why", soon), Err(vec![RejectionCode::NotAllowed]));
    assert!(undo(&manager(), "", soon).is_ok());
    assert_eq!(undo(&manager(), "", late), Err(vec![RejectionCode::NoteMissing]));
    assert!(undo(&manager(), "They did answer", late).is_ok());
    // Undoing the undoing is doing it again; and the event is gone only once.
    let gone = Err(vec![RejectionCode::EventGone]);
    assert_eq!(change(&undone, Change::Undo { target: &target, note: "" }, &handler(), soon), gone);
    let again = Change::Undo { target: &last(&undone), note: "" };
    let redone = change(&undone, again, &handler(), soon).unwrap();
    assert_eq!(progress(&redone).stage, Stage::Declined);
}

#[test]
fn a_referrer_undoes_their_withdrawal_and_nobody_elses_events() {
    let own = |state| State { relation: Relation::Referrer, ..state };
    let withdrawn =
        change(&own(submitted()), Change::Withdraw { note: "" }, &member(), 10).unwrap();
    let target = last(&withdrawn);
    let undone = change(&withdrawn, Change::Undo { target: &target, note: "" }, &member(), 20);
    assert_eq!(progress(&undone.unwrap()).stage, Stage::Received);
    let moved = own(in_stage("contacted"));
    let target = last(&moved);
    let refused = change(&moved, Change::Undo { target: &target, note: "" }, &member(), 20);
    assert_eq!(refused, Err(vec![RejectionCode::NotAllowed]));
}

/// Nobody gets the credit for somebody else's referral by correcting an old one to the same number.
#[test]
fn a_corrected_number_counts_from_its_correction_on() {
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
fn the_first_referral_is_credited_unless_it_came_to_nothing_or_has_expired() {
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

/// A number was wrong, and is corrected: whoever has the right one sees nothing of what was done with
/// whoever had the wrong one, nor undoes it; and the other way round once that is undone.
#[test]
fn whoever_is_referred_now_sees_nothing_of_somebody_who_was_referred_before() {
    let about = |state: State| State { relation: Relation::Referred, ..state };
    let seen = |state: &State| {
        let events = timeline(&case(state), &member(), Relation::Referred, at(99)).unwrap();
        events.into_iter().map(|it| it.event.kind.as_str().to_owned()).collect::<Vec<_>>()
    };
    let phone = |text| Change::Correct {
        field: CorrectedField::ReferredPhone,
        text,
        own_number: false,
        note: "A slip",
    };
    let undo = |state: &State, target: &str, actor: &Viewer, now| {
        change(state, Change::Undo { target, note: "Why" }, actor, now)
    };
    let withdrawn = Change::Withdraw { note: "Not me" };
    let withdrawn = change(&about(submitted()), withdrawn, &member(), 10).unwrap();
    let theirs = last(&withdrawn);
    assert_eq!(seen(&withdrawn), ["withdrawn"]);
    let corrected = change(&withdrawn, phone("5550102"), &manager(), 11).unwrap();
    let correction = last(&corrected);
    assert_eq!(seen(&corrected), [""; 0]);
    assert_eq!(undo(&corrected, &theirs, &member(), 12), Err(vec![RejectionCode::EventGone]));
    let reopened = change(&corrected, Change::Reopen { note: "Now" }, &manager(), 13).unwrap();
    let again = change(&reopened, Change::Withdraw { note: "Nor me" }, &member(), 14).unwrap();
    assert_eq!(seen(&again), ["reopened", "withdrawn"]);
    let undone = undo(&again, &correction, &manager(), 15).unwrap();
    assert_eq!(seen(&undone), [""; 0]);
    let redone = undo(&undone, &last(&undone), &manager(), 16).unwrap();
    assert_eq!(seen(&redone), [""; 0]);
    // A correction of anything else hides nothing, and staff are shown all.
    let name = Change::Correct {
        field: CorrectedField::ReferredName,
        text: "Bina",
        own_number: false,
        note: "A slip",
    };
    let named = change(&withdrawn, name, &manager(), 11).unwrap();
    assert_eq!(seen(&named), ["withdrawn", "corrected"]);
    let all = timeline(&case(&redone), &manager(), Relation::Stranger, at(99)).unwrap();
    assert_eq!(all.len(), 6);
}

#[test]
fn a_history_takes_no_more_undoings_than_it_can_hold() {
    let mut state = in_stage("contacted");
    for turn in 0..UNDOINGS_MAX as u64 {
        let target = last(&state);
        let undo = Change::Undo { target: &target, note: "" };
        state = change(&state, undo, &manager(), 20 + turn).unwrap();
    }
    let target = last(&state);
    let refused = change(&state, Change::Undo { target: &target, note: "" }, &manager(), 200);
    assert_eq!(refused, Err(vec![RejectionCode::UndoneTooOften]));
}

/// A referrer fills no history so that nobody else can do anything any more.
#[test]
fn a_referrer_has_so_many_events_of_their_own_and_a_full_history_is_closed_all_the_same() {
    let correct = |state: &State, turn: u64| {
        let (field, text) = (CorrectedField::Notes, turn.to_string());
        let correct = Change::Correct { field, text: &text, own_number: false, note: "" };
        change(state, correct, &member(), turn)
    };
    let made = State { relation: Relation::Referrer, ..submitted() };
    let own = OWN_EVENTS_MAX as u64;
    let written = (1..=own).try_fold(made, |state, turn| correct(&state, turn)).unwrap();
    assert_eq!(correct(&written, 100), Err(vec![RejectionCode::HistoryFull]));
    let note = Change::Note { note: "They write a lot" };
    let left = EVENTS_MAX as u64 - own;
    let full =
        (0..left).try_fold(written, |state, turn| change(&state, note, &handler(), 200 + turn));
    let full = full.unwrap();
    assert_eq!(change(&full, note, &manager(), 900), Err(vec![RejectionCode::HistoryFull]));
    let decline = Change::Decline { reason: Reason::NoAnswer, note: "" };
    for (close, by) in [(decline, handler()), (Change::Withdraw { note: "" }, member())] {
        let closed = change(&full, close, &by, 901).unwrap();
        assert!(!progress(&closed).stage.is_open());
        let reopen = Change::Reopen { note: "Once more" };
        assert_eq!(change(&closed, reopen, &manager(), 902), Err(vec![RejectionCode::HistoryFull]));
    }
}

#[test]
fn what_is_as_it_was_wanted_changes_nothing() {
    let state = in_stage("contacted");
    assert_eq!(
        change(&state, Change::Move { stage: &Stage::Contacted }, &handler(), 20).as_ref(),
        Ok(&state)
    );
    let assigned =
        change(&state, Change::Assign { staff: "h", works_here: true }, &handler(), 20).unwrap();
    assert_eq!(progress(&assigned).owner.as_deref(), Some("h"));
    assert_eq!(
        change(&assigned, Change::Assign { staff: "h", works_here: true }, &handler(), 30).as_ref(),
        Ok(&assigned)
    );
    let nobody =
        change(&assigned, Change::Assign { staff: "", works_here: false }, &handler(), 30).unwrap();
    assert_eq!(progress(&nobody).owner, None);
    let stranger = Change::Assign { staff: "x", works_here: false };
    let refused = Err(vec![RejectionCode::StaffUnknown]);
    assert_eq!(change(&state, stranger, &handler(), 20), refused);
}

#[test]
fn no_stage_but_an_open_one_of_this_version_is_moved_to() {
    let state = submitted();
    for stage in ["successful", "declined", "withdrawn", "future"] {
        let stage = Stage::from(stage.to_owned());
        let refused = change(&state, Change::Move { stage: &stage }, &handler(), 20);
        assert_eq!(refused, Err(vec![RejectionCode::StageUnknown]), "{stage:?}");
    }
}

#[test]
fn a_reason_about_the_record_tells_the_referrer_nothing_of_whom_the_company_knows() {
    let told: Vec<_> = Reason::ALL.iter().filter(|reason| reason.side() == Side::Record).collect();
    assert_eq!(told.len(), 5);
    for reason in &told[..4] {
        assert_eq!(reason.sentence(), Reason::Other.sentence(), "{reason:?}");
    }
    for reason in Reason::ALL {
        assert_eq!(Reason::parse(reason.as_str()), Some(*reason));
        assert_eq!(reason.needs_note(), *reason == Reason::Other);
    }
}

/// Anything that somebody wants done, with what they mean to undo by its place.
#[derive(Clone, Debug)]
enum Wish {
    Points(u64),
    Move(&'static str),
    Decline(usize),
    Withdraw,
    Reopen,
    Correct(&'static str),
    Undo(prop::sample::Index),
    Assign(&'static str),
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let wish = prop_oneof![
        (0..9u64).prop_map(Wish::Points),
        prop::sample::select(&["received", "contacted", "qualified", "in-progress"][..])
            .prop_map(Wish::Move),
        (0..Reason::ALL.len()).prop_map(Wish::Decline),
        Just(Wish::Withdraw),
        Just(Wish::Reopen),
        prop::sample::select(&["Bina", "Benu"][..]).prop_map(Wish::Correct),
        any::<prop::sample::Index>().prop_map(Wish::Undo),
        prop::sample::select(&["", "h", "m"][..]).prop_map(Wish::Assign),
    ];
    prop::collection::vec(wish, 1..6)
}

fn fulfil(state: &State, wish: &Wish, now: u64) -> Answer {
    let (actor, note) = (manager(), "Why");
    match wish {
        Wish::Points(points) => {
            command(state, &Command::SavePoints { points: &points.to_string() }, &actor, now)
        }
        Wish::Move(stage) => {
            change(state, Change::Move { stage: &Stage::from((*stage).to_owned()) }, &actor, now)
        }
        Wish::Decline(reason) => {
            change(state, Change::Decline { reason: Reason::ALL[*reason], note }, &actor, now)
        }
        Wish::Withdraw => change(state, Change::Withdraw { note }, &actor, now),
        Wish::Reopen => change(state, Change::Reopen { note }, &actor, now),
        Wish::Correct(text) => {
            let field = CorrectedField::ReferredName;
            change(state, Change::Correct { field, text, note, own_number: false }, &actor, now)
        }
        Wish::Undo(which) => {
            let history = state.referral.as_ref().unwrap().history();
            let texts: Vec<_> = history.texts().collect();
            if texts.is_empty() {
                return Ok(state.clone());
            }
            change(
                state,
                Change::Undo { target: &name(texts[which.index(texts.len())]), note },
                &actor,
                now,
            )
        }
        Wish::Assign(staff) => {
            change(state, Change::Assign { staff, works_here: true }, &actor, now)
        }
    }
}

fn case(state: &State) -> Case {
    state.referral.clone().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Two people work on copies of one referral. Whoever takes in whose events first, both come to
    /// the same, with every event there; and undoing an undoing is as if neither had been.
    #[test]
    fn any_order_of_delivery_comes_to_the_same(
        before in wishes(),
        ours in wishes(),
        theirs in wishes(),
        order in any::<u64>(),
    ) {
        let play = |state: &State, wishes: &[Wish], clock: u64| {
            let steps = wishes.iter().zip(clock..);
            steps.fold(state.clone(), |state, (wish, now)| {
                fulfil(&state, wish, now).unwrap_or(state)
            })
        };
        let common = play(&submitted(), &before, 100);
        let (ours, theirs) = (play(&common, &ours, 200), play(&common, &theirs, 195));
        let merged = case(&ours).merge(&case(&theirs));
        prop_assert_eq!(&case(&theirs).merge(&case(&ours)), &merged);
        prop_assert_eq!(&merged.clone().merge(&case(&ours)), &merged);
        let history = merged.history();
        let mut texts: Vec<_> = history.texts().collect();
        for text in case(&ours).history().texts().chain(case(&theirs).history().texts()) {
            prop_assert!(texts.contains(&text));
        }
        // The events one by one, in some other order.
        let mut state = order;
        for place in (1..texts.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            texts.swap(place, (state >> 33) as usize % (place + 1));
        }
        let mut delivered = History::default();
        texts.iter().for_each(|text| delivered.merge(History::read(&[text])));
        prop_assert_eq!(delivered, history.clone());

        let merged = State { referral: Some(merged), ..State::default() };
        if let Some(text) = texts.last()
            && let Ok(undone) =
                change(&merged, Change::Undo { target: &name(text), note: "Why" }, &manager(), 300)
        {
            let target = last(&undone);
            let undo = Change::Undo { target: &target, note: "Why" };
            let redone = change(&undone, undo, &manager(), 301).unwrap();
            prop_assert_eq!(progress(&redone), progress(&merged));
            prop_assert_eq!(status(&redone), status(&merged));
        }
    }
}

#[test]
fn what_an_event_of_a_later_version_says_is_kept_and_has_no_effect() {
    let record: Referral = serde_json::from_str(RECORD).unwrap();
    let future = r#"{"at":9,"saw":0,"kind":"future","stage":"won"}"#;
    let state = State { referral: Some(Case::stored(record, &[future])), ..State::default() };
    let after = change(&state, Change::Move { stage: &Stage::Contacted }, &handler(), 20).unwrap();
    let history = case(&after).history();
    assert_eq!(history.texts().next(), Some(future));
    assert_eq!(progress(&after).stage, Stage::Contacted);
    assert_eq!(Kind::from("future".to_owned()).as_str(), "future");
}
