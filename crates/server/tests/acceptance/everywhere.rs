//! An erasure takes a number out of every column of every table that can hold one.

use std::collections::BTreeSet;

use domain::case::Case;
use domain::referral::{Referral, Status};
use macro_rules_attribute::apply;
use serde_json::Value;
use server::{
    db::fingerprints::KeyedHash,
    messages::records::MessageFilter,
    transfer::records::{Export, Importer},
};
use sqlx::Row;

use crate::database::{Database, on_each_database};
use crate::fixtures::{NOW, RAVI, at, everything, record};
use crate::messages::message;
use crate::people::{connect, execute};
use crate::traces::{dump, keyed, traces};

/// The columns with texts that somebody chooses, of tables that an import does not fill.
const CHOSEN: [&str; 12] = [
    "accounts.name",
    "messages.email",
    "messages.message",
    "messages.name",
    "messages.subject",
    "passkeys.name",
    "redemptions.name",
    "redemptions.reference",
    "sessions.name",
    "staff.name",
    "tokens.name",
    "webhooks.url",
];

/// The columns with texts that an import may bring, and what is made of them.
const IMPORTED: [&str; 16] = [
    "history.status",
    "messages.haystack",
    "referrals.doer",
    "referrals.haystack",
    "referrals.number",
    "referrals.opening",
    "referrals.owner",
    "referrals.record",
    "referrals.referred_number",
    "referrals.referrer_number",
    "referrals.service",
    "referrals.stage",
    "referrals.status",
    "stays.owner",
    "stays.service",
    "stays.stage",
];

/// The columns that hold no number, or only the number of the row's own person, with whom the row
/// goes: login numbers, ids, hashes, words of the program, and texts with too few digits for one.
const OTHERS: [&str; 84] = [
    "accounts.language",
    "accounts.mobile",
    "accounts.notify",
    "accounts.number",
    "answers.answer",
    "batches.status",
    "batches.steps",
    "catalogues.made_by",
    "catalogues.settings",
    "code_requests.challenge",
    "codes.challenge",
    "codes.mobile",
    "daily_counts.purpose",
    "devices.mobile",
    "erased_referrals.key",
    "former_staff.staff",
    "history.actor",
    "history.actor_mobile",
    "history.event",
    "last_logins.number",
    "leaderboard_names.id",
    "leaderboard_names.name",
    "link_opens.code",
    "links.code",
    "links.name",
    "links.number",
    "locks.name",
    "messages.owner",
    "messages.state",
    "outbox.channel",
    "outbox.event",
    "outbox.failure",
    "outbox.id",
    "outbox.said",
    "outbox.webhook",
    "passkeys.id",
    "passkeys.staff",
    "programme_settings.made_by",
    "programme_settings.settings",
    "redemptions.chosen",
    "redemptions.mobile",
    "redemptions.offer",
    "redemptions.status",
    "redemptions.steps",
    "referrals.consent",
    "referrals.key",
    "referrals.origin",
    "referrals.source",
    "reward_entries.award",
    "reward_entries.awarded_by",
    "reward_entries.cuts",
    "reward_entries.event",
    "reward_entries.kind",
    "reward_entries.note",
    "reward_entries.receiver",
    "reward_entries.rule",
    "reward_entries.service",
    "rulebooks.made_by",
    "rulebooks.settings",
    "security_events.kind",
    "security_events.outcome",
    "security_events.request",
    "sessions.device",
    "sessions.mobile",
    "spreadsheets.staff",
    "spreadsheets.taken_out_by",
    "staff.id",
    "staff.invited_by",
    "staff.mobile",
    "staff.role",
    "staff.services",
    "staff.team",
    "stays.reason",
    "tokens.id",
    "tokens.mobile",
    "tokens.prefix",
    "tokens.scopes",
    "views.address",
    "views.id",
    "views.made_by",
    "views.name",
    "webhooks.events",
    "webhooks.id",
    "webhooks.made_by",
];

