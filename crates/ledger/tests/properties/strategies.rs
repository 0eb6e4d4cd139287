//! Strategies for records and stored texts, valid and hostile.

use domain::account::User;
use domain::history::event_id;
use domain::mobile::MobileNumber;
use domain::points::Points;
use domain::referral::{Instant, Referral, Status};
use domain::view::ReferralView;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::history::policy;

pub(crate) fn instant(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

/// A record. There are few instants, names and numbers, so that records often share them.
pub(crate) fn referral() -> impl Strategy<Value = Referral> {
    let texts: Vec<_> = Referral::TEXTS.iter().map(|name| text(name)).collect();
    let status = prop::sample::select(vec!["Pending", "Successful", "Rejected", ""]);
    let points = prop_oneof![0..3u64, Just(9_007_199_254_740_991)];
    let awarded_at = prop::option::of((0..4u64).prop_map(instant));
    (0..4u64, texts, status, points, awarded_at).prop_map(
        |(id, texts, status, points, awarded_at)| {
            let mut texts = texts.into_iter();
            Referral {
                status: Status::from(status.to_owned()),
                points: Points::try_from(points).unwrap(),
                awarded_at,
                ..Referral::submitted(instant(id), |_| texts.next().ok_or(())).unwrap()
            }
        },
    )
}

/// A text of a record, by its name.
fn text(name: &str) -> BoxedStrategy<String> {
    match name {
        "referrerName" => "[AB]".boxed(),
        "referrerMobile" => mobile().boxed(),
        "referredName" => "[CD\u{e9}]".boxed(),
        "service" => "training|others|spaceflight|".boxed(),
        "notes" => "[\"\\\\]?".boxed(),
        "date" => Just("1/1/1970".to_owned()).boxed(),
        "referredPhone" => Just("5550101".to_owned()).boxed(),
        // Seldom different, so that records have copies.
        _ => prop_oneof![19 => Just(""), 1 => Just("A")].prop_map(str::to_owned).boxed(),
    }
}

/// One of few mobile numbers.
pub(crate) fn mobile() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["1000000000", "9876543210", "123456789012345"])
        .prop_map(str::to_owned)
}

/// An entry of the referrals list as a JSON value: a record, a damaged record, or any value.
pub(crate) fn entry() -> impl Strategy<Value = Value> {
    let record = || referral().prop_map(|referral| serde_json::to_value(referral).unwrap());
    let altered = (record(), field(), any_json()).prop_map(|(mut record, field, value)| {
        record[field] = value;
        record
    });
    let lacking = (record(), field()).prop_map(|(mut record, field)| {
        record.as_object_mut().unwrap().remove(&field);
        record
    });
    let told = (record(), prop::collection::vec(event(), 0..4)).prop_map(|(mut record, events)| {
        record["history"] = events.into();
        record
    });
    prop_oneof![
        4 => record(),
        2 => altered,
        2 => lacking,
        2 => nearly(),
        3 => told,
        2 => any_json(),
    ]
}

/// An event of a history, of a known kind or another; sometimes it undoes one of a few events,
/// sometimes it is not an event at all.
fn event() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec![
        "points",
        "points",
        "recorded",
        "moved",
        "declined",
        "reopened",
        "corrected",
        "future",
    ]);
    let status = prop::sample::select(vec!["Pending", "Successful", "Rejected"]);
    let some = (0..4u64, kind, 0..3u64, status).prop_map(|(at, kind, points, status)| {
        json!({"at": at, "saw": 0, "kind": kind, "points": points, "status": status,
               "stage": "contacted", "field": "referredName", "text": "Z"})
    });
    let award = (0..3u64, 0..2u64)
        .prop_map(|(at, points)| json!({"at": at, "kind": "points", "points": points}));
    let undone = (award.clone(), 0..4u64).prop_map(
        |(target, at)| json!({"at": at, "kind": "undone", "target": event_id(&target.to_string())}),
    );
    prop_oneof![4 => some, 2 => award, 2 => undone, 1 => any_json()]
}

