//! All phone numbers in a database, wherever they stand: a newer one remembers people by fingerprints alone.

use std::collections::{BTreeMap, BTreeSet};

use domain::mobile::MobileNumber;
use futures_util::TryStreamExt;
use serde_json::Value;

use crate::db::Store;
use crate::db::people::Person;
use crate::db::row::Fields;
use crate::privacy::sql::elsewhere;

/// Where numbers are.
const TEXTS: [&str; 11] = [
    "SELECT number AS text FROM accounts",
    "SELECT name AS text FROM accounts",
    "SELECT mobile AS text FROM staff WHERE mobile IS NOT NULL",
    "SELECT referrer_number || ' and ' || referred_number || ' and ' || number AS text FROM referrals",
    RECORDS,
    "SELECT DISTINCT status AS text FROM history",
    "SELECT name || ' and ' || email || ' and ' || subject || ' and ' || message AS text FROM messages",
    "SELECT name AS text FROM staff",
    "SELECT name AS text FROM passkeys",
    "SELECT name || ' and ' || reference AS text FROM redemptions",
    URLS,
];

/// Where a number may have escapes in it, such as one of a new line.
const RECORDS: &str = "SELECT record AS text FROM referrals";

/// Where a number may also be written as `%2B91%2098765…`.
const URLS: &str = "SELECT url AS text FROM webhooks";

/// The numbers that are in a database, by their fingerprints.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// By that of the login number.
    pub(crate) logins: BTreeMap<Vec<u8>, MobileNumber>,
    /// By that of the key.
    pub(crate) keys: BTreeMap<Vec<u8>, String>,
}

impl Store {
    /// All numbers in this database, also those in texts.
    pub(crate) async fn numbers(&self) -> sqlx::Result<Numbers> {
        let mut keys = BTreeSet::new();
        for texts in TEXTS {
            let mut rows = sqlx::query(texts).fetch(&self.readers);
            while let Some(row) = rows.try_next().await? {
                let text = row.text("text")?;
                keys.extend(numbers::mentioned(&text));
                if texts == URLS {
                    keys.extend(numbers::mentioned(&elsewhere::decoded(&text)));
                } else if texts == RECORDS && text.contains('\\') {
                    let record = serde_json::from_str(&text).unwrap_or_default();
                    add_keys_in_strings(&record, &mut keys);
                }
            }
        }
        let mut found = Numbers::default();
        for key in keys {
            let Some(fingerprint) = self.keyed_hash.holder(&key) else { continue };
            // A number of another country may look like one of ours without its plus sign.
            let mut spellings = [key.clone(), format!("+{key}")].into_iter();
            let person =
                spellings.find_map(|text| Some(Person::of(&text)).filter(|it| it.key == key));
            if let Some(Ok(mobile)) = person.map(|person| MobileNumber::parse(&person.mobile)) {
                found.logins.insert(self.keyed_hash.number(&mobile), mobile);
            }
            found.keys.insert(fingerprint, key);
        }
        Ok(found)
    }
}

fn add_keys_in_strings(json: &Value, keys: &mut BTreeSet<String>) {
    match json {
        Value::String(text) => keys.extend(numbers::mentioned(text)),
        Value::Array(all) => all.iter().for_each(|it| add_keys_in_strings(it, keys)),
        Value::Object(all) => all.values().for_each(|it| add_keys_in_strings(it, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
