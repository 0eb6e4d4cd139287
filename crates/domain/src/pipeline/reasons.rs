//! Which reasons for declining are offered: the programme's own, but those that an owner has switched
//! off, and what owners have added. A name is made once, and stays in histories for good.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::offered::{Entry, LABEL_MAX, OfferedList, checked_text};
use crate::event::{PUBLIC_OTHER_REASON, Reason, Side};
use crate::rejection::RejectionCode;

/// The longest sentence, in characters.
pub const SENTENCE_MAX: usize = 200;

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
    fn of(reason: &Reason, offered: bool) -> Option<Self> {
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
}

impl Entry for DeclineReason {
    const UNKNOWN: RejectionCode = RejectionCode::ReasonUnknown;

    /// The one that only a note explains comes last.
    fn own() -> [Vec<Self>; 2] {
        let (last, first): (Vec<_>, Vec<_>) =
            Reason::ALL.iter().partition(|reason| **reason == Reason::Other);
        let own = |reason: &Reason| Self::of(reason, true);
        [first, last].map(|reasons| reasons.into_iter().filter_map(own).collect())
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn label(&self) -> &str {
        &self.label
    }

    fn is_offered(&self) -> bool {
        self.offered
    }

    fn offer(self, offered: bool) -> Self {
        Self { offered, ..self }
    }

    fn checked(&self, name: String, codes: &mut Vec<RejectionCode>) -> Self {
        let label = checked_text(&self.label, LABEL_MAX, RejectionCode::LabelRefused, codes);
        let sentence = match self.side {
            // Another one would tell whom the company knows.
            Side::Record => PUBLIC_OTHER_REASON.to_owned(),
            _ => checked_text(&self.sentence, SENTENCE_MAX, RejectionCode::SentenceRefused, codes),
        };
        Self { name, label, sentence, added: true, ..self.clone() }
    }
}

/// All reasons for declining.
pub(super) type Reasons = OfferedList<DeclineReason>;

impl Reasons {
    pub(super) fn find(&self, reason: &Reason) -> Option<DeclineReason> {
        match reason {
            Reason::Added(name) => self.added(name).cloned(),
            own => DeclineReason::of(own, self.offers_own(own.as_str())),
        }
    }

    pub(super) fn sentence(&self, reason: &Reason) -> &str {
        match reason {
            Reason::Added(name) => {
                self.added(name).map_or(PUBLIC_OTHER_REASON, |added| &added.sentence)
            }
            own => own.words().map_or(PUBLIC_OTHER_REASON, |words| words.sentence),
        }
    }
}
