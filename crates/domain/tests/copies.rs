//! Copies of the records outside the browser: exports, imports, and what its owner has erased.

#![cfg(test)]

use domain::account::{EntryMode, Policy, User};
use domain::ledger::{Import, Ledger};
use domain::limits::IMPORT_MAX_BYTES;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use domain::viewer::Viewer;
use serde_json::{Value, json};

const ASHA: &str = "9876543210";
const BILAL: &str = "9876543211";

#[test]
fn the_admins_export_holds_all_and_imports_to_the_same_ledger() {
    let mut ledger = programme();
    ledger.absorb_referrals(r#"[{"half":1},{"id":1,"more":"than is known"}]"#);
    let export = ledger.export(&admin(), at(9));
    let read: Value = serde_json::from_str(&export).unwrap();
    assert_eq!(read["format"], "referral-programme");
    assert_eq!((&read["version"], &read["exportedAt"]), (&json!(1), &json!(9)));
    assert_eq!(read["registeredUsers"].as_array().unwrap().len(), 2);
    assert_eq!(read["allReferrals"].as_array().unwrap().len(), 3);
    assert_eq!(read["unreadableRecords"].as_array().unwrap().len(), 2);

    let mut elsewhere = Ledger::new();
    let import = elsewhere.import(&admin(), &export).value().unwrap();
    assert_eq!(import, Import { new: 5, ..Import::default() });
    assert_eq!(elsewhere, ledger);
}

#[test]
fn a_members_export_holds_their_own_and_a_guests_nothing() {
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
fn an_import_tells_what_is_new_changed_known_and_refused() {
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
    assert_eq!(import, Import { new: 0, changed: 1, same: 2, refused: 3 });
    assert_eq!(points(&here, &known[0]), 5, "the later edit came in");
    assert_eq!(points(&here, &known[1]), 7, "an older copy undid nothing");
    assert_eq!(here.referrals().len(), before.referrals().len());
    assert_eq!(here.aside_text(), None, "what was refused stays in the file");

    let import = here.import(&admin(), &there.export(&admin(), at(40))).value().unwrap();
    assert_eq!(import, Import { new: 1, changed: 0, same: 5, refused: 0 });
}

#[test]
fn what_is_no_export_is_refused_and_changes_nothing() {
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
        (export("1").replace("unreadableRecords", "aside"), known),
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

#[test]
fn nobody_but_the_admin_imports() {
    let export = programme().export(&admin(), at(9));
    for viewer in [Viewer::Guest, member(ASHA)] {
        let mut ledger = Ledger::new();
        assert_eq!(codes(ledger.import(&viewer, &export)), [RejectionCode::NotAdmin]);
        assert_eq!(ledger, Ledger::new());
    }
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
fn no_cell_is_a_formula_and_none_ends_early() {
    for begin in ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"] {
        let mut ledger = Ledger::new();
        // A form takes the white space off; a meddler does not.
        let referral = refer(&mut programme(), &Viewer::Guest, "Name", at(50));
        let notes = format!("{begin}1+\"1\"\n,x");
        let stored = serde_json::to_string(&[Referral { notes, ..referral }]).unwrap();
        ledger.absorb_referrals(&stored);
        let csv = ledger.csv(&admin());
        let cell = format!("\"'{begin}1+\"\"1\"\"\n,x\"");
        assert!(csv.contains(&cell), "{begin:?}: {csv}");
    }
    let plain = refer(&mut Ledger::new(), &Viewer::Guest, "A=1", at(50));
    let mut ledger = Ledger::new();
    ledger.absorb_referrals(&serde_json::to_string(&[plain]).unwrap());
    assert!(ledger.csv(&admin()).contains("\"A=1\""));
}

#[test]
fn erasing_takes_the_own_account_and_referrals_and_nothing_else() {
    let mut ledger = programme();
    ledger.erase(&member(ASHA), at(30)).value().unwrap();
    assert!(!ledger.is_registered(&number(ASHA)));
    assert!(ledger.is_registered(&number(BILAL)));
    assert_eq!(
        ledger.referrals().map(|it| it.referred_name.as_str()).collect::<Vec<_>>(),
        ["Third"]
    );
    assert_eq!(codes(ledger.erase(&Viewer::Guest, at(30))), [RejectionCode::NotLoggedIn]);
}

#[test]
fn what_was_erased_stays_away_whatever_copy_of_it_comes() {
    let old = programme();
    let mut ledger = old.clone();
    ledger.erase(&member(ASHA), at(30));
    let erased = ledger.clone();

    ledger.absorb_accounts(&old.accounts_text());
    ledger.absorb_referrals(&old.referrals_text());
    ledger.merge(old.clone());
    let import = ledger.import(&admin(), &old.export(&admin(), at(9))).value().unwrap();
    assert_eq!(import, Import { same: 2, refused: 3, ..Import::default() });
    assert_eq!(ledger, erased);

    // A tab that has not heard of it, and hears.
    let mut other = old;
    other.absorb_aside(&erased.aside_text().unwrap());
    assert_eq!(other, erased);
    assert!(!other.aside_text().unwrap().contains(ASHA), "a key tells nobody what it stood for");
}

#[test]
fn copies_that_were_set_aside_are_erased_too_and_what_is_unreadable_stays() {
    let mut ledger = programme();
    let text = ledger.referrals_text();
    ledger.absorb_referrals(&text.replace(r#""notes":"""#, r#""notes":"","seenBy":["Dana"]"#));
    for key in keys(&ledger) {
        award(&mut ledger, &key, "5", at(40));
    }
    ledger.absorb_accounts(r#"[{"mobileNumber":"9876543210","name":"Older","seen":1},7]"#);
    let replaced = |ledger: &Ledger| {
        let aside: Value = serde_json::from_str(&ledger.aside_text().unwrap()).unwrap();
        let items = aside.as_array().unwrap().clone();
        items.iter().filter(|item| item["from"] == "replaced").count()
    };
    assert_eq!(replaced(&ledger), 4);
    ledger.erase(&member(ASHA), at(50));
    assert_eq!(replaced(&ledger), 1);
    assert!(ledger.aside_text().unwrap().contains(r#"{"from":"accounts","text":"7"}"#));
}

#[test]
fn after_an_erasure_the_number_can_be_registered_again_and_stays_so() {
    let old = programme();
    let mut ledger = old.clone();
    ledger.erase(&member(ASHA), at(30));
    // Even where the clock was set back meanwhile.
    let user = ledger.enter(EntryMode::Signup, ASHA, "1234", &policy(), at(5)).value().unwrap();
    assert_eq!(user, User::of(number(ASHA)));
    assert!(ledger.is_registered(&number(ASHA)));
    let stored = ledger.accounts().find(|user| user.mobile_number == number(ASHA)).unwrap();
    assert_eq!(stored.registered_at, Some(at(31)));
    ledger.merge(old);
    ledger.absorb_accounts(&ledger.accounts_text());
    assert!(ledger.is_registered(&number(ASHA)));
    // And erased again, with the clock still behind.
    ledger.erase(&member(ASHA), at(6));
    assert!(!ledger.is_registered(&number(ASHA)));
}

#[test]
fn a_name_for_what_was_erased_is_read_as_it_is_written() {
    let mut ledger = programme();
    ledger.erase(&member(ASHA), at(30));
    let aside = ledger.aside_text().unwrap();
    let items: Vec<Value> = serde_json::from_str(&aside).unwrap();
    let keys = items.iter().filter(|item| item["from"] == "erased");
    for key in keys.map(|item| item["text"].as_str().unwrap()) {
        for other in
            [&key[1..], &key.to_uppercase(), &format!("+{}", &key[1..]), &format!("{key}0")]
        {
            let mut fresh = programme();
            fresh.absorb_aside(&json!([{ "from": "erased", "text": other }]).to_string());
            let digits_only = key.bytes().all(|byte| byte.is_ascii_digit());
            if other != key && !digits_only {
                assert_eq!(fresh.referrals().len(), 3, "{other}");
            }
        }
    }
}

fn programme() -> Ledger {
    let mut ledger = Ledger::new();
    for number in [ASHA, BILAL] {
        ledger.enter(EntryMode::Signup, number, "1234", &policy(), at(1)).value().unwrap();
    }
    refer(&mut ledger, &member(ASHA), "First", at(10));
    refer(&mut ledger, &member(ASHA), "Second", at(11));
    refer(&mut ledger, &member(BILAL), "Third", at(12));
    ledger
}

fn refer(ledger: &mut Ledger, viewer: &Viewer, referred: &str, now: Instant) -> Referral {
    let draft = ReferralDraft {
        referrer_name: "Asha".to_owned(),
        referrer_phone: "5550100".to_owned(),
        referred_name: referred.to_owned(),
        referred_phone: "5550101".to_owned(),
        service: "training".to_owned(),
        notes: String::new(),
    };
    let id = ledger.free_id(now);
    ledger.submit(&draft, viewer, id, "1/1/1970").value().unwrap()
}

/// Oldest first.
fn keys(ledger: &Ledger) -> Vec<String> {
    let mut keys: Vec<_> = ledger.visible(&admin()).map(|view| view.key).collect();
    keys.reverse();
    keys
}

fn award(ledger: &mut Ledger, key: &str, points: &str, now: Instant) {
    ledger.award(&admin(), key, points, now).value().unwrap();
}

fn points(ledger: &Ledger, key: &str) -> u64 {
    ledger.find(key).unwrap().points.get()
}

fn codes<T>(verdict: Verdict<T>) -> Vec<RejectionCode> {
    match verdict {
        Verdict::Accepted { .. } => Vec::new(),
        Verdict::Refused { codes, .. } => codes,
    }
}

fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

fn number(text: &str) -> MobileNumber {
    MobileNumber::parse(text).unwrap()
}

fn policy() -> Policy {
    Policy { admin: number("1000000000"), simulated_code: "1234".to_owned() }
}

fn admin() -> Viewer {
    member("1000000000")
}

fn member(mobile: &str) -> Viewer {
    Viewer::of(Some(User::of(number(mobile))), &policy())
}
