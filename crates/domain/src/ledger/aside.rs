//! What could not be read: kept byte for byte under a storage key of its own.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::json;

/// Where an unreadable text was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Source {
    /// In the registered users list.
    Accounts,
    /// In the all-referrals list.
    Referrals,
    /// In this very collection, which something else had damaged.
    Aside,
    /// In a list, until a later copy of the same record replaced it, which holds less.
    Replaced,
}

/// A collection of unreadable texts, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Aside(BTreeSet<Item>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    from: Source,
    text: String,
}

impl Aside {
    /// Keeps a text.
    pub(super) fn add(&mut self, from: Source, text: &str) {
        self.0.insert(Item { from, text: text.to_owned() });
    }

    /// Takes in a stored collection. One that cannot be read becomes an item of the new one.
    pub(super) fn absorb(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match items(text) {
            Some(items) => self.0.extend(items),
            None => self.add(Source::Aside, text),
        }
    }

    /// Takes in another collection.
    pub(super) fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The stored form; `None` if there is nothing to keep.
    pub(super) fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| json::text(&self.0))
    }
}

fn items(text: &str) -> Option<Vec<Item>> {
    let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    items.into_iter().map(|item| json::record(item.get())).collect()
}
