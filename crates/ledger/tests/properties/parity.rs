//! Sequences of actions and their native results. `web/src/rules/parity.test.ts` runs the same
//! actions through WebAssembly and compares the results; the same goes for contact messages, which
//! the browser checks with its own rules (`web/src/features/contact/contact-parity.test.tsx`).

use std::fs;
use std::path::Path;

use domain::account::{LoginMode, User, request_code};
use domain::contact::ContactDraft;
use domain::mobile::MobileNumber;
use domain::referral::ReferralDraft;
use domain::rejection::{RejectionCode, Rejections};
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use serde::Serialize;

use crate::history::policy;
use crate::stored::texts;
use crate::strategies::{instant, mobile};

const SEQUENCES: usize = 10_000;
const MESSAGES: usize = 2_000;

/// The file that the TypeScript test reads.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/parity.json");

/// A call into the wasm module. The viewer is a guest, a member or the admin.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "call", rename_all = "camelCase")]
enum Action {
    CheckReferral {
        draft: ReferralDraft,
        viewer: usize,
    },
    RequestCode {
        mobile: String,
    },
    LogIn {
        mode: LoginMode,
        mobile: String,
        code: String,
        now: u64,
    },
    Submit {
        draft: ReferralDraft,
        viewer: usize,
        id: u64,
        date: String,
    },
    /// For the referral at `place` in the admin's list, or for one that does not exist.
    SavePoints {
        viewer: usize,
        place: usize,
        points: String,
        now: u64,
    },
    Read {
        key: &'static str,
        text: String,
    },
    Forget {
        key: &'static str,
    },
    Erase {
        viewer: usize,
        now: u64,
    },
    Export {
        viewer: usize,
        now: u64,
    },
    Import {
        viewer: usize,
        text: String,
    },
    Look {
        viewer: usize,
        most: usize,
    },
}

#[derive(Serialize)]
struct Sequence {
    actions: Vec<Action>,
    /// A digest of all answers and of the final texts to store.
    digest: u32,
}

#[derive(Serialize)]
struct Message {
    draft: ContactDraft,
    codes: Vec<RejectionCode>,
}

#[test]
fn sequences_are_told_to_the_browser() {
    // PARITY_SEED selects another sequence.
    let seed: u64 = std::env::var("PARITY_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(2026);
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(crate::config(), rng);
    let strategy = prop::collection::vec(action(), 1..10);
    let mut said = std::collections::BTreeSet::new();
    let sequences: Vec<_> = (0..SEQUENCES)
        .map(|_| {
            let actions = strategy.new_tree(&mut runner).unwrap().current();
            let answers = play(&actions);
            said.extend(codes_in(&answers));
            Sequence { digest: digest(&answers), actions }
        })
        .collect();
    // Sequences that break no rule would prove nothing. (Contact's codes and two rare ones occur in
    // no verdict.)
    assert!(said.len() >= 18, "only {said:?}");
    let strategy = contact();
    let messages: Vec<_> = (0..MESSAGES)
        .map(|_| {
            let draft = strategy.new_tree(&mut runner).unwrap().current();
            let found = draft.clone().check().err();
            Message { codes: found.iter().flat_map(Rejections::codes).copied().collect(), draft }
        })
        .collect();
    let told = serde_json::json!({ "seed": seed, "sequences": sequences, "messages": messages });
    let file = Path::new(FILE);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, told.to_string()).unwrap();
}

fn play(actions: &[Action]) -> Vec<String> {
    let mut ledger = Ledger::new();
    let mut answers: Vec<_> = actions.iter().map(|action| answer(&mut ledger, action)).collect();
    answers.push(ledger.text(StorageKey::Accounts).unwrap());
    answers.push(ledger.text(StorageKey::Referrals).unwrap());
    answers.push(ledger.text(StorageKey::Quarantine).unwrap_or_default());
    answers
}

fn answer(ledger: &mut Ledger, action: &Action) -> String {
    match action.clone() {
        Action::CheckReferral { draft, viewer } => {
            let found = draft.check(self::viewer(viewer).user()).err();
            codes(found.iter().flat_map(Rejections::codes).copied())
        }
        Action::RequestCode { mobile } => json(&request_code(&mobile, &policy())),
        Action::LogIn { mode, mobile, code, now } => {
            json(&ledger.log_in(mode, &mobile, &code, &policy(), instant(now)))
        }
        Action::Submit { draft, viewer, id, date } => {
            let id = ledger.free_id(instant(id));
            json(&ledger.submit(&draft, &self::viewer(viewer), id, &date))
        }
        Action::SavePoints { viewer, place, points, now } => {
            let key = ledger.visible(&self::viewer(2)).nth(place).map(|view| view.key);
            let key = key.unwrap_or_default();
            json(&ledger.save_points(&key, &points, &self::viewer(viewer), instant(now)))
        }
        Action::Read { key, text } => {
            ledger.read(StorageKey::parse(key).unwrap(), &text);
            String::new()
        }
        Action::Forget { key } => {
            ledger.forget(StorageKey::parse(key).unwrap());
            String::new()
        }
        Action::Erase { viewer, now } => json(&ledger.erase(&self::viewer(viewer), instant(now))),
        Action::Export { viewer, now } => {
            let viewer = self::viewer(viewer);
            ledger.export(&viewer, instant(now)) + &ledger.csv(&viewer)
        }
        Action::Import { viewer, text } => json(&ledger.import(&self::viewer(viewer), &text)),
        Action::Look { viewer, most } => {
            let viewer = self::viewer(viewer);
            json(&ledger.view(&viewer, most))
        }
    }
}

