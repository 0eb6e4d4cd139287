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

impl ReferralDraft {
    /// Checks all fields. `user` is whoever is logged
    /// in: then the referral is theirs, and the guest fields are not looked at. All fields but the
    /// notes have a single line.
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
