//! Erased records, and everything that could bring them back.

use domain::account::{LoginMode, User};
use domain::import::Import;
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};
use serde_json::{Value, json};

use crate::support::{ASHA, BILAL, admin, at, codes, member, number, policy, programme};

#[test]
fn erasing_removes_the_own_account_and_referrals_and_nothing_else() {
    let mut ledger = programme();
    ledger.erase(&member(ASHA), at(30)).value().unwrap();
    assert!(ledger.account(&number(ASHA)).is_none());
    assert!(ledger.account(&number(BILAL)).is_some());
    assert_eq!(
        ledger.referrals().map(|it| it.referred_name.as_str()).collect::<Vec<_>>(),
        ["Third"]
    );
    assert_eq!(codes(ledger.erase(&Viewer::Guest, at(30))), [RejectionCode::NotLoggedIn]);
}

#[test]
fn erased_records_stay_erased_whatever_copy_is_merged() {
    let old = programme();
    let mut ledger = old.clone();
    ledger.erase(&member(ASHA), at(30));
    let erased = ledger.clone();

    ledger.read(StorageKey::Accounts, &old.text(StorageKey::Accounts).unwrap());
    ledger.read(StorageKey::Referrals, &old.text(StorageKey::Referrals).unwrap());
    ledger.merge(old.clone());
    let import = ledger.import(&admin(), &old.export(&admin(), at(9))).value().unwrap();
    assert_eq!(import, Import { same: 2, refused: 3, ..Import::default() });
    assert_eq!(ledger, erased);

    // A tab that does not know of the erasure yet, and then learns of it.
    let mut other = old;
    other.read(StorageKey::Quarantine, &erased.text(StorageKey::Quarantine).unwrap());
    assert_eq!(other, erased);
    assert!(
        !other.text(StorageKey::Quarantine).unwrap().contains(ASHA),
        "a key tells nobody what it stood for"
    );
}

#[test]
fn erased_accounts_without_referrals_and_referrals_without_accounts_stay_erased() {
    let signed_up = |number| {
        let mut ledger = Ledger::new();
        ledger.log_in(LoginMode::Signup, number, "1234", &policy(), at(1)).value().unwrap();
        ledger
    };
    let mut ledger = signed_up(ASHA);
    ledger.erase(&member(ASHA), at(30));
    ledger.read(StorageKey::Accounts, &signed_up(ASHA).text(StorageKey::Accounts).unwrap());
    assert!(ledger.account(&number(ASHA)).is_none());

    let erased = programme().text(StorageKey::Referrals).unwrap();
    let mut whole = programme();
    whole.erase(&member(BILAL), at(30));
    let keys: Vec<Value> =
        serde_json::from_str(&whole.text(StorageKey::Quarantine).unwrap()).unwrap();
    let only_referrals: Vec<_> = keys.iter().filter(|item| item["from"] == "erased").collect();
    let mut ledger = Ledger::new();
    ledger.read(StorageKey::Quarantine, &json!(only_referrals).to_string());
    ledger.read(StorageKey::Referrals, &erased);
    assert_eq!(ledger.referrals().len(), 2);
}

#[test]
fn copies_in_quarantine_are_erased_too_and_what_is_unreadable_stays() {
    let mut ledger = programme();
    let text = ledger.text(StorageKey::Referrals).unwrap();
    for seen_by in ["Dana", "Zoe"] {
        let field = format!(r#""notes":"","seenBy":["{seen_by}"]"#);
        ledger.read(StorageKey::Referrals, &text.replace(r#""notes":"""#, &field));
    }
    ledger
        .read(StorageKey::Accounts, r#"[{"mobileNumber":"9876543210","name":"Older","seen":1},7]"#);
    let replaced = |ledger: &Ledger| {
        let quarantine: Value =
            serde_json::from_str(&ledger.text(StorageKey::Quarantine).unwrap()).unwrap();
        let items = quarantine.as_array().unwrap().clone();
        items.iter().filter(|item| item["from"] == "replaced").count()
    };
    assert_eq!(replaced(&ledger), 4);
    ledger.erase(&member(ASHA), at(50));
    assert_eq!(replaced(&ledger), 1);
    assert!(
        ledger.text(StorageKey::Quarantine).unwrap().contains(r#"{"from":"accounts","text":"7"}"#)
    );
}

#[test]
fn after_an_erasure_the_number_can_be_registered_again_and_stays_so() {
    let old = programme();
    let mut ledger = old.clone();
    ledger.erase(&member(ASHA), at(30));
    // Even if the clock was set back in the meantime.
    let user = ledger.log_in(LoginMode::Signup, ASHA, "1234", &policy(), at(5)).value().unwrap();
    assert_eq!(user, User::of(number(ASHA)));
    assert!(ledger.account(&number(ASHA)).is_some());
    let stored = ledger.accounts().find(|user| user.mobile_number == number(ASHA)).unwrap();
    assert_eq!(stored.registered_at, Some(at(31)));
    ledger.merge(old);
    ledger.read(StorageKey::Accounts, &ledger.text(StorageKey::Accounts).unwrap());
    assert!(ledger.account(&number(ASHA)).is_some());
    // And erased again while the clock is still behind.
    ledger.erase(&member(ASHA), at(6));
    assert!(ledger.account(&number(ASHA)).is_none());
}

#[test]
fn an_erasure_name_is_parsed_as_it_is_written() {
    let mut ledger = programme();
    ledger.erase(&member(ASHA), at(30));
    let quarantine = ledger.text(StorageKey::Quarantine).unwrap();
    let items: Vec<Value> = serde_json::from_str(&quarantine).unwrap();
    let keys = items.iter().filter(|item| item["from"] == "erased");
    for key in keys.map(|item| item["text"].as_str().unwrap()) {
        let others =
            [key[1..].to_owned(), key.to_uppercase(), format!("+{}", &key[1..]), format!("{key}0")];
        for other in others.iter().filter(|other| *other != key) {
            let mut fresh = programme();
            fresh.read(
                StorageKey::Quarantine,
                &json!([{ "from": "erased", "text": other }]).to_string(),
            );
            assert_eq!(fresh.referrals().len(), 3, "{other}");
        }
    }
}
