//! The tables of cases in `tests/cases`, run natively. The same tables run through WebAssembly in
//! a browser, in `web/src/rules/cases.test.ts`.

#![cfg(test)]

#[path = "../../domain/tests/tables/mod.rs"]
mod tables;

use domain::account::{LoginMode, Policy, User};
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use ledger::{Ledger, StorageKey};
use serde::Deserialize;
use serde_json::Value;

const LEDGER: &str = include_str!("cases/ledger.json");
const LOGIN: &str = include_str!("cases/login.json");

#[test]
fn every_table_is_run_and_none_is_empty() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    tables::check(folder, &[("ledger.json", LEDGER), ("login.json", LOGIN)]);
}

#[test]
fn logins() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Table {
        policy: Programme,
        cases: Vec<Case>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Programme {
        admin_number: String,
        simulated_code: String,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Case {
        name: String,
        mode: LoginMode,
        mobile: String,
        code: String,
        registered: Vec<String>,
        refused: Option<RejectionCode>,
        user: Option<User>,
        registered_after: Vec<String>,
    }
    let table: Table = tables::read(LOGIN);
    let Programme { admin_number, simulated_code } = table.policy;
    let policy = Policy::new(&admin_number, &simulated_code).unwrap();
    for case in table.cases {
        let mut ledger = with_registered(&case.registered, &policy);
        let found =
            match ledger.log_in(case.mode, &case.mobile, &case.code, &policy, Instant::default()) {
                Verdict::Accepted { value, .. } => Ok(Some(value)),
                Verdict::Refused { codes, .. } => Err(codes),
            };
        let expected = case.refused.map_or(Ok(case.user), |code| Err(vec![code]));
        assert_eq!(found, expected, "{}", case.name);
        let after: Vec<_> = ledger.accounts().map(|user| user.mobile_number.as_str()).collect();
        assert_eq!(after, case.registered_after, "{}", case.name);
    }
}

#[test]
fn stored_texts() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        list: StoredList,
        stored: String,
        readable: usize,
        quarantine: Vec<Value>,
        text: String,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum StoredList {
        Accounts,
        Referrals,
        Quarantine,
    }
    for case in tables::read::<Vec<Case>>(LEDGER) {
        let mut ledger = Ledger::new();
        match case.list {
            StoredList::Accounts => ledger.read(StorageKey::Accounts, &case.stored),
            StoredList::Referrals => ledger.read(StorageKey::Referrals, &case.stored),
            StoredList::Quarantine => ledger.read(StorageKey::Quarantine, &case.stored),
        }
        let (readable, text, untouched) = match case.list {
            StoredList::Accounts => (
                ledger.accounts().len(),
                ledger.text(StorageKey::Accounts).unwrap(),
                ledger.text(StorageKey::Referrals).unwrap(),
            ),
            StoredList::Referrals | StoredList::Quarantine => (
                ledger.referrals().len(),
                ledger.text(StorageKey::Referrals).unwrap(),
                ledger.text(StorageKey::Accounts).unwrap(),
            ),
        };
        let quarantine: Vec<Value> = ledger
            .text(StorageKey::Quarantine)
            .map_or(vec![], |text| serde_json::from_str(&text).unwrap());
        assert_eq!(readable, case.readable, "{}", case.name);
        assert_eq!(quarantine, case.quarantine, "{}", case.name);
        assert_eq!(text, case.text, "{}", case.name);
        assert_eq!(untouched, "[]", "{}", case.name);
    }
}

fn with_registered(numbers: &[String], policy: &Policy) -> Ledger {
    let mut ledger = Ledger::new();
    for number in numbers {
        let verdict = ledger.log_in(
            LoginMode::Signup,
            number,
            &policy.simulated_code,
            policy,
            Instant::default(),
        );
        assert!(verdict.value().is_some(), "{number} signs up");
    }
    ledger
}
