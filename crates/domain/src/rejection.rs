//! The codes by which broken rules cross to the user interface, and the words for each.
//!
//! The interface switches on the code, never on text. The words stand here once: the toast of the
//! specification's section 8, and the hint beside the field, which says what to do about it.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::notice::Notice;

/// Declares the codes out of one table: for each what it means, its name on the wire, the field that
/// it is about, the hint, and the toast. Those of the pipeline have one text for hint and toast.
// `tt`, since utoipa does not see into a `literal`.
macro_rules! rejections {
    (@field) => { None };
    (@field $field:ident) => { Some(Field::$field) };
    (
        $(
            $(#[$doc:meta])*
            $Code:ident = $wire:tt $(in $field:ident)?: $hint:expr => $toast:expr,
        )*
        ;
        $(
            $(#[$staff_doc:meta])*
            $Staff:ident = $staff_wire:tt $(in $staff_field:ident)?: $staff_hint:literal,
        )*
    ) => {
        /// A broken rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum RejectionCode {
            $($(#[$doc])* #[serde(rename = $wire)] $Code,)*
            $($(#[$staff_doc])* #[cfg(feature = "pipeline")] #[serde(rename = $staff_wire)] $Staff,)*
        }

        impl RejectionCode {
            /// All codes.
            pub const ALL: &[Self] = &[
                $(Self::$Code,)*
                $(#[cfg(feature = "pipeline")] Self::$Staff,)*
            ];

            /// The name of each on the wire. The columns of the table stand apart, because the
            /// browser's module needs these and the toasts alone.
            const NAMES: &[&str] = &[
                $($wire,)*
                $(#[cfg(feature = "pipeline")] $staff_wire,)*
            ];
            const TOASTS: &[Option<&str>] = &[
                $($toast,)*
                $(#[cfg(feature = "pipeline")] Some($staff_hint),)*
            ];
            const HINTS: &[(Option<Field>, &str)] = &[
                $((rejections!(@field $($field)?), $hint),)*
                $(#[cfg(feature = "pipeline")] (rejections!(@field $($staff_field)?), $staff_hint),)*
            ];
        }
    };
}

rejections! {
    /// No mobile number.
    MobileMissing = "mobile-missing" in Mobile:
        "Enter your mobile number." => MOBILE,
    /// A mobile number with something other than digits in it.
    MobileNotDigits = "mobile-not-digits" in Mobile:
        "Use digits only, with no spaces, dashes or plus sign." => MOBILE,
    /// A mobile number with too few digits.
    MobileTooShort = "mobile-too-short" in Mobile:
        "This is too short: a mobile number has 10 to 15 digits." => MOBILE,
    /// A mobile number with too many digits.
    MobileTooLong = "mobile-too-long" in Mobile:
        "This is too long: a mobile number has 10 to 15 digits." => MOBILE,
    /// A one-time code other than the one that was sent.
    WrongCode = "wrong-code" in Code:
        "That is not the code we sent. Please check it and try again." => Some("Invalid OTP."),
    /// Sign-up with a registered number.
    AlreadyRegistered = "already-registered" in Mobile:
        "This number already has an account. Choose Login instead." =>
            Some("This mobile number is already registered. Please login."),
    /// Login with an unregistered number.
    NotRegistered = "not-registered" in Mobile:
        "This number has no account yet. Choose Sign Up instead." =>
            Some("Mobile number not registered. Please sign up."),
    /// A guest's referral without the guest's name.
    ReferrerNameMissing = "referrer-name-missing" in ReferrerName:
        "Enter your name." => REFERRAL,
    /// A guest's referral without the guest's phone number.
    ReferrerPhoneMissing = "referrer-phone-missing" in ReferrerPhone:
        "Enter your phone number." => REFERRAL,
    /// A referral of nobody.
    ReferredNameMissing = "referred-name-missing" in ReferredName:
        "Enter the name of the person you are referring." => REFERRAL,
    /// A referral of somebody who cannot be reached.
    ReferredPhoneMissing = "referred-phone-missing" in ReferredPhone:
        "Enter their phone number." => REFERRAL,
    /// A referral for no service.
    ServiceMissing = "service-missing" in Service:
        "Choose a service." => REFERRAL,
    /// A referral for a service that is not offered.
    ServiceUnknown = "service-unknown" in Service:
        "Choose a service from the list." => REFERRAL,
    /// No points.
    PointsMissing = "points-missing" in Points:
        "Enter a whole number, 0 or more." => POINTS,
    /// Points that are not a whole number of 0 or more.
    PointsNotWhole = "points-not-whole" in Points:
        "Use digits only: a whole number, 0 or more." => POINTS,
    /// More points than a record can hold.
    PointsTooMany = "points-too-many" in Points:
        "A referral can carry 9007199254740991 points at most." => POINTS,
    /// Something that only the admin can do, asked for by somebody else.
    NotAdmin = "not-admin":
        NOT_ADMIN => Some(NOT_ADMIN),
    /// Something that is done to what is stored under one's own number, asked for by nobody.
    NotLoggedIn = "not-logged-in":
        NOT_LOGGED_IN => Some(NOT_LOGGED_IN),
    /// An import of something that is no export.
    NotAnExport = "not-an-export" in File:
        NOT_AN_EXPORT => Some(NOT_AN_EXPORT),
    /// An import of an export whose form is of another version.
    ExportUnknown = "export-unknown" in File:
        EXPORT_UNKNOWN => Some(EXPORT_UNKNOWN),
    /// An import of more than a browser could store.
    ImportTooLarge = "import-too-large" in File:
        IMPORT_TOO_LARGE => Some(IMPORT_TOO_LARGE),
    /// Points for a referral that is no longer there.
    ReferralGone = "referral-gone" in Points:
        "This referral is no longer stored in this browser." =>
            Some("This referral is no longer stored in this browser."),
    /// Points for a record whose last edit is dated at the end of time, so that none can follow.
    ReferralSealed = "referral-sealed" in Points:
        "This record carries the last possible date, so it cannot be edited." =>
            Some("This referral cannot be edited."),
    /// A change of the lists while too much of them cannot be read to be set aside.
    AsideFull = "aside-full":
        ASIDE_FULL => Some(ASIDE_FULL),
    /// A contact message without a name.
    ContactNameMissing = "contact-name-missing" in Name:
        "Enter your name." => None,
    /// A contact message without an e-mail.
    ContactEmailMissing = "contact-email-missing" in Email:
        "Enter your e-mail address." => None,
    /// A contact message with something else in the e-mail's place.
    ContactEmailInvalid = "contact-email-invalid" in Email:
        "Enter an e-mail address such as name@example.com." => None,
    /// A contact message without a subject.
    ContactSubjectMissing = "contact-subject-missing" in Subject:
        "Enter a subject." => None,
    /// A contact message without a message.
    ContactMessageMissing = "contact-message-missing" in Message:
        "Enter your message." => None,

    ;

    /// A command that somebody's role does not allow.
    NotAllowed = "not-allowed":
        "Your role does not allow this.",
    /// A command on a closed referral that only open ones take.
    StageClosed = "stage-closed" in Stage:
        "This referral is closed. Reopen it first.",
    /// Reopening a referral that is open.
    StageOpen = "stage-open" in Stage:
        "This referral is already open.",
    /// A move to something that is no open stage.
    StageUnknown = "stage-unknown" in Stage:
        "Choose one of the open stages.",
    /// More events than a history can take.
    HistoryFull = "history-full":
        "So much has happened to this referral that it takes nothing more.",
    /// Making somebody responsible who does not work here.
    StaffUnknown = "staff-unknown" in Staff:
        "Choose somebody who works here.",
    /// Something that a referrer may do until the company is at work on it, or its author for ten
    /// minutes.
    TooLate = "too-late":
        "It is too late to change this here. Please contact us.",
    /// Referring one's own number.
    SelfReferral = "self-referral" in ReferredPhone:
        "This is your own number. Enter the number of whoever you refer.",
    /// A note that has to say why.
    NoteMissing = "note-missing" in Note:
        "Add a note to say why.",
    /// Undoing an event that is not there, or does not count any more.
    EventGone = "event-gone":
        "There is nothing to undo: it has been undone or is not there.",
    /// More undoings than a history can take.
    UndoneTooOften = "undone-too-often":
        "This was undone too many times. Move the referral to the right stage instead.",
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

    /// Whether it is refused to whoever asks, in whatever state the referral is: then they are told
    /// nothing of that either.
    #[cfg(feature = "pipeline")]
    pub fn are_of_rights(&self) -> bool {
        use RejectionCode::{NotAdmin, NotAllowed, NotLoggedIn, ReferralGone};
        self.codes
            .iter()
            .any(|code| matches!(code, ReferralGone | NotAllowed | NotAdmin | NotLoggedIn))
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
    /// The stage of a referral.
    #[cfg(feature = "pipeline")]
    Stage,
    /// The note about a change.
    #[cfg(feature = "pipeline")]
    Note,
    /// Who is responsible.
    #[cfg(feature = "pipeline")]
    Staff,
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
const NOT_LOGGED_IN: &str = "Log in first to manage what is stored under your number.";
const NOT_AN_EXPORT: &str = "This file is not an export of the referral programme, or it is \
                             damaged. Choose a file from Export as JSON.";
const EXPORT_UNKNOWN: &str = "This file comes from another version of this site. Reload the \
                              page, then try again.";
const IMPORT_TOO_LARGE: &str = "This file is too large for a browser to store. Choose one of up \
                                to 16 MB.";
const ASIDE_FULL: &str = "Nothing was saved: too many stored records are unreadable, and saving \
                          would lose them. What you typed is still here. The admin can \
                          export everything, clear the site's data and import the file again.";

impl RejectionCode {
    /// The code on the wire.
    pub fn as_str(self) -> &'static str {
        Self::NAMES.get(self as usize).copied().unwrap_or_default()
    }

    /// The toast; `None` where the specification has none (the contact form).
    pub fn notice(self) -> Option<Notice> {
        Self::TOASTS.get(self as usize).copied().flatten().map(Notice::error)
    }

    /// The field, the hint and the toast.
    pub fn words(self) -> RejectionWords {
        let (field, hint) = Self::HINTS.get(self as usize).copied().unwrap_or_default();
        RejectionWords { field, hint, notice: self.notice() }
    }
}

/// The hint: whoever has no form in front of them reads it as well.
impl fmt::Display for RejectionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().hint)
    }
}

impl core::error::Error for RejectionCode {}

/// By the table that is there anyway: a derived one would be downloaded beside it.
impl Serialize for RejectionCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
