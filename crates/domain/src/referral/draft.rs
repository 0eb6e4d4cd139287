//! The Refer Someone form (specification, section 5).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::{Instant, Referral};
use super::status::Status;
use crate::account::User;
use crate::points::Points;
use crate::rejection::RejectionCode;
use crate::service::{ServiceOption, StoredService};
use crate::single_line::strip_line_breaks;

/// What the visitor typed and chose. The referrer's fields count for guests only.
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
    /// How to reach them.
    pub referred_phone: String,
    /// A [`ServiceOption`]'s value.
    pub service: String,
    /// Anything worth adding; may be empty.
    pub notes: String,
}

/// A referral that may be submitted: nothing required is missing, and nothing is padded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedReferral {
    referrer_name: String,
    referrer_mobile: String,
    referred_name: String,
    referred_phone: String,
    service: ServiceOption,
    notes: String,
}

/// What is wrong with one field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReferralError {
    /// A guest without a name.
    #[error("the referrer's name is missing")]
    ReferrerNameMissing,
    /// A guest without a phone number.
    #[error("the referrer's phone number is missing")]
    ReferrerPhoneMissing,
    /// Nobody is referred.
    #[error("the referred person's name is missing")]
    ReferredNameMissing,
    /// No way to reach them.
    #[error("the referred person's phone number is missing")]
    ReferredPhoneMissing,
    /// No service was chosen.
    #[error("no service is chosen")]
    ServiceMissing,
    /// A value that the dropdown does not offer.
    #[error("{value:?} is not a service on offer")]
    ServiceUnknown {
        /// The value.
        value: String,
    },
}

impl ReferralDraft {
    /// Checks all fields; the errors come in the order of the form. `user` is whoever is logged
    /// in: then the referral is theirs, and the guest fields are not looked at. All fields but the
    /// notes have a single line.
    pub fn check(&self, user: Option<&User>) -> Result<CheckedReferral, Vec<ReferralError>> {
        let mut errors = Vec::new();
        let mut required = |text: &str, missing: ReferralError| {
            let text = strip_line_breaks(text.to_owned()).trim().to_owned();
            if text.is_empty() {
                errors.push(missing);
            }
            text
        };
        let (referrer_name, referrer_mobile) = match user {
            Some(user) => (user.referrer_name(), user.mobile_number.as_str().to_owned()),
            None => (
                required(&self.referrer_name, ReferralError::ReferrerNameMissing),
                required(&self.referrer_phone, ReferralError::ReferrerPhoneMissing),
            ),
        };
        let referred_name = required(&self.referred_name, ReferralError::ReferredNameMissing);
        let referred_phone = required(&self.referred_phone, ReferralError::ReferredPhoneMissing);
        let service = required(&self.service, ReferralError::ServiceMissing);
        let notes = self.notes.trim().to_owned();
        match ServiceOption::parse(&service) {
            Some(service) if errors.is_empty() => Ok(CheckedReferral {
                referrer_name,
                referrer_mobile,
                referred_name,
                referred_phone,
                service,
                notes,
            }),
            None if !service.is_empty() => {
                errors.push(ReferralError::ServiceUnknown { value: service });
                Err(errors)
            }
            _ => Err(errors),
        }
    }
}

impl CheckedReferral {
    /// The new record: Pending, with 0 points (section 4). `id` is the instant of submission,
    /// made unique by the caller; `date` is that day as the visitor's locale writes it.
    pub fn submit(self, id: Instant, date: String) -> Referral {
        Referral {
            id,
            referrer_name: self.referrer_name,
            referrer_mobile: self.referrer_mobile,
            referred_name: self.referred_name,
            referred_phone: self.referred_phone,
            service: StoredService::Known(self.service),
            notes: self.notes,
            date,
            status: Status::Pending,
            points: Points::INITIAL,
            awarded_at: None,
        }
    }
}

impl ReferralError {
    /// The code by which the user interface knows this error.
    pub fn code(&self) -> RejectionCode {
        match self {
            Self::ReferrerNameMissing => RejectionCode::ReferrerNameMissing,
            Self::ReferrerPhoneMissing => RejectionCode::ReferrerPhoneMissing,
            Self::ReferredNameMissing => RejectionCode::ReferredNameMissing,
            Self::ReferredPhoneMissing => RejectionCode::ReferredPhoneMissing,
            Self::ServiceMissing => RejectionCode::ServiceMissing,
            Self::ServiceUnknown { .. } => RejectionCode::ServiceUnknown,
        }
    }
}
