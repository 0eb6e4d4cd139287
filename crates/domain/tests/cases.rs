//! The tables of cases in `tests/cases`, run natively. The same tables run through WebAssembly in
//! a browser, in `web/src/rules/cases.test.ts`.

#![cfg(test)]

mod tables;

use std::collections::BTreeMap;

use domain::account::{Challenge, LoginMode, Policy, Registration, User, request_code};
use domain::case::Case as Known;
use domain::contact::ContactDraft;
use domain::decision::save_points;
use domain::mobile::MobileNumber;
use domain::points::Points;
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::{RejectionCode, Rejections};
use domain::viewer::Viewer;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const CONTACT: &str = include_str!("cases/contact.json");
const DECISIONS: &str = include_str!("cases/decisions.json");
const MOBILE: &str = include_str!("cases/mobile.json");
const POINTS: &str = include_str!("cases/points.json");
const REFERRAL: &str = include_str!("cases/referral.json");

#[test]
fn every_table_is_run_and_none_is_empty() {
    let tables = [
        ("contact.json", CONTACT),
        ("decisions.json", DECISIONS),
        ("mobile.json", MOBILE),
        ("points.json", POINTS),
        ("referral.json", REFERRAL),
    ];
    tables::check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases"), &tables);
}

#[test]
fn mobile_numbers() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        input: String,
        code: Option<RejectionCode>,
        number: Option<String>,
    }
    let policy = Policy::new("1000000000", "1234").unwrap();
    for case in tables::read::<Vec<Case>>(MOBILE) {
        let expected = case.code.map_or(Ok(case.number), Err);
        let parsed = MobileNumber::parse(&case.input);
        let found = parsed.map(|number| Some(number.to_string()));
        assert_eq!(found, expected, "{}", case.name);
        let requested = request_code(&case.input, &policy);
        assert_eq!(requested.value().is_some(), case.code.is_none(), "{}", case.name);
    }
}

#[test]
fn points() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        input: String,
        code: Option<RejectionCode>,
        points: Option<u64>,
    }
    for case in tables::read::<Vec<Case>>(POINTS) {
        let expected = case.code.map_or(Ok(case.points), Err);
        let parsed = Points::parse(&case.input);
        let found = parsed.map(|points| Some(points.get()));
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn contact_messages() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        draft: ContactDraft,
        codes: Vec<RejectionCode>,
    }
    for case in tables::read::<Vec<Case>>(CONTACT) {
        let found = case.draft.check().err();
        let codes = found.as_ref().map(Rejections::codes).unwrap_or_default();
        assert_eq!(codes, case.codes, "{}", case.name);
    }
}

#[test]
fn referrals() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        user: Option<User>,
        draft: ReferralDraft,
        codes: Vec<RejectionCode>,
        /// Fields of the record. Those that are not named are empty.
        stored: Option<Map<String, Value>>,
    }
    let id = Instant::try_from(1_700_000_000_000).unwrap();
    for case in tables::read::<Vec<Case>>(REFERRAL) {
        let found = case
            .draft
            .check(case.user.as_ref())
            .map(|checked| checked.submit(id, "14/11/2023".to_owned()))
            .map_err(|rejections| rejections.codes().to_vec());
        let expected = case.stored.ok_or(case.codes).map(|mut stored| {
            let fresh = json!({ "id": id, "date": "14/11/2023", "status": "Pending", "points": 0 });
            stored.extend(fresh.as_object().unwrap().clone());
            stored
        });
        let found = found.map(|referral| {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(referral) else { panic!() };
            let is_named = |name: &String| expected.as_ref().is_ok_and(|it| it.contains_key(name));
            fields.retain(|name, value| value != "" || is_named(name));
            fields
        });
        assert_eq!(found, expected, "{}", case.name);
    }
}

/// Who may do what in which state: for each role the refusal, or the state afterwards.
#[test]
fn decisions() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Table {
        policy: Programme,
        member: String,
        draft: Value,
        referral: Value,
        cases: Vec<Case>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        command: String,
        referral: Option<Value>,
        account: Option<String>,
        #[serde(default)]
        typed: Value,
        answers: BTreeMap<String, Option<RejectionCode>>,
        /// What a server answers before it asks for a decision.
        #[serde(default, rename = "hosted")]
        _hosted: BTreeMap<String, String>,
        after: Option<After>,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(untagged, deny_unknown_fields)]
    enum After {
        Referral { status: String, points: u64 },
        Account { registered: bool },
    }
    let table: Table = tables::read(DECISIONS);
    let policy = table.policy.policy();
    let now = Instant::try_from(1_700_000_000_002).unwrap();
    for case in &table.cases {
        let merged = |base: &Value, with: &Value| {
            let mut merged = base.clone();
            merged.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
            merged
        };
        for (role, refused) in &case.answers {
            let number = if role == "admin" { policy.admin.as_str() } else { &table.member };
            let user = User::of(MobileNumber::parse(number).unwrap());
            let actor = Viewer::of((role != "guest").then_some(user), &policy);
            let verified = Challenge::request(number).unwrap().verified_if(true).unwrap();
            let referral = case.referral.as_ref().map(|fields| {
                let record = serde_json::from_value(merged(&table.referral, fields)).unwrap();
                Known::stored(record, &[])
            });
            let account = case.account.as_deref() == Some("registered");
            let erased_at = (case.account.as_deref() == Some("erased")).then_some(now);
            let found = Registration { has_account: account, erased_at, is_staff: false };
            let of_record = |referral: &Referral| After::Referral {
                status: referral.status.as_str().to_owned(),
                points: referral.points.get(),
            };
            let found = match case.command.as_str() {
                "submit" => {
                    let draft: ReferralDraft =
                        serde_json::from_value(merged(&table.draft, &case.typed)).unwrap();
                    let checked = draft.check(actor.user());
                    checked.map(|it| of_record(&it.submit(now, "1/1/2026".to_owned())))
                }
                "points" => {
                    let typed = case.typed.as_str().unwrap();
                    let saved = save_points(referral.as_ref(), typed, &actor, now);
                    let after = saved.map(|event| referral.unwrap().evolve(&event));
                    after.map(|case| of_record(case.referral())).map_err(Rejections::from)
                }
                mode => {
                    let mode = LoginMode::parse(mode).unwrap();
                    let added = verified.enter(mode, found, &policy, now);
                    let after = added.map(|added| {
                        let registered_at = added.as_ref().and_then(|user| user.registered_at);
                        assert_eq!(registered_at, added.as_ref().and(erased_at).map(Instant::next));
                        After::Account { registered: account || added.is_some() }
                    });
                    after.map_err(Rejections::from)
                }
            };
            let found = found.map_err(|rejections| rejections.codes().to_vec());
            let expected = match refused {
                Some(code) => Err(vec![*code]),
                None => Ok(case.after.as_ref().unwrap()),
            };
            assert_eq!(found.as_ref().map_err(Clone::clone), expected, "{}: {role}", case.name);
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Programme {
    admin_number: String,
    simulated_code: String,
}

impl Programme {
    fn policy(&self) -> Policy {
        Policy::new(&self.admin_number, &self.simulated_code).unwrap()
    }
}
