//! What is kept beside the lists, under a storage key of its own: texts that could not be read, byte
//! for byte, and the names of what was erased.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::graves::Graves;
use super::json;
use super::key::Key;
use super::union::Union;

/// Where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Source {
    /// Unreadable, in the registered users list.
    Accounts,
    /// Unreadable, in the all-referrals list.
    Referrals,
    /// This very collection, which something else had damaged.
    Aside,
    /// In a list, until a later copy of the same record replaced it, which holds less.
    Replaced,
    /// The key of a referral that its owner has erased.
    Erased,
    /// The key of an account's erasure.
    Departed,
}

/// A collection of texts, each once, in an order of their own.
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

    /// The names of what was erased. The items are in order, and so are the keys: their digits are
    /// as many, and sort as the numbers do.
    pub(super) fn graves(&self) -> Graves {
        let keys = |source| {
            let items = self.0.iter().filter(move |item| item.from == source);
            items.filter_map(|item| Key::parse(&item.text)).collect()
        };
        Graves { referrals: keys(Source::Erased), accounts: keys(Source::Departed) }
    }

    /// Drops the copies of what was erased.
    pub(super) fn bury(&mut self, graves: &Graves) {
        for item in core::mem::take(&mut self.0) {
            if item.from != Source::Replaced || !graves.has_copy(&item.text) {
                self.0.push(item);
            }
        }
    }

    /// How many texts come from there.
    pub(super) fn count(&self, source: Source) -> usize {
        self.0.iter().filter(|item| item.from == source).count()
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
