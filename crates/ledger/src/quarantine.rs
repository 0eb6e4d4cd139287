//! What is stored beside the lists, under its own storage key: texts that could not be read, byte
//! for byte, texts that another copy replaced, and the keys of erased records.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use compact_json::{Array, Member, field, to_string};
use domain::account::User;
use domain::case::Case;
use domain::key::Key;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral};
use domain::union::{Ranked, Sorted};
use serde::Serialize;

/// Where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// An unreadable entry of the list of registered users.
    Accounts,
    /// An unreadable entry of the list of all referrals.
    Referrals,
    /// The quarantine itself, after something else had damaged it.
    Quarantine,
    /// A whole entry of the quarantine as it is written, such as one of a kind that only a later
    /// version knows. If it names an erased record, the record stays erased.
    Unknown,
    /// The text of a list entry that another copy replaced. It has a field that this version does
    /// not know.
    Replaced,
    /// The key of an erased referral.
    ErasedReferral,
    /// The key of an erased account.
    ErasedAccount,
}

/// All sources, in order.
const SOURCES: [Source; 7] = [
    Source::Accounts,
    Source::Referrals,
    Source::Quarantine,
    Source::Unknown,
    Source::Replaced,
    Source::ErasedReferral,
    Source::ErasedAccount,
];

/// A set of texts, sorted by source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quarantine(Sorted<Ranked>);

/// An entry as it is stored.
#[derive(Serialize)]
struct Item<'t> {
    from: &'t str,
    text: &'t str,
}

impl Source {
    /// The word in stored texts.
    fn as_str(self) -> &'static str {
        match self {
            Self::Accounts => "accounts",
            Self::Referrals => "referrals",
            Self::Quarantine => "quarantine",
            Self::Unknown => "",
            Self::Replaced => "replaced",
            Self::ErasedReferral => "erased",
            Self::ErasedAccount => "erased-account",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        SOURCES.into_iter().find(|source| source.as_str() == word && !word.is_empty())
    }
}

/// The source and the text of an entry, whatever else it holds.
fn named(members: &[Member<'_>]) -> Option<(Source, String)> {
    let from: String = field(members, "from")??;
    Some((Source::parse(&from)?, field(members, "text")??))
}

/// The entries of a stored quarantine, not yet interpreted.
pub(crate) struct Entries(Vec<Ranked>);

impl Entries {
    /// Reads a stored quarantine. If it is unreadable, it becomes an entry itself. A quarantine
    /// that could not be read once, and can be now, gives its entries back.
    pub(crate) fn read(text: &str) -> Self {
        let mut items = Vec::new();
        let mut collections = vec![text.to_owned()];
        while let Some(text) = collections.pop() {
            let Some(elements) = compact_json::elements(&text) else {
                items.push(ranked(Source::Quarantine, text));
                continue;
            };
            for element in elements {
                let members = compact_json::members(element).unwrap_or_default();
                match named(&members).filter(|_| members.len() == 2) {
                    Some((Source::Quarantine, text)) => collections.push(text),
                    Some((from, text)) => items.push(ranked(from, text)),
                    None => items.push(ranked(Source::Unknown, element.to_owned())),
                }
            }
        }
        Self(items)
    }

    /// Removes and returns the texts of this source.
    pub(crate) fn take(&mut self, source: Source) -> Vec<String> {
        take(&mut self.0, source)
    }

    /// The number of entries left.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Quarantine {
    /// Adds texts.
    pub(crate) fn extend(&mut self, from: Source, texts: Vec<String>) {
        self.0.add(texts.into_iter().map(|text| ranked(from, text)).collect());
    }

    /// Adds the entries of a stored quarantine.
    pub(crate) fn add(&mut self, entries: Entries) {
        self.0.add(entries.0);
    }

    /// Adds everything in another quarantine.
    pub(crate) fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
    }

    /// Removes and returns the texts of this source.
    pub(crate) fn take(&mut self, source: Source) -> Vec<String> {
        take(&mut self.0.0, source)
    }

    /// The keys of erased records. They come out sorted, because keys have a fixed length and sort
    /// as their numbers do.
    pub(crate) fn erasures(&self) -> Erasures {
        let mut erasures = Erasures::default();
        for (from, text) in self.items() {
            if from == Source::Unknown {
                let members = compact_json::members(text).unwrap_or_default();
                if let Some((from, text)) = named(&members) {
                    erasures.add(from, &text, true);
                }
            } else {
                erasures.add(from, text, false);
            }
        }
        erasures
    }

    /// The number of entries that could not be read.
    pub(crate) fn unreadable(&self) -> usize {
        self.items().filter(|(from, _)| *from <= Source::Unknown).count()
    }

    /// The length of the kept texts, in bytes, without the keys of erased records.
    pub(crate) fn size(&self) -> usize {
        let kept = self.items().filter(|(from, _)| *from <= Source::Replaced);
        kept.map(|(_, text)| text.len()).sum()
    }

    /// The stored form; `None` if it is empty.
    pub(crate) fn text(&self) -> Option<String> {
        let mut list = Array::default();
        for (from, text) in self.items() {
            match from {
                Source::Unknown => list.push(text),
                _ => list.push(&to_string(&Item { from: from.as_str(), text })),
            }
        }
        (!self.0.0.is_empty()).then(|| list.finish())
    }

    fn items(&self) -> impl Iterator<Item = (Source, &str)> {
        self.0.0.iter().filter_map(|item| Some((source(item)?, item.text.as_str())))
    }
}

