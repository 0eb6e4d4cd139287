//! The fields of forms, beside which the hint of a broken rule stands.

use serde::Serialize;

/// The form field that a rejection belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Field {
    /// The number of login and sign-up.
    Mobile,
    /// The one-time code.
    Code,
    /// The guest's name.
    ReferrerName,
    /// The guest's phone number.
    ReferrerPhone,
    /// The referred person's name.
    ReferredName,
    /// The referred person's phone number.
    ReferredPhone,
    /// The service.
    Service,
    /// The notes about a referral.
    Notes,
    /// The admin's points.
    Points,
    /// The file to import.
    File,
    /// The contact form's name.
    Name,
    /// The contact form's email.
    Email,
    /// The contact form's subject.
    Subject,
    /// The contact form's message.
    Message,
    /// The stage of a referral.
    #[cfg(feature = "pipeline")]
    Stage,
    /// The note about a change.
    #[cfg(feature = "pipeline")]
    Note,
    /// Who is responsible.
    #[cfg(feature = "pipeline")]
    Staff,
    /// How a call went.
    #[cfg(feature = "pipeline")]
    Outcome,
    /// What is to be done, and by when.
    #[cfg(feature = "pipeline")]
    Due,
    /// When an office works.
    #[cfg(feature = "pipeline")]
    Hours,
    /// Why a referral is declined.
    #[cfg(feature = "pipeline")]
    Reason,
    /// What staff call something.
    #[cfg(feature = "pipeline")]
    Label,
    /// What the referrer reads.
    #[cfg(feature = "pipeline")]
    Sentence,
    /// What is said to the referrer.
    #[cfg(feature = "pipeline")]
    Words,
    /// What somebody agrees to.
    #[cfg(feature = "pipeline")]
    Agreed,
    /// What the rulebook says.
    #[cfg(feature = "pipeline")]
    Rules,
    /// What points can be exchanged for.
    #[cfg(feature = "pipeline")]
    Offers,
    /// What somebody exchanges points for.
    #[cfg(feature = "pipeline")]
    Offer,
    /// By what whoever pays finds the member.
    #[cfg(feature = "pipeline")]
    Reference,
}
