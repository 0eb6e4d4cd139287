//! Stored texts: nothing is lost, whatever they contain.

use std::collections::BTreeSet;

use domain::account::User;
use fuzz::stored::{self, List, Records};
use ledger::{Ledger, StorageKey, decode_user, encode_user};
use proptest::prelude::*;
use serde_json::Value;

use crate::strategies::{account_entry, any_json, beside_entry, entry, list_of};
use crate::{config, samples};

/// A ledger that has read the texts that another one wrote.
fn reread(ledger: &Ledger) -> Ledger {
    let mut read = Ledger::new();
    read.read(StorageKey::Accounts, &ledger.text(StorageKey::Accounts).unwrap());
    read.read(StorageKey::Referrals, &ledger.text(StorageKey::Referrals).unwrap());
    read.read(StorageKey::Quarantine, &ledger.text(StorageKey::Quarantine).unwrap_or_default());
    read
}

fn absorbed(text: &str) -> Ledger {
    let mut ledger = Ledger::new();
    ledger.read(StorageKey::Accounts, text);
    ledger.read(StorageKey::Referrals, text);
    ledger.read(StorageKey::Quarantine, text);
    ledger
}

pub(crate) fn texts() -> impl Strategy<Value = String> {
    let referrals = prop::collection::vec(entry(), 0..8);
    let accounts = prop::collection::vec(account_entry(), 0..8);
    let beside = prop::collection::vec(beside_entry(), 0..6);
    prop_oneof![
        any::<String>(),
        "[\\[\\]{}\",:0-9a-z\\\\ \n]{0,40}",
        any_json().prop_map(|json| json.to_string()),
        (referrals, "[ \n\t]{0,2}").prop_map(|(entries, space)| list_of(&entries, &space)),
        (accounts, "[ \n\t]{0,2}").prop_map(|(entries, space)| list_of(&entries, &space)),
        (beside, "[ \n\t]{0,2}").prop_map(|(entries, space)| list_of(&entries, &space)),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_accepted_and_written_records_are_read_back_unchanged(text in texts()) {
        let ledger = absorbed(&text);
        let read = reread(&ledger);
        prop_assert_eq!(&read, &ledger);
        prop_assert_eq!(read.text(StorageKey::Referrals).unwrap(), ledger.text(StorageKey::Referrals).unwrap());
        prop_assert_eq!(read.text(StorageKey::Accounts).unwrap(), ledger.text(StorageKey::Accounts).unwrap());
        prop_assert_eq!(read.text(StorageKey::Quarantine), ledger.text(StorageKey::Quarantine));
    }

    /// Nothing is lost, nothing is invented, and erased records stay erased, in whatever order
    /// lists, quarantines and other texts are read.
    #[test]
    fn records_are_read_as_the_second_implementation_reads_them(
        read in prop::collection::vec((prop::sample::select(List::ALL.to_vec()), texts()), 0..6),
    ) {
        let mut ledger = Ledger::new();
        for (list, text) in &read {
            list.read_into(&mut ledger, text);
        }
        prop_assert_eq!(Records::written_by(&ledger), Records::expected_from(&read));
        let unreadable = Records::written_by(&ledger).unreadable();
        prop_assert_eq!(ledger.warning().is_some(), unreadable > 0);
    }

    #[test]
    fn a_text_that_is_not_a_list_is_quarantined_whole(text in texts()) {
        let is_list = stored::elements(&text).is_some();
        prop_assume!(!is_list && !text.is_empty());
        let kept = Records::written_by(&absorbed(&text));
        for (list, readable) in [
            ("accounts", stored::account(&text).is_some()),
            ("referrals", stored::referral(&text).is_some()),
            ("quarantine", false),
        ] {
            let whole = if readable { vec![] } else { vec![text.as_str()] };
            prop_assert_eq!(kept.from(list), BTreeSet::from_iter(whole));
        }
    }

    #[test]
    fn every_entry_of_a_list_is_read_or_quarantined(
        entries in prop::collection::vec(entry(), 0..10),
        space in "[ \n\t\r]{0,2}",
    ) {
        let mut ledger = Ledger::new();
        ledger.read(StorageKey::Referrals, &list_of(&entries, &space));
        let kept = Records::written_by(&ledger);
        let texts: Vec<_> = entries.iter().map(ToString::to_string).collect();
        let read = |text: &&String| stored::referral(text).is_some();
        let (readable, unreadable): (Vec<_>, Vec<_>) = texts.iter().partition(read);
        prop_assert_eq!(kept.from("referrals"), unreadable.iter().map(|it| it.as_str()).collect());
        let replaced = kept.from("replaced");
        let written = || kept.referrals.iter().map(String::as_str);
        let again = |texts: Vec<&str>| texts.into_iter().filter_map(stored::referral).collect::<Vec<_>>();
        for copy in readable.iter().filter_map(|text| stored::referral(text)) {
            let listed = again(written().collect());
            prop_assert!(listed.iter().any(|it| copy.events_are_in(it)), "{:?} is lost", copy);
            let all = again(written().chain(replaced.iter().copied()).collect());
            prop_assert!(all.iter().any(|it| copy.unknown_fields_are_in(it)), "{:?} is lost", copy);
        }
    }

    #[test]
    fn every_registered_user_is_read_or_quarantined(
        entries in prop::collection::vec(account_entry(), 0..10),
    ) {
        let mut ledger = Ledger::new();
        ledger.read(StorageKey::Accounts, &list_of(&entries, ""));
        let texts: Vec<_> = entries.iter().map(ToString::to_string).collect();
        let read = |text: &String| stored::account(text).map(|(user, ..)| user);
        let unreadable = texts.iter().filter(|text| read(text).is_none());
        let kept = Records::written_by(&ledger);
        prop_assert_eq!(kept.from("accounts"), unreadable.map(String::as_str).collect());
        let expected: BTreeSet<_> = texts.iter().filter_map(read).map(number).collect();
        let registered: Vec<_> = ledger.accounts().cloned().map(number).collect();
        prop_assert_eq!(registered, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_truncated_list_is_quarantined(
        entries in prop::collection::vec(entry(), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let list = list_of(&entries, "");
        let mut end = cut.index(list.len() - 1) + 1;
        while !list.is_char_boundary(end) {
            end -= 1;
        }
        let mut ledger = Ledger::new();
        ledger.read(StorageKey::Referrals, &list[..end]);
        prop_assert_eq!(ledger.referrals().len(), 0);
        let kept = Records::written_by(&ledger);
        prop_assert_eq!(kept.from("referrals"), BTreeSet::from([&list[..end]]));
    }

    /// Exactly, because an unreadable login makes the visitor log in again.
    #[test]
    fn a_stored_user_is_read_or_refused_and_written_as_it_was_read(
        text in prop_oneof![texts(), account_entry().prop_map(|entry| entry.to_string())],
    ) {
        let expected = serde_json::from_str::<Value>(&text).is_ok_and(|entry| is_account(&entry));
        let user = decode_user(&text);
        prop_assert_eq!(user.is_some(), expected);
        if let Some(user) = user {
            prop_assert_eq!(decode_user(&encode_user(&user)), Some(user));
        }
    }
}

#[test]
fn generated_texts_fill_every_list() {
    let kept: Vec<_> = samples(prop::collection::vec(texts(), 6..7))
        .map(|texts| {
            Records::expected_from(
                &texts.into_iter().map(|it| (List::Quarantine, it)).collect::<Vec<_>>(),
            )
        })
        .collect();
    let with = |source: &str| kept.iter().filter(|kept| !kept.from(source).is_empty()).count();
    for source in ["accounts", "referrals", "quarantine", "replaced", "erased", "erased-account"] {
        assert!(with(source) > 40, "{source}: {}", with(source));
    }
    assert!(kept.iter().filter(|kept| !kept.unknown.is_empty()).count() > 40);
    assert!(kept.iter().filter(|kept| !kept.referrals.is_empty()).count() > 40);
}

/// Whether an entry of the list of users has the types of the specification's section 3.
fn is_account(entry: &Value) -> bool {
    let number = entry["mobileNumber"].as_str();
    let since = &entry["registeredAt"];
    entry["name"].is_string()
        && (since.is_null() || since.as_u64().is_some_and(|at| at <= 8_640_000_000_000_000))
        && number.is_some_and(|number| {
            (10..=15).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit())
        })
}

fn number(user: User) -> String {
    user.mobile_number.into()
}
