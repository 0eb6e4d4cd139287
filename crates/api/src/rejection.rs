//! The codes that only a server gives, with their words; beside [`RejectionCode`], whose rules are
//! those of both modes.

use serde::{Deserialize, Serialize};

use domain::notice::Notice;
use domain::rejection::{Field, RejectionCode, RejectionWords};

/// Declares the codes out of one table: for each what it means, its name on the wire, the field that
/// it is about, and the hint, which is the toast as well.
// `tt`, since utoipa does not see into a `literal`.
macro_rules! hosted_codes {
    (@field) => { None };
    (@field $field:ident) => { Some(Field::$field) };
    ($(
        $(#[$doc:meta])*
        $Code:ident = $wire:tt $(in $field:ident)?: $hint:literal,
    )*) => {
        /// What a server refuses for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum HostedCode {
            $($(#[$doc])* #[serde(rename = $wire)] $Code,)*
        }

        impl HostedCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$Code,)*];

            /// The code on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$Code => $wire,)* }
            }

            /// The field, the hint and the toast.
            pub fn words(self) -> RejectionWords {
                let (field, hint) = match self {
                    $(Self::$Code => (hosted_codes!(@field $($field)?), $hint),)*
                };
                RejectionWords { field, hint, notice: Some(self.titled(Notice::error(hint))) }
            }
        }
    };
}

hosted_codes! {
    /// A one-time code that is too old, was tried too often, or has been used.
    CodeExpired = "code-expired" in Code:
        "This code is no longer good. Close this and ask for another one.",
    /// A login number without the country code that would tell whose it is.
    CountryCodeMissing = "country-code-missing" in Mobile:
        "Enter your mobile number with its country code, such as +91 98765 43210 or +974 5555 \
         1234.",
    /// More one-time codes to one number than are sent.
    TooManyCodes = "too-many-codes" in Mobile:
        "Several codes were sent to this number already. Use the last one, or wait a while before \
         you ask for another.",
    /// More wrong codes for one number, from devices that are not known, than are compared in a day.
    TooManyWrongCodes = "too-many-wrong-codes":
        "Wrong codes were entered for this number too often today. Log in on a device on which \
         you have logged in before, or try again tomorrow.",
    /// No codes are sent for now: too many were asked for.
    SendingPaused = "sending-paused" in Mobile:
        "No codes can be sent just now. Please try again later.",
    /// A code that is sent only for a proof of work.
    ProofRequired = "proof-required" in Mobile:
        "A short check on your device is needed first, and it was not finished. Please try again.",
    /// The code could not be handed to the network that delivers it.
    SendingFailed = "sending-failed" in Mobile:
        "The code could not be sent. Check the number, then try again in a minute.",
    /// A login that has ended: a page shows a member, and the server knows of no such session.
    SessionEnded = "session-ended":
        "Your login has ended. What you typed is kept for you: log in again, then go on.",
    /// Another login than the one that the page shows: somebody else has logged in in this browser.
    SessionChanged = "session-changed":
        "Somebody else has logged in here since, so nothing was done. What you typed is kept for \
         you: see who is logged in now, then go on.",
    /// Points, or another act of the admin's, without the second factor.
    SecondFactorMissing = "second-factor-missing":
        "Please confirm that it is you with the code of your authenticator app.",
    /// What cannot be undone or takes everything away, with a second factor that was given too long
    /// ago.
    SecondFactorStale = "second-factor-stale":
        "Nothing was done yet. Please confirm once more that it is you, with the code of your \
         authenticator app.",
    /// A second factor's code that is wrong, or was used before.
    SecondFactorWrong = "second-factor-wrong" in Code:
        "That is not the code that your authenticator app shows now, nor a recovery code that is \
         still good. Wait for the app\u{2019}s next code, then try again.",
    /// More tries of the second factor than are allowed.
    SecondFactorPaused = "second-factor-paused" in Code:
        "That was wrong too often. Wait a few minutes, then try again.",
    /// Points for a referral that somebody else has changed since it was shown.
    ReferralStale = "referral-stale" in Points:
        "Somebody else has changed this referral since it was shown. Look at it again, then save.",
    /// A retry's key that was used for something else before.
    KeyReused = "key-reused":
        "This was sent before with other words. Please reload the page.",
    /// A text that is longer than any that is meant.
    TextTooLong = "text-too-long":
        "One of the texts is too long. Please shorten it.",
    /// A request that the interface does not know, or cannot read.
    BadRequest = "bad-request":
        "The site did not understand this. Please reload the page.",
    /// A request from another site's page.
    CrossSite = "cross-site":
        "This was asked for by another site, and was not done.",
    /// More requests than one address may make.
    TooManyRequests = "too-many-requests":
        "That was a lot at once. Wait a moment, then try again.",
    /// More referrals or messages than one account or network may send in a day.
    AllowanceUsed = "allowance-used":
        "This is more than one account or network may send in a day, so it was not sent. What you \
         typed is still here: please try again tomorrow.",
    /// The place where the records live does not answer.
    Unavailable = "unavailable":
        "The site cannot be reached just now. Nothing was saved; what you typed is still here. \
         Please try again in a moment.",
    /// Nobody knows whether a write was kept: its answer did not come in time.
    OutcomeUnknown = "outcome-unknown":
        "We do not know whether this was saved: the site did not answer in time. What you typed \
         is still here. Please try again in a moment.",
    /// A contact message that is not there any more.
    MessageGone = "message-gone":
        "This message is no longer there. Messages are erased after a time.",
}

