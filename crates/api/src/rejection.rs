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
        "This code has expired. Close this window and request a new one.",
    /// A login number without the country code that would tell whose it is.
    CountryCodeMissing = "country-code-missing" in Mobile:
        "Include the country code, for example +91 98765 43210 or +974 5555 1234.",
    /// More one-time codes to one number than are sent.
    TooManyCodes = "too-many-codes" in Mobile:
        "We have already sent several codes to this number. Use the latest one, or wait a while \
         before requesting another.",
    /// More wrong codes for one number, from devices that are not known, than are compared in a day.
    TooManyWrongCodes = "too-many-wrong-codes":
        "Too many wrong codes were entered for this number today. Log in on a device you have \
         used before, or try again tomorrow.",
    /// No codes are sent for now: too many were asked for.
    SendingPaused = "sending-paused" in Mobile:
        "We cannot send codes at the moment. Please try again later.",
    /// A code that is sent only for a proof of work.
    ProofRequired = "proof-required" in Mobile:
        "Your device did not finish a short security check. Please try again.",
    /// The code could not be handed to the network that delivers it.
    SendingFailed = "sending-failed" in Mobile:
        "We could not send the code. Check the number and try again in a minute.",
    /// A login that has ended: a page shows a member, and the server knows of no such session.
    SessionEnded = "session-ended":
        "Your login has ended. What you typed has been kept: log in again to carry on.",
    /// Another login than the one that the page shows: somebody else has logged in in this browser.
    SessionChanged = "session-changed":
        "Someone else has since logged in here, so nothing was done. What you typed has been \
         kept: check who is logged in, then carry on.",
    /// Points, or another act of the admin's, without the second factor.
    SecondFactorMissing = "second-factor-missing":
        "Please confirm it is you with the code from your authenticator app.",
    /// What cannot be undone or takes everything away, with a second factor that was given too long
    /// ago.
    SecondFactorStale = "second-factor-stale":
        "Nothing has been done yet. Please confirm once more that it is you, with the code from \
         your authenticator app.",
    /// A second factor's code that is wrong, or was used before.
    SecondFactorWrong = "second-factor-wrong" in Code:
        "That is neither your authenticator app\u{2019}s current code nor an unused recovery \
         code. Wait for the next code and try again.",
    /// More tries of the second factor than are allowed.
    SecondFactorPaused = "second-factor-paused" in Code:
        "Too many wrong codes. Wait a few minutes and try again.",
    /// Points for a referral that somebody else has changed since it was shown.
    ReferralStale = "referral-stale" in Points:
        "Someone else has changed this referral since you opened it. Check it, then save again.",
    /// A retry's key that was used for something else before.
    KeyReused = "key-reused":
        "This was already sent with different details. Please reload the page.",
    /// A text that is longer than any that is meant.
    TextTooLong = "text-too-long":
        "One of your entries is too long. Please shorten it.",
    /// A request that the interface does not know, or cannot read.
    BadRequest = "bad-request":
        "The site could not understand this request. Please reload the page.",
    /// A request from another site's page.
    CrossSite = "cross-site":
        "This request came from another website, so it was refused.",
    /// More requests than one address may make.
    TooManyRequests = "too-many-requests":
        "Too many attempts. Wait a moment and try again.",
    /// More referrals or messages than one account or network may send in a day.
    AllowanceUsed = "allowance-used":
        "Your account or network has reached its limit for today, so this was not sent. What you \
         typed is still here: please try again tomorrow.",
    /// The place where the records live does not answer.
    Unavailable = "unavailable":
        "The site cannot be reached at the moment. Nothing was saved, and what you typed is \
         still here. Please try again shortly.",
    /// Nobody knows whether a write was kept: its answer did not come in time.
    OutcomeUnknown = "outcome-unknown":
        "The site did not answer in time, so we do not know whether this was saved. What you \
         typed is still here. Please try again shortly.",
    /// The removal of one's only second factor.
    LastFactor = "last-factor":
        "This is your only second factor. Set up another one first.",
    /// A passkey that a browser has made or used in vain.
    PasskeyRefused = "passkey-refused":
        "This passkey was not accepted. Please try again.",
    /// Another role for the last owner, or none.
    LastOwner = "last-owner":
        "This is the last owner. Make somebody else an owner first, and let them log in.",
    /// An invitation of somebody who works here already.
    StaffKnown = "staff-known" in Mobile:
        "Somebody with this number works here already.",
    /// A member of staff who is not there any more.
    StaffGone = "staff-gone":
        "This person no longer works here. Please reload the page.",
    /// A contact message that is not there any more.
    MessageGone = "message-gone":
        "This message is no longer here. Messages are erased after a time.",
    /// A contact message that somebody else has changed since it was shown, or that was forwarded.
    MessageStale = "message-stale":
        "Someone else has changed this message since you opened it. Check it, then save again.",
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
                "This referral is no longer here: someone has erased it.",
            ),
            Self::Rule(RejectionCode::ImportTooLarge) => {
                speaking(Some(Field::File), "This file is too large. Choose one of up to 16 MB.")
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
