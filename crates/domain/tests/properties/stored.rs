//! Stored texts: whatever they hold, nothing of it is lost.

use std::collections::BTreeSet;

use domain::ledger::{Ledger, decode_user, encode_user};
use domain::limits::{INSTANT_MAX_MS, POINTS_MAX};
use proptest::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::config;
use crate::strategies::{account_entry, any_json, entry, list_of};

/// Whether an entry of the referrals list can be read, by the specification's section 3.
fn is_referral(entry: &Value) -> bool {
    let is_text = |field: &str| entry[field].is_string();
    let is_up_to = |field: &str, most: u64| entry[field].as_u64().is_some_and(|n| n <= most);
    entry.is_object()
        && is_up_to("id", INSTANT_MAX_MS)
        && ["referrerName", "referrerMobile", "referredName", "referredPhone"]
            .into_iter()
            .all(is_text)
        && ["service", "date", "status"].into_iter().all(is_text)
        && (entry.get("notes").is_none() || is_text("notes"))
        && is_up_to("points", POINTS_MAX)
        && (entry["awardedAt"].is_null() || is_up_to("awardedAt", INSTANT_MAX_MS))
}

fn is_account(entry: &Value) -> bool {
    let number = entry["mobileNumber"].as_str();
    entry["name"].is_string()
        && number.is_some_and(|number| {
            (10..=15).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit())
        })
}

/// What no edit changes about a referral.
fn fixed(entry: &Value) -> ([&Value; 7], &str) {
    let fields = [
        "id",
        "referrerName",
        "referrerMobile",
        "referredName",
        "referredPhone",
        "service",
        "date",
    ];
    (fields.map(|field| &entry[field]), entry["notes"].as_str().unwrap_or_default())
}

/// The texts in a JSON array, to the letter.
fn texts_in(list: &str) -> BTreeSet<String> {
    let items: Vec<&RawValue> = serde_json::from_str(list).unwrap();
    items.into_iter().map(|item| item.get().to_owned()).collect()
}

/// What a ledger has set aside, by where it was found.
fn aside(ledger: &Ledger, from: &str) -> BTreeSet<String> {
    let items: Vec<Value> =
        ledger.aside_text().map_or(vec![], |t| serde_json::from_str(&t).unwrap());
    let found = items.iter().filter(|item| item["from"] == from);
    found.map(|item| item["text"].as_str().unwrap().to_owned()).collect()
}

/// A ledger that has read what another one wrote.
fn reread(ledger: &Ledger) -> Ledger {
    let mut read = Ledger::new();
    read.absorb_accounts(&ledger.accounts_text());
    read.absorb_referrals(&ledger.referrals_text());
    read.absorb_aside(&ledger.aside_text().unwrap_or_default());
    read
}

fn absorbed(text: &str) -> Ledger {
    let mut ledger = Ledger::new();
    ledger.absorb_accounts(text);
    ledger.absorb_referrals(text);
    ledger.absorb_aside(text);
    ledger
}

pub(crate) fn texts() -> impl Strategy<Value = String> {
    let referrals = prop::collection::vec(entry(), 0..8);
    let accounts = prop::collection::vec(account_entry(), 0..8);
    prop_oneof![
        any::<String>(),
        "[\\[\\]{}\",:0-9a-z\\\\ \n]{0,40}",
        any_json().prop_map(|json| json.to_string()),
        (referrals, "[ \n\t]{0,2}").prop_map(|(entries, space)| list_of(&entries, &space)),
        (accounts, "[ \n\t]{0,2}").prop_map(|(entries, space)| list_of(&entries, &space)),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_absorbed_and_what_is_written_is_read_back_as_it_was(text in texts()) {
        let ledger = absorbed(&text);
        let read = reread(&ledger);
        prop_assert_eq!(&read, &ledger);
        prop_assert_eq!(read.referrals_text(), ledger.referrals_text());
        prop_assert_eq!(read.accounts_text(), ledger.accounts_text());
        prop_assert_eq!(read.aside_text(), ledger.aside_text());
    }

    #[test]
    fn a_text_that_is_no_list_is_set_aside_whole(text in texts()) {
        let ledger = absorbed(&text);
        let is_list = serde_json::from_str::<Vec<&RawValue>>(&text).is_ok();
        if !is_list && !text.is_empty() {
            for list in ["accounts", "referrals", "aside"] {
                prop_assert_eq!(aside(&ledger, list), BTreeSet::from([text.clone()]));
            }
        }
    }

    #[test]
    fn every_entry_of_a_list_is_read_or_set_aside(
        entries in prop::collection::vec(entry(), 0..10),
        space in "[ \n\t\r]{0,2}",
    ) {
        let mut ledger = Ledger::new();
        ledger.absorb_referrals(&list_of(&entries, &space));
        let kept = texts_in(&ledger.referrals_text());
        let (readable, unreadable): (Vec<_>, Vec<_>) = entries.iter().partition(|e| is_referral(e));
        let unreadable: BTreeSet<_> = unreadable.iter().map(ToString::to_string).collect();
        prop_assert_eq!(aside(&ledger, "referrals"), unreadable);
        let identities: BTreeSet<_> =
            readable.iter().map(|entry| format!("{:?}", fixed(entry))).collect();
        prop_assert_eq!(kept.len(), identities.len());
        let replaced = aside(&ledger, "replaced");
        for entry in readable {
            let text = entry.to_string();
            // serde_json writes the fields in another order than the domain: all these texts are
            // foreign, so a replaced one is kept aside whatever it holds.
            prop_assert!(kept.contains(&text) || replaced.contains(&text), "{} is lost", text);
        }
        let texts: BTreeSet<_> = entries.iter().map(ToString::to_string).collect();
        prop_assert!(kept.is_subset(&texts) && replaced.is_subset(&texts));
    }

    #[test]
    fn every_registered_user_is_read_or_set_aside(
        entries in prop::collection::vec(account_entry(), 0..10),
    ) {
        let mut ledger = Ledger::new();
        ledger.absorb_accounts(&list_of(&entries, ""));
        let (readable, unreadable): (Vec<_>, Vec<_>) = entries.iter().partition(|e| is_account(e));
        let unreadable: BTreeSet<_> = unreadable.iter().map(ToString::to_string).collect();
        prop_assert_eq!(aside(&ledger, "accounts"), unreadable);
        let expected: BTreeSet<_> =
            readable.iter().filter_map(|entry| entry["mobileNumber"].as_str()).collect();
        let registered: Vec<_> =
            ledger.accounts().map(|user| user.mobile_number.as_str()).collect();
        prop_assert_eq!(registered, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_list_cut_short_is_set_aside_as_far_as_it_goes(
        entries in prop::collection::vec(entry(), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let list = list_of(&entries, "");
        let mut end = cut.index(list.len() - 1) + 1;
        while !list.is_char_boundary(end) {
            end -= 1;
        }
        let mut ledger = Ledger::new();
        ledger.absorb_referrals(&list[..end]);
        prop_assert_eq!(ledger.referrals().len(), 0);
        prop_assert_eq!(aside(&ledger, "referrals"), BTreeSet::from([list[..end].to_owned()]));
    }

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