/// Any reason to refuse, as it crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Code {
    /// A broken rule of the programme.
    Rule(RejectionCode),
    /// What only a server refuses for.
    Hosted(HostedCode),
}

impl HostedCode {
    /// What is said of a login may stand on the page for long, and is nobody's mistake.
    fn titled(self, notice: Notice) -> Notice {
        let title = match self {
            Self::SessionEnded => "Logged Out",
            Self::SessionChanged => "Another Login",
            _ => return notice,
        };
        Notice { title: title.into(), ..notice }
    }
}

impl Code {
    /// The field, the hint and the toast. Where the programme's own words speak of the browser that
    /// keeps the records, these speak of the server that does.
    pub fn words(self) -> RejectionWords {
        match self {
            Self::Rule(RejectionCode::ReferralGone) => speaking(
                Some(Field::Points),
                "This referral is no longer there. Somebody has erased it.",
            ),
            Self::Rule(RejectionCode::ImportTooLarge) => {
                speaking(Some(Field::File), "This file is too large. Choose one of at most 16 MB.")
            }
            Self::Rule(code) => code.words(),
            Self::Hosted(code) => code.words(),
        }
    }
}

/// Words whose hint is the toast as well.
fn speaking(field: Option<Field>, hint: &'static str) -> RejectionWords {
    RejectionWords { field, hint, notice: Some(Notice::error(hint)) }
}

impl From<RejectionCode> for Code {
    fn from(code: RejectionCode) -> Self {
        Self::Rule(code)
    }
}

impl From<HostedCode> for Code {
    fn from(code: HostedCode) -> Self {
        Self::Hosted(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hosted_code_crosses_as_it_is_listed() {
        for &code in HostedCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
        let distinct: std::collections::BTreeSet<_> = HostedCode::ALL.iter().collect();
        assert_eq!(distinct.len(), HostedCode::ALL.len());
    }

    #[test]
    fn what_is_said_of_a_login_is_titled_as_nobodys_mistake() {
        let title = |code: HostedCode| code.words().notice.unwrap().title;
        assert_eq!(title(HostedCode::SessionEnded), "Logged Out");
        assert_eq!(title(HostedCode::SessionChanged), "Another Login");
        assert_eq!(title(HostedCode::MessageGone), "Error");
    }

    #[test]
    fn what_a_server_says_speaks_of_no_browser() {
        let rules = RejectionCode::ALL.iter().copied().map(Code::from);
        let hosted = HostedCode::ALL.iter().copied().map(Code::from);
        for code in rules.into_iter().chain(hosted) {
            let words = code.words();
            assert!(!words.hint.contains("browser"), "{code:?}");
            let toast = words.notice.map(|notice| notice.description).unwrap_or_default();
            assert!(!toast.contains("browser"), "{code:?}");
        }
    }
}