fn viewer(place: usize) -> Viewer {
    let numbers = [None, Some("9876543210"), Some("1000000000")];
    let user = numbers[place].map(|number| User::of(MobileNumber::parse(number).unwrap()));
    Viewer::of(user, &policy())
}

fn codes(codes: impl IntoIterator<Item = RejectionCode>) -> String {
    codes.into_iter().map(RejectionCode::as_str).collect::<Vec<_>>().join(" ")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn codes_in(answers: &[String]) -> Vec<&'static str> {
    let said = |code: &&str| answers.iter().any(|answer| answer.contains(*code));
    RejectionCode::ALL.iter().map(|code| code.as_str()).filter(said).collect()
}

/// 32-bit FNV-1a over UTF-16 code units, as in JavaScript's strings.
fn digest(answers: &[String]) -> u32 {
    let units = answers.iter().flat_map(|answer| answer.encode_utf16().chain([0xffff]));
    units.fold(0x811c_9dc5, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193))
}

fn action() -> impl Strategy<Value = Action> {
    let viewer = 0..3_usize;
    let key = prop::sample::select(StorageKey::ALL.map(StorageKey::as_str).to_vec());
    let mode = prop_oneof![Just(LoginMode::Login), Just(LoginMode::Signup)];
    let code = prop::sample::select(vec!["1234", " 1234 ", "0000", ""]).prop_map(String::from);
    prop_oneof![
        1 => (draft(), viewer.clone())
            .prop_map(|(draft, viewer)| Action::CheckReferral { draft, viewer }),
        1 => number().prop_map(|mobile| Action::RequestCode { mobile }),
        3 => (mode, number(), code, 0..6_u64)
            .prop_map(|(mode, mobile, code, now)| Action::LogIn { mode, mobile, code, now }),
        4 => (draft(), viewer.clone(), 0..4_u64, "[0-9/]{0,8}")
            .prop_map(|(draft, viewer, id, date)| Action::Submit { draft, viewer, id, date }),
        4 => (viewer.clone(), 0..3_usize, points(), 0..6_u64)
            .prop_map(|(viewer, place, points, now)| Action::SavePoints { viewer, place, points, now }),
        3 => (key.clone(), texts()).prop_map(|(key, text)| Action::Read { key, text }),
        1 => key.prop_map(|key| Action::Forget { key }),
        1 => (viewer.clone(), 0..6_u64).prop_map(|(viewer, now)| Action::Erase { viewer, now }),
        1 => (viewer.clone(), 0..6_u64).prop_map(|(viewer, now)| Action::Export { viewer, now }),
        2 => (viewer.clone(), exports()).prop_map(|(viewer, text)| Action::Import { viewer, text }),
        2 => (viewer, 0usize..6).prop_map(|(viewer, most)| Action::Look { viewer, most }),
    ]
}

/// Exports with arbitrary content, and other texts.
fn exports() -> impl Strategy<Value = String> {
    let export = (1..3_u64, texts(), texts(), texts()).prop_map(|(version, users, all, quarantine)| {
        format!(
            r#"{{"format":"referral-programme","version":{version},"registeredUsers":{users},"allReferrals":{all},"unreadableRecords":{quarantine}}}"#
        )
    });
    prop_oneof![4 => export, 1 => texts()]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![4 => mobile(), 1 => "[0-9]{8,17}", 1 => "[ +0-9\u{966}]{0,12}"]
}

fn points() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[0-9]{1,2}", 1 => "[ +.0-9e-]{0,5}", 1 => "9007199254740[0-9]{3}"]
}

fn contact() -> impl Strategy<Value = ContactDraft> {
    let email = prop_oneof!["[a-c.@-]{0,8}", "[a-z]{1,3}@[a-z]{1,3}\\.[a-z]{2}", any::<String>()];
    (field(), email, field(), field()).prop_map(|(name, email, subject, message)| ContactDraft {
        name,
        email,
        subject,
        message,
    })
}

fn draft() -> impl Strategy<Value = ReferralDraft> {
    let service = prop::sample::select(vec!["training", "others", "spaceflight", " "]);
    // More than the form has fields.
    let texts = prop::collection::vec(field(), 20);
    (texts, service).prop_map(|(texts, service)| {
        let mut texts = texts.into_iter();
        let draft = ReferralDraft::of(|_| texts.next().unwrap_or_default());
        ReferralDraft { service: service.to_owned(), ..draft }
    })
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[A-C]{1,2}", 1 => "[ \n\t]{0,2}", 1 => any::<String>()]
}
