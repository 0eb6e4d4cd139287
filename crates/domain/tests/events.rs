//! Events as they are stored: each kind has the form that it had before, and a text that is not
//! understood has no effect.

#![cfg(test)]

use domain::event::{
    CallOutcome, ConsentAnswer, ConsentWay, CorrectedField, Event, Kind, Reason, Role, Stage, Task,
    TaskKind, Way,
};
use domain::points::Points;
use domain::referral::{Instant, Status};

/// Each kind, with what its text has after `"kind":`.
fn kinds() -> Vec<(Kind, &'static str)> {
    let points = Points::try_from(5).unwrap();
    let note = || Some("Why".to_owned());
    let text = |text: &str| text.to_owned();
    let due = Instant::try_from(99).unwrap();
    let task = |staff| Task { kind: TaskKind::Call, due, staff: text(staff) };
    vec![
        (Kind::Points { points, note: None }, r#""points","points":5"#),
        (Kind::Points { points, note: note() }, r#""points","points":5,"note":"Why""#),
        (
            Kind::Recorded { status: Status::Other(text("Odd")), points },
            r#""recorded","points":5,"status":"Odd""#,
        ),
        (Kind::Moved { stage: Stage::InProgress }, r#""moved","stage":"in-progress""#),
        (
            Kind::Declined { reason: Some(Reason::NoAnswer), note: note() },
            r#""declined","reason":"no-answer","note":"Why""#,
        ),
        (
            Kind::Declined { reason: Some(Reason::Terms), note: None },
            r#""declined","reason":"terms""#,
        ),
        (Kind::Withdrawn { note: None }, r#""withdrawn""#),
        (
            Kind::Reopened { stage: Stage::Contacted, note: note() },
            r#""reopened","stage":"contacted","note":"Why""#,
        ),
        (
            Kind::Corrected {
                field: CorrectedField::ReferredPhone,
                text: text("5550102"),
                note: note(),
            },
            r#""corrected","field":"referredPhone","text":"5550102","note":"Why""#,
        ),
        (
            Kind::Undone { target: text("0123456789abcdef"), note: None },
            r#""undone","target":"0123456789abcdef""#,
        ),
        (Kind::Noted { note: text("Called.") }, r#""noted","note":"Called.""#),
        (Kind::Assigned { staff: text("h") }, r#""assigned","text":"h""#),
        (
            Kind::Credited { credited: false, note: note() },
            r#""credited","text":"no","note":"Why""#,
        ),
        (Kind::Proposed { points: Some(points), note: None }, r#""proposed","points":5"#),
        (Kind::Proposed { points: None, note: note() }, r#""proposed","note":"Why""#),
        (
            Kind::Called { outcome: CallOutcome::NoAnswer, next: Some(task("")), note: None },
            r#""called","outcome":"no-answer","task":"call","due":99"#,
        ),
        (
            Kind::Called { outcome: CallOutcome::Reached, next: None, note: note() },
            r#""called","outcome":"reached","note":"Why""#,
        ),
        (
            Kind::Scheduled { task: task("h"), note: None },
            r#""scheduled","task":"call","due":99,"staff":"h""#,
        ),
        (Kind::Done { note: None }, r#""done""#),
        (
            Kind::Said { way: Way::WhatsApp, words: text("Hello Asha") },
            r#""said","way":"whatsapp","text":"Hello Asha""#,
        ),
        (
            Kind::Consent {
                answer: ConsentAnswer::Asked,
                way: ConsentWay::Page,
                text: 1,
                note: None,
            },
            r#""consent","answer":"asked","way":"page","text":1"#,
        ),
        (
            Kind::Consent {
                answer: ConsentAnswer::Other(text("perhaps")),
                way: ConsentWay::Other(text("pigeon")),
                text: 2,
                note: note(),
            },
            r#""consent","answer":"perhaps","way":"pigeon","text":2,"note":"Why""#,
        ),
        (Kind::SaysWho { says: true, note: None }, r#""says-who","text":"yes""#),
        (Kind::SaysWho { says: false, note: note() }, r#""says-who","text":"no","note":"Why""#),
        (Kind::Unknown(text("future")), r#""future""#),
    ]
}

#[test]
fn each_kind_is_written_flat_and_read_back() {
    for (kind, text) in kinds() {
        let text = format!(r#"{{"at":9,"saw":2,"by":"admin","kind":{text}}}"#);
        let event =
            Event { at: Instant::try_from(9).unwrap(), saw: 2, by: Some(Role::Admin), kind };
        assert_eq!(event.text(), text);
        assert_eq!(Event::read(&text), event);
    }
}

#[test]
fn an_author_may_be_missing_and_a_reason_that_is_not_our_own_is_kept_by_its_name() {
    let event = Event::read(r#"{"at":9,"kind":"declined","reason":"sunspots","more":[1]}"#);
    assert_eq!((event.saw, &event.by), (0, &None));
    let reason = Some(Reason::Added("sunspots".into()));
    assert_eq!(event.kind, Kind::Declined { reason, note: None });
    assert_eq!(event.text(), r#"{"at":9,"saw":0,"kind":"declined","reason":"sunspots"}"#);
}

#[test]
fn an_event_that_lacks_its_data_is_of_an_unknown_kind() {
    for text in [
        r#"{"at":9,"kind":"points"}"#,
        r#"{"at":9,"kind":"points","points":"5"}"#,
        r#"{"at":9,"kind":"recorded","points":5}"#,
        r#"{"at":9,"kind":"moved"}"#,
        r#"{"at":9,"kind":"moved","stage":7}"#,
        r#"{"at":9,"kind":"reopened"}"#,
        r#"{"at":9,"kind":"corrected","field":"id","text":"8"}"#,
        r#"{"at":9,"kind":"corrected","field":"notes"}"#,
        r#"{"at":9,"kind":"undone"}"#,
        r#"{"at":9,"kind":"noted"}"#,
        r#"{"at":9,"kind":"assigned"}"#,
        r#"{"at":9,"kind":"credited"}"#,
        r#"{"at":9,"kind":"proposed","points":-1}"#,
        r#"{"at":9,"kind":"called"}"#,
        r#"{"at":9,"kind":"scheduled","task":"call"}"#,
        r#"{"at":9,"kind":"said","way":"text"}"#,
        r#"{"at":9,"kind":"said","text":"Hello"}"#,
        r#"{"at":9,"kind":"says-who"}"#,
        r#"{"at":9,"kind":"consent","way":"page","text":1}"#,
        r#"{"at":9,"kind":"consent","answer":"agreed","text":1}"#,
        r#"{"at":9,"kind":"consent","answer":"agreed","way":"page","text":"1"}"#,
        r#"{"at":9,"kind":"withdrawn","kind":"withdrawn"}"#,
        r#"{"at":"9","kind":"withdrawn"}"#,
        r#"{"kind":"withdrawn"}"#,
        r#"["at",9]"#,
        "",
    ] {
        assert!(matches!(Event::read(text).kind, Kind::Unknown(_)), "{text}");
    }
}
