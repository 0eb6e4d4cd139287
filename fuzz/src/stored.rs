//! A second implementation of reading stored texts, with serde_json. The fuzzer and the domain's
//! property tests compare a ledger with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use domain::account::User;
use domain::referral::Referral;
use ledger::{Ledger, StorageKey};
use regex_lite::Regex;
use serde::Deserialize;
use serde_json::value::RawValue;

mod erasures;
mod history;
mod members;

use erasures::Erasures;
pub use history::Copy;
use members::members;

/// The list that a text was stored as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The registered users.
    Accounts,
    /// The referrals.
    Referrals,
    /// Unreadable entries and the keys of erased records.
    Quarantine,
}

impl List {
    /// All lists.
    pub const ALL: [Self; 3] = [Self::Accounts, Self::Referrals, Self::Quarantine];

    /// Lets a ledger read a text as this list.
    pub fn read_into(self, ledger: &mut Ledger, text: &str) {
        match self {
            Self::Accounts => ledger.read(StorageKey::Accounts, text),
            Self::Referrals => ledger.read(StorageKey::Referrals, text),
            Self::Quarantine => ledger.read(StorageKey::Quarantine, text),
        }
    }
}

/// The records that a ledger must write after it has read some texts in any order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The registered users, as written.
    pub accounts: BTreeSet<String>,
    /// The referrals, as written.
    pub referrals: BTreeSet<String>,
    /// The quarantined entries: source and text.
    pub quarantine: BTreeSet<(String, String)>,
    /// Quarantined entries of an unknown kind, as written.
    pub unknown: BTreeSet<String>,
}

impl Records {
    /// What must be written after reading these texts.
    pub fn expected_from<T: AsRef<str>>(read: &[(List, T)]) -> Self {
        let mut found = Found::default();
        for (list, text) in read {
            found.read(*list, text.as_ref());
        }
        found.finish()
    }

    /// What a ledger writes.
    pub fn written_by(ledger: &Ledger) -> Self {
        let list = |text: &str| {
            let texts = elements(text).unwrap_or_default();
            let written: BTreeSet<_> = texts.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(written.len(), texts.len(), "each is written once: {text}");
            written
        };
        let mut quarantine = BTreeSet::new();
        let mut unknown = BTreeSet::new();
        for text in list(&ledger.text(StorageKey::Quarantine).unwrap_or_else(|| "[]".to_owned())) {
            match item(&text) {
                Some(item) => drop(quarantine.insert((item.from, item.text))),
                None => drop(unknown.insert(text)),
            }
        }
        let (accounts, referrals) = (
            list(&ledger.text(StorageKey::Accounts).unwrap_or_default()),
            list(&ledger.text(StorageKey::Referrals).unwrap_or_default()),
        );
        Self { accounts, referrals, quarantine, unknown }
    }

    /// How many entries could not be read.
    pub fn unreadable(&self) -> usize {
        let sources = ["accounts", "referrals", "quarantine"];
        sources.map(|source| self.from(source).len()).iter().sum::<usize>() + self.unknown.len()
    }

    /// The quarantined texts with this source.
    pub fn from(&self, source: &str) -> BTreeSet<&str> {
        let found = self.quarantine.iter().filter(|(from, _)| from == source);
        found.map(|(_, text)| text.as_str()).collect()
    }

    /// The texts that another copy had replaced, of the records in the lists. An import takes no other.
    pub fn replaced_with_their_record(&self) -> BTreeSet<&str> {
        let copies = self.referrals.iter().filter_map(|text| referral(text));
        let referrals: BTreeSet<_> = copies.map(|copy| copy.identity()).collect();
        let users = self.accounts.iter().filter_map(|text| account(text));
        let accounts: BTreeSet<_> = users.map(|(user, ..)| user.mobile_number).collect();
        let mut copies = self.from("replaced");
        copies.retain(|text| match referral(text) {
            Some(copy) => referrals.contains(&copy.identity()),
            None => account(text).is_some_and(|(user, ..)| accounts.contains(&user.mobile_number)),
        });
        copies
    }
}

