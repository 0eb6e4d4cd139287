//! What visitors read about what is stored, compared with the database: each column that can say something about a
//! person has its words in the privacy notice, and what a page promises is what holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use api::{
    CODE_LIFE_MS, DAY_MS, DEVICE_LIFE_MS, LINKS_KEPT_MS, MINUTE_MS, PERSON_PAGE_LIFE_DAYS,
    SECURITY_EVENTS_KEPT_MS, SESSION_IDLE_MS, SESSION_LIFE_MS,
};
use domain::history::StatusAndPoints;

const SCHEMA: &str = include_str!("../../migrations/0001_schema.sql");

/// Where the notice speaks of columns.
enum Words {
    /// Under this heading, in these words.
    Under(&'static str, &'static str),
    /// Nowhere, because they say nothing about a person who is not named beside them already.
    None(&'static str),
}

use Words::{None as Nothing, Under};

const PROGRAM: Words = Nothing("words and ids of the program, and what owners set");
const PLACE: Words = Nothing("which record it belongs to");

/// The columns with texts or bytes. A new one fails this test until it has its words, or a reason why it needs none.
const STORED: &[(&str, &[&str], Words)] = &[
    (
        "accounts",
        &["number", "mobile"],
        Under("Your account", "Your mobile number, as you typed it"),
    ),
    ("accounts", &["name"], Under("Your account", "a display name")),
    ("accounts", &["notify"], Under("Referrals", "your choice is stored with your account")),
    ("accounts", &["language"], Under("Your account", "the language of the page")),
    ("last_logins", &["number"], Under("Your account", "the time of your last login")),
    ("erased_accounts", &["number"], Under("Erased numbers", "a keyed fingerprint of the number")),
    ("erased_referrals", &["key"], Under("Erased numbers", "and of its referrals for good")),
    (
        "staff",
        &["id", "mobile", "name", "role", "services", "team"],
        Under("Our staff", "number, name, role, services and team"),
    ),
    ("staff", &["invited_by"], Under("Our staff", "who invited them")),
    ("staff", &["totp", "totp_next"], Under("Our staff", "their second factor")),
    ("former_staff", &["number", "staff"], Under("Our staff", "a fingerprint of the number stays")),
    ("used_steps", &["number"], Under("Our staff", "their second factor")),
    ("factor_tries", &["number"], Under("Our staff", "their second factor")),
    ("recovery_codes", &["code", "number"], Under("Our staff", "recovery codes")),
    (
        "passkeys",
        &["id", "staff", "name", "credential", "static_state", "dynamic_state"],
        Under("Our staff", "security keys"),
    ),
    ("passkey_challenges", &["session", "state"], Under("Our staff", "security keys")),
    (
        "tokens",
        &["token", "id", "mobile", "name", "prefix", "scopes"],
        Under("Our staff", "access for other programs"),
    ),
    (
        "webhooks",
        &["id", "url", "events", "seed", "previous_seed", "made_by"],
        Under("Our staff", "access for other programs"),
    ),
    ("views", &["id", "name", "address", "made_by"], Under("Our staff", "shared views")),
    ("programme_settings", &["made_by"], Under("Our staff", "what they did")),
    ("rulebooks", &["made_by"], Under("Our staff", "what they did")),
    ("catalogues", &["made_by"], Under("Our staff", "what they did")),
    ("spreadsheets", &["staff", "taken_out_by"], Under("Our staff", "what they did")),
    (
        "codes",
        &["challenge", "mobile", "code", "used_for"],
        Under("One-time codes", "a keyed fingerprint together with your number"),
    ),
    (
        "code_requests",
        &["challenge", "number", "address", "device"],
        Under("One-time codes", "fingerprints of your number, network and device"),
    ),
    (
        "daily_counts",
        &["subject"],
        Under("Security records", "Daily counts per network, also as fingerprints"),
    ),
    ("devices", &["token", "mobile"], Under("Cookies", "recognises a device you have used before")),
    ("sessions", &["token", "mobile", "name"], Under("Cookies", "keeps you logged in")),
    ("sessions", &["device"], Under("Cookies", "the kind of device")),
    (
        "referrals",
        &["referrer_number", "referred_number", "number"],
        Under("Referrals", "The names and numbers of the referrer and of the person referred"),
    ),
    (
        "referrals",
        &["record", "haystack", "opening"],
        Under(
            "Referrals",
            "whether we may say who referred them, the service, the vacancy or course, the notes, the date",
        ),
    ),
    ("referrals", &["status"], Under("Referrals", "the status")),
    ("referrals", &["stage"], Under("Referrals", "who changed what and when")),
    ("referrals", &["owner", "doer"], Under("Referrals", "the colleague responsible")),
    ("referrals", &["service"], Under("Referrals", "the service")),
    (
        "referrals",
        &["consent"],
        Under("The page of whoever is referred", "We store what they say, when, and by which text"),
    ),
    ("referrals", &["key", "origin"], PLACE),
    ("referrals", &["source"], Under("Referrals", "who changed what and when")),
    (
        "stays",
        &["stage", "service", "owner", "reason"],
        Under("Referrals", "who changed what and when"),
    ),
    (
        "history",
        &["event", "actor", "actor_mobile", "status"],
        Under("Referrals", "who changed what and when"),
    ),
    (
        "person_pages",
        &["token"],
        Under("The page of whoever is referred", "Of the link we store a hash"),
    ),
    (
        "do_not_contact",
        &["number"],
        Under(
            "The page of whoever is referred",
            "a mark made from their number that only our server can match",
        ),
    ),
    (
        "redemptions",
        &["holder", "mobile", "name"],
        Under("Exchanged points", "your name and number at that time"),
    ),
    ("redemptions", &["offer", "chosen"], Under("Exchanged points", "what you chose")),
    ("redemptions", &["reference"], Under("Exchanged points", "the reference that you gave")),
    ("redemptions", &["status", "steps"], Under("Exchanged points", "when each step was")),
    ("batches", &["steps"], Under("Our staff", "what they did")),
    ("reward_entries", &["note"], Under("Points entered by hand", "how many, why, and when")),
    (
        "reward_entries",
        &["holder", "receiver", "kind", "award", "rule", "service", "cuts"],
        Under("Referrals", "the points"),
    ),
    ("reward_entries", &["awarded_by"], Under("Our staff", "what they did")),
    ("reward_entries", &["event"], PLACE),
    (
        "leaderboard_names",
        &["holder", "id", "name"],
        Under("The list of most points", "the name that you choose for it"),
    ),
    ("links", &["code", "number"], Under("A link to share", "its code")),
    ("links", &["name"], Under("A link to share", "the name that you choose for its page")),
    ("link_opens", &["code"], Under("A link to share", "how often it was opened each day")),
    (
        "messages",
        &["name", "email", "subject", "message", "haystack"],
        Under("Contact messages", "Your name, email address, subject and message"),
    ),
    ("messages", &["owner"], Under("Our staff", "what they did")),
    (
        "messages",
        &["idempotency"],
        Under("Security records", "a fingerprint of it is kept for a week"),
    ),
    (
        "submissions",
        &["idempotency", "fingerprint"],
        Under("Security records", "a fingerprint of it is kept for a week"),
    ),
    (
        "answers",
        &["key", "answer"],
        Under("Security records", "a fingerprint of it is kept for a week"),
    ),
    (
        "security_events",
        &["kind", "outcome", "actor", "target", "request"],
        Under("Security records", "with the time and fingerprints of those involved"),
    ),
    ("outbox", &["id", "channel", "webhook", "event", "said", "failure"], PLACE),
    ("used_proofs", &["proof"], PROGRAM),
    ("locks", &["name"], PROGRAM),
    ("secret_check", &["hmac"], PROGRAM),
    ("programme_settings", &["settings"], PROGRAM),
    ("rulebooks", &["settings"], PROGRAM),
    ("catalogues", &["settings"], PROGRAM),
    ("batches", &["status"], PROGRAM),
    ("daily_counts", &["purpose"], PROGRAM),
    ("messages", &["state"], PROGRAM),
];

fn page(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/en/pages");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// What stands under each heading.
fn sections(page: &str) -> BTreeMap<&str, &str> {
    let parts = page.split("\n#").skip(1);
    parts.filter_map(|part| part.trim_start_matches('#').trim_start().split_once('\n')).collect()
}

/// The columns of the schema that hold texts or bytes.
fn columns() -> BTreeSet<(String, String)> {
    let mut columns = BTreeSet::new();
    let mut table = "";
    for line in SCHEMA.lines() {
        if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
            table = rest.trim_end_matches(" (");
        }
        let mut words = line.trim().split([' ', ',']);
        let (name, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if line.starts_with("    ") && ["TEXT", "BLOB"].contains(&kind) {
            columns.insert((table.to_owned(), name.to_owned()));
        }
    }
    columns
}

#[test]
fn the_privacy_notice_names_every_column_that_says_something_about_a_person() {
    let notice = page("privacy.md");
    let sections = sections(&notice);
    let mut known = BTreeSet::new();
    for (table, names, words) in STORED {
        for name in *names {
            let is_new = known.insert(((*table).to_owned(), (*name).to_owned()));
            assert!(is_new, "{table}.{name} is listed twice");
        }
        match words {
            Under(heading, words) => {
                let text = sections.get(heading).unwrap_or_else(|| panic!("no section {heading}"));
                assert!(
                    text.contains(words),
                    "{table} {names:?}: {words:?} is not under {heading}"
                );
            }
            Nothing(why) => assert!(!why.is_empty(), "{table} {names:?}"),
        }
    }
    let all = columns();
    assert!(all.len() > 100, "the schema is read: {}", all.len());
    let without: Vec<_> = all.difference(&known).collect();
    assert!(without.is_empty(), "say in content/en/pages/privacy.md what is stored: {without:?}");
    let gone: Vec<_> = known.difference(&all).collect();
    assert!(gone.is_empty(), "not stored any more: {gone:?}");
}

/// A whole number as the pages write it.
fn number(count: u64) -> String {
    match count {
        5 => "five".to_owned(),
        count => count.to_string(),
    }
}

#[test]
fn the_notice_the_terms_and_how_it_works_say_what_holds() {
    let days = |time: u64| number(time / DAY_MS);
    let StatusAndPoints { status, points, .. } = StatusAndPoints::SUBMITTED;
    let privacy = [
        format!("Of the link we store a hash, for {} days.", number(PERSON_PAGE_LIFE_DAYS)),
        format!("a link that you have replaced goes after {} days", days(LINKS_KEPT_MS)),
        format!("It expires after {} minutes", number(CODE_LIFE_MS / MINUTE_MS)),
        format!(
            "It ends after {} hours without use, after {} days at most",
            number(SESSION_IDLE_MS / MINUTE_MS / 60),
            days(SESSION_LIFE_MS)
        ),
        format!("It lasts {} days from your last login.", days(DEVICE_LIFE_MS)),
        format!("fingerprints of those involved for {} days", days(SECURITY_EVENTS_KEPT_MS)),
    ];
    let how_it_works = [
        format!("with the status **{}** and {} points", status.as_str(), points.get()),
        "if you allow it, that it was you".to_owned(),
    ];
    // One account for each number: nobody has two, and nothing else names one.
    assert!(SCHEMA.contains("CREATE TABLE accounts (\n    number TEXT NOT NULL PRIMARY KEY"));
    let terms = ["Your mobile number is your account.".to_owned()];
    for (name, promises) in
        [("privacy.md", &privacy[..]), ("how-it-works.md", &how_it_works), ("terms.md", &terms)]
    {
        let page = page(name);
        for promise in promises {
            assert!(page.contains(promise.as_str()), "{name} does not say {promise:?}");
        }
    }
}
