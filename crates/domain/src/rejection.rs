//! The codes of broken rules that the user interface receives, and the words for each.
//!
//! The interface switches on the code, never on text. All words are defined here: the toast of the
//! specification's section 8, and the hint beside the field, which says how to correct it.

mod field;

pub use field::Field;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::notice::Notice;

/// Declares the codes from one table: meaning, wire name, field, hint and toast. First those of a browser's own rules,
/// then those that visitors and members can meet on a server too, then those of staff alone: in the last two, one text
/// is hint and toast.
// The type is `tt`, because utoipa does not see into a `literal`.
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
            $(#[$hosted_doc:meta])*
            $Hosted:ident = $hosted_wire:tt $(in $hosted_field:ident)?: $hosted_hint:literal,
        )*
        ;
        $(
            $(#[$staff_doc:meta])*
            $Staff:ident = $staff_wire:tt $(in $staff_field:ident)?: $staff_hint:literal,
        )*
    ) => {
        /// The code of a broken rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum RejectionCode {
            $($(#[$doc])* #[serde(rename = $wire)] $Code,)*
            $($(#[$hosted_doc])* #[cfg(feature = "pipeline")] #[serde(rename = $hosted_wire)] $Hosted,)*
            $($(#[$staff_doc])* #[cfg(feature = "pipeline")] #[serde(rename = $staff_wire)] $Staff,)*
        }

        impl RejectionCode {
            /// All codes, in the order of the table.
            pub const ALL: &[Self] = &[
                $(Self::$Code,)*
                $(#[cfg(feature = "pipeline")] Self::$Hosted,)*
                $(#[cfg(feature = "pipeline")] Self::$Staff,)*
            ];

            /// Those that the browser's own rules can give. The words of all others come with the server's answer.
            #[cfg(feature = "ts")]
            pub const OF_THE_BROWSER: &[Self] = &[$(Self::$Code,)*];

            /// Those that visitors and members can meet on a server alone. Every language has words for them, as for
            /// those of the browser.
            #[cfg(feature = "pipeline")]
            pub const OF_VISITORS: &[Self] = &[$(Self::$Hosted,)*];

            /// The wire names. Each column of the table is an array of its own, because the
            /// browser's module needs only these and the toasts.
            const NAMES: &[&str] = &[
                $($wire,)*
                $(#[cfg(feature = "pipeline")] $hosted_wire,)*
                $(#[cfg(feature = "pipeline")] $staff_wire,)*
            ];
            const TOASTS: &[Option<&str>] = &[
                $($toast,)*
                $(#[cfg(feature = "pipeline")] Some($hosted_hint),)*
                $(#[cfg(feature = "pipeline")] Some($staff_hint),)*
            ];
            const HINTS: &[(Option<Field>, &str)] = &[
                $((rejections!(@field $($field)?), $hint),)*
                $(
                    #[cfg(feature = "pipeline")]
                    (rejections!(@field $($hosted_field)?), $hosted_hint),
                )*
                $(#[cfg(feature = "pipeline")] (rejections!(@field $($staff_field)?), $staff_hint),)*
            ];
        }
    };
}

rejections! {
    /// No mobile number.
    MobileMissing = "mobile-missing" in Mobile:
        "Enter your mobile number." => MOBILE,
    /// A mobile number with other characters than digits.
    MobileNotDigits = "mobile-not-digits" in Mobile:
        "Use digits only, with no spaces, dashes or plus sign." => MOBILE,
    /// A mobile number with too few digits.
    MobileTooShort = "mobile-too-short" in Mobile:
        "This is too short: a mobile number has 10 to 15 digits." => MOBILE,
    /// A mobile number with too many digits.
    MobileTooLong = "mobile-too-long" in Mobile:
        "This is too long: a mobile number has 10 to 15 digits." => MOBILE,
    /// The wrong one-time code.
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
    /// A referral without the referred person's name.
    ReferredNameMissing = "referred-name-missing" in ReferredName:
        "Enter the name of the person you are referring." => REFERRAL,
    /// A referral without the referred person's phone number.
    ReferredPhoneMissing = "referred-phone-missing" in ReferredPhone:
        "Enter their phone number." => REFERRAL,
    /// A referral without a service.
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
    /// Only the admin may do this.
    NotAdmin = "not-admin":
        NOT_ADMIN => Some(NOT_ADMIN),
    /// Only a logged-in user may do this.
    NotLoggedIn = "not-logged-in":
        NOT_LOGGED_IN => Some(NOT_LOGGED_IN),
    /// An imported file that is not an export.
    NotAnExport = "not-an-export" in File:
        NOT_AN_EXPORT => Some(NOT_AN_EXPORT),
    /// An imported export in the format of another version.
    ExportUnknown = "export-unknown" in File:
        EXPORT_UNKNOWN => Some(EXPORT_UNKNOWN),
    /// An imported file that is larger than a browser's storage.
    ImportTooLarge = "import-too-large" in File:
        IMPORT_TOO_LARGE => Some(IMPORT_TOO_LARGE),
    /// Points for a referral that is no longer there.
    ReferralGone = "referral-gone" in Points:
        "This referral is no longer stored in this browser." =>
            Some("This referral is no longer stored in this browser."),
    /// Points for a record whose last edit has the latest possible date, so that no later one can
    /// follow.
    ReferralSealed = "referral-sealed" in Points:
        "This record carries the last possible date, so it cannot be edited." =>
            Some("This referral cannot be edited."),
    /// A change of the lists while the quarantine has no room left.
    QuarantineFull = "quarantine-full":
        QUARANTINE_FULL => Some(QUARANTINE_FULL),
    /// A contact message without a name.
    ContactNameMissing = "contact-name-missing" in Name:
        "Enter your name." => None,
    /// A contact message without an email.
    ContactEmailMissing = "contact-email-missing" in Email:
        "Enter your email address." => None,
    /// A contact message with an invalid email.
    ContactEmailInvalid = "contact-email-invalid" in Email:
        "Enter an email address such as name@example.com." => None,
    /// A contact message without a subject.
    ContactSubjectMissing = "contact-subject-missing" in Subject:
        "Enter a subject." => None,
    /// A contact message without a text.
    ContactMessageMissing = "contact-message-missing" in Message:
        "Enter your message." => None,

    ;

    /// The person's role does not allow this command.
    NotAllowed = "not-allowed":
        "Your role does not allow this.",
    /// The command needs an open referral, and this one is closed.
    StageClosed = "stage-closed" in Stage:
        "This referral is closed. Reopen it first.",
    /// The referral has the maximum number of events already.
    HistoryFull = "history-full":
        "So much has happened to this referral that it takes nothing more.",
    /// Too late: referrers may do this until the company works on the referral, and authors may
    /// undo their own event for ten minutes.
    TooLate = "too-late":
        "It is too late to change this here. Please contact us.",
    /// A referral of one's own number.
    SelfReferral = "self-referral" in ReferredPhone:
        "This is your own number. Enter the number of whoever you refer.",
    /// The event to undo does not exist or is undone already.
    EventGone = "event-gone":
        "There is nothing to undo: it has been undone or is not there.",
    /// The referral has the maximum number of undo events already.
    UndoneTooOften = "undone-too-often":
        "This was undone too many times. Move the referral to the right stage instead.",
    /// A service that an owner has switched off.
    ServiceNotOffered = "service-not-offered" in Service:
        "We do not offer this service at the moment. Choose another one.",
    /// Undoing of what the person who was referred has said.
    AnswerStays = "answer-stays":
        "What they said themselves cannot be undone. They can say something else.",
    /// An answer to a referral that is finished.
    ConsentSettled = "consent-settled":
        "This referral is closed, so we will not call about it. You can still ask us never to contact you, or to \
         delete what we store.",
    /// An answer that is none.
    AnswerUnknown = "answer-unknown":
        "Choose one of the answers.",
    /// Something to exchange points for that is not offered now.
    OfferGone = "offer-gone" in Offer:
        "This is not offered at the moment. Choose something else.",
    /// Something that costs or is worth something else than the member was shown.
    OfferChangedSince = "offer-changed-since" in Offer:
        "The price or value has changed. Close this, check the offer and choose again.",
    /// Something that others have taken all of.
    OfferUsedUp = "offer-used-up" in Offer:
        "There is none of this left. Choose something else.",
    /// Less points available than something costs.
    PointsTooFew = "points-too-few" in Offer:
        "You do not have enough points for this. Points that are on hold do not count yet.",
    /// A reference that is too long.
    ReferenceTooLong = "reference-too-long" in Reference:
        "Shorten the reference to 200 characters or fewer.",
    /// A reference that looks like an account or a card.
    ReferenceBank = "reference-bank" in Reference:
        "This looks like bank details, which we do not store. Enter a payroll number of up to 8 digits, or \
         the address of a voucher that begins with https://.",
    /// A request for points that has gone on since it was shown.
    RequestMoved = "request-moved":
        "This request is not at that step any more. Check how far it is, then try again.",
    /// A text with control characters.
    ControlCharacters = "control-characters":
        "A text contains invisible control characters, which cannot be stored. Type it instead of \
         pasting it, and try again.",

    ;

    /// An open referral cannot be reopened.
    StageOpen = "stage-open" in Stage:
        "This referral is already open.",
    /// The stage to move to is not an open stage.
    StageUnknown = "stage-unknown" in Stage:
        "Choose one of the open stages.",
    /// The new owner is not a member of staff.
    StaffUnknown = "staff-unknown" in Staff:
        "Choose a colleague from the list.",
    /// The command needs a note with a reason.
    NoteMissing = "note-missing" in Note:
        "Add a note to say why.",
    /// An award for a referral that the person made, or that is about them.
    OwnReferral = "own-referral" in Points:
        "This concerns you or a referral of yours, so another owner or manager has to do it.",
    /// More points than one person may award.
    SecondPersonNeeded = "second-person-needed" in Points:
        "One person may not award so many points. Another owner or manager has to save the same \
         number.",
    /// How a call went is not one of the outcomes.
    CallOutcomeUnknown = "call-outcome-unknown" in Outcome:
        "Choose how the call went.",
    /// What is to be done is not one of the tasks.
    TaskUnknown = "task-unknown" in Due:
        "Choose what is to be done.",
    /// Nothing, or a time in the past or too far ahead, says when something is to be done.
    TaskTime = "task-time" in Due:
        "Say when: a time from now on, within a year.",
    /// A number of the programme's settings that is too small or too large.
    NumberOutOfRange = "number-out-of-range":
        "Enter whole numbers: working days from 0 to 260, and calls from 1 to 20.",
    /// An office that never works, or does not close.
    OfficeHours = "office-hours" in Hours:
        "Choose at least one working day, and when the office closes.",
    /// A reason for declining that is not offered.
    ReasonUnknown = "reason-unknown" in Reason:
        "Choose a reason from the list.",
    /// A label of the programme's settings that is missing, too long or taken, or may hold a phone number.
    LabelRefused = "label-refused" in Label:
        "Enter a label of up to 64 characters that no other one has, without a phone number.",
    /// The same for a sentence.
    SentenceRefused = "sentence-refused" in Sentence:
        "Enter a sentence of up to 200 characters, without a phone number.",
    /// A list of the programme's settings of which nothing would be offered.
    NoneOffered = "none-offered":
        "Leave at least one that is offered.",
    /// More additions to a list of the programme's settings than it takes.
    ListFull = "list-full":
        "There is room for 50. Change one that is not offered any more.",
    /// Nothing to say to the referrer.
    WordsMissing = "words-missing" in Words:
        "Write what you want to say.",
    /// A way of writing to the referrer that this version does not know.
    WayUnknown = "way-unknown":
        "Choose how to send it.",
    /// A text message to a guest: nobody knows whether the number is theirs, and whether they want any.
    NoAccount = "no-account":
        "The referrer has no account in which to ask for text messages, so none can be sent.",
    /// A text message to a member who has not asked for any.
    TextsNotWanted = "texts-not-wanted":
        "The referrer has not asked for text messages, so none can be sent.",
    /// WhatsApp, or points by hand, for a referrer whose number is unclear.
    ReferrerNumberUnclear = "referrer-number-unclear":
        "The referrer\u{2019}s number is not exactly one number, so nothing can be sent or given to it.",
    /// More messages to a referrer than they are to get within a day.
    SaidTooOften = "said-too-often":
        "The referrer has had enough messages for one day. Write again tomorrow, or call them.",
    /// Undoing of what was said to the referrer.
    AlreadySaid = "already-said":
        "What was said to the referrer cannot be taken back. Write to them again.",
    /// A way past a refusal of the person who was referred.
    ConsentRefused = "consent-refused":
        "They have said that we may not call them. Staff cannot change that.",
    /// The words of a template that are missing, too long, or may hold a phone number.
    TemplateRefused = "template-refused" in Words:
        "Enter words of up to 400 characters, without a phone number.",
    /// A template with a field that there is not.
    FieldUnknown = "field-unknown" in Words:
        "Use braces for these fields only: {referrer}, {person}, {service}, {stage} and {company}.",
    /// More templates than there may be.
    TooManyTemplates = "too-many-templates":
        "There is room for 20 templates. Remove one first.",
    /// An id of a rule that is missing or too long, or has other characters.
    RuleId = "rule-id" in Rules:
        "Give each rule a name of up to 32 small letters, digits and hyphens, with a letter first and 6 \
         digits at most.",
    /// Two rules with one id.
    RuleTwice = "rule-twice" in Rules:
        "Two rules have the same name. Give one of them another.",
    /// More rules than a rulebook may have.
    RulesTooMany = "rules-too-many" in Rules:
        "A rulebook has room for 50 rules. Take some out.",
    /// A rule that neither gives nor limits anything.
    RuleEmpty = "rule-empty" in Rules:
        "A rule gives at least 1 point. A rule that gives 0 is a limit: set a most, and leave days on hold, months \
         valid and successes empty.",
    /// Points that are held for too long.
    RuleHold = "rule-hold" in Rules:
        "Hold points for 0 to 3650 whole days.",
    /// Points that are valid for no time, or for too long.
    RuleValid = "rule-valid" in Rules:
        "Enter 1 to 120 whole months, or leave this empty so that points never expire.",
    /// Successes that no year has.
    RuleNth = "rule-nth" in Rules:
        "Count successes from 1 on, the first of them before the last.",
    /// A most that is no number of points, or 0.
    RuleCap = "rule-cap" in Rules:
        "Enter a most of 1 to 9007199254740991 points.",
    /// A rule that ends before it begins.
    RulePeriod = "rule-period" in Rules:
        "The first day of a rule has to be before its last, or the same.",
    /// An id of an offer that is missing or too long, or has other characters.
    OfferId = "offer-id" in Offers:
        "Give each offer a name of up to 32 small letters, digits and hyphens, with a letter first and 6 \
         digits at most.",
    /// Two offers with one id.
    OfferTwice = "offer-twice" in Offers:
        "Two offers have the same name. Give one of them another.",
    /// An id that was another offer's before.
    OfferChanged = "offer-changed" in Offers:
        "An offer keeps its kind and its currency. Give the new one another name.",
    /// More offers than a catalogue may have, with those that it had.
    OffersTooMany = "offers-too-many" in Offers:
        "A catalogue has room for 50 offers. Take some out.",
    /// A title that is missing or too long, or may hold a phone number.
    OfferTitle = "offer-title" in Offers:
        "Give each offer a title of up to 64 characters, without a phone number.",
    /// A text that is too long, or may hold a phone number.
    OfferText = "offer-text" in Offers:
        "Describe each offer in up to 400 characters, without a phone number.",
    /// An offer for no points, or for more than there are.
    OfferPoints = "offer-points" in Offers:
        "An offer costs 1 to 9007199254740991 points.",
    /// An offer that ends before it begins.
    OfferPeriod = "offer-period" in Offers:
        "The first day of an offer has to be before its last, or the same.",
    /// A stock that no offer has.
    OfferStock = "offer-stock" in Offers:
        "Enter how many there are: 0 to 1000000.",
    /// A bank transfer without an amount, or something else with one.
    OfferAmount = "offer-amount" in Offers:
        "A bank transfer has an amount and a currency. Nothing else has one.",
    /// An amount that is not a number above 0.
    AmountUnclear = "amount-unclear" in Offers:
        "Enter an amount above 0 in digits, with a point before the decimals: for example 12.50.",
    /// An amount with more decimals than its currency has.
    AmountDecimals = "amount-decimals" in Offers:
        "This amount has too many decimals. KWD, BHD and OMR have three decimals, all other currencies two.",
    /// A member of staff decides on what is their own.
    OwnRequest = "own-request":
        "This pays you, so another owner or manager has to do it.",
    /// Whoever awarded points approves what they are exchanged for.
    AwardedByYou = "awarded-by-you":
        "You had a part in awarding this member’s points, so another owner or manager has to do this.",
    /// No points by hand, or more than one person may enter.
    PointsByHand = "points-by-hand" in Points:
        "Enter at least 1 point, and in a day no more for somebody than one person may award. Nobody else confirms points \
         entered by hand.",
    /// Whoever made a batch approves it.
    BatchByYou = "batch-by-you":
        "You made this batch or changed a reference in it, so another owner or manager has to approve it.",
    /// A request of somebody from whom more points were taken back than they had left.
    PointsTakenBack = "points-taken-back":
        "This member’s points are below zero, because some were taken back. Decline the request, take it out of \
         its batch, or wait until they have earned enough.",
    /// A batch that has gone on since it was shown.
    BatchMoved = "batch-moved":
        "This batch is not at that step any more. Check how far it is, then try again.",
    /// A batch of nothing.
    BatchEmpty = "batch-empty":
        "This batch has no lines. Add an approved request first.",
    /// More lines than a batch may have.
    BatchFull = "batch-full":
        "A batch has room for 500 requests. Make another one for the rest.",
    /// A batch with lines of which nobody has said what became of them.
    BatchOpen = "batch-open":
        "Say of each line whether it was paid or failed. Then the batch can be closed.",
}

/// The broken rules, in the order of the form; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejections {
    pub(crate) codes: Vec<RejectionCode>,
}

impl Rejections {
    /// The codes; at least one.
    pub fn codes(&self) -> &[RejectionCode] {
        &self.codes
    }

    /// Whether the command was refused because of the person's rights. Such a refusal must not
    /// reveal anything about the referral's state.
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

/// What the interface says about a rejection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RejectionWords {
    /// The field that the hint stands beside; `null` for none.
    pub field: Option<Field>,
    /// How to correct it, in one sentence.
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
const QUARANTINE_FULL: &str = "Nothing was saved: too many stored records are unreadable, and saving \
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

/// Formats as the hint, which also makes sense without the form.
impl fmt::Display for RejectionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().hint)
    }
}

impl core::error::Error for RejectionCode {}

/// Uses the table of names. A derived implementation would add a second copy to the download.
impl Serialize for RejectionCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
