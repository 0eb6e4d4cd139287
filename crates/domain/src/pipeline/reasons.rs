//! Which reasons for declining are offered: the programme's own, but those that an owner has switched
//! off, and what owners have added. A name is made once, and stays in histories for good.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::text_rules::may_have_number;
use crate::event::{PUBLIC_OTHER_REASON, Reason, Side};
use crate::form_field::strip_line_breaks;
use crate::rejection::RejectionCode;

/// The longest label that may be set, in characters.
pub const LABEL_MAX: usize = 64;

/// The longest sentence, in characters.
pub const SENTENCE_MAX: usize = 200;

/// How many entries may be added to a list.
pub const ADDED_MAX: usize = 50;

/// A reason for declining, as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeclineReason {
    /// Its name in histories; empty for one that is to be added.
    pub name: String,
    /// Where it comes from. What is of the record has one sentence for all.
    pub side: Side,
    /// What staff read.
    pub label: String,
    /// What the referrer reads.
    pub sentence: String,
    /// Whether a note is needed.
    pub needs_note: bool,
    /// Whether it can be chosen. Otherwise it is only read.
    pub offered: bool,
    /// Whether an owner has added it. Of the others, nothing but `offered` is read.
    pub added: bool,
}

impl DeclineReason {
    /// One of the programme's own.
    fn own(reason: &Reason, offered: bool) -> Option<Self> {
        let words = reason.words()?;
        Some(Self {
            name: reason.as_str().to_owned(),
            side: words.side,
            label: words.label.to_owned(),
            sentence: words.sentence.to_owned(),
            needs_note: words.side == Side::Other,
            offered,
            added: false,
        })
    }

    /// What was typed, under this name, after noting the rules that it breaks.
    fn checked(&self, name: String, codes: &mut Vec<RejectionCode>) -> Self {
        let mut keep = |text: &str, max: usize, code| {
            let text = strip_line_breaks(text.to_owned()).trim().to_owned();
            // An erasure does not search the settings.
            if text.is_empty() || text.chars().count() > max || may_have_number(&text) {
                note(codes, code);
            }
            text
        };
        let label = keep(&self.label, LABEL_MAX, RejectionCode::LabelRefused);
        let sentence = match self.side {
            // Another one would tell whom the company knows.
            Side::Record => PUBLIC_OTHER_REASON.to_owned(),
            _ => keep(&self.sentence, SENTENCE_MAX, RejectionCode::SentenceRefused),
        };
        Self { name, label, sentence, added: true, ..self.clone() }
    }
}

/// What differs from the programme's own reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Reasons {
    /// The programme's own that are not offered.
    off: Vec<Reason>,
    /// What owners have added, in this order.
    added: Vec<DeclineReason>,
}

impl Reasons {
    /// All of them, in the order in which they are offered; the one that only a note explains comes last.
    pub(super) fn all(&self) -> Vec<DeclineReason> {
        let (last, first): (Vec<_>, Vec<_>) =
            Reason::ALL.iter().partition(|reason| **reason == Reason::Other);
        let own = |reason: &&Reason| DeclineReason::own(reason, !self.off.contains(reason));
        let first = first.iter().filter_map(own);
        first.chain(self.added.iter().cloned()).chain(last.iter().filter_map(own)).collect()
    }

    pub(super) fn find(&self, reason: &Reason) -> Option<DeclineReason> {
        match reason {
            Reason::Added(name) => self.added.iter().find(|it| it.name == *name).cloned(),
            own => DeclineReason::own(own, !self.off.contains(own)),
        }
    }

    pub(super) fn sentence(&self, reason: &Reason) -> &str {
        match reason {
            Reason::Added(name) => {
                let added = self.added.iter().find(|it| it.name == *name);
                added.map_or(PUBLIC_OTHER_REASON, |it| &it.sentence)
            }
            own => own.words().map_or(PUBLIC_OTHER_REASON, |words| words.sentence),
        }
    }

    /// What a draft makes of them, after noting the rules that it breaks.
    pub(super) fn next(&self, draft: &[DeclineReason], codes: &mut Vec<RejectionCode>) -> Self {
        let named = |name: &str| draft.iter().find(|it| it.name == name);
        let is_off = |reason: &&Reason| !named(reason.as_str()).is_some_and(|it| it.offered);
        let off = Reason::ALL.iter().filter(is_off).cloned().collect();
        let mut added = Vec::new();
        for before in &self.added {
            added.push(match named(&before.name) {
                Some(typed) => typed.checked(before.name.clone(), codes),
                None => DeclineReason { offered: false, ..before.clone() },
            });
        }
        for typed in draft.iter().filter(|it| it.name.is_empty()) {
            if added.len() >= ADDED_MAX {
                note(codes, RejectionCode::ListFull);
                break;
            }
            let taken = |name: &str| {
                Reason::ALL.iter().any(|own| own.as_str() == name)
                    || added.iter().any(|it: &DeclineReason| it.name == name)
            };
            let name = new_name(&typed.label, taken);
            added.push(typed.checked(name, codes));
        }
        let next = Self { off, added };
        let all = next.all();
        let is_known = |it: &DeclineReason| {
            it.name.is_empty() || all.iter().any(|known| known.name == it.name)
        };
        if !draft.iter().all(is_known) {
            note(codes, RejectionCode::ReasonUnknown);
        }
        let label = |it: &DeclineReason| it.label.to_lowercase();
        let is_taken = |(place, it): (usize, &DeclineReason)| {
            all[..place].iter().any(|before| label(before) == label(it))
        };
        if all.iter().enumerate().any(is_taken) {
            note(codes, RejectionCode::LabelRefused);
        }
        if !all.iter().any(|it| it.offered) {
            note(codes, RejectionCode::NoneOffered);
        }
        next
    }
}

/// Each rule is named once.
pub(super) fn note(codes: &mut Vec<RejectionCode>, code: RejectionCode) {
    if !codes.contains(&code) {
        codes.push(code);
    }
}

/// The longest name that is made of a label, before what tells it from others.
const NAME_MAX: usize = 40;

/// A name for histories: words of small letters with hyphens, and never a digit, so that it holds no phone
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
