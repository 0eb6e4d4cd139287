//! The bodies that cross between the pages and a server, as JSON.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::rejection::Code;
use crate::account::{EntryMode, User};
use crate::ledger::{ReferralView, Totals};
use crate::notice::Notice;
use crate::referral::{Instant, ReferralDraft, Tone};
use crate::rejection::{Field, RejectionCode};

/// Where the programme's data lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// In the visitor's own browser.
    Browser,
    /// On this site's server.
    Hosted,
}

/// `/config.json`: what a built site does not know of the place that serves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SiteConfig {
    /// Where the programme's data lives.
    pub mode: Mode,
}

/// Asks for a one-time code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeRequest {
    /// As it was typed.
    pub mobile: String,
}

/// A code is on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    /// Names the code when it is given back; says nothing about it.
    pub challenge: String,
    /// How many digits it has.
    pub digits: u32,
    /// Until when it is good, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub expires_at: Instant,
}

/// Logs in or signs up with a code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entrance {
    /// [`CodeSent::challenge`].
    pub challenge: String,
    /// Which of the two buttons was pressed.
    pub mode: EntryMode,
    /// As it was typed.
    pub code: String,
}

/// The roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nobody is logged in.
    Guest,
    /// Somebody is.
    Member,
    /// The admin is.
    Admin,
}

/// Who is looking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// As what.
    pub role: Role,
    /// Who, unless nobody is logged in.
    pub user: Option<User>,
    /// Whether the second factor was given, without which the admin's acts are refused.
    pub confirmed: bool,
}

/// Gives the second factor.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecondFactorRequest {
    /// What the authenticator app shows.
    pub code: String,
}

/// Submits a referral.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Submission {
    /// The form.
    pub draft: ReferralDraft,
    /// The day, as the visitor's locale writes it.
    pub date: String,
}

/// Saves points.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AwardRequest {
    /// As they were typed.
    pub points: String,
    /// [`HostedReferral::version`] of what was shown when they were typed.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
}

/// A referral as a server's list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HostedReferral {
    /// As any list shows it.
    #[serde(flatten)]
    pub view: ReferralView,
    /// Counts its changes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The latest submission first.
    #[default]
    Newest,
    /// The earliest submission first.
    Oldest,
    /// The most points first.
    Points,
}

/// Which referrals are wanted; as a query string. What is absent or empty does not narrow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(default)]
pub struct Find {
    /// A part of a name, a number or the notes, in any case.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub search: Option<String>,
    /// A status, word for word.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub status: Option<String>,
    /// A service's value.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub service: Option<String>,
    /// In which order.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sort: Option<Sort>,
    /// [`Page::next`] of the page before.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub after: Option<String>,
    /// How many at most; [`PAGE_SIZE`](super::PAGE_SIZE) if absent, which is also the limit.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub limit: Option<u32>,
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page {
    /// In the order that was asked for.
    pub referrals: Vec<HostedReferral>,
    /// What the viewer's whole list adds up to, whatever was looked for.
    pub totals: Totals,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}

/// A change of a referral's status or points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryEntry {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// Who: a display name, or `Guest`, or `Import`.
    pub by: String,
    /// The status since then.
    pub status: String,
    /// The colour of that status.
    pub tone: Tone,
    /// The points since then.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: u64,
}

/// A contact message, for the admin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageView {
    /// Names the message.
    pub key: String,
    /// When it came, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// The visitor's name.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What it is about.
    pub subject: String,
    /// The message itself.
    pub message: String,
}

/// A part of the contact messages, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Messages {
    /// The messages.
    pub messages: Vec<MessageView>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}

/// Erases what is stored about a referred person, at their request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErasureRequest {
    /// The referred person's phone number, as it was stored.
    pub phone: String,
}

/// What was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Erased {
    /// How many referrals.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub referrals: u64,
}

/// Why something was not done: a problem-details body (RFC 9457), with the rules' own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`: the codes say what kind it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The notice's sentence.
    pub detail: String,
    /// Every reason, in the order of the form; never empty.
    pub codes: Vec<Code>,
    /// For each of them that belongs to a field, what to do about it.
    pub errors: Vec<ProblemError>,
    /// The toast.
    pub notice: Notice,
    /// The referral as it is now, where somebody else has changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub current: Option<HostedReferral>,
    /// That change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub change: Option<HistoryEntry>,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProblemError {
    /// The reason.
    pub code: Code,
    /// The field.
    pub field: Field,
    /// What to do about it.
    pub hint: &'static str,
}

impl ErasureRequest {
    /// The number, if there is one: nobody can ask for what has none.
    pub fn phone(&self) -> Result<&str, RejectionCode> {
        let missing = self.phone.trim().is_empty();
        if missing { Err(RejectionCode::ReferredPhoneMissing) } else { Ok(&self.phone) }
    }
}

impl Problem {
    /// A problem with this status. `codes` must not be empty; the first one speaks.
    pub fn new(status: u16, title: &str, codes: Vec<Code>) -> Self {
        let errors = codes
            .iter()
            .filter_map(|&code| {
                let words = code.words();
                Some(ProblemError { code, field: words.field?, hint: words.hint })
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
        }
    }
}