/// Reads an entry as a referral; `None` if it is none.
pub fn referral(entry: &str) -> Option<Copy> {
    let entry = entry.trim_ascii();
    let as_it_is: Option<Referral> = object(entry);
    let text = as_it_is.is_some().then(|| entry.to_owned());
    let record: Option<Referral> = as_it_is.or_else(|| {
        let pending = members(entry)?.iter().any(|it| it == &("status".into(), r#""Pending""#));
        let repaired = members::replaced(entry, |name, value| match (name, value) {
            ("points", "null") => pending.then(|| "0".to_owned()),
            ("notes", "null") => Some("\"\"".to_owned()),
            ("id" | "points" | "awardedAt", value) => whole(value),
            _ => None,
        })?;
        let absent = members(entry)?.iter().all(|(name, _)| name != "points");
        let end = if absent && pending { r#","points":0}"# } else { "}" };
        object(&format!("{}{end}", repaired.strip_suffix('}')?))
    });
    Some(Copy::read(record?, &members(entry)?, text))
}

/// Reads an entry as a registered user: the user, the text that this version writes for them, and
/// the entry as read. `None` if it is none.
pub fn account(entry: &str) -> Option<(User, String, String)> {
    let entry = entry.trim_ascii();
    let as_it_is: Option<User> = object(entry);
    let as_read = as_it_is.is_some().then(|| entry.to_owned());
    let user: Option<User> = as_it_is.or_else(|| {
        let number = |name: &str, value: &str| whole(value).filter(|_| name == "registeredAt");
        object(&members::replaced(entry, number)?)
    });
    let user = user?;
    let own = serde_json::to_string(&user).ok()?;
    let text = with(&own, &unknown(&members(entry)?, &ACCOUNT));
    Some((user, text.clone(), as_read.unwrap_or(text)))
}

const ACCOUNT: [&str; 3] = ["mobileNumber", "name", "registeredAt"];

/// The members of an object with other names, as written.
fn unknown(members: &[(String, &str)], known: &[&str]) -> String {
    let unknown = members.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let unknown = unknown.map(|(name, value)| format!("{}:{value}", serde_json::json!(name)));
    unknown.collect::<Vec<_>>().join(",")
}

/// Adds members at the end of an object.
fn with(object: &str, members: &str) -> String {
    let comma = if members.is_empty() { "" } else { "," };
    format!("{}{comma}{members}}}", object.trim_end_matches('}'))
}

/// The entries of a JSON array, as written.
pub fn elements(text: &str) -> Option<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

/// The records of the texts with all their copies, and the quarantine.
#[derive(Default)]
struct Found {
    accounts: Vec<(User, String, String)>,
    referrals: Vec<Copy>,
    kept: Records,
}

impl Found {
    fn read(&mut self, list: List, text: &str) {
        if text.is_empty() {
            return;
        }
        match list {
            List::Quarantine => self.quarantine(text),
            _ => {
                for entry in elements(text).unwrap_or_else(|| vec![text]) {
                    self.entry(list, entry);
                }
            }
        }
    }

    fn entry(&mut self, list: List, entry: &str) {
        let name = match list {
            List::Accounts => match account(entry) {
                Some(found) => return self.accounts.push(found),
                None => "accounts",
            },
            _ => match referral(entry) {
                Some(found) => return self.referrals.push(found),
                None => "referrals",
            },
        };
        self.kept.quarantine.insert((name.to_owned(), entry.to_owned()));
    }

    fn quarantine(&mut self, text: &str) {
        let Some(entries) = elements(text) else {
            self.kept.quarantine.insert(("quarantine".to_owned(), text.to_owned()));
            return;
        };
        for entry in entries {
            match item(entry) {
                None => drop(self.kept.unknown.insert(entry.to_owned())),
                Some(item) => match item.from.as_str() {
                    "quarantine" => self.quarantine(&item.text),
                    "accounts" => self.entry(List::Accounts, &item.text),
                    "referrals" => self.entry(List::Referrals, &item.text),
                    _ => drop(self.kept.quarantine.insert((item.from, item.text))),
                },
            }
        }
    }

    /// Removes erased records, and merges all copies of each record.
    fn finish(self) -> Records {
        let Self { mut accounts, mut referrals, mut kept } = self;
        let erasures = Erasures::named_in(&kept);
        accounts.retain(|(user, ..)| !erasures.have_account(user));
        referrals.retain(|copy| !erasures.have_referral(copy.submitted()));
        // A copy that was replaced is merged into its record, if that exists.
        let numbers: BTreeSet<_> =
            accounts.iter().map(|(it, ..)| it.mobile_number.clone()).collect();
        let known: BTreeSet<_> = referrals.iter().map(Copy::identity).collect();
        kept.quarantine.retain(|(from, text)| {
            if from != "replaced" {
                true
            } else if let Some(copy) = referral(text) {
                let is_known = known.contains(&copy.identity());
                let stays = !is_known && !erasures.have_referral(copy.submitted());
                referrals.extend(is_known.then_some(copy));
                stays
            } else if let Some((user, own, text)) = account(text) {
                let is_erased = erasures.have_account(&user);
                let is_known = numbers.contains(&user.mobile_number);
                accounts.extend((is_known && !is_erased).then_some((user, own, text)));
                !is_known && !is_erased
            } else {
                true
            }
        });
        let mut replaced = BTreeSet::new();
        kept.accounts = latest(accounts, &mut replaced);
        kept.referrals = history::merged(referrals, &mut replaced);
        kept.quarantine.extend(replaced.into_iter().map(|text| ("replaced".to_owned(), text)));
        kept
    }
}

/// The latest copy of each account. Other copies are kept only if they have unknown members.
fn latest(
    accounts: Vec<(User, String, String)>,
    replaced: &mut BTreeSet<String>,
) -> BTreeSet<String> {
    let mut all: BTreeMap<_, (BTreeSet<_>, BTreeSet<_>)> = BTreeMap::new();
    for (user, own, text) in accounts {
        let unknown = members(&own).map(|it| unknown(&it, &ACCOUNT)).unwrap_or_default();
        let (copies, texts) = all.entry(user.mobile_number).or_default();
        copies.insert((user.registered_at, user.name, unknown, own));
        texts.insert(text);
    }
    let mut latest = BTreeSet::new();
    for (mut copies, mut texts) in all.into_values() {
        let as_read = texts.pop_first().filter(|_| texts.is_empty());
        latest.extend(copies.pop_last().map(|(.., own)| as_read.unwrap_or(own)));
        let more = copies.into_iter().filter(|(_, _, unknown, _)| !unknown.is_empty());
        replaced.extend(more.map(|(.., own)| own));
    }
    latest
}

/// A quarantined entry. `from` is a plain text, because serde_json could read an enum in two ways.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    from: String,
    text: String,
}

fn item(entry: &str) -> Option<Item> {
    let known = ["accounts", "referrals", "quarantine", "replaced", "erased", "erased-account"];
    object(entry).filter(|item: &Item| known.contains(&item.from.as_str()))
}

/// Reads a value from a JSON object. serde_json alone would also accept an array of the fields.
fn object<'t, T: Deserialize<'t>>(text: &'t str) -> Option<T> {
    serde_json::from_str(text).ok().filter(|_| text.trim_start().starts_with('{'))
}

/// A whole number, possibly with a fraction of zeros.
static INTEGER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([0-9]+)(\.0+)?$").ok());

/// The digits of a whole number, which may be in a JSON string.
fn whole(value: &str) -> Option<String> {
    let text = serde_json::from_str(value).unwrap_or_else(|_| value.to_owned());
    let found = INTEGER.as_ref()?.captures(&text)?;
    let number: u64 = found.get(1)?.as_str().parse().ok()?;
    Some(number.to_string())
}
