//! Imports, and what they refuse.

use std::time::{Duration, Instant};

use domain::import::Import;
use domain::limits::IMPORT_MAX_BYTES;
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey, encode_referral};

use crate::support::{
    ASHA, BILAL, admin, at, award, codes, keys, member, points, programme, refer,
};

#[test]
fn an_import_counts_new_changed_known_and_refused_records() {
    let mut here = programme();
    let mut there = here.clone();
    let known = keys(&here);
    award(&mut there, &known[0], "5", at(20));
    award(&mut here, &known[1], "7", at(21));
    refer(&mut there, &member(BILAL), "New", at(30));
    let export = there.export(&admin(), at(40)).replace(r#""status":"Pending""#, r#""status":7"#);

    let before = here.clone();
    let import = here.import(&admin(), &export).value().unwrap();
    // The two that are Pending there cannot be read any more.
    let awarded = Import { awards: 1, points_more: 5, ..Import::default() };
    assert_eq!(import, Import { changed: 1, same: 2, unreadable: 3, ..awarded });
    assert_eq!(points(&here, &known[0]), 5, "the later edit came in");
    assert_eq!(points(&here, &known[1]), 7, "an older copy undid nothing");
    assert_eq!(here.referrals().len(), before.referrals().len());
    assert_eq!(here.text(StorageKey::Quarantine), None, "what cannot be read stays in the file");

    let import = here.import(&admin(), &there.export(&admin(), at(40))).value().unwrap();
    assert_eq!(import, Import { new: 1, same: 5, ..Import::default() });
}

/// Whoever wrote the file may have called any text an older copy.
#[test]
fn an_older_copy_changes_only_a_record_that_is_counted() {
    let mut there = programme();
    let known = keys(&there);
    award(&mut there, &known[0], "9000", at(20));
    let awarded = encode_referral(there.case(&known[0]).unwrap());
    let copy = serde_json::json!([{ "from": "replaced", "text": awarded }]);
    let with_copy = |ledger: &Ledger| {
        let export = ledger.export(&admin(), at(40));
        export.replace(r#""unreadableRecords": []"#, &format!(r#""unreadableRecords": {copy}"#))
    };

    // Without its record.
    let mut here = programme();
    let import = here.import(&admin(), &with_copy(&Ledger::new())).value().unwrap();
    assert_eq!(import, Import { ignored: 1, ..Import::default() });
    assert_eq!(here, programme());

    // It does not wait for its record either.
    let mut here = Ledger::new();
    here.import(&admin(), &with_copy(&Ledger::new())).value().unwrap();
    let import = here.import(&admin(), &programme().export(&admin(), at(40))).value().unwrap();
    assert_eq!((import.new, points(&here, &known[0])), (5, 0));

    // With its record.
    let mut here = programme();
    let import = here.import(&admin(), &with_copy(&programme())).value().unwrap();
    let awarded = Import { awards: 1, points_more: 9000, ..Import::default() };
    assert_eq!(import, Import { changed: 1, same: 4, ignored: 1, ..awarded });
    assert_eq!(points(&here, &known[0]), 9000);
}

#[test]
fn a_file_that_is_not_an_export_is_refused() {
    let known = RejectionCode::NotAnExport;
    let export = |version: &str| {
        format!(
            r#"{{"format":"referral-programme","version":{version},"registeredUsers":[],"allReferrals":[],"unreadableRecords":[]}}"#
        )
    };
    for (text, code) in [
        (String::new(), known),
        ("[]".to_owned(), known),
        ("{}".to_owned(), known),
        ("{\"format\":1}".to_owned(), known),
        (export("1").replace("programme", "list"), known),
        (export("1").replace("allReferrals", "all"), known),
        (export("1").replace("registeredUsers", "users"), known),
        (export("1").replace("unreadableRecords", "quarantine"), known),
        (export("\"1\""), RejectionCode::ExportUnknown),
        (export("1") + "x", known),
        (export("0"), RejectionCode::ExportUnknown),
        (export("2"), RejectionCode::ExportUnknown),
        (" ".repeat(IMPORT_MAX_BYTES) + "{", RejectionCode::ImportTooLarge),
    ] {
        let mut ledger = programme();
        let verdict = ledger.import(&admin(), &text);
        assert_eq!(codes(verdict), [code], "{}", &text[..text.len().min(200)]);
        assert_eq!(ledger, programme());
    }
    let marked = format!("\u{feff}{}", export("1"));
    assert!(programme().import(&admin(), &marked).value().is_some());
    let longest = " ".repeat(IMPORT_MAX_BYTES - export("1").len()) + &export("1");
    assert!(programme().import(&admin(), &longest).value().is_some());
}

/// Of what comes and of what changes; a file can take points away as well.
#[test]
fn an_import_says_which_points_it_changes() {
    let mut there = programme();
    let known = keys(&there);
    award(&mut there, &known[0], "5", at(20));
    award(&mut there, &known[1], "7", at(20));
    let mut here = there.clone();
    award(&mut there, &known[0], "2", at(21));
    award(&mut there, &known[1], "8", at(21));
    refer(&mut there, &member(BILAL), "New", at(30));
    let new = keys(&there).remove(3);
    award(&mut there, &new, "100", at(31));
    let import = here.import(&admin(), &there.export(&admin(), at(40))).value().unwrap();
    assert_eq!((import.new, import.changed, import.awards), (1, 2, 3));
    assert_eq!((import.points_more, import.points_less), (101, 3));
    let words = "Referrals with other awards: 3. Points more: 101. Points less: 3.";
    assert!(import.words().ends_with(words), "{}", import.words());
}

#[test]
fn nobody_but_the_admin_imports() {
    let export = programme().export(&admin(), at(9));
    for viewer in [Viewer::Guest, member(ASHA)] {
        let mut ledger = Ledger::new();
        assert_eq!(codes(ledger.import(&viewer, &export)), [RejectionCode::NotAdmin]);
        assert_eq!(ledger, Ledger::new());
    }
}

const SECONDS: Duration = Duration::from_secs(25);

fn record(id: u32, end: &str) -> String {
    format!(
        r#"{{"id":{id},"referrerName":"A","referrerMobile":"{ASHA}","referredName":"B","referredPhone":"5","service":"training","notes":"","date":"1/1/1970","status":"Pending","points":0{end}}}"#
    )
}

/// An older copy of the record with this id, with a field that no version knows.
fn replaced(id: u32) -> String {
    serde_json::json!({ "from": "replaced", "text": record(id, r#","seenBy":1"#) }).to_string()
}

fn list(entry: &dyn Fn(u32) -> String) -> String {
    (1..=30_000).map(entry).collect::<Vec<_>>().join(",")
}

#[test]
fn a_hostile_file_is_imported_within_seconds() {
    let undone = |at| format!(r#"{{"at":{at},"kind":"undone","target":"{at:016x}"}}"#);
    let history = format!(r#","history":[{}]"#, list(&undone));
    let unreadable = |at| format!(r#"{{"from":"replaced","text":"{at}"}}"#);
    for (what, referrals, unreadable, new) in [
        ("a history that undoes itself", record(7, &history), String::new(), 1),
        ("what was replaced before", record(7, ""), list(&unreadable), 1),
        ("a copy of every record", list(&|id| record(id, "")), list(&replaced), 30_000),
    ] {
        let export = format!(
            r#"{{"format":"referral-programme","version":1,"registeredUsers":[],"allReferrals":[{referrals}],"unreadableRecords":[{unreadable}]}}"#
        );
        let started = Instant::now();
        let import = programme().import(&admin(), &export).value().unwrap();
        assert_eq!(import.new, new, "{what}");
        assert!(started.elapsed() < SECONDS, "{what}: {:?}", started.elapsed());
    }
}

#[test]
fn a_copy_of_every_record_is_read_within_seconds() {
    let mut ledger = Ledger::new();
    ledger.read(StorageKey::Referrals, &format!("[{}]", list(&|id| record(id, ""))));
    let started = Instant::now();
    ledger.read(StorageKey::Quarantine, &format!("[{}]", list(&replaced)));
    assert!(started.elapsed() < SECONDS, "{:?}", started.elapsed());
    assert_eq!(ledger.text(StorageKey::Quarantine), None, "each was merged into its record");
}
