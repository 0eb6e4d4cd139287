//! The Refer Someone form (specification, section 5).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::record::{Instant, Referral, Status};
use crate::account::User;
use crate::form_field::strip_line_breaks;
use crate::points::Points;
use crate::rejection::{RejectionCode, Rejections};
use crate::service::ServiceOption;

/// What the visitor typed and chose. The referrer's fields are used for guests only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReferralDraft {
    /// The guest's name.
    pub referrer_name: String,
    /// The guest's phone number.
    pub referrer_phone: String,
    /// Who is referred.
    pub referred_name: String,
    /// How to reach the referred person.
    pub referred_phone: String,
    /// The value of a service.
    pub service: String,
    /// The notes; may be empty.
    pub notes: String,
}

/// A referral that may be submitted: every required text is there, and all are trimmed. Its id and
/// date come with [`Self::submit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedReferral(Referral);

impl ReferralDraft {
    /// The draft with the text that `typed` returns for each field's name in the form.
    pub fn of(mut typed: impl FnMut(&str) -> String) -> Self {
        Self {
            referrer_name: typed("referrerName"),
            referrer_phone: typed("referrerPhone"),
            referred_name: typed("referredName"),
            referred_phone: typed("referredPhone"),
            service: typed("service"),
            notes: typed("notes"),
        }
    }

    /// Checks all fields. If `user` is logged in, the referral is theirs and the guest fields are
    /// ignored.
    pub fn check(&self, user: Option<&User>) -> Result<CheckedReferral, Rejections> {
        self.check_with(user, |service| ServiceOption::parse(service).is_some())
    }

    /// The same where there may be other services. `is_service` says whether a value is one.
    pub(crate) fn check_with(
        &self,
        user: Option<&User>,
        is_service: impl Fn(&str) -> bool,
    ) -> Result<CheckedReferral, Rejections> {
        let mut codes = Vec::new();
        // The text; an empty one after noting the broken rule.
        let mut keep = |checked: Result<String, RejectionCode>| {
            checked.map_err(|code| codes.push(code)).unwrap_or_default()
        };
        let (referrer_name, referrer_mobile) = match user {
            Some(user) => (user.referrer_name(), user.mobile_number.as_str().to_owned()),
            None => (
                keep(check_referrer_name(&self.referrer_name)),
                keep(check_line(&self.referrer_phone, RejectionCode::ReferrerPhoneMissing)),
            ),
        };
        let referral = Referral {
            referrer_name,
            referrer_mobile,
            referred_name: keep(check_referred_name(&self.referred_name)),
            referred_phone: keep(check_referred_phone(&self.referred_phone)),
            service: keep(check_service(&self.service, is_service)).into(),
            notes: keep(check_notes(&self.notes)),
            status: Status::Pending,
            points: Points::INITIAL,
            awarded_at: None,
            // `CheckedReferral::submit` sets these.
            id: Instant::default(),
            date: String::new(),
            opening: String::new(),
        };
        if codes.is_empty() { Ok(CheckedReferral(referral)) } else { Err(Rejections { codes }) }
    }
}

// One field each. Corrections are checked by the same functions.

/// The referrer's name: a guest's, or what a member wants to be called.
///
/// # Errors
///
/// [`RejectionCode::ReferrerNameMissing`] if nothing is left of it in one line.
pub fn check_referrer_name(text: &str) -> Result<String, RejectionCode> {
    check_line(text, RejectionCode::ReferrerNameMissing)
}

pub(crate) fn check_referred_name(text: &str) -> Result<String, RejectionCode> {
    check_line(text, RejectionCode::ReferredNameMissing)
}

pub(crate) fn check_referred_phone(text: &str) -> Result<String, RejectionCode> {
    check_line(text, RejectionCode::ReferredPhoneMissing)
}

pub(crate) fn check_service(
    text: &str,
    is_service: impl Fn(&str) -> bool,
) -> Result<String, RejectionCode> {
    let service = check_line(text, RejectionCode::ServiceMissing)?;
    if is_service(&service) { Ok(service) } else { Err(RejectionCode::ServiceUnknown) }
}

pub(crate) fn check_notes(text: &str) -> Result<String, RejectionCode> {
    Ok(text.trim().to_owned())
}

/// A required text, without line breaks.
fn check_line(text: &str, missing: RejectionCode) -> Result<String, RejectionCode> {
    let text = strip_line_breaks(text.to_owned()).trim().to_owned();
    if text.is_empty() { Err(missing) } else { Ok(text) }
}

impl CheckedReferral {
    /// Creates the record: Pending, with 0 points (section 4). `id` is the instant of submission,
    /// made unique by the caller; `date` is that day in the format of the visitor's locale.
    pub fn submit(self, id: Instant, date: String) -> Referral {
        Referral { id, date, ..self.0 }
    }
}
