//! Records with histories: points that were saved several times and in two tabs at once, additions of
//! a later version, and a member who has erased their data.

use domain::history::event_id;
use domain::import::Import;
use domain::limits::POINTS_MAX;
use ledger::Ledger;

use super::{admin, at, read, written};

const STORED: [&str; 3] = [
    include_str!("records/history.registeredUsers.json"),
    include_str!("records/history.allReferrals.json"),
    include_str!("records/history.unreadableRecords.json"),
];
const EXPORT: &str = include_str!("records/history.export-admin.json");

/// The referrals, newest first: the key, the name, and the ids of the events.
const KEYS_AND_IDS: [(&str, &str, &[&str]); 5] = [
    (
        "000001a1ee565e32db1cd5946cfc15db",
        "Corrected",
        &["bd40cba15ab5123a", "7e473b1bce20293c", "11b8628337cc35cc"],
    ),
    (
        "000001a1ee565e28764ec8b5430ea0d4",
        "Saved in two tabs at once",
        &["1dfd93231d88178b", "11cb5108df4ba8bc"],
    ),
    (
        "000001a1ee565e1e9a35d88496754ad8",
        "Saved three times",
        &["c1de719edb5c12cd", "dbb38b40de8e06ee", "81d6a2c8547be27c"],
    ),
    ("000001a1ee565e141f66d05a7528ce98", "Saved once", &["242aa1f003212e34"]),
    ("000001a1ee565e0a6261c37ad9e6b4db", "Never looked at", &[]),
];

#[test]
fn histories_are_written_as_they_were_read() {
    let ledger = read(STORED);
    assert_eq!(written(&ledger), STORED);
    assert_eq!(ledger.export(&admin(), at(1_795_000_000_300)), EXPORT);
}

#[test]
fn records_keep_their_keys_and_events_their_ids() {
    let ledger = read(STORED);
    let views: Vec<_> = ledger.visible(&admin()).collect();
    assert_eq!(views.len(), KEYS_AND_IDS.len());
    for (view, (key, shown, events)) in views.iter().zip(KEYS_AND_IDS) {
        assert_eq!((view.key.as_str(), view.referral.referred_name.as_str()), (key, shown));
        let history = ledger.case(key).unwrap().history();
        assert_eq!(history.texts().map(event_id).collect::<Vec<_>>(), events, "{shown}");
    }
}

#[test]
fn an_export_with_histories_is_imported_twice_without_change() {
    let mut fresh = Ledger::new();
    let import = fresh.import(&admin(), EXPORT).value().unwrap();
    let points = Import { awards: 4, points_more: POINTS_MAX, ..Import::default() };
    assert_eq!(import, Import { new: 7, unreadable: 1, ignored: 2, ..points });
    assert_eq!(written(&fresh)[..2], STORED[..2]);
    let import = fresh.import(&admin(), EXPORT).value().unwrap();
    assert_eq!(import, Import { same: 7, unreadable: 1, ignored: 2, ..Import::default() });
}

#[test]
fn points_come_after_all_earlier_events() {
    for (key, shown, events) in KEYS_AND_IDS {
        let mut ledger = read(STORED);
        // The clock is earlier than all events.
        ledger.save_points(key, "9", &admin(), at(1)).value().unwrap();
        ledger.merge(read(STORED));
        let case = ledger.case(key).unwrap();
        assert_eq!(case.referral().points.get(), 9, "{shown}");
        let history = case.history();
        let ids: Vec<_> = history.texts().map(event_id).collect();
        assert_eq!(ids[..ids.len() - 1], *events, "{shown}");
    }
}
