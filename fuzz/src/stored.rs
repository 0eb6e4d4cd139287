//! What is to become of stored texts, told by a second reader: serde_json, and the rules for them
//! written down once more. The fuzzer and the property tests of the domain hold a ledger against it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use domain::account::User;
use domain::ledger::Ledger;
use domain::referral::{Referral, Status};
use regex_lite::Regex;
use serde::Deserialize;
use serde_json::value::RawValue;

mod erasures;
mod members;

use erasures::Erasures;
use members::members;

/// What a text was stored as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The registered users.
    Accounts,
    /// The referrals.
    Referrals,
    /// What is kept beside the two.
    Aside,
}

impl List {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Accounts, Self::Referrals, Self::Aside];

    /// Lets a ledger read a text as this.
    pub fn absorb(self, ledger: &mut Ledger, text: &str) {
        match self {
            Self::Accounts => ledger.absorb_accounts(text),
            Self::Referrals => ledger.absorb_referrals(text),
            Self::Aside => ledger.absorb_aside(text),
        }
    }
}

/// What a ledger has to write after it has read some texts, in whatever order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The registered users, each as it is written.
    pub accounts: BTreeSet<String>,
    /// The referrals, each as it is written.
    pub referrals: BTreeSet<String>,
    /// What is beside them: where it comes from, and its text.
    pub aside: BTreeSet<(String, String)>,
    /// The entries beside them that are of no known kind, as they are written.
    pub unknown: BTreeSet<String>,
}

impl Kept {
    /// What has to be written after these texts.
    pub fn of<T: AsRef<str>>(read: &[(List, T)]) -> Self {
        let mut found = Found::default();
        for (list, text) in read {
            found.read(*list, text.as_ref());
        }
        found.settle()
    }

    /// What a ledger does write.
    pub fn by(ledger: &Ledger) -> Self {
        let list = |text: &str| {
            let texts = elements(text).unwrap_or_default();
            let written: BTreeSet<_> = texts.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(written.len(), texts.len(), "each is written once: {text}");
            written
        };
        let mut aside = BTreeSet::new();
        let mut unknown = BTreeSet::new();
        for text in list(&ledger.aside_text().unwrap_or_else(|| "[]".to_owned())) {
            match item(&text) {
                Some(item) => drop(aside.insert((item.from, item.text))),
                None => drop(unknown.insert(text)),
            }
        }
        let (accounts, referrals) = (list(&ledger.accounts_text()), list(&ledger.referrals_text()));
        Self { accounts, referrals, aside, unknown }
    }

    /// How many entries could not be read.
    pub fn unreadable(&self) -> usize {
        let sources = ["accounts", "referrals", "aside"];
        sources.map(|source| self.from(source).len()).iter().sum::<usize>() + self.unknown.len()
    }

    /// The texts beside the lists that come from there.
    pub fn from(&self, source: &str) -> BTreeSet<&str> {
        let found = self.aside.iter().filter(|(from, _)| from == source);
        found.map(|(_, text)| text.as_str()).collect()
    }
}

