//! Stored texts and exports keep their form, records their keys, and events their ids. The texts in
//! `records` hold records of every kind. A change of a key would lose every erasure and every link
//! between two copies of a record.
//!
//! Two members erased their data between the texts `before.…` and the others, and one of them signed
//! up again.

#![cfg(test)]

mod histories;

use domain::account::{Policy, User};
use domain::case::Case;
use domain::import::Import;
use domain::limits::{KEY_ACCOUNTS, KEY_QUARANTINE, KEY_REFERRALS, KEY_USER, POINTS_MAX};
use domain::mobile::MobileNumber;
use domain::referral::{Instant, ReferralDraft};
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey, decode_user, encode_user};

const BEFORE: [&str; 3] = [
    include_str!("records/before.registeredUsers.json"),
    include_str!("records/before.allReferrals.json"),
    include_str!("records/before.unreadableRecords.json"),
];
const AFTER: [&str; 3] = [
    include_str!("records/registeredUsers.json"),
    include_str!("records/allReferrals.json"),
    include_str!("records/unreadableRecords.json"),
];
const USER: &str = include_str!("records/loggedInUser.json");
const EXPORT: &str = include_str!("records/export-admin.json");
const MEMBERS_EXPORT: &str = include_str!("records/export-member.json");
const SPREADSHEET: &str = include_str!("records/export.csv");

/// The referrals after the erasures, newest first.
const KEYS: [(&str, &str); 6] = [
    ("0000019aa4254fa0da495ad15424c082", "Old status"),
    ("0000019aa423c90110d4fef7a4a874c0", "Rita"),
    ("0000019aa423c9006353c81fa4a9297f", "Rita"),
    ("0000019aa41f3520e2f085b7b33449d4", "अशा"),
    ("0000019aa41dae8151539b2faee583d6", "Zoë \"Z\" Müller"),
    ("0000019aa41dae80e81db2c1c11c8b18", "Binu Thomas"),
];

fn read([accounts, referrals, quarantine]: [&str; 3]) -> Ledger {
    let mut ledger = Ledger::new();
    ledger.read(StorageKey::Accounts, accounts);
    ledger.read(StorageKey::Referrals, referrals);
    ledger.read(StorageKey::Quarantine, quarantine);
    ledger
}

fn written(ledger: &Ledger) -> [String; 3] {
    let quarantine = ledger.text(StorageKey::Quarantine).unwrap_or_default();
    [
        ledger.text(StorageKey::Accounts).unwrap(),
        ledger.text(StorageKey::Referrals).unwrap(),
        quarantine,
    ]
}

fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

fn viewer(mobile: &str) -> Viewer {
    Viewer::of(Some(User::of(MobileNumber::parse(mobile).unwrap())), &policy())
}

fn admin() -> Viewer {
    viewer("1000000000")
}

fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

#[test]
fn the_storage_keys_are_unchanged() {
    assert_eq!(
        [KEY_USER, KEY_ACCOUNTS, KEY_REFERRALS, KEY_QUARANTINE],
        ["loggedInUser", "registeredUsers", "allReferrals", "unreadableRecords"]
    );
}

#[test]
fn records_are_written_as_they_were_read() {
    assert_eq!(written(&read(AFTER)), AFTER);
    // A replaced text is merged back: it has a field that nobody knew.
    let [accounts, referrals, quarantine] = written(&read(BEFORE));
    let given_back = r#","seenBy":["Dana"]"#;
    assert_eq!(referrals.matches(given_back).count(), 1);
    assert_eq!([accounts, referrals.replace(given_back, "")], BEFORE[..2]);
    assert!(BEFORE[2].contains("Dana") && !quarantine.contains("Dana"));
    assert_eq!(encode_user(&decode_user(USER).unwrap()), USER);
}

