//! A list of records that merges: sorted by identity, each in its latest known version.

use std::cmp::Ordering;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::aside::{Aside, Source};
use super::json;

/// What the list needs to know of its records.
pub(super) trait Record: Serialize + DeserializeOwned {
    /// Orders records by what never changes about them; `Equal` means that both are copies of one.
    fn identity(&self, other: &Self) -> Ordering;

    /// Orders copies of one record by age: the greater is the later.
    fn version(&self, other: &Self) -> Ordering;
}

/// A record with the text it was read from, which is written back as it was: whatever else the
/// text holds (a field of a later version, say) outlives this one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry<T> {
    record: T,
    text: Box<str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List<T>(Vec<Entry<T>>);

impl<T: Record> List<T> {
    /// Takes in a stored list. What is no list, and entries that are no records, go aside.
    pub(super) fn absorb(&mut self, text: &str, source: Source, aside: &mut Aside) {
        if text.is_empty() {
            return;
        }
        let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) else {
            aside.add(source, text);
            return;
        };
        let mut entries = Vec::with_capacity(items.len());
        for item in items {
            match json::record(item.get()) {
                Some(record) => entries.push(Entry { record, text: item.get().into() }),
                None => aside.add(source, item.get()),
            }
        }
        self.unite(entries, aside);
    }

    /// Takes in another list.
    pub(super) fn merge(&mut self, other: Self, aside: &mut Aside) {
        self.unite(other.0, aside);
    }

    /// Adds a record that this tab has made, or a new version of one.
    pub(super) fn add(&mut self, record: T, aside: &mut Aside) {
        let text = json::text(&record).into();
        let entry = Entry { record, text };
        match self.0.binary_search_by(|known| known.record.identity(&entry.record)) {
            Err(place) => self.0.insert(place, entry),
            Ok(_) => self.unite(vec![entry], aside),
        }
    }

    /// The stored form: a JSON array in the order of identity, one line without spaces around.
    pub(super) fn text(&self) -> String {
        let texts: Vec<&str> = self.0.iter().map(|entry| &*entry.text).collect();
        format!("[{}]", texts.join(","))
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.0.iter().map(|entry| &entry.record)
    }

    fn unite(&mut self, entries: Vec<Entry<T>>, aside: &mut Aside) {
        self.0.extend(entries);
        // Latest version first among copies, so that removing duplicates keeps it.
        self.0.sort_by(|a, b| a.record.identity(&b.record).then_with(|| b.version(a)));
        self.0.dedup_by(|older, latest| {
            let copies = older.record.identity(&latest.record).is_eq();
            if copies {
                older.give_way_to(latest, aside);
            }
            copies
        });
    }
}

impl<T: Record> Entry<T> {
    /// Orders copies of one record by age. The text is the last resort that makes the order total,
    /// and with it the union commutative.
    fn version(&self, other: &Self) -> Ordering {
        self.record.version(&other.record).then_with(|| self.text.cmp(&other.text))
    }

    /// Leaves the list for a later copy. A text that held more than the record is kept aside:
    /// nobody here can tell what the rest was worth.
    fn give_way_to(&self, latest: &Self, aside: &mut Aside) {
        if self.text != latest.text && *self.text != *json::text(&self.record) {
            aside.add(Source::Replaced, &self.text);
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