fn ranked(from: Source, text: String) -> Ranked {
    Ranked { rank: [from as u64, 0, 0], text }
}

fn source(item: &Ranked) -> Option<Source> {
    SOURCES.get(item.rank[0] as usize).copied()
}

fn take(items: &mut Vec<Ranked>, from: Source) -> Vec<String> {
    let mut taken = Vec::new();
    for item in core::mem::take(items) {
        if source(&item) == Some(from) {
            taken.push(item.text);
        } else {
            items.push(item);
        }
    }
    taken
}

/// The keys of erased records.
#[derive(Debug, Default)]
pub(crate) struct Erasures {
    /// Sorted.
    referrals: Vec<Key>,
    /// The keys found in entries of an unknown kind. Unsorted; there are few.
    other_referrals: Vec<Key>,
    accounts: Vec<Key>,
}

impl Erasures {
    /// Adds a key, if `text` is one. Keys from `other` entries may come in any order.
    pub(crate) fn add(&mut self, source: Source, text: &str, other: bool) {
        let keys = match source {
            Source::ErasedAccount => &mut self.accounts,
            Source::ErasedReferral if other => &mut self.other_referrals,
            Source::ErasedReferral => &mut self.referrals,
            _ => return,
        };
        keys.extend(Key::parse(text));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.accounts.is_empty() && self.referrals().next().is_none()
    }

    pub(crate) fn has_referral(&self, referral: &Referral) -> bool {
        let key = Key::of(referral);
        self.referrals.binary_search(&key).is_ok() || self.other_referrals.contains(&key)
    }

    pub(crate) fn has_case(&self, case: &Case) -> bool {
        self.has_referral(case.referral())
    }

    pub(crate) fn has_account(&self, user: &User) -> bool {
        self.accounts.iter().any(|erasure| erasure.erases(user))
    }

    /// When the data under a number was last erased; `None` if it never was.
    pub(crate) fn erased_at(&self, mobile: &MobileNumber) -> Option<Instant> {
        let user = User::of(mobile.clone());
        let of_user = self.accounts.iter().filter(|erasure| erasure.erases(&user));
        of_user.map(|erasure| erasure.instant()).max()
    }

    /// The keys of erased referrals.
    pub(crate) fn referrals(&self) -> impl Iterator<Item = Key> {
        self.referrals.iter().chain(&self.other_referrals).copied()
    }
}