/// A retry is recognised by the form's JSON.
#[test]
fn a_form_keeps_its_json() {
    let sent = r#"{"referrerName":"","referrerPhone":"","referredName":"Binu","referredPhone":"5","service":"training","notes":""}"#;
    let draft: ReferralDraft = serde_json::from_str(sent).unwrap();
    assert_eq!(serde_json::to_string(&draft).unwrap(), sent);
}

#[test]
fn records_keep_their_keys() {
    let ledger = read(AFTER);
    let views: Vec<_> = ledger.visible(&admin()).collect();
    let names = views.iter().map(|it| (it.key.as_str(), it.referral.referred_name.as_str()));
    assert_eq!(names.collect::<Vec<_>>(), KEYS);
    for (view, (key, _)) in views.iter().zip(KEYS) {
        assert_eq!(ledger.case(key).map(Case::referral), Some(&view.referral));
    }
}

#[test]
fn erasures_hold_in_any_order_of_copies() {
    let mut ledger = read(AFTER);
    let [accounts, referrals, quarantine] = BEFORE;
    ledger.read(StorageKey::Referrals, referrals);
    ledger.read(StorageKey::Accounts, accounts);
    assert_eq!(written(&ledger)[..2], AFTER[..2]);
    ledger.read(StorageKey::Quarantine, quarantine);
    let mut merged = read(BEFORE);
    merged.merge(read(AFTER));
    assert_eq!(merged, ledger);
    assert_eq!(written(&ledger)[..2], AFTER[..2]);
    // One of the two who erased their data has an account again.
    assert!(ledger.account(&MobileNumber::parse("9876543210").unwrap()).is_some());
    assert!(ledger.account(&MobileNumber::parse("97455551234").unwrap()).is_none());
}

#[test]
fn erasing_gives_the_same_keys() {
    let [accounts, referrals, _] = BEFORE;
    let mut ledger = read([accounts, referrals, ""]);
    ledger.erase(&viewer("9876543210"), at(1_763_800_000_000)).value().unwrap();
    let quarantine = ledger.text(StorageKey::Quarantine).unwrap();
    for name in ["0000019aa42242609a60aee3d003a151", "6243e65e2dfb54510000019aaaac2600"] {
        assert!(quarantine.contains(name) && AFTER[2].contains(name), "{name}");
    }
}

#[test]
fn an_export_is_imported_and_exported_unchanged() {
    let now = at(1_764_000_000_000);
    let ledger = read(AFTER);
    assert_eq!(ledger.export(&admin(), now), EXPORT);
    assert_eq!(ledger.export(&viewer("919840012345"), now), MEMBERS_EXPORT);
    // Columns that came later are at the end.
    let sheet = ledger.csv(&admin());
    assert_eq!(sheet.lines().count(), SPREADSHEET.lines().count());
    for (line, known) in sheet.lines().zip(SPREADSHEET.lines()) {
        assert!(line.starts_with(known), "{line}");
    }

    let mut fresh = Ledger::new();
    let import = fresh.import(&admin(), EXPORT).value().unwrap();
    let points = Import { awards: 2, points_more: POINTS_MAX, ..Import::default() };
    assert_eq!(import, Import { new: 9, unreadable: 3, ignored: 5, ..points });
    assert_eq!(written(&fresh)[..2], AFTER[..2]);
    let mut known = ledger.clone();
    let import = known.import(&admin(), EXPORT).value().unwrap();
    assert_eq!(import, Import { same: 9, unreadable: 3, ignored: 5, ..Import::default() });
    assert_eq!(known, ledger);
}

#[test]
fn points_are_saved_for_a_record_without_a_history() {
    let mut ledger = read(AFTER);
    let (key, _) = KEYS[3];
    ledger.save_points(key, "9", &admin(), at(1_765_000_000_000)).value().unwrap();
    ledger.merge(read(AFTER));
    assert_eq!(ledger.case(key).map(Case::referral).unwrap().points.get(), 9);
    assert_eq!(ledger.referrals().len(), KEYS.len());
}
