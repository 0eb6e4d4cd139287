//! What could not be read: kept byte for byte under a storage key of its own.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::json;
use super::union::Union;

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

/// A collection of unreadable texts, each once, in an order of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Aside(Vec<Item>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    from: Source,
    text: String,
}

impl Aside {
    /// Keeps texts.
    pub(super) fn extend(&mut self, from: Source, texts: &[impl AsRef<str>]) {
        let item = |text: &_| Item { from, text: AsRef::<str>::as_ref(text).to_owned() };
        self.unite(texts.iter().map(item).collect());
    }

    /// Takes in a stored collection. One that cannot be read becomes an item of the new one.
    pub(super) fn absorb(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match lean_json::from_str(text) {
            Ok(items) => self.unite(items),
            Err(_) => self.extend(Source::Aside, &[text]),
        }
    }

    /// Takes in another collection.
    pub(super) fn merge(&mut self, other: Self) {
        self.unite(other.0);
    }

    fn unite(&mut self, items: Vec<Item>) {
        let items = Same.sorted(items);
        self.0 = Same.united(core::mem::take(&mut self.0), items);
    }

    /// The stored form; `None` if there is nothing to keep.
    pub(super) fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| json::text(&self.0))
    }
}

/// Equal items are one.
struct Same;

impl Union<Item> for Same {
    fn order(a: &Item, b: &Item) -> Ordering {
        a.cmp(b)
    }

    fn choose(&mut self, a: Item, _: Item) -> Item {
        a
    }
}
