//! The outcome of an action, in the form that the user interface receives.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use crate::notice::Notice;
use crate::rejection::{RejectionCode, Rejections};

/// The outcome of an action, with a notice for the visitor: accepted with a value, or refused with
/// all broken rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Verdict<T> {
    /// The action was done.
    Accepted {
        /// The result of the action.
        value: T,
        /// The notice to show.
        notice: Notice,
    },
    /// The action was not done, and nothing has changed.
    Refused {
        /// All broken rules, in the order of the form; never empty.
        codes: Vec<RejectionCode>,
        /// The toast of the first broken rule.
        notice: Notice,
    },
}

impl<T> Verdict<T> {
    /// Accepted, with this value and notice.
    pub fn accepted(value: T, notice: Notice) -> Self {
        Self::Accepted { value, notice }
    }

    /// Turns the result of a rule into a verdict; `notice` makes the notice for an accepted value.
    pub fn of(result: Result<T, Rejections>, notice: impl FnOnce(&T) -> Notice) -> Self {
        match result {
            Ok(value) => {
                let notice = notice(&value);
                Self::accepted(value, notice)
            }
            Err(rejections) => Self::refused_for(rejections.codes),
        }
    }

    /// Refused for one reason.
    pub fn refused(code: RejectionCode) -> Self {
        Self::refused_for(vec![code])
    }

    /// Refused for several reasons. The notice is that of the first.
    pub fn refused_for(codes: Vec<RejectionCode>) -> Self {
        let notice = notice_of(&codes);
        Self::Refused { codes, notice }
    }

    /// The value, if accepted.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Accepted { value, .. } => Some(value),
            Self::Refused { .. } => None,
        }
    }
}

/// The toast of the first code. Not generic, so that it is compiled only once.
fn notice_of(codes: &[RejectionCode]) -> Notice {
    codes
        .first()
        .and_then(|code| code.notice())
        .unwrap_or_else(|| Notice::error("This was not accepted."))
}
