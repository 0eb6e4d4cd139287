//! Exports: as JSON, and for spreadsheets.

use domain::ledger::{Import, Ledger, StorageKey};
use domain::referral::Referral;
use domain::viewer::Viewer;
use serde_json::{Value, json};

use crate::support::{ASHA, admin, at, member, programme, refer};

#[test]
fn the_admin_exports_everything_and_importing_it_gives_the_same_ledger() {
    let mut ledger = programme();
    ledger.read(StorageKey::Referrals, r#"[{"half":1},{"id":1,"more":"than is known"}]"#);
    let export = ledger.export(&admin(), at(9));
    let read: Value = serde_json::from_str(&export).unwrap();
    assert_eq!(read["format"], "referral-programme");
    assert_eq!((&read["version"], &read["exportedAt"]), (&json!(1), &json!(9)));
    assert_eq!(read["registeredUsers"].as_array().unwrap().len(), 2);
    assert_eq!(read["allReferrals"].as_array().unwrap().len(), 3);
    assert_eq!(read["unreadableRecords"].as_array().unwrap().len(), 2);

    let mut elsewhere = Ledger::new();
    let import = elsewhere.import(&admin(), &export).value().unwrap();
    assert_eq!(import, Import { new: 5, unreadable: 2, ..Import::default() });
    assert_eq!(elsewhere, ledger);
}

#[test]
fn a_member_exports_their_own_records_and_a_guest_none() {
    let read: Value = serde_json::from_str(&programme().export(&member(ASHA), at(9))).unwrap();
    assert_eq!(read["registeredUsers"], json!([{ "mobileNumber": ASHA, "name": "User3210" }]));
    let own = read["allReferrals"].as_array().unwrap();
    assert_eq!(own.len(), 2);
    assert!(own.iter().all(|referral| referral["referrerMobile"] == ASHA));
    assert_eq!(read["unreadableRecords"], json!([]));

    let read: Value = serde_json::from_str(&programme().export(&Viewer::Guest, at(9))).unwrap();
    assert_eq!((&read["registeredUsers"], &read["allReferrals"]), (&json!([]), &json!([])));
}

#[test]
fn a_spreadsheet_gets_the_viewers_list_newest_first() {
    let csv = programme().csv(&member(ASHA));
    let lines: Vec<_> = csv.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "\u{feff}\"Date\",\"Referred person\",\"Phone\",\"Service\",\"Status\",\"Points\",\
         \"Referred by\",\"Referrer's number\",\"Notes\",\"Submitted at (ms since 1970)\""
    );
    assert_eq!(
        lines[1],
        "\"1/1/1970\",\"Second\",\"5550101\",\"Training\",\"Pending\",\"0\",\"User3210\",\
         \"9876543210\",\"\",\"11\""
    );
    assert_eq!(lines[2].split(',').nth(1), Some("\"First\""));
    assert_eq!(lines[3..], [""]);
    assert_eq!(programme().csv(&admin()).lines().count(), 4);
    assert_eq!(programme().csv(&Viewer::Guest).lines().count(), 1);
}

#[test]
fn no_csv_cell_is_a_formula_or_ends_early() {
    for begin in ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"] {
        let mut ledger = Ledger::new();
        // A form trims white space; another program does not.
        let referral = refer(&mut programme(), &Viewer::Guest, "Name", at(50));
        let notes = format!("{begin}1+\"1\"\n,x");
        let stored = serde_json::to_string(&[Referral { notes, ..referral }]).unwrap();
        ledger.read(StorageKey::Referrals, &stored);
        let csv = ledger.csv(&admin());
        let cell = format!("\"'{begin}1+\"\"1\"\"\n,x\"");
        assert!(csv.contains(&cell), "{begin:?}: {csv}");
    }
    let plain = refer(&mut Ledger::new(), &Viewer::Guest, "A=1", at(50));
    let mut ledger = Ledger::new();
    ledger.read(StorageKey::Referrals, &serde_json::to_string(&[plain]).unwrap());
    assert!(ledger.csv(&admin()).contains("\"A=1\""));
}
