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
use crate::service::{ServiceOption, StoredService};

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
    /// The value of a [`ServiceOption`].
    pub service: String,
    /// The notes; may be empty.
    pub notes: String,
}

/// A referral that may be submitted: every required text is there, and all are trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedReferral {
    referrer_name: String,
    referrer_mobile: String,
    referred_name: String,
    referred_phone: String,
    service: ServiceOption,
    notes: String,
}

impl ReferralDraft {
    /// Checks all fields. If `user` is logged in, the referral is theirs and the guest fields are
    /// ignored. Line breaks are removed from all fields except the notes.
    pub fn check(&self, user: Option<&User>) -> Result<CheckedReferral, Rejections> {
        let mut codes = Vec::new();
        let mut required = |text: &str, missing: RejectionCode| {
            let text = strip_line_breaks(text.to_owned()).trim().to_owned();
            if text.is_empty() {
                codes.push(missing);
            }
            text
        };
        let (referrer_name, referrer_mobile) = match user {
            Some(user) => (user.referrer_name(), user.mobile_number.as_str().to_owned()),
            None => (
                required(&self.referrer_name, RejectionCode::ReferrerNameMissing),
                required(&self.referrer_phone, RejectionCode::ReferrerPhoneMissing),
            ),
        };
        let referred_name = required(&self.referred_name, RejectionCode::ReferredNameMissing);
        let referred_phone = required(&self.referred_phone, RejectionCode::ReferredPhoneMissing);
        let service = required(&self.service, RejectionCode::ServiceMissing);
        let notes = self.notes.trim().to_owned();
        match ServiceOption::parse(&service) {
            Some(service) if codes.is_empty() => Ok(CheckedReferral {
                referrer_name,
                referrer_mobile,
                referred_name,
                referred_phone,
                service,
                notes,
            }),
            None if !service.is_empty() => {
                codes.push(RejectionCode::ServiceUnknown);
                Err(Rejections { codes })
            }
            _ => Err(Rejections { codes }),
        }
    }
}

impl CheckedReferral {
    /// Creates the record: Pending, with 0 points (section 4). `id` is the instant of submission,
    /// made unique by the caller; `date` is that day in the format of the visitor's locale.
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