/// The number in `crates/numbers/cases/spellings.json`, and some of its spellings: all of them are
/// tried where they are read.
fn cases() -> (String, Vec<String>) {
    let cases: Value =
        serde_json::from_str(include_str!("../../../numbers/cases/spellings.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let spellings = cases["spellings"].as_array().unwrap();
    let some = spellings.iter().step_by(8).map(|case| text(&case["text"]));
    (text(&cases["number"]), some.collect())
}

/// A column of the database: its table, its name and its type.
async fn columns(database: &dyn Database) -> Vec<(String, String, String)> {
    let sql = if database.driver_url().starts_with("postgres") {
        "SELECT CAST(c.table_name AS TEXT), CAST(c.column_name AS TEXT), CAST(c.data_type AS TEXT) \
         FROM information_schema.columns AS c JOIN information_schema.tables AS t \
         ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'"
    } else {
        "SELECT t.name, c.name, c.type FROM sqlite_schema AS t \
         JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'"
    };
    let mut connection = connect(database).await;
    let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    let column = |row: &sqlx::any::AnyRow| (row.get(0), row.get(1), row.get(2));
    rows.iter().map(column).collect()
}

/// Whoever adds a column with a text decides here what an erasure does with it.
#[apply(on_each_database)]
async fn every_column_with_a_text_is_known_to_erasures(database: &dyn Database) {
    database.open().await;
    let is_own = |table: &str| !table.starts_with('_') && !table.contains("_index");
    let found: BTreeSet<String> = columns(database)
        .await
        .into_iter()
        .filter(|(table, _, kind)| is_own(table) && kind.eq_ignore_ascii_case("text"))
        .map(|(table, column, _)| format!("{table}.{column}"))
        .collect();
    let known = CHOSEN.iter().chain(&IMPORTED).chain(&OTHERS);
    let known: BTreeSet<String> = known.map(|&column| column.to_owned()).collect();
    assert_eq!(found, known);
}

#[apply(on_each_database)]
async fn an_erasure_takes_a_number_out_of_every_column(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let (number, spellings) = cases();
    let columns = columns(database).await;
    let is_postgres = database.driver_url().starts_with("postgres");
    let mut count = 0;
    for chosen in CHOSEN {
        let (table, column) = chosen.split_once('.').unwrap();
        for spelling in &spellings {
            count += 1;
            let text = match chosen {
                "webhooks.url" => format!("https://hooks.example/{spelling}?x"),
                _ => format!("Ask Ravi ({spelling})"),
            };
            let of_table = columns.iter().filter(|(of, ..)| of == table);
            let values = of_table.map(|(_, name, kind)| {
                let kind = kind.to_lowercase();
                let value = match kind.as_str() {
                    "text" if name == column => format!("'{}'", text.replace('\'', "''")),
                    // Somebody else's number.
                    "text" if name == "mobile" => format!("'{}'", 7_000_000_000_u64 + count),
                    "text" if name == "notify" => "NULL".to_owned(),
                    "text" if name == "state" => "'received'".to_owned(),
                    "text" => format!("'x{count}'"),
                    "blob" => format!("x'{count:08x}'"),
                    "bytea" => format!("'\\x{count:08x}'"),
                    // In none.
                    _ if name == "batch" => "NULL".to_owned(),
                    _ => format!("{}", NOW + count),
                };
                (name.clone(), value)
            });
            let (names, values): (Vec<_>, Vec<_>) = values.unzip();
            let (names, values) = (names.join(", "), values.join(", "));
            execute(database, &format!("INSERT INTO {table} ({names}) VALUES ({values})")).await;
        }
    }
    // The address of a webhook may have the number in its own spelling.
    let encoded = "https://hooks.example/?to=%2B91%2098765%2D00001";
    let update = format!("UPDATE webhooks SET url = '{encoded}' WHERE id = 'x{count}'");
    execute(database, &update).await;
    let mut real = message("Hello", NOW, true);
    real.message.message = spellings.join(" or ");
    store.keep_message(&real).await.unwrap();

    let mut referrals = Vec::new();
    let plain = |id: u64| record(RAVI, &format!("Friend {id}"), id).referral().clone();
    let mut id = NOW;
    for spelling in &spellings {
        let text = format!("Ask Ravi ({spelling})");
        for field in Referral::TEXTS {
            id += 1;
            referrals.push(Case::submitted(plain(id).with_texts(|name, old| {
                if name == *field { text.clone() } else { old.to_owned() }
            })));
        }
        id += 1;
        let status = Status::from(text.clone());
        referrals.push(Case::stored(Referral { status, ..plain(id) }, &[]));
        // As another program may write it, with escapes.
        let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        for event in [
            format!(r#"{{"at":{id},"kind":"noted","note":"{escaped}"}}"#),
            format!(r#"{{"at":{id},"kind":"future","of":{{"{escaped}":["{escaped}"]}}}}"#),
            format!(r#"{{"at":{id},"kind":"future","phone":{number}}}"#),
        ] {
            id += 1;
            referrals.push(Case::stored(plain(id), &[event.as_str()]));
        }
    }
    let all = referrals.len();
    let copy = Export { accounts: Vec::new(), referrals };
    assert_eq!(store.import(&copy, at(id), false, &Importer::PROGRAM).await.unwrap().new, all);
    let before = dump(database).await;
    for spelling in &spellings {
        let quoted = spelling.replace('\'', "''");
        assert!(before.contains(spelling) || before.contains(&quoted) || is_postgres, "{spelling}");
    }

    let erased = store.erase_referred(&number, at(id + 1), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!(erased.messages, spellings.len() as u64, "those with the number as their address");
    let after = dump(database).await;
    assert_eq!(traces(&after, &number), Vec::<String>::new());
    let digits = |line: &str| -> String { line.chars().filter_map(numbers::digit).collect() };
    for line in after.lines() {
        assert!(!digits(line).contains(&number), "{line}");
        for spelling in &spellings {
            assert!(!line.contains(spelling.as_str()), "{spelling}: {line}");
        }
    }
    // What is about others stays.
    assert!(!store.list(&everything()).await.unwrap().items.is_empty());
    let mut connection = connect(database).await;
    let on = sqlx::query("SELECT COUNT(*) FROM webhooks WHERE enabled = 1 OR url NOT LIKE '%[%'");
    let on: i64 = on.fetch_one(&mut connection).await.unwrap().get(0);
    assert_eq!(on, 0, "nobody is told at what is left of an address");
    let find =
        |search: &str| MessageFilter { search: search.to_owned(), ..MessageFilter::default() };
    for (search, found) in [(number.as_str(), 0), ("hello number erased", 1)] {
        let page = store.messages(&find(search), None, 9).await.unwrap();
        assert_eq!(page.items.len(), found, "{search}");
    }
}
