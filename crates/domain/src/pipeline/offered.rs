//! A list of which an owner switches entries off, and to which they add: reasons for declining, and
//! services. An entry's name is made once, from its first label, and stays in records for good.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::text_rules::{in_one_line, may_have_number};
use crate::rejection::RejectionCode;

/// The longest label that may be set, in characters.
pub const LABEL_MAX: usize = 64;

/// How many entries may be added to a list.
pub const ADDED_MAX: usize = 50;

/// An entry of such a list, as staff see it and as it is drafted.
pub(super) trait Entry: Clone {
    /// What a draft breaks that names an entry which is not there.
    const UNKNOWN: RejectionCode;

    /// The programme's own: those before the added ones, and those after them. All are offered.
    fn own() -> [Vec<Self>; 2];

    /// Its name in records; empty for one that is to be added.
    fn name(&self) -> &str;

    /// What people read.
    fn label(&self) -> &str;

    /// Whether it can be chosen.
    fn is_offered(&self) -> bool;

    /// The same, offered or not.
    fn offer(self, offered: bool) -> Self;

    /// What was typed, as an added entry of this name, after noting the rules that it breaks.
    fn checked(&self, name: String, codes: &mut Vec<RejectionCode>) -> Self;
}

/// What differs from the programme's own list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct OfferedList<E> {
    /// The names of the programme's own that are not offered.
    off: Vec<String>,
    /// What owners have added, in this order.
    added: Vec<E>,
}

impl<E> Default for OfferedList<E> {
    fn default() -> Self {
        Self { off: Vec::new(), added: Vec::new() }
    }
}

impl<E: Entry> OfferedList<E> {
    /// All entries, in the order in which they are offered.
    pub(super) fn all(&self) -> Vec<E> {
        let [first, last] = E::own();
        let own = |entry: E| {
            let offered = self.offers_own(entry.name());
            entry.offer(offered)
        };
        let last = last.into_iter().map(own);
        first.into_iter().map(own).chain(self.added.iter().cloned()).chain(last).collect()
    }

    /// Whether the programme's own entry of this name is offered.
    pub(super) fn offers_own(&self, name: &str) -> bool {
        !self.off.iter().any(|off| off == name)
    }

    /// The entry of this name that an owner has added.
    pub(super) fn added(&self, name: &str) -> Option<&E> {
        self.added.iter().find(|it| it.name() == name)
    }

    /// What a draft makes of the list, after noting the rules that it breaks.
    pub(super) fn next(&self, draft: &[E], codes: &mut Vec<RejectionCode>) -> Self {
        let named = |name: &str| draft.iter().find(|it| it.name() == name);
        let own = || E::own().into_iter().flatten();
        let is_off = |entry: &E| !named(entry.name()).is_some_and(E::is_offered);
        let off = own().filter(is_off).map(|entry| entry.name().to_owned()).collect();
        let mut added = Vec::new();
        for before in &self.added {
            added.push(match named(before.name()) {
                Some(typed) => typed.checked(before.name().to_owned(), codes),
                None => before.clone().offer(false),
            });
        }
        for typed in draft.iter().filter(|it| it.name().is_empty()) {
            if added.len() >= ADDED_MAX {
                note(codes, RejectionCode::ListFull);
                break;
            }
            let taken = |name: &str| own().chain(added.iter().cloned()).any(|it| it.name() == name);
            let name = new_name(typed.label(), taken);
            added.push(typed.checked(name, codes));
        }
        let next = Self { off, added };
        let all = next.all();
        let is_known =
            |it: &E| it.name().is_empty() || all.iter().any(|known| known.name() == it.name());
        if !draft.iter().all(is_known) {
            note(codes, E::UNKNOWN);
        }
        let is_taken = |(place, it): (usize, &E)| {
            all[..place].iter().any(|before| letters(before.label()) == letters(it.label()))
        };
        if all.iter().enumerate().any(is_taken) {
            note(codes, RejectionCode::LabelRefused);
        }
        if !all.iter().any(E::is_offered) {
            note(codes, RejectionCode::NoneOffered);
        }
        next
    }
}

/// A label or a sentence as it is kept, after noting `code` if it is missing, longer than `max` characters,
/// or may hold a phone number.
pub(super) fn checked_text(
    text: &str,
    max: usize,
    code: RejectionCode,
    codes: &mut Vec<RejectionCode>,
) -> String {
    let text = in_one_line(text);
    // An erasure does not search the settings.
    if text.is_empty() || text.chars().count() > max || may_have_number(&text) {
        note(codes, code);
    }
    text
}

/// What tells two labels apart: neither capitals nor blanks and hyphens do.
pub(super) fn letters(label: &str) -> String {
    label.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Each rule is named once.
pub(super) fn note(codes: &mut Vec<RejectionCode>, code: RejectionCode) {
    if !codes.contains(&code) {
        codes.push(code);
    }
}

/// The longest name that is made of a label, before what tells it from others.
const NAME_MAX: usize = 40;

/// A name for records: words of small letters with hyphens, and never a digit, so that it holds no phone
/// number. `taken` says which there are already.
fn new_name(label: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = String::new();
    for letter in label.chars().map(|letter| letter.to_ascii_lowercase()) {
        if name.len() >= NAME_MAX {
            break;
        }
        match letter {
            'a'..='z' => name.push(letter),
            _ if name.is_empty() || name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    let name = match name.trim_end_matches('-') {
        "" => "added",
        name => name,
    };
    let letters = || 'a'..='z';
    let others = letters().flat_map(|one| letters().map(move |two| format!("{name}-{one}{two}")));
    let all = [name.to_owned()].into_iter().chain(others);
    all.into_iter().find(|name| !taken(name)).unwrap_or_default()
}
