//! Exports: as JSON, and for spreadsheets.

use domain::import::Import;
use domain::referral::Referral;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey, csv};
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

/// What a spreadsheet may take for the start of a formula.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A CSV of one referral with these notes.
fn csv_with(notes: &str) -> String {
    let mut ledger = Ledger::new();
    // A form trims white space; another program does not.
    let referral = refer(&mut programme(), &Viewer::Guest, "Name", at(50));
    let stored = Referral { notes: notes.to_owned(), ..referral };
    ledger.read(StorageKey::Referrals, &serde_json::to_string(&[stored]).unwrap());
    ledger.csv(&admin())
}

#[test]
fn no_csv_cell_is_a_formula_or_ends_early() {
    for begin in FORMULA {
        let csv = csv_with(&format!("{begin}1+\"1\"\n,x"));
        let cell = format!("\"'{begin}1+\"\"1\"\"\n,x\"");
        assert!(csv.contains(&cell), "{begin:?}: {csv}");
    }
    for plain in ["A=1", "2 + 2", "Al-Mansoori", "a@b.example", "", "it's; fine"] {
        assert!(csv_with(plain).contains(&format!("\"{plain}\"")), "{plain}");
    }
}

/// A spreadsheet may separate cells elsewhere, ignore our quotation marks, and trim what it finds.
#[test]
fn no_csv_is_a_formula_wherever_a_spreadsheet_separates() {
    let separators = [",", ";", "\t", "|", "\n", "\r\n", "\r", "\u{b}", "\u{2028}"];
    for separator in separators {
        for between in
            ["", " ", "\"", "'", " \" ", "\u{a0}", "\u{200b}", "\u{feff}", "\"\"\"", "; "]
        {
            for begin in FORMULA {
                let notes = format!("Meera{separator}{between}{begin}HYPERLINK(1)");
                let csv = csv_with(&notes);
                let skipped = |letter: char| {
                    letter.is_whitespace() || matches!(letter, '"' | '\u{200b}' | '\u{feff}')
                };
                for cell in csv.split([',', ';', '\t', '|', '\n', '\r', '\u{b}', '\u{2028}']) {
                    let cell = cell.trim_start_matches(skipped);
                    assert!(!cell.starts_with(FORMULA), "{notes:?}: {cell:?} of {csv:?}");
                }
            }
        }
    }
}

#[test]
fn a_program_gets_every_text_back_from_a_csv() {
    for text in [
        "Meera;=HYPERLINK(1)",
        "'=1",
        "''+1",
        "; '\"-1",
        "\t=1",
        "\r\n@x",
        "it's\n- one\n- two\n\n'three'",
        "+91 98765 43210, +974 5555 1234",
        "\"=1\"",
    ] {
        let cell = csv::cell(text);
        let inner = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap();
        assert_eq!(without_apostrophes(&inner.replace("\"\"", "\"")), text, "{cell}");
    }
}

/// As a program would do it: an apostrophe goes if a formula would begin after it.
fn without_apostrophes(cell: &str) -> String {
    let mut text = String::new();
    let mut may_begin = true;
    let letters: Vec<char> = cell.chars().collect();
    for (place, &letter) in letters.iter().enumerate() {
        let next = letters.get(place + 1);
        let is_first = place == 0 && next.is_some_and(|next| ['\t', '\r'].contains(next));
        let begins = next.is_some_and(|next| FORMULA.contains(next) && !next.is_whitespace());
        if letter == '\'' && (is_first || may_begin && begins) {
            continue;
        }
        may_begin = [',', ';', '|', '\t', '\n', '\r'].contains(&letter)
            || may_begin && (letter.is_whitespace() || ['"', '\''].contains(&letter));
        text.push(letter);
    }
    text
}
