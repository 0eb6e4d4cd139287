//! The body of every refused request.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::lengths::TooLong;
use crate::login::Puzzle;
use crate::referrals::{HistoryEntry, HostedReferral};
use crate::rejection::{Code, HostedCode};
use domain::notice::Notice;
use domain::rejection::Field;

/// Why a request was refused: a problem-details body (RFC 9457) with the words of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`, since `codes` gives the reasons.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The name of the HTTP status.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The sentence of the notice.
    pub detail: String,
    /// All reasons, in the order of the form; never empty.
    pub codes: Vec<Code>,
    /// The hints, one for each reason that belongs to a field.
    pub errors: Vec<ProblemError>,
    /// The toast.
    pub notice: Notice,
    /// The referral as it is now, if somebody else has changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<HostedReferral>,
    /// The change that somebody else made; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<HistoryEntry>,
    /// The puzzle to solve, if a proof of work is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Puzzle>,
}

/// The hint for one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ProblemError {
    /// The reason.
    pub code: Code,
    /// The field.
    pub field: Field,
    /// How to correct it.
    pub hint: String,
}

impl Problem {
    /// The problem for texts that are too long.
    pub fn too_long(status: u16, title: &str, TooLong(lengths): &TooLong) -> Self {
        let code = Code::from(HostedCode::TextTooLong);
        let errors = lengths.iter().map(|length| ProblemError {
            code,
            field: length.field,
            hint: length.hint.to_owned(),
        });
        let errors = errors.collect();
        Self { errors, ..Self::new(status, title, [code].into()) }
    }

    /// A problem with this status. `codes` must not be empty; the notice is that of the first.
    pub fn new(status: u16, title: &str, codes: Vec<Code>) -> Self {
        let errors = codes
            .iter()
            .filter_map(|&code| {
                let words = code.words();
                Some(ProblemError { code, field: words.field?, hint: words.hint.to_owned() })
            })
            .collect();
        let words = codes.first().map(|code| code.words());
        let notice = words.map_or_else(
            || Notice::error("This was not accepted."),
            |words| words.notice.unwrap_or_else(|| Notice::error(words.hint)),
        );
        Self {
            kind: "about:blank",
            title: title.into(),
            status,
            detail: notice.description.clone(),
            codes,
            errors,
            notice,
            current: None,
            change: None,
            puzzle: None,
        }
    }
}
