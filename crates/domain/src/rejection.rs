//! The codes by which broken rules cross to the user interface, and the words for each.
//!
//! The interface switches on the code, never on text. The words stand here once: the toast of the
//! specification's section 8, and the hint beside the field, which says what to do about it.

use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize, Serializer};

use crate::notice::Notice;

/// A broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RejectionCode {
    /// No mobile number.
    MobileMissing,
    /// A mobile number with something other than digits in it.
    MobileNotDigits,
    /// A mobile number with too few digits.
    MobileTooShort,
    /// A mobile number with too many digits.
    MobileTooLong,
    /// A one-time code other than the one that was sent.
    WrongCode,
    /// Sign-up with a registered number.
    AlreadyRegistered,
    /// Login with an unregistered number.
    NotRegistered,
    /// A guest's referral without the guest's name.
    ReferrerNameMissing,
    /// A guest's referral without the guest's phone number.
    ReferrerPhoneMissing,
    /// A referral of nobody.
    ReferredNameMissing,
    /// A referral of somebody who cannot be reached.
    ReferredPhoneMissing,
    /// A referral for no service.
    ServiceMissing,
    /// A referral for a service that is not offered.
    ServiceUnknown,
    /// No points.
    PointsMissing,
    /// Points that are not a whole number of 0 or more.
    PointsNotWhole,
    /// More points than a record can hold.
    PointsTooMany,
    /// Something that only the admin can do, asked for by somebody else.
    NotAdmin,
    /// Something that is done to what is stored under one's own number, asked for by nobody.
    NotLoggedIn,
    /// An import of something that is no export.
    NotAnExport,
    /// An import of an export whose form is of another version.
    ExportUnknown,
    /// An import of more than a browser could store.
    ImportTooLarge,
    /// Points for a referral that is no longer there.
    ReferralGone,
    /// Points for a record whose last edit is dated at the end of time, so that none can follow.
    ReferralSealed,
    /// A change of the lists while too much of them cannot be read to be set aside.
    AsideFull,
    /// A contact message without a name.
    ContactNameMissing,
    /// A contact message without an e-mail.
    ContactEmailMissing,
    /// A contact message with something else in the e-mail's place.
    ContactEmailInvalid,
    /// A contact message without a subject.
    ContactSubjectMissing,
    /// A contact message without a message.
    ContactMessageMissing,
}

/// The rules that are broken, in the order of the form; never none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejections {
    pub(crate) codes: Vec<RejectionCode>,
}

impl Rejections {
    /// The codes, of which there is at least one.
    pub fn codes(&self) -> &[RejectionCode] {
        &self.codes
    }
}

impl From<RejectionCode> for Rejections {
    fn from(code: RejectionCode) -> Self {
        Self { codes: vec![code] }
    }
}

/// The form field that a rejection is about.
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
    /// The contact form's e-mail.
    Email,
    /// The contact form's subject.
    Subject,
    /// The contact form's message.
    Message,
}

/// All that the interface says about a rejection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RejectionWords {
    /// Where the hint belongs; `null` if to no field.
    pub field: Option<Field>,
    /// What to do about it, in a sentence.
    pub hint: &'static str,
    /// The toast; `null` where the specification has none (the contact form).
    pub notice: Option<Notice>,
}

const MOBILE: Option<&str> = Some("Please enter a valid mobile number.");
const REFERRAL: Option<&str> = Some("Please fill in all required fields for referral.");
const POINTS: Option<&str> = Some("Please enter valid points.");
const NOT_ADMIN: &str = "Only the admin can do that.";
const NOT_LOGGED_IN: &str = "Please log in first: this is about what is stored under your number.";
const NOT_AN_EXPORT: &str = "This file is not an export of the referral programme, or it is \
                             damaged. Choose the JSON file that Export made.";
const EXPORT_UNKNOWN: &str = "This file was exported by another version of this site. Reload the \
                              page to have the latest one, then try again.";
const IMPORT_TOO_LARGE: &str = "This file is larger than a browser could store. Choose one of at \
                                most 16 MB.";
const ASIDE_FULL: &str = "Nothing was saved: too much of what is stored here cannot be read, and \
                          saving would lose it. What you typed is still here. The admin can \
                          export everything, clear the site's data and import the file again.";

impl RejectionCode {
    /// All codes.
    pub const ALL: [Self; 29] = [
        Self::MobileMissing,
        Self::MobileNotDigits,
        Self::MobileTooShort,
        Self::MobileTooLong,
        Self::WrongCode,
        Self::AlreadyRegistered,
        Self::NotRegistered,
        Self::ReferrerNameMissing,
        Self::ReferrerPhoneMissing,
        Self::ReferredNameMissing,
        Self::ReferredPhoneMissing,
        Self::ServiceMissing,
        Self::ServiceUnknown,
        Self::PointsMissing,
        Self::PointsNotWhole,
        Self::PointsTooMany,
        Self::NotAdmin,
        Self::NotLoggedIn,
        Self::NotAnExport,
        Self::ExportUnknown,
        Self::ImportTooLarge,
        Self::ReferralGone,
        Self::ReferralSealed,
        Self::AsideFull,
        Self::ContactNameMissing,
        Self::ContactEmailMissing,
        Self::ContactEmailInvalid,
        Self::ContactSubjectMissing,
        Self::ContactMessageMissing,
    ];

