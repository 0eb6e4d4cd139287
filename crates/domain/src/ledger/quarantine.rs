//! What is kept beside the lists, under a storage key of its own: texts that could not be read, byte
//! for byte, and the names of what was erased.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::erasures::Erasures;
use super::json;
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
    #[serde(rename = "aside")]
    Quarantine,
    /// A whole entry of this collection, as it is written: of a kind that a later version knows,
    /// say. Where it names something erased, that is in force all the same.
    #[serde(skip_deserializing)]
    Unknown,
    /// In a list, until another copy of the same record replaced it, and with it a field that this
    /// version does not know or, in earlier versions, a history.
    Replaced,
    /// The key of a referral that its owner has erased.
    #[serde(rename = "erased")]
    ErasedReferral,
    /// The key of an account's erasure.
    #[serde(rename = "departed")]
    ErasedAccount,
}

/// A collection of texts, each once, in an order of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Quarantine(Vec<Item>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Item {
    from: Source,
    text: String,
}

/// The entries of a stored collection, none of them looked into yet.
pub(super) struct Entries(Vec<Item>);

impl Entries {
    /// Reads a stored collection. One that cannot be read becomes an item; and one that an earlier
    /// version could not read, and this one can, gives its entries back.
    pub(super) fn read(text: &str) -> Self {
        let mut items = Vec::new();
        let mut collections = vec![text.to_owned()];
        while let Some(text) = collections.pop() {
            let Ok(elements) = compact_json::elements(&text) else {
                items.push(Item { from: Source::Quarantine, text });
                continue;
            };
            for element in elements {
                match compact_json::from_str(element) {
                    Ok(Item { from: Source::Quarantine, text }) => collections.push(text),
                    Ok(item) => items.push(item),
                    Err(_) => items.push(Item { from: Source::Unknown, text: element.to_owned() }),
                }
            }
        }
        Self(items)
    }

    /// Takes out the texts that come from there.
    pub(super) fn take(&mut self, source: Source) -> Vec<String> {
        take(&mut self.0, source)
    }

    /// How many are left.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Quarantine {
    /// Keeps texts.
    pub(super) fn extend(&mut self, from: Source, texts: Vec<String>) {
        let items = texts.into_iter().map(|text| Item { from, text });
        self.add(Entries(items.collect()));
    }

    /// Takes in entries of a stored collection.
    pub(super) fn add(&mut self, entries: Entries) {
        self.merge(Self(Same.sorted(entries.0)));
    }

    /// Takes in another collection.
    pub(super) fn merge(&mut self, other: Self) {
        self.0 = Same.united(core::mem::take(&mut self.0), other.0);
    }

    /// Takes out the texts that come from there.
    pub(super) fn take(&mut self, source: Source) -> Vec<String> {
        take(&mut self.0, source)
    }

    /// The names of what was erased. The items are in order, and so are the keys: their digits are
    /// as many, and sort as the numbers do.
    pub(super) fn erasures(&self) -> Erasures {
        let mut erasures = Erasures::default();
        for item in &self.0 {
            if item.from == Source::Unknown {
                if let Ok(Named { from, text }) = compact_json::from_str(&item.text) {
                    erasures.add(from, &text, true);
                }
            } else {
                erasures.add(item.from, &item.text, false);
            }
        }
        erasures
    }

    /// How many entries could not be read.
    pub(super) fn unreadable(&self) -> usize {
        self.0.iter().filter(|item| item.from <= Source::Unknown).count()
    }

    /// How long the texts are that are kept, in bytes. The names of what was erased do not count.
    pub(super) fn size(&self) -> usize {
        let kept = self.0.iter().filter(|item| item.from <= Source::Replaced);
        kept.map(|item| item.text.len()).sum()
    }

    /// The stored form; `None` if there is nothing to keep.
    pub(super) fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| {
            let mut list = json::List::default();
            for item in &self.0 {
                match item.from {
                    Source::Unknown => list.push(&item.text),
                    _ => list.push(&json::text(item)),
                }
            }
            list.end()
        })
    }
}

fn take(items: &mut Vec<Item>, source: Source) -> Vec<String> {
    let mut taken = Vec::new();
    for item in core::mem::take(items) {
        if item.from == source {
            taken.push(item.text);
        } else {
            items.push(item);
        }
    }
    taken
}

/// What an entry of an unknown kind may say, for all this version can tell.
#[derive(Deserialize)]
struct Named {
    from: Source,
    text: String,
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
