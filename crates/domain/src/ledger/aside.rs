//! What is kept beside the lists, under a storage key of its own: texts that could not be read, byte
//! for byte, and the names of what was erased.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
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
pub(super) struct Aside {
    items: Vec<Item>,
    /// Entries of a kind that this version does not know, as they are written. Where one names
    /// something erased, that is in force all the same.
    unknown: Vec<Box<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Item {
    pub(super) from: Source,
    pub(super) text: String,
}

/// What may stand in an entry of a kind that is not known, for all this version can tell.
#[derive(Deserialize)]
struct Named {
    from: Source,
    text: String,
}

/// The entries of a stored collection, none of them looked into yet.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) items: Vec<Item>,
    pub(super) unknown: Vec<Box<str>>,
}

impl Entries {
    /// Reads a stored collection. One that cannot be read becomes an item; and one that an earlier
    /// version could not read, and this one can, gives its entries back.
    pub(super) fn read(text: &str) -> Self {
        let mut entries = Self::default();
        let mut collections = vec![text.to_owned()];
        while let Some(text) = collections.pop() {
            let Ok(elements) = lean_json::elements(&text) else {
                entries.items.push(Item { from: Source::Aside, text });
                continue;
            };
            for element in elements {
                match lean_json::from_str(element) {
                    Ok(Item { from: Source::Aside, text }) => collections.push(text),
                    Ok(item) => entries.items.push(item),
                    Err(_) => entries.unknown.push(element.into()),
                }
            }
        }
        entries
    }

    /// Takes out the texts that come from there.
    pub(super) fn take(&mut self, source: Source) -> Vec<String> {
        let mut taken = Vec::new();
        for item in core::mem::take(&mut self.items) {
            if item.from == source {
                taken.push(item.text);
            } else {
                self.items.push(item);
            }
        }
        taken
    }
}

impl Aside {
    /// Keeps texts.
    pub(super) fn extend(&mut self, from: Source, texts: &[impl AsRef<str>]) {
        let item = |text: &_| Item { from, text: AsRef::<str>::as_ref(text).to_owned() };
        let items = texts.iter().map(item).collect();
        self.add(Entries { items, unknown: Vec::new() });
    }

    /// Takes in entries of a stored collection.
    pub(super) fn add(&mut self, entries: Entries) {
        let (items, unknown) = (Same.sorted(entries.items), Same.sorted(entries.unknown));
        self.merge(Self { items, unknown });
    }

    /// Takes in another collection.
    pub(super) fn merge(&mut self, other: Self) {
        self.items = Same.united(core::mem::take(&mut self.items), other.items);
        self.unknown = Same.united(core::mem::take(&mut self.unknown), other.unknown);
    }

    /// The names of what was erased. The items are in order, and so are the keys: their digits are
    /// as many, and sort as the numbers do.
    pub(super) fn graves(&self) -> Graves {
        let keys = |source| {
            let items = self.items.iter().filter(move |item| item.from == source);
            let known = items.filter_map(|item| Key::parse(&item.text)).collect();
            let named = self.unknown.iter().filter_map(|text| named(text));
            let named = named.filter(move |item| item.from == source);
            let others = Same.sorted(named.filter_map(|item| Key::parse(&item.text)).collect());
            Same.united(known, others)
        };
        Graves { referrals: keys(Source::Erased), accounts: keys(Source::Departed) }
    }

    /// Drops the copies of what was erased.
    pub(super) fn bury(&mut self, graves: &Graves) {
        for item in core::mem::take(&mut self.items) {
            if item.from != Source::Replaced || !graves.has_copy(&item.text) {
                self.items.push(item);
            }
        }
    }

    /// How many entries could not be read.
    pub(super) fn unreadable(&self) -> usize {
        let items = self.items.iter().filter(|item| item.from <= Source::Aside).count();
        items + self.unknown.len()
    }

    /// How long the texts are that are kept, in bytes. The names of what was erased do not count.
    pub(super) fn size(&self) -> usize {
        let items = self.items.iter().filter(|item| item.from <= Source::Replaced);
        let unknown = self.unknown.iter().map(|text| text.len());
        items.map(|item| item.text.len()).chain(unknown).sum()
    }

    /// The stored form; `None` if there is nothing to keep.
    pub(super) fn text(&self) -> Option<String> {
        let items = self.items.iter().map(json::text);
        let entries: Vec<_> =
            items.chain(self.unknown.iter().map(|text| (**text).into())).collect();
        (!entries.is_empty()).then(|| json::list(entries.iter().map(|text| text.as_str())))
    }
}

fn named(text: &str) -> Option<Named> {
    lean_json::from_str(text).ok()
}

/// Equal elements are one.
struct Same;

impl<T: Ord> Union<T> for Same {
    fn order(a: &T, b: &T) -> Ordering {
        a.cmp(b)
    }

    fn choose(&mut self, a: T, _: T) -> T {
        a
    }
}
