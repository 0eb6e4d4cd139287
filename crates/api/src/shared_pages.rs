//! The words of the pages that are shared (`/r` and `/p`), which a server fills in: what they say to somebody who types
//! about themselves. Languages other than English have words for all of this.

use domain::rejection::RejectionCode;

/// What is said to somebody who types about themselves, where the words of a code are for a referrer.
pub const HINTS_TO_THEMSELVES: &[(RejectionCode, &str)] = &[
    (RejectionCode::ReferredNameMissing, "Enter your name."),
    (RejectionCode::ReferredPhoneMissing, "Enter your phone number."),
    (RejectionCode::MobileMissing, "Enter your phone number."),
    (RejectionCode::SelfReferral, "This link is yours. Share it with somebody else."),
];

/// The id of such a hint among the words of a language.
#[must_use]
pub fn hint_to_themselves_id(code: RejectionCode) -> String {
    format!("own-{}", code.as_str())
}

/// What a small page says whose request was refused before it was read.
pub const GO_BACK: &str = "Go back in your browser: what you typed is still there.";

/// When to try again there.
#[must_use]
pub fn try_again_in(seconds: &str) -> String {
    format!("Try again in {seconds} s.")
}
