//! Whether a ledger still has all that it has read, by serde_json's reading of the same texts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use domain::account::User;
use domain::ledger::Ledger;
use domain::referral::Referral;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a text was stored as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Accounts,
    Referrals,
    Aside,
}

/// A text that was set aside. The field `from` is not more than a text, so that there is nothing
/// that serde_json could read in two ways.
#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    from: String,
    text: String,
}

/// A record of a list.
trait Record: Serialize + DeserializeOwned {
    /// Whether another is a copy of this one, and not an older one.
    fn lives_on_in(&self, other: &Self) -> bool;
}

impl List {
    pub(super) const ALL: [Self; 3] = [Self::Accounts, Self::Referrals, Self::Aside];

    pub(super) fn absorb(self, ledger: &mut Ledger, text: &str) {
        match self {
            Self::Accounts => ledger.absorb_accounts(text),
            Self::Referrals => ledger.absorb_referrals(text),
            Self::Aside => ledger.absorb_aside(text),
        }
    }

    /// What the ledger calls it among what is set aside.
    fn name(self) -> &'static str {
        match self {
            Self::Accounts => "accounts",
            Self::Referrals => "referrals",
            Self::Aside => "aside",
        }
    }
}

/// Every text is still there: in its list, or set aside, or in a later copy of the same record.
pub(super) fn all_is_kept(ledger: &Ledger, read: &[(List, Cow<'_, str>)]) {
    let aside = Aside::of(ledger);
    for (list, text) in read.iter().filter(|(_, text)| !text.is_empty()) {
        match (list, elements(text)) {
            (List::Aside, Some(items)) if items.iter().all(|item| read_item(item).is_some()) => {
                let items = items.iter().filter_map(|item| read_item(item));
                items.for_each(|item| aside.must_have(&item.from, &item.text));
            }
            (List::Accounts, Some(entries)) => {
                let records: Vec<_> = ledger.accounts().collect();
                entries_are_kept(&entries, *list, &ledger.accounts_text(), &records, &aside);
            }
            (List::Referrals, Some(entries)) => {
                let records: Vec<_> = ledger.referrals().collect();
                entries_are_kept(&entries, *list, &ledger.referrals_text(), &records, &aside);
            }
            _ => aside.must_have(list.name(), text),
        }
    }
}

fn entries_are_kept<T: Record>(
    entries: &[&str],
    list: List,
    written: &str,
    records: &[&T],
    aside: &Aside,
) {
    let texts: Option<BTreeSet<_>> = elements(written).map(BTreeSet::from_iter);
    let texts = texts.unwrap_or_default();
    assert_eq!(texts.len(), records.len(), "what is written is a list of the records");
    for entry in entries {
        let Some(record) = object::<T>(entry) else {
            aside.must_have(list.name(), entry);
            continue;
        };
        let copy = records.iter().any(|known| record.lives_on_in(known));
        assert!(copy, "{entry} can be read, and is in no list");
        let ours = serde_json::to_string(&record).is_ok_and(|text| text == *entry);
        // Of an older copy, only what no record has room for is worth keeping.
        if !texts.contains(entry) && !ours {
            aside.must_have("replaced", entry);
        }
    }
}

/// What a ledger has set aside.
struct Aside(BTreeSet<Item>);

impl Aside {
    fn of(ledger: &Ledger) -> Self {
        let text = ledger.aside_text().unwrap_or_else(|| "[]".to_owned());
        let items: Option<Vec<Option<Item>>> =
            elements(&text).map(|items| items.into_iter().map(read_item).collect());
        let items: Option<BTreeSet<_>> = items.and_then(|items| items.into_iter().collect());
        assert!(items.is_some(), "what is set aside can be read: {text}");
        Self(items.unwrap_or_default())
    }

    fn must_have(&self, from: &str, text: &str) {
        let item = Item { from: from.to_owned(), text: text.to_owned() };
        assert!(self.0.contains(&item), "{text:?} of {from} is lost");
    }
}

/// The entries of a JSON array, each as it is written.
fn elements(text: &str) -> Option<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

fn read_item(text: &str) -> Option<Item> {
    let known = ["accounts", "referrals", "aside", "replaced"];
    object(text).filter(|item: &Item| known.contains(&item.from.as_str()))
}

/// A value out of a JSON object; serde_json would take an array of the fields as well.
fn object<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok().filter(|_| text.starts_with('{'))
}

impl Record for User {
    fn lives_on_in(&self, other: &Self) -> bool {
        self.mobile_number == other.mobile_number && self.name <= other.name
    }
}

impl Record for Referral {
    fn lives_on_in(&self, other: &Self) -> bool {
        let Referral { status, points, awarded_at, .. } = other.clone();
        let edited = Self { status, points, awarded_at, ..self.clone() };
        edited == *other && self.awarded_at <= other.awarded_at
    }
}
