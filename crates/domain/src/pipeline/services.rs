//! Which services somebody can be referred for: those of the specification, but what an owner has switched
//! off, and what owners have added. What is not offered any more is still worked on and read.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::offered::{Entry, LABEL_MAX, OfferedList, checked_text, letters};
use crate::rejection::RejectionCode;
use crate::service::ServiceOption;

/// A service, as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProgrammeService {
    /// Its value in records; empty for one that is to be added.
    pub value: String,
    /// What visitors and staff read.
    pub label: String,
    /// Whether somebody can be referred for it.
    pub offered: bool,
    /// Whether an owner has added it. Of the others, nothing but `offered` is read.
    pub added: bool,
}

/// A service to choose in a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceChoice {
    /// Its value in records.
    pub value: String,
    /// What visitors read.
    pub label: String,
}

impl Entry for ProgrammeService {
    const UNKNOWN: RejectionCode = RejectionCode::ServiceUnknown;

    fn own() -> [Vec<Self>; 2] {
        let own = |option: &ServiceOption| Self {
            value: option.value().to_owned(),
            label: option.label().to_owned(),
            offered: true,
            added: false,
        };
        let (last, first): (Vec<_>, Vec<_>) =
            ServiceOption::ALL.iter().partition(|option| **option == ServiceOption::Others);
        [first, last].map(|options| options.into_iter().map(own).collect())
    }

    fn name(&self) -> &str {
        &self.value
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

    fn checked(&self, value: String, codes: &mut Vec<RejectionCode>) -> Self {
        let label = checked_text(&self.label, LABEL_MAX, RejectionCode::LabelRefused, codes);
        Self { value, label, offered: self.offered, added: true }
    }
}

/// All services that the programme knows.
pub(super) type Services = OfferedList<ProgrammeService>;

impl Services {
    /// Whether it is one of the specification's, or an owner has added it.
    pub(super) fn knows(&self, value: &str) -> bool {
        ServiceOption::parse(value).is_some() || self.added(value).is_some()
    }

    pub(super) fn offers(&self, value: &str) -> bool {
        match self.added(value) {
            Some(added) => added.offered,
            None => ServiceOption::parse(value).is_some() && self.offers_own(value),
        }
    }

    /// The value of the service that somebody means who writes its label or its value, with capitals,
    /// blanks and hyphens in any way.
    pub(super) fn named(&self, text: &str) -> Option<String> {
        let (wanted, all) = (letters(text), self.all());
        if wanted.is_empty() {
            return None;
        }
        // A later label may be what an earlier service was called at first.
        let found = all.iter().find(|it| letters(&it.label) == wanted);
        let found = found.or_else(|| all.iter().find(|it| letters(&it.value) == wanted));
        found.map(|it| it.value.clone())
    }

    /// What a form offers; `None` if that is what the specification has.
    pub(super) fn choices(&self) -> Option<Vec<ServiceChoice>> {
        if *self == Self::default() {
            return None;
        }
        let offered = self.all().into_iter().filter(|it| it.offered);
        Some(offered.map(|it| ServiceChoice { value: it.value, label: it.label }).collect())
    }
}
