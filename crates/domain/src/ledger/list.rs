//! A list of records that merges: sorted by identity, each in its latest known version.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::aside::{Aside, Source};
use super::import::Import;
use super::json;
use super::union::Union;

/// What the list needs to know of its records.
pub(super) trait Record: Serialize + DeserializeOwned {
    /// Orders records by what never changes about them; `Equal` means that both are copies of one.
    fn identity(&self, other: &Self) -> Ordering;

    /// Orders copies of one record by age: the greater is the later.
    fn version(&self, other: &Self) -> Ordering;

    /// The text of a record that says what it says in other types than the specification's, in
    /// those; `None` if it does not say it exactly.
    fn mended(text: &str) -> Option<String>;
}

/// A record with the text it was read from, which is written back as it was, or as it was mended:
/// whatever else the text holds (a field of a later version, say) outlives this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<T> {
    pub(super) record: T,
    text: Box<str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List<T>(Vec<Entry<T>>);

impl<T: Record> List<T> {
    /// Takes in a stored list. What is no list, and entries that are no records, go aside.
    pub(super) fn absorb(&mut self, text: &str, source: Source, aside: &mut Aside) {
        if !text.is_empty() {
            self.absorb_entries(&entries_of(text), source, aside);
        }
    }

    /// Takes in the entries of a list. Those that are no records go aside; their number is given
    /// back.
    pub(super) fn absorb_entries(
        &mut self,
        texts: &[&str],
        source: Source,
        aside: &mut Aside,
    ) -> usize {
        let mut entries = Vec::with_capacity(texts.len());
        let mut unreadable = Vec::new();
        for text in texts {
            match Entry::read(text) {
                Some(entry) => entries.push(entry),
                None => unreadable.push((*text).to_owned()),
            }
        }
        let count = unreadable.len();
        aside.extend(source, unreadable);
        self.unite(entries, aside);
        count
    }

    /// Takes in another list.
    pub(super) fn merge(&mut self, other: Self, aside: &mut Aside) {
        self.unite(other.0, aside);
    }

    /// Adds a record that this tab has made, or a new version of one.
    pub(super) fn add(&mut self, record: T, aside: &mut Aside) {
        let text = json::text(&record).into();
        self.unite(vec![Entry { record, text }], aside);
    }

    /// The stored form: a JSON array in the order of identity, one line without spaces around.
    pub(super) fn text(&self) -> String {
        self.text_of(&|_| true)
    }

    /// The stored form of the records that are wanted.
    pub(super) fn text_of(&self, wanted: &dyn Fn(&T) -> bool) -> String {
        let mut list = json::List::default();
        for entry in self.0.iter().filter(|entry| wanted(&entry.record)) {
            list.push(&entry.text);
        }
        list.end()
    }

    /// Drops all records but these.
    pub(super) fn retain(&mut self, stays: &dyn Fn(&T) -> bool) {
        for entry in core::mem::take(&mut self.0) {
            if stays(&entry.record) {
                self.0.push(entry);
            }
        }
    }

    /// Takes in the records of another list that are not erased, and counts what each of them is.
    pub(super) fn import(
        &mut self,
        other: Self,
        erased: &dyn Fn(&T) -> bool,
        aside: &mut Aside,
        import: &mut Import,
    ) {
        let mut entries = Vec::new();
        for entry in other.0 {
            let known = self.0.binary_search_by(|known| known.record.identity(&entry.record));
            let count = match known.ok().and_then(|place| self.0.get(place)) {
                _ if erased(&entry.record) => {
                    import.refused += 1;
                    continue;
                }
                None => &mut import.new,
                Some(known) if known.version(&entry).is_lt() => &mut import.changed,
                Some(_) => &mut import.same,
            };
            *count += 1;
            entries.push(entry);
        }
        self.unite(entries, aside);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.0.iter().map(|entry| &entry.record)
    }

    fn unite(&mut self, entries: Vec<Entry<T>>, aside: &mut Aside) {
        let mut copies = Copies { superseded: Vec::new() };
        let entries = copies.sorted(entries);
        self.0 = copies.united(core::mem::take(&mut self.0), entries);
        aside.extend(Source::Replaced, copies.superseded);
    }
}

/// The entries of a stored list, each as it is written. What is no list may still be an entry.
pub(super) fn entries_of(text: &str) -> Vec<&str> {
    compact_json::elements(text).unwrap_or_else(|_| vec![text])
}

/// Of copies of one record, the latest stays.
struct Copies {
    /// The texts that held more than their record: nobody here can tell what the rest was worth.
    superseded: Vec<String>,
}

impl<T: Record> Union<Entry<T>> for Copies {
    fn order(a: &Entry<T>, b: &Entry<T>) -> Ordering {
        a.record.identity(&b.record)
    }

    fn choose(&mut self, a: Entry<T>, b: Entry<T>) -> Entry<T> {
        let (latest, older) = if a.version(&b).is_lt() { (b, a) } else { (a, b) };
        if older.text != latest.text && *older.text != *json::text(&older.record) {
            self.superseded.push(older.text.into());
        }
        latest
    }
}

impl<T: Record> Entry<T> {
    /// Reads an entry of a list.
    pub(super) fn read(text: &str) -> Option<Self> {
        // In a list there is white space around an entry, which is no part of it.
        let text = json::trimmed(text);
        if let Ok(record) = compact_json::from_str(text) {
            return Some(Self { record, text: text.into() });
        }
        let text = T::mended(text)?;
        let record = compact_json::from_str(&text).ok()?;
        Some(Self { record, text: text.into() })
    }

    /// Orders copies of one record by age. The text is the last resort that makes the order total,
    /// and with it the union commutative.
    fn version(&self, other: &Self) -> Ordering {
        self.record.version(&other.record).then_with(|| self.text.cmp(&other.text))
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