/// Whether an entry is a referral, and what is to be written for it.
pub fn referral(entry: &str) -> Option<(Referral, String)> {
    let entry = entry.trim_matches(WHITE_SPACE);
    let record = |text: &str| object(text).map(|record| (record, text.to_owned()));
    record(entry).or_else(|| {
        let pending = members(entry)?.iter().any(|it| it == &("status".into(), r#""Pending""#));
        let mended = members::replaced(entry, |name, value| match (name, value) {
            ("points", "null") => pending.then(|| "0".to_owned()),
            ("notes", "null") => Some("\"\"".to_owned()),
            ("id" | "points" | "awardedAt", value) => whole(value),
            _ => None,
        })?;
        let absent = members(entry)?.iter().all(|(name, _)| name != "points");
        let end = if absent && pending { r#","points":0}"# } else { "}" };
        record(&format!("{}{end}", mended.strip_suffix('}')?))
    })
}

/// Whether an entry is a registered user, and what is to be written for it.
pub fn account(entry: &str) -> Option<(User, String)> {
    let entry = entry.trim_matches(WHITE_SPACE);
    let record = |text: &str| object(text).map(|record| (record, text.to_owned()));
    record(entry).or_else(|| {
        let number = |name: &str, value: &str| whole(value).filter(|_| name == "registeredAt");
        record(&members::replaced(entry, number)?)
    })
}

/// What JSON allows around a value.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// The entries of a JSON array, each as it is written.
pub fn elements(text: &str) -> Option<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

/// The records of the texts, with all copies, and what else there is.
#[derive(Default)]
struct Found {
    accounts: Vec<(User, String)>,
    referrals: Vec<(Referral, String)>,
    kept: Kept,
}

impl Found {
    fn read(&mut self, list: List, text: &str) {
        if text.is_empty() {
            return;
        }
        match list {
            List::Aside => self.aside(text),
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
        self.kept.aside.insert((name.to_owned(), entry.to_owned()));
    }

    fn aside(&mut self, text: &str) {
        let Some(entries) = elements(text) else {
            self.kept.aside.insert(("aside".to_owned(), text.to_owned()));
            return;
        };
        for entry in entries {
            match item(entry) {
                None => drop(self.kept.unknown.insert(entry.to_owned())),
                Some(item) => match item.from.as_str() {
                    "aside" => self.aside(&item.text),
                    "accounts" => self.entry(List::Accounts, &item.text),
                    "referrals" => self.entry(List::Referrals, &item.text),
                    _ => drop(self.kept.aside.insert((item.from, item.text))),
                },
            }
        }
    }

    /// Leaves out what was erased, and of each record all copies but the latest.
    fn settle(self) -> Kept {
        let Self { accounts, referrals, mut kept } = self;
        let erasures = Erasures::named_in(&kept);
        let accounts = accounts.into_iter().filter(|(user, _)| !erasures.have_account(user));
        let accounts = accounts.map(|(user, text)| {
            let ours = serde_json::to_string(&user).is_ok_and(|ours| ours == text);
            (user.mobile_number, ((user.registered_at, user.name), text, ours))
        });
        let referrals = referrals.into_iter().filter(|(it, _)| !erasures.have_referral(it));
        let referrals = referrals.map(|(it, text)| {
            let ours = serde_json::to_string(&it).is_ok_and(|ours| ours == text);
            let rank = match &it.status {
                Status::Pending => 0,
                Status::Other(_) => 1,
                Status::Successful => 2,
            };
            let version = (it.awarded_at, rank, it.points, it.status.as_str().to_owned());
            let service = it.service.value().to_owned();
            let fixed = [
                it.referred_name,
                it.referred_phone,
                it.referrer_name,
                it.referrer_mobile,
                service,
                it.notes,
                it.date,
            ];
            ((it.id, fixed), (version, text, ours))
        });
        let mut replaced = BTreeSet::new();
        kept.accounts = latest(accounts, &mut replaced);
        kept.referrals = latest(referrals, &mut replaced);
        kept.aside.extend(replaced.into_iter().map(|text| ("replaced".to_owned(), text)));
        kept.aside.retain(|(from, text)| {
            let erased = || {
                referral(text).is_some_and(|(it, _)| erasures.have_referral(&it))
                    || account(text).is_some_and(|(user, _)| erasures.have_account(&user))
            };
            from != "replaced" || !erased()
        });
        kept
    }
}

/// The latest text of each record. Of the others, those that are not ours hold more, and are kept.
fn latest<I: Ord, V: Ord>(
    copies: impl Iterator<Item = (I, (V, String, bool))>,
    replaced: &mut BTreeSet<String>,
) -> BTreeSet<String> {
    let mut all: BTreeMap<I, BTreeSet<(V, String, bool)>> = BTreeMap::new();
    for (identity, copy) in copies {
        all.entry(identity).or_default().insert(copy);
    }
    let mut latest = BTreeSet::new();
    for mut copies in all.into_values() {
        let Some((_, text, _)) = copies.pop_last() else { continue };
        let others = copies.into_iter().filter(|(_, other, ours)| !ours && *other != text);
        replaced.extend(others.map(|(_, other, _)| other));
        latest.insert(text);
    }
    latest
}

/// A text beside the lists. The field `from` is not more than a text, so that there is nothing
/// that serde_json could read in two ways.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    from: String,
    text: String,
}

fn item(entry: &str) -> Option<Item> {
    let known = ["accounts", "referrals", "aside", "replaced", "erased", "departed"];
    object(entry).filter(|item: &Item| known.contains(&item.from.as_str()))
}

/// A value out of a JSON object; serde_json would take an array of the fields as well.
fn object<'t, T: Deserialize<'t>>(text: &'t str) -> Option<T> {
    serde_json::from_str(text).ok().filter(|_| text.trim_start().starts_with('{'))
}

/// A whole number with a fraction of zeros, or without one.
static WHOLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([0-9]+)(\.0+)?$").ok());

/// The digits of a whole number that may stand in a text.
fn whole(value: &str) -> Option<String> {
    let text = serde_json::from_str(value).unwrap_or_else(|_| value.to_owned());
    let found = WHOLE.as_ref()?.captures(&text)?;
    let number: u64 = found.get(1)?.as_str().parse().ok()?;
    Some(number.to_string())
}
