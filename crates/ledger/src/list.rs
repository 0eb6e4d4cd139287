//! A list of records that can be merged: sorted by identity, without duplicates.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use compact_json::{Array, Member, push_member};
use domain::import::Import;
use domain::points::Points;
use domain::union::Union;

use crate::quarantine::{Quarantine, Source};

/// What the list needs to know of its records.
pub(crate) trait Record: Sized {
    /// Whether this version knows a field of this name.
    fn is_field(name: &str) -> bool;

    /// Reads an entry of a list; `None` if it is not a record as the specification defines it.
    fn read(members: &[Member<'_>]) -> Option<Self>;

    /// The text of an entry with wrong types, repaired where that is possible.
    fn repair(members: &[Member<'_>]) -> String;

    /// The text to store.
    fn text(&self) -> String;

    /// The points that it gives; those of a new referral if it is none.
    fn points(&self) -> Points {
        Points::INITIAL
    }

    /// Orders records by what never changes in them; `Equal` means that both are copies of one.
    fn identity(&self, other: &Self) -> Ordering;

    /// Merges two copies. Also returns a text if it may hold something that this version cannot
    /// merge.
    fn merge(a: Entry<Self>, b: Entry<Self>) -> (Entry<Self>, Option<String>);
}

/// A record with its text. The text stays as it was read until the record is repaired or merged
/// with another copy. Fields that this version does not know are always kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry<T> {
    pub(crate) record: T,
    /// The unknown fields: `"name":value`, separated by commas. Usually empty.
    pub(crate) unknown: String,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List<T>(Vec<Entry<T>>);

impl<T: Record> List<T> {
    /// Reads a stored list. A text that is not a list is quarantined, as are entries that are not
    /// records.
    pub(crate) fn read(&mut self, text: &str, source: Source, quarantine: &mut Quarantine) {
        if !text.is_empty() {
            self.read_entries(&entries_of(text), source, quarantine);
        }
    }

    /// Reads the entries of a list. Entries that are not records are quarantined; returns how many.
    pub(crate) fn read_entries(
        &mut self,
        texts: &[&str],
        source: Source,
        quarantine: &mut Quarantine,
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
        quarantine.extend(source, unreadable);
        self.merge(Self(entries), quarantine);
        count
    }

    /// Merges another list into this one.
    pub(crate) fn merge(&mut self, other: Self, quarantine: &mut Quarantine) {
        let mut copies = Copies { left_over: Vec::new() };
        let entries = copies.sorted(other.0);
        self.0 = copies.united(core::mem::take(&mut self.0), entries);
        quarantine.extend(Source::Replaced, copies.left_over);
    }

    /// Merges entries into the other copies of their records.
    pub(crate) fn merge_entries(&mut self, entries: Vec<Entry<T>>, quarantine: &mut Quarantine) {
        self.merge(Self(entries), quarantine);
    }

    /// Whether there is a copy of this record.
    pub(crate) fn has(&self, record: &T) -> bool {
        self.find(record).is_some()
    }

    /// Adds a record that this tab created, or a new version of one.
    pub(crate) fn add(&mut self, record: T, quarantine: &mut Quarantine) {
        self.merge(Self(vec![Entry::new(record, String::new())]), quarantine);
    }

    /// The stored form: a JSON array sorted by identity, on one line without spaces.
    pub(crate) fn text(&self) -> String {
        self.text_of(&|_| true)
    }

    /// The stored form of the records for which `wanted` is true.
    pub(crate) fn text_of(&self, wanted: &dyn Fn(&T) -> bool) -> String {
        let mut list = Array::default();
        for entry in self.0.iter().filter(|entry| wanted(&entry.record)) {
            list.push(&entry.text);
        }
        list.finish()
    }

    /// Keeps the records for which `stays` is true.
    pub(crate) fn retain(&mut self, stays: &dyn Fn(&T) -> bool) {
        for entry in core::mem::take(&mut self.0) {
            if stays(&entry.record) {
                self.0.push(entry);
            }
        }
    }

    /// Merges the records of another list, except erased ones, and counts what became of each.
    pub(crate) fn import(
        &mut self,
        other: Self,
        erased: &dyn Fn(&T) -> bool,
        quarantine: &mut Quarantine,
        import: &mut Import,
    ) where
        T: Clone,
    {
        let mut entries = Vec::new();
        for entry in other.0 {
            if erased(&entry.record) {
                import.refused += 1;
                continue;
            }
            match self.find(&entry.record) {
                None => {
                    import.new += 1;
                    import.add_points(Points::INITIAL, entry.record.points());
                }
                Some(known) => match known.changed_with(&entry) {
                    Some(changed) => {
                        import.changed += 1;
                        import.add_points(known.record.points(), changed.record.points());
                    }
                    None => import.same += 1,
                },
            }
            entries.push(entry);
        }
        self.merge(Self(entries), quarantine);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.0.iter().map(|entry| &entry.record)
    }

    pub(crate) fn into_records(self) -> Vec<T> {
        self.0.into_iter().map(|entry| entry.record).collect()
    }

    fn find(&self, record: &T) -> Option<&Entry<T>> {
        let place = self.0.binary_search_by(|known| known.record.identity(record)).ok()?;
        self.0.get(place)
    }
}

/// The entries of a stored list, as they are written. A text that is not a list counts as one
/// entry.
pub fn entries_of(text: &str) -> Vec<&str> {
    compact_json::elements(text).unwrap_or_else(|| vec![text])
}

/// Merges the copies of a record into one.
struct Copies {
    left_over: Vec<String>,
}

impl<T: Record> Union<Entry<T>> for Copies {
    fn order(a: &Entry<T>, b: &Entry<T>) -> Ordering {
        a.record.identity(&b.record)
    }

    fn choose(&mut self, a: Entry<T>, b: Entry<T>) -> Entry<T> {
        if a.text == b.text {
            return a;
        }
        let (merged, left_over) = T::merge(a, b);
        self.left_over.extend(left_over);
        merged
    }
}

impl<T: Record> Entry<T> {
    /// An entry with the text that this version writes: the known fields, then the others.
    pub(crate) fn new(record: T, unknown: String) -> Self {
        let text = with_fields(record.text(), &unknown);
        Self { record, unknown, text }
    }

    /// This copy merged with the other, if that has something that this one does not.
    fn changed_with(&self, other: &Self) -> Option<Self>
    where
        T: Clone,
    {
        let (merged, _) = T::merge(self.clone(), other.clone());
        (merged.text != with_fields(self.record.text(), &self.unknown)).then_some(merged)
    }

    /// Reads an entry of a list.
    pub(crate) fn read(text: &str) -> Option<Self> {
        // White space around an entry is not part of it.
        let text = text.trim_ascii();
        let members = compact_json::members(text)?;
        let unknown = unknown_fields(&members, T::is_field);
        if let Some(record) = T::read(&members) {
            return Some(Self { record, unknown, text: text.to_owned() });
        }
        let repaired = T::repair(&members);
        Some(Self::new(T::read(&compact_json::members(&repaired)?)?, unknown))
    }
}

/// The fields of an object that are not known, as they are written.
fn unknown_fields(members: &[Member<'_>], is_known: fn(&str) -> bool) -> String {
    let mut unknown = String::new();
    for member in members {
        if !is_known(&member.name) {
            push_member(&mut unknown, &member.name, member.value);
        }
    }
    unknown
}

/// Appends fields to the text of an object.
fn with_fields(mut object: String, fields: &str) -> String {
    if !fields.is_empty() {
        object.pop();
        object.push(',');
        object.push_str(fields);
        object.push('}');
    }
    object
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
