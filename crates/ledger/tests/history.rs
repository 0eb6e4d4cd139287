//! Histories of referrals: how they are stored, what they result in, and what a program that knows
//! only the specification's fields does to them.

#![cfg(test)]

use domain::account::{Policy, User};
use domain::case::Case;
use domain::history::{History, event_id};
use domain::import::Import;
use domain::limits::UNDOS_MAX;
use domain::referral::{Instant, Referral};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};

const FRESH: &str = r#"{"id":7,"referrerName":"Asha","referrerMobile":"9876543210","referredName":"Binu","referredPhone":"5550101","service":"training","notes":"","date":"1/1/1970","status":"Pending","points":0}"#;

fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

fn admin() -> Viewer {
    Viewer::of(Some(User::of(policy().admin)), &policy())
}

/// The new record with other fields at its end.
fn record(status: &str, points: u64, more: &str) -> String {
    let fields = format!(r#""status":"{status}","points":{points}{more}}}"#);
    FRESH.replace(r#""status":"Pending","points":0}"#, &fields)
}

fn points(at: u64, saw: u64, points: u64) -> String {
    format!(r#"{{"at":{at},"saw":{saw},"by":"admin","kind":"points","points":{points}}}"#)
}

fn reading(texts: &[&str]) -> Ledger {
    let mut ledger = Ledger::new();
    for text in texts {
        ledger.read(StorageKey::Referrals, &format!("[{text}]"));
    }
    ledger
}

fn written(ledger: &Ledger) -> String {
    let text = ledger.text(StorageKey::Referrals).unwrap();
    text.trim_start_matches('[').trim_end_matches(']').to_owned()
}

fn award(ledger: &mut Ledger, points: &str, now: u64) -> Referral {
    let key = ledger.visible(&admin()).next().unwrap().key;
    ledger.save_points(&key, points, &admin(), at(now)).value().unwrap()
}

fn case(ledger: &Ledger) -> Case {
    ledger.cases().next().unwrap().clone()
}

fn events(ledger: &Ledger) -> Vec<String> {
    case(ledger).history().texts().map(str::to_owned).collect()
}

/// The status and points of the only referral.
fn status(ledger: &Ledger) -> (String, u64) {
    let case = case(ledger);
    (case.referral().status.as_str().to_owned(), case.referral().points.get())
}

#[test]
fn one_award_needs_no_history() {
    let mut ledger = reading(&[FRESH]);
    award(&mut ledger, "0", 9);
    assert_eq!(written(&ledger), record("Successful", 0, r#","awardedAt":9"#));
    assert_eq!(events(&ledger), [points(9, 0, 0)]);
}

#[test]
fn a_second_award_is_stored_with_both_events_before_its_instant() {
    let mut ledger = reading(&[FRESH]);
    award(&mut ledger, "5", 9);
    award(&mut ledger, "6", 3);
    let history =
        format!(r#","history":[{},{}],"awardedAt":10"#, points(9, 0, 5), points(10, 1, 6));
    assert_eq!(written(&ledger), record("Successful", 6, &history));
    assert_eq!(reading(&[&written(&ledger)]), ledger);
}

/// Scenario 2 of the programme.
#[test]
fn two_simultaneous_awards_are_both_kept_and_the_later_one_wins() {
    let (mut ours, mut theirs) = (reading(&[FRESH]), reading(&[FRESH]));
    award(&mut ours, "20", 9);
    award(&mut theirs, "50", 8);
    for (a, b) in [(&ours, &theirs), (&theirs, &ours)] {
        let mut both = a.clone();
        both.merge(b.clone());
        assert_eq!(events(&both), [points(8, 0, 50), points(9, 0, 20)]);
        assert_eq!(status(&both), ("Successful".to_owned(), 20));
    }
}

#[test]
fn at_the_same_instant_success_wins_and_then_more_points() {
    let declined = r#"{"at":9,"kind":"declined"}"#;
    let history = format!(r#","history":[{},{declined},{}]"#, points(9, 0, 4), points(9, 0, 3));
    let ledger = reading(&[&record("Successful", 4, &format!(r#"{history},"awardedAt":9"#))]);
    assert_eq!(status(&ledger), ("Successful".to_owned(), 4));
    assert_eq!(events(&ledger), [declined.to_owned(), points(9, 0, 3), points(9, 0, 4)]);
}

/// Scenario 3 of the programme. The program has read a record with a history and saves points. Its
/// own text has no history; the text that it had read is among those that were replaced.
#[test]
fn a_program_without_histories_saves_points_and_no_event_is_lost() {
    let mut ours = reading(&[FRESH]);
    award(&mut ours, "5", 9);
    award(&mut ours, "6", 10);
    let theirs = record("Successful", 7, r#","awardedAt":11"#);
    let item = serde_json::json!([{ "from": "replaced", "text": written(&ours) }]).to_string();
    for quarantine_first in [false, true] {
        let mut ledger = Ledger::new();
        let list = format!("[{theirs}]");
        let mut texts = [(StorageKey::Referrals, &list), (StorageKey::Quarantine, &item)];
        texts.rotate_left(quarantine_first.into());
        for (key, text) in texts {
            ledger.read(key, text);
        }
        assert_eq!(events(&ledger), [points(9, 0, 5), points(10, 1, 6), points(11, 0, 7)]);
        assert_eq!(status(&ledger), ("Successful".to_owned(), 7));
        assert_eq!(ledger.text(StorageKey::Quarantine), None, "it is where it belongs again");
    }
}

/// Scenario 4 of the programme.
#[test]
fn an_event_of_an_unknown_kind_is_kept_byte_for_byte_by_an_award_and_an_export() {
    let future = r#"{ "kind" : "future", "at": 8, "saw":0, "who":"\u0041", "n":1e3 }"#;
    let stored = record("Pending", 0, &format!(r#","history":[{future}]"#));
    let mut ledger = reading(&[&stored]);
    assert_eq!((status(&ledger), written(&ledger)), (("Pending".to_owned(), 0), stored));
    award(&mut ledger, "5", 1);
    assert_eq!(events(&ledger), [future.to_owned(), points(9, 1, 5)], "after all that was seen");
    let export = ledger.export(&admin(), at(20));
    assert!(export.contains(future));
    let mut other = Ledger::new();
    let import = other.import(&admin(), &export).value().unwrap();
    assert_eq!(import, Import { new: 1, awards: 1, points_more: 5, ..Import::default() });
    assert_eq!(written(&other), written(&ledger));
}

#[test]
fn texts_that_are_not_events_are_left_in_place() {
    for oddity in ["5", "null", r#"{"at":"soon","kind":"points","points":9}"#, r#""x""#] {
        let stored = record("Pending", 0, &format!(r#","history":[{oddity}]"#));
        let mut ledger = reading(&[&stored]);
        assert_eq!(status(&ledger), ("Pending".to_owned(), 0));
        award(&mut ledger, "5", 9);
        assert!(events(&ledger).contains(&oddity.to_owned()), "{oddity}");
        assert_eq!(status(&ledger), ("Successful".to_owned(), 5));
    }
}

#[test]
fn a_status_without_an_event_is_kept_and_recorded_once() {
    let mut ledger = reading(&[FRESH]);
    award(&mut ledger, "5", 9);
    award(&mut ledger, "6", 10);
    let edited = written(&ledger).replace("Successful", "Rejected");
    for _ in 0..2 {
        ledger.merge(reading(&[&edited]));
        assert_eq!(status(&ledger), ("Rejected".to_owned(), 6));
        let recorded = r#"{"at":11,"saw":0,"kind":"recorded","points":6,"status":"Rejected"}"#;
        assert_eq!(events(&ledger), [points(9, 0, 5), points(10, 1, 6), recorded.to_owned()]);
    }
}

#[test]
fn an_undone_event_counts_again_when_the_undo_is_undone() {
    let first = points(8, 0, 5);
    let undone = |at: u64, target: &str| {
        format!(r#"{{"at":{at},"saw":1,"kind":"undone","target":"{}"}}"#, event_id(target))
    };
    let once = undone(9, &first);
    let twice = undone(10, &once);
    let history = |events: &[&str]| {
        let stored = record("Pending", 0, &format!(r#","history":[{}]"#, events.join(",")));
        reading(&[&stored])
    };
    let count = |ledger: &Ledger| case(ledger).history().status_and_points().points.get();
    assert_eq!(count(&history(&[&first, &once])), 0);
    assert_eq!(status(&history(&[&first, &once])), ("Pending".to_owned(), 0));
    let texts = [first.as_str(), &once, &twice];
    assert_eq!(History::read(&texts).status_and_points().points.get(), 5);
    assert_eq!(events(&history(&texts))[..3], texts);
}

#[test]
fn of_very_many_undos_the_last_ones_count_and_none_is_lost() {
    let undone = |at: usize, target: &str| {
        format!(r#"{{"at":{at},"saw":1,"kind":"undone","target":"{}"}}"#, event_id(target))
    };
    let award = points(8, 0, 5);
    let mut texts = vec![award.clone(), undone(9, &award)];
    texts.extend((1..UNDOS_MAX).map(|at| undone(9 + at, "nothing")));
    let read =
        |texts: &[String]| History::read(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(read(&texts).status_and_points().points.get(), 0);
    texts.push(undone(9 + UNDOS_MAX, "nothing"));
    assert_eq!(read(&texts).status_and_points().points.get(), 5);
    assert!(read(&texts).texts().eq(&texts));
}

#[test]
fn a_correction_is_shown_and_what_was_submitted_stays_the_identity() {
    let corrected = r#"{"at":9,"saw":0,"kind":"corrected","field":"referredName","text":"Bina"}"#;
    let stored = record("Pending", 0, &format!(r#","history":[{corrected}]"#));
    let mut ledger = reading(&[FRESH, &stored]);
    let fresh = reading(&[FRESH]);
    let [view, before] = [&ledger, &fresh].map(|it| it.visible(&admin()).next().unwrap());
    assert_eq!((&*view.referral.referred_name, &*before.referral.referred_name), ("Bina", "Binu"));
    assert_eq!(view.key, before.key);
    assert_eq!(case(&ledger).referral().referred_name, "Binu");
    assert_eq!(award(&mut ledger, "5", 10).referred_name, "Bina");
    assert!(written(&ledger).contains(r#""referredName":"Binu""#));
    assert!(ledger.csv(&admin()).contains("Bina"));
}

#[test]
fn stages_map_to_the_records_statuses() {
    let last = |event: &str| {
        let stored = record("Pending", 0, &format!(r#","history":[{},{event}]"#, points(8, 0, 5)));
        case(&reading(&[&stored.replace("Pending", "Successful")])).history()
    };
    for (event, status) in [
        (r#"{"at":9,"kind":"moved","stage":"contacted"}"#, "Pending"),
        (r#"{"at":9,"kind":"declined","reason":"other"}"#, "Declined"),
        (r#"{"at":9,"kind":"withdrawn"}"#, "Withdrawn"),
        (r#"{"at":9,"kind":"reopened","stage":"contacted"}"#, "Pending"),
        (r#"{"at":9,"kind":"reopened"}"#, "Successful"),
        (r#"{"at":9,"kind":"noted","note":"Called."}"#, "Successful"),
    ] {
        let texts: Vec<_> = last(event).texts().map(str::to_owned).collect();
        let until = texts.iter().position(|text| text == event).unwrap();
        let texts: Vec<_> = texts[..=until].iter().map(String::as_str).collect();
        let status_and_points = History::read(&texts).status_and_points();
        assert_eq!(status_and_points.status.as_str(), status, "{event}");
        assert_eq!(
            status_and_points.points.get(),
            if status == "Successful" { 5 } else { 0 },
            "{event}"
        );
    }
}

#[test]
fn no_event_follows_one_at_the_largest_instant() {
    let end = 8_640_000_000_000_000;
    for event in [points(end, 0, 5), format!(r#"{{"at":{end},"kind":"future"}}"#)] {
        let mut ledger = reading(&[&record("Pending", 0, &format!(r#","history":[{event}]"#))]);
        let before = ledger.clone();
        let key = ledger.visible(&admin()).next().unwrap().key;
        let refused = ledger.save_points(&key, "1", &admin(), at(9));
        let sealed = domain::verdict::Verdict::refused(RejectionCode::ReferralSealed);
        assert_eq!((refused, ledger), (sealed, before));
    }
}