/// A record in which some numbers have another type and can perhaps be repaired.
fn nearly() -> impl Strategy<Value = Value> {
    let field = prop::sample::select(vec!["id", "points", "awardedAt", "notes"]);
    let value = prop_oneof![
        "[0-9]{1,2}".prop_map(Value::from),
        "[0-9]?\\.?0{0,2}".prop_map(Value::from),
        (0..4u8).prop_map(|whole| Value::from(f64::from(whole))),
        (0..4u8).prop_map(|half| Value::from(f64::from(half) / 2.0)),
        Just(Value::Null),
    ];
    (referral(), field, value).prop_map(|(referral, field, value)| {
        let mut record = serde_json::to_value(referral).unwrap();
        record[field] = value;
        record
    })
}

/// An entry of the list of users: a record, a damaged record, or any value.
pub(crate) fn account_entry() -> impl Strategy<Value = Value> {
    let number = prop_oneof![3 => mobile().prop_map(Value::from), 1 => any_json()];
    let name = prop_oneof![3 => "User[0-9]".prop_map(Value::from), 1 => any_json()];
    prop_oneof![
        4 => (number, name).prop_map(|(number, name)| json!({"mobileNumber": number, "name": name})),
        1 => any_json(),
    ]
}

/// An entry of the quarantine: an unreadable text, the key of an erased record, an entry of a later
/// version, or any value.
pub(crate) fn beside_entry() -> impl Strategy<Value = Value> {
    let of =
        |from: &'static str| move |entry: Value| json!({"from": from, "text": entry.to_string()});
    let erased = |from: &'static str, key: String| json!({"from": from, "text": key});
    let key = referral().prop_map(|referral| ReferralView::of(&referral).key);
    let departed = (mobile(), 0..4u64).prop_map(|(number, at)| {
        let mut ledger = Ledger::new();
        let user = User::of(MobileNumber::parse(&number).unwrap());
        ledger.erase(&Viewer::of(Some(user), &policy()), instant(at)).value().unwrap();
        let written: Value =
            serde_json::from_str(&ledger.text(StorageKey::Quarantine).unwrap()).unwrap();
        written[0].clone()
    });
    let beside = prop_oneof![
        2 => entry().prop_map(of("referrals")),
        2 => account_entry().prop_map(of("accounts")),
        2 => entry().prop_map(of("replaced")),
        1 => account_entry().prop_map(of("replaced")),
        1 => any_json().prop_map(of("quarantine")),
        1 => any::<String>().prop_map(|text| json!({"from": "quarantine", "text": text})),
        1 => key.prop_map(move |key| erased("erased", key)),
        1 => "[0-9a-fA-F]{32,33}".prop_map(move |key| erased("erased", key)),
        1 => departed,
        1 => any_json(),
        1 => entry().prop_map(of("pinned")),
    ]
    .boxed();
    let later = (beside.clone(), any_json()).prop_map(|(mut entry, value)| {
        if let Some(fields) = entry.as_object_mut() {
            fields.insert("by".to_owned(), value);
        }
        entry
    });
    let nested = prop::collection::vec(beside.clone(), 0..3)
        .prop_map(|entries| json!({"from": "quarantine", "text": list_of(&entries, "")}));
    prop_oneof![8 => beside, 1 => later, 1 => nested]
}

/// The name of a record's field, or another name.
fn field() -> impl Strategy<Value = String> {
    let others =
        ["id", "status", "points", "awardedAt", "history", "__proto__", "constructor", "seenBy"];
    let names = Referral::TEXTS.iter().copied().chain(others);
    prop::sample::select(names.map(str::to_owned).collect::<Vec<_>>())
}

/// Any JSON value, not too deep.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![any::<i64>(), -2..3i64].prop_map(Value::from),
        prop_oneof![any::<u64>(), 8_639_999_999_999_999..=8_640_000_000_000_001u64]
            .prop_map(Value::from),
        (-1.0e9..1.0e9).prop_map(Value::from),
        prop_oneof![any::<String>(), "[a-z]{0,3}"].prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let object = prop::collection::btree_map(field(), inner.clone(), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            object.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A JSON array of entries, with white space around them.
pub(crate) fn list_of(entries: &[Value], space: &str) -> String {
    let entries: Vec<_> = entries.iter().map(|entry| format!("{space}{entry}{space}")).collect();
    format!("[{}]", entries.join(","))
}
