//! How the outcome of an action crosses to the user interface.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use crate::notice::Notice;
use crate::rejection::{RejectionCode, Rejections};

/// Accepted with what came of it, or refused with every broken rule; either way, what to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Verdict<T> {
    /// It is done.
    Accepted {
        /// What came of it.
        value: T,
        /// What to say.
        notice: Notice,
    },
    /// It is not done, and nothing has changed.
    Refused {
        /// Every broken rule, in the order of the form; never empty.
        codes: Vec<RejectionCode>,
        /// What to say: the first broken rule's toast.
        notice: Notice,
    },
}

impl<T> Verdict<T> {
    /// Accepted, with the notice that suits what came of it.
    pub fn accepted(value: T, notice: Notice) -> Self {
        Self::Accepted { value, notice }
    }

    /// The outcome of a rule, with the notice for what was accepted.
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

    /// Refused for several reasons; the first speaks.
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

/// What to say of broken rules. The same for verdicts on anything, and so compiled once.
fn notice_of(codes: &[RejectionCode]) -> Notice {
    codes
        .first()
        .and_then(|code| code.notice())
        .unwrap_or_else(|| Notice::error("This was not accepted."))
}
