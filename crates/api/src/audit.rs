//! What has happened that matters to security, for those who look after the programme.

use serde::Serialize;

use domain::referral::Instant;

/// Somebody in the list of what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditPerson {
    /// The beginning of their number's fingerprint, which tells them from others without telling
    /// who they are. The log has the same.
    pub fingerprint: String,
    /// Their name, if they work here; `null` for everybody else.
    pub name: Option<String>,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditEntry {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// What, such as `login` or `export`: also what a later version has recorded.
    pub kind: String,
    /// How it ended: `done`, `wrong`, `refused` or `paused`.
    pub outcome: String,
    /// Who did it; `null` for a guest and for a command of the operator.
    pub actor: Option<AuditPerson>,
    /// To whom, if that is somebody else.
    pub target: Option<AuditPerson>,
    /// The id of the request, which the log has as well; empty for a command of the operator.
    pub request: String,
}

/// A part of what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditPage {
    /// The newest first.
    pub entries: Vec<AuditEntry>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}
