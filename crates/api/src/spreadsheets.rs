//! Importing referrals from a spreadsheet, and taking them out again.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::lengths::TooLong;
use crate::named::labelled;
use crate::rejection::{Code, HostedCode};
use crate::staff::Maker;
use domain::pipeline::Kept;
use domain::referral::{Instant, ReferralDraft};

/// The rows of a spreadsheet, to check or to import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SpreadsheetRequest {
    /// At most [`SPREADSHEET_ROWS`](crate::SPREADSHEET_ROWS). A service is given by its value or its label,
    /// in any spelling.
    pub rows: Vec<ReferralDraft>,
}

/// What is said about the rows before they are imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SpreadsheetCheck {
    /// For each row, in their order.
    pub rows: Vec<RowCheck>,
}

/// What is said about a row. Without refusals and doubts it is fine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowCheck {
    /// Why it cannot be imported.
    pub refusals: Vec<RowRefusal>,
    /// Why somebody should look at it first.
    pub doubts: Vec<RowDoubt>,
    /// The earlier referral of the same number that is here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub known: Option<KnownReferral>,
    /// The place of an earlier row with the same number, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub same_as: Option<usize>,
}

/// A rule that a row breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RowRefusal {
    /// The rule.
    pub code: Code,
    /// How to correct the row.
    pub hint: &'static str,
}

impl From<Code> for RowRefusal {
    fn from(code: Code) -> Self {
        Self { code, hint: code.words().hint }
    }
}

impl TooLong {
    /// The same as refusals of a row.
    pub fn refusals(&self) -> Vec<RowRefusal> {
        let code = HostedCode::TextTooLong.into();
        self.0.iter().map(|length| RowRefusal { code, hint: length.hint }).collect()
    }
}

labelled! {
    /// Why somebody should look at a row before it is imported.
    #[derive(PartialOrd, Ord, TS, ToSchema)]
    pub enum RowDoubt {
        ReferredNumber = "referred-number": "Their number is not one that can be called.",
        ReferredCountry = "referred-country": "Their number needs a country code.",
        ReferrerNumber = "referrer-number": "The referrer’s number is not one that can be called.",
        ReferrerCountry = "referrer-country": "The referrer’s number needs a country code.",
        Known = "known": "Their number was referred before.",
        Repeated = "repeated": "Their number is in an earlier row.",
        SamePerson = "same-person": "The referrer and the referred person have the same name or number.",
        Colleague = "colleague": "The referrer is a colleague, who cannot decide on it then.",
    }
}

/// An earlier referral of the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct KnownReferral {
    /// Names the referral.
    pub key: String,
    /// The referred person's name in it.
    pub name: String,
}

/// What an import has done. It names nobody, because it is kept for retries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SpreadsheetImported {
    /// The import, by which it can be taken out again; `null` if no row was imported.
    pub id: Option<u64>,
    /// How many rows became referrals.
    pub added: u64,
    /// The other rows.
    pub refused: Vec<RefusedRow>,
}

/// A row that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RefusedRow {
    /// Its place in the request, counted from 0.
    pub row: usize,
    /// The rules that it breaks.
    pub codes: Vec<Code>,
}

/// Which page of the list of imports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SpreadsheetQuery {
    /// [`Spreadsheets::next`] of the previous page.
    pub after: Option<String>,
}

/// A page of the list of imports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Spreadsheets {
    /// The imports, newest first.
    pub imports: Vec<Spreadsheet>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// An import of a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spreadsheet {
    /// Identifies it.
    pub id: u64,
    /// When it was imported, in milliseconds since 1970.
    pub at: Instant,
    /// Who imported it.
    pub by: Maker,
    /// How many referrals it brought.
    pub added: u64,
    /// How many of them are still here.
    pub left: u64,
    /// How many of them were taken out again.
    pub taken_out: u64,
    /// When that was, in milliseconds since 1970; `null` if it never was.
    pub taken_out_at: Option<Instant>,
    /// Who did that; `null` if nobody.
    pub taken_out_by: Option<Maker>,
}

/// What taking out an import does, or would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SpreadsheetTakenOut {
    /// How many referrals go, or went now and before.
    pub gone: u64,
    /// The referrals that stay.
    pub kept: Vec<KeptReferral>,
}

/// A referral of an import that stays when the rest of it is taken out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct KeptReferral {
    /// Names the referral.
    pub key: String,
    /// The referred person's name.
    pub name: String,
    /// Why it stays.
    pub why: WhyKept,
}

labelled! {
    /// Why a referral of an import stays.
    #[derive(TS, ToSchema)]
    pub enum WhyKept {
        WorkedOn = "worked-on": "somebody has worked on it",
        Own = "own": "it concerns you, so somebody else has to take it out",
    }
}

impl From<Kept> for WhyKept {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::WorkedOn => Self::WorkedOn,
            Kept::Own => Self::Own,
        }
    }
}
