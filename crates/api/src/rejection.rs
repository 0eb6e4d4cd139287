//! The codes that only a server gives, with their words; beside [`RejectionCode`], whose rules are
//! those of both modes.

use serde::{Deserialize, Serialize};

use domain::notice::Notice;
use domain::rejection::{Field, RejectionCode, RejectionWords};

/// What a server refuses for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HostedCode {
    /// A one-time code that is too old, was tried too often, or has been used.
    CodeExpired,
    /// A login number without the country code that would tell whose it is.
    CountryCodeMissing,
    /// More one-time codes to one number than are sent.
    TooManyCodes,
    /// More wrong codes for one number, from devices that are not known, than are compared in a day.
    TooManyWrongCodes,
    /// No codes are sent for now: too many were asked for.
    SendingPaused,
    /// A code that is sent only for a proof of work.
    ProofRequired,
    /// The code could not be handed to the network that delivers it.
    SendingFailed,
    /// A login that has ended: a page shows a member, and the server knows of no such session.
    SessionEnded,
    /// Another login than the one that the page shows: somebody else has logged in in this browser.
    SessionChanged,
    /// Points, or another act of the admin's, without the second factor.
    SecondFactorMissing,
    /// What cannot be undone or takes everything away, with a second factor that was given too long
    /// ago.
    SecondFactorStale,
    /// A second factor's code that is wrong, or was used before.
    SecondFactorWrong,
    /// More tries of the second factor than are allowed.
    SecondFactorPaused,
    /// Points for a referral that somebody else has changed since it was shown.
    ReferralStale,
    /// A retry's key that was used for something else before.
    KeyReused,
    /// A text that is longer than any that is meant.
    TextTooLong,
    /// A request that the interface does not know, or cannot read.
    BadRequest,
    /// A request from another site's page.
    CrossSite,
    /// More requests than one address may make.
    TooManyRequests,
    /// More referrals or messages than one account or network may send in a day.
    AllowanceUsed,
    /// The place where the records live does not answer.
    Unavailable,
    /// Nobody knows whether a write was kept: its answer did not come in time.
    OutcomeUnknown,
    /// A contact message that is not there any more.
    MessageGone,
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
    /// All codes.
    pub const ALL: [Self; 23] = [
        Self::CodeExpired,
        Self::CountryCodeMissing,
        Self::TooManyCodes,
        Self::TooManyWrongCodes,
        Self::SendingPaused,
        Self::ProofRequired,
        Self::SendingFailed,
        Self::SessionEnded,
        Self::SessionChanged,
        Self::SecondFactorMissing,
        Self::SecondFactorStale,
        Self::SecondFactorWrong,
        Self::SecondFactorPaused,
        Self::ReferralStale,
        Self::KeyReused,
        Self::TextTooLong,
        Self::BadRequest,
        Self::CrossSite,
        Self::TooManyRequests,
        Self::AllowanceUsed,
        Self::Unavailable,
        Self::OutcomeUnknown,
        Self::MessageGone,
    ];

    /// The code on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CodeExpired => "code-expired",
            Self::CountryCodeMissing => "country-code-missing",
            Self::TooManyCodes => "too-many-codes",
            Self::TooManyWrongCodes => "too-many-wrong-codes",
            Self::SendingPaused => "sending-paused",
            Self::ProofRequired => "proof-required",
            Self::SendingFailed => "sending-failed",
            Self::SessionEnded => "session-ended",
            Self::SessionChanged => "session-changed",
            Self::SecondFactorMissing => "second-factor-missing",
            Self::SecondFactorStale => "second-factor-stale",
            Self::SecondFactorWrong => "second-factor-wrong",
            Self::SecondFactorPaused => "second-factor-paused",
            Self::ReferralStale => "referral-stale",
            Self::KeyReused => "key-reused",
            Self::TextTooLong => "text-too-long",
            Self::BadRequest => "bad-request",
            Self::CrossSite => "cross-site",
            Self::TooManyRequests => "too-many-requests",
            Self::AllowanceUsed => "allowance-used",
            Self::Unavailable => "unavailable",
            Self::OutcomeUnknown => "outcome-unknown",
            Self::MessageGone => "message-gone",
        }
    }

    /// The field, the hint and the toast.
    pub fn words(self) -> RejectionWords {
        let (field, hint) = match self {
            Self::CodeExpired => (
                Some(Field::Code),
                "This code is no longer good. Close this and ask for another one.",
            ),
            Self::CountryCodeMissing => (
                Some(Field::Mobile),
                "Enter your mobile number with its country code, such as +91 98765 43210 or \
                 +974 5555 1234.",
            ),
            Self::TooManyCodes => (
                Some(Field::Mobile),
                "Several codes were sent to this number already. Use the last one, or wait a \
                 while before you ask for another.",
            ),
            Self::TooManyWrongCodes => (
                None,
                "Wrong codes were entered for this number too often today. Log in on a device on \
                 which you have logged in before, or try again tomorrow.",
            ),
            Self::SendingPaused => {
                (Some(Field::Mobile), "No codes can be sent just now. Please try again later.")
            }
            Self::ProofRequired => (
                Some(Field::Mobile),
                "A short check on your device is needed first, and it was not finished. Please \
                 try again.",
            ),
            Self::SendingFailed => (
                Some(Field::Mobile),
                "The code could not be sent. Check the number, then try again in a minute.",
            ),
            Self::SessionEnded => (
                None,
                "Your login has ended. What you typed is kept for you: log in again, then go on.",
            ),
            Self::SessionChanged => (
                None,
                "Somebody else has logged in here since, so nothing was done. What you typed is \
                 kept for you: see who is logged in now, then go on.",
            ),
            Self::SecondFactorMissing => {
                (None, "Please confirm that it is you with the code of your authenticator app.")
            }
            Self::SecondFactorStale => (
                None,
                "Nothing was done yet. Please confirm once more that it is you, with the code of \
                 your authenticator app.",
            ),
            Self::SecondFactorWrong => (
                Some(Field::Code),
                "That is not the code that your authenticator app shows now, nor a recovery code \
                 that is still good. Wait for the app\u{2019}s next code, then try again.",
            ),
            Self::SecondFactorPaused => {
                (Some(Field::Code), "That was wrong too often. Wait a few minutes, then try again.")
            }
            Self::ReferralStale => (
                Some(Field::Points),
                "Somebody else has changed this referral since it was shown. Look at it again, \
                 then save.",
            ),
            Self::KeyReused => {
                (None, "This was sent before with other words. Please reload the page.")
            }
            Self::TextTooLong => (None, "One of the texts is too long. Please shorten it."),
            Self::BadRequest => (None, "The site did not understand this. Please reload the page."),
            Self::CrossSite => (None, "This was asked for by another site, and was not done."),
            Self::TooManyRequests => {
                (None, "That was a lot at once. Wait a moment, then try again.")
            }
            Self::AllowanceUsed => (
                None,
                "This is more than one account or network may send in a day, so it was not sent. \
                 What you typed is still here: please try again tomorrow.",
            ),
            Self::Unavailable => (
                None,
                "The site cannot be reached just now. Nothing was saved; what you \
                 typed is still here. Please try again in a moment.",
            ),
            Self::OutcomeUnknown => (
                None,
                "We do not know whether this was saved: the site did not answer in time. What you \
                 typed is still here. Please try again in a moment.",
            ),
            Self::MessageGone => {
                (None, "This message is no longer there. Messages are erased after a time.")
            }
        };
        let words = speaking(field, hint);
        RejectionWords { notice: words.notice.map(|notice| self.titled(notice)), ..words }
    }

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
        for code in HostedCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
        let distinct: std::collections::BTreeSet<_> = HostedCode::ALL.into_iter().collect();
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
        let hosted = HostedCode::ALL.map(Code::from);
        for code in rules.into_iter().chain(hosted) {
            let words = code.words();
            assert!(!words.hint.contains("browser"), "{code:?}");
            let toast = words.notice.map(|notice| notice.description).unwrap_or_default();
            assert!(!toast.contains("browser"), "{code:?}");
        }
    }
}