    /// The code on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MobileMissing => "mobile-missing",
            Self::MobileNotDigits => "mobile-not-digits",
            Self::MobileTooShort => "mobile-too-short",
            Self::MobileTooLong => "mobile-too-long",
            Self::WrongCode => "wrong-code",
            Self::AlreadyRegistered => "already-registered",
            Self::NotRegistered => "not-registered",
            Self::ReferrerNameMissing => "referrer-name-missing",
            Self::ReferrerPhoneMissing => "referrer-phone-missing",
            Self::ReferredNameMissing => "referred-name-missing",
            Self::ReferredPhoneMissing => "referred-phone-missing",
            Self::ServiceMissing => "service-missing",
            Self::ServiceUnknown => "service-unknown",
            Self::PointsMissing => "points-missing",
            Self::PointsNotWhole => "points-not-whole",
            Self::PointsTooMany => "points-too-many",
            Self::NotAdmin => "not-admin",
            Self::NotLoggedIn => "not-logged-in",
            Self::NotAnExport => "not-an-export",
            Self::ExportUnknown => "export-unknown",
            Self::ImportTooLarge => "import-too-large",
            Self::ReferralGone => "referral-gone",
            Self::ReferralSealed => "referral-sealed",
            Self::AsideFull => "aside-full",
            Self::ContactNameMissing => "contact-name-missing",
            Self::ContactEmailMissing => "contact-email-missing",
            Self::ContactEmailInvalid => "contact-email-invalid",
            Self::ContactSubjectMissing => "contact-subject-missing",
            Self::ContactMessageMissing => "contact-message-missing",
        }
    }

    /// The field, the hint and the toast.
    pub fn words(self) -> RejectionWords {
        let (field, hint, toast) = match self {
            Self::MobileMissing => (Some(Field::Mobile), "Enter your mobile number.", MOBILE),
            Self::MobileNotDigits => (
                Some(Field::Mobile),
                "Use the digits 0 to 9 only: no spaces, plus sign or dashes.",
                MOBILE,
            ),
            Self::MobileTooShort => {
                (Some(Field::Mobile), "That is too short: a number has 10 to 15 digits.", MOBILE)
            }
            Self::MobileTooLong => {
                (Some(Field::Mobile), "That is too long: a number has 10 to 15 digits.", MOBILE)
            }
            Self::WrongCode => (
                Some(Field::Code),
                "That is not the code we sent. Check it and try again.",
                Some("Invalid OTP."),
            ),
            Self::AlreadyRegistered => (
                Some(Field::Mobile),
                "This number has an account. Press Login instead.",
                Some("This mobile number is already registered. Please login."),
            ),
            Self::NotRegistered => (
                Some(Field::Mobile),
                "This number has no account yet. Press Sign Up instead.",
                Some("Mobile number not registered. Please sign up."),
            ),
            Self::ReferrerNameMissing => (Some(Field::ReferrerName), "Enter your name.", REFERRAL),
            Self::ReferrerPhoneMissing => {
                (Some(Field::ReferrerPhone), "Enter your phone number.", REFERRAL)
            }
            Self::ReferredNameMissing => {
                (Some(Field::ReferredName), "Enter the name of the person you refer.", REFERRAL)
            }
            Self::ReferredPhoneMissing => {
                (Some(Field::ReferredPhone), "Enter a number to reach them on.", REFERRAL)
            }
            Self::ServiceMissing => (Some(Field::Service), "Choose a service.", REFERRAL),
            Self::ServiceUnknown => {
                (Some(Field::Service), "Choose one of the services on offer.", REFERRAL)
            }
            Self::PointsMissing => {
                (Some(Field::Points), "Enter a whole number of 0 or more.", POINTS)
            }
            Self::PointsNotWhole => (
                Some(Field::Points),
                "Use the digits 0 to 9 only: no sign, fraction or exponent.",
                POINTS,
            ),
            Self::PointsTooMany => {
                (Some(Field::Points), "The most a referral can carry is 9007199254740991.", POINTS)
            }
            Self::NotAdmin => (None, NOT_ADMIN, Some(NOT_ADMIN)),
            Self::NotLoggedIn => (None, NOT_LOGGED_IN, Some(NOT_LOGGED_IN)),
            Self::NotAnExport => (Some(Field::File), NOT_AN_EXPORT, Some(NOT_AN_EXPORT)),
            Self::ExportUnknown => (Some(Field::File), EXPORT_UNKNOWN, Some(EXPORT_UNKNOWN)),
            Self::ImportTooLarge => (Some(Field::File), IMPORT_TOO_LARGE, Some(IMPORT_TOO_LARGE)),
            Self::ReferralGone => (
                Some(Field::Points),
                "This referral is no longer stored in this browser.",
                Some("This referral is no longer stored in this browser."),
            ),
            Self::ReferralSealed => (
                Some(Field::Points),
                "This record is dated at the end of time and cannot be edited.",
                Some("This referral cannot be edited."),
            ),
            Self::AsideFull => (None, ASIDE_FULL, Some(ASIDE_FULL)),
            Self::ContactNameMissing => (Some(Field::Name), "Enter your name.", None),
            Self::ContactEmailMissing => (Some(Field::Email), "Enter your e-mail address.", None),
            Self::ContactEmailInvalid => {
                (Some(Field::Email), "Enter an e-mail address such as name@example.com.", None)
            }
            Self::ContactSubjectMissing => (Some(Field::Subject), "Enter a subject.", None),
            Self::ContactMessageMissing => (Some(Field::Message), "Write your message.", None),
        };
        RejectionWords { field, hint, notice: toast.map(Notice::error) }
    }
}

/// By the table that is there anyway: a derived one would be downloaded beside it.
impl Serialize for RejectionCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
