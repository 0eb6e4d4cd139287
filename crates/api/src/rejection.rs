//! The codes that only a server returns, with their words. [`RejectionCode`] has the codes of both
//! modes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::notice::Notice;
use domain::rejection::{Field, RejectionCode, RejectionWords};

/// Declares the codes from one table: meaning, wire name, field, and a text that is both hint and
/// toast. First those that visitors and members can meet, then those of staff alone.
// The type is `tt`, because utoipa does not see into a `literal`.
macro_rules! hosted_codes {
    (@field) => { None };
    (@field $field:ident) => { Some(Field::$field) };
    (
        $(
            $(#[$doc:meta])*
            $Code:ident = $wire:tt $(in $field:ident)?: $hint:literal,
        )*
        ;
        $(
            $(#[$staff_doc:meta])*
            $Staff:ident = $staff_wire:tt $(in $staff_field:ident)?: $staff_hint:literal,
        )*
    ) => {
        /// The reasons for which only a server refuses a request.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
        pub enum HostedCode {
            $($(#[$doc])* #[serde(rename = $wire)] $Code,)*
            $($(#[$staff_doc])* #[serde(rename = $staff_wire)] $Staff,)*
        }

        impl HostedCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$Code,)* $(Self::$Staff,)*];

            /// Those that visitors and members can meet, which each language has words for.
            pub const OF_VISITORS: &[Self] = &[$(Self::$Code,)*];

            /// The code on the wire.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Code => $wire,)*
                    $(Self::$Staff => $staff_wire,)*
                }
            }

            /// The field, the hint and the toast.
            pub fn words(self) -> RejectionWords {
                let (field, hint) = match self {
                    $(Self::$Code => (hosted_codes!(@field $($field)?), $hint),)*
                    $(Self::$Staff => (hosted_codes!(@field $($staff_field)?), $staff_hint),)*
                };
                RejectionWords { field, hint, notice: Some(self.titled(Notice::error(hint))) }
            }
        }
    };
}

hosted_codes! {
    /// A one-time code that is too old, was tried too often, or has been used.
    CodeExpired = "code-expired" in Code:
        "This code no longer works. Please request a new one.",
    /// A login number without a country code, so that its country is unclear.
    CountryCodeMissing = "country-code-missing" in Mobile:
        "Include the country code, for example +91 98765 43210 or +974 5555 1234.",
    /// More codes to this number than the limit.
    TooManyCodes = "too-many-codes" in Mobile:
        "We have already sent several codes to this number. Use the latest one, or wait a while \
         before requesting another.",
    /// More wrong codes for this number, from unknown devices, than the daily limit.
    TooManyWrongCodes = "too-many-wrong-codes":
        "Too many wrong codes were entered for this number today. Log in on a device you have \
         used before, or try again tomorrow.",
    /// Too many codes were requested, so no more are sent for now.
    SendingPaused = "sending-paused" in Mobile:
        "We cannot send codes at the moment. Please try again later.",
    /// A code that needs a proof of work.
    ProofRequired = "proof-required" in Mobile:
        "Your device did not finish a short security check. Please try again.",
    /// A code to a number that has got many today, for a page that can give no proof of work.
    CodesUsedUp = "codes-used-up" in Mobile:
        "We have sent several codes to this number today. Try again tomorrow, or write to us.",
    /// A link to the page of somebody who was referred that does not work, or not any more.
    PageEnded = "page-ended":
        "This link does not work. It may be too old or replaced by another, or its data was deleted. To ask \
         us, or to object to a call, write to us.",
    /// Somebody has changed what the page of somebody who was referred says since it was shown.
    PageStale = "page-stale":
        "This page has changed since you opened it. Please read it again, then answer.",
    /// The SMS provider did not accept the code.
    SendingFailed = "sending-failed" in Mobile:
        "We could not send the code. Check the number and try again in a minute.",
    /// A name with so many digits that they could be a phone number.
    NameHasNumber = "name-has-number" in ReferrerName:
        "Enter a name, not a phone number.",
    /// A name with what looks like an address in it.
    NameHasAddress = "name-has-address" in ReferrerName:
        "Enter a name without a web or email address. After a dot, put a space.",
    /// Somebody who opened a link has not agreed to be called, or to another text than holds now.
    AgreementMissing = "agreement-missing" in Agreed:
        "Please read this and tick the box. Without it we may not call you.",
    /// The page shows a member whose session has ended on the server.
    SessionEnded = "session-ended":
        "Your login has ended. What you typed has been kept: log in again to carry on.",
    /// The page shows another user than the session: somebody else has logged in in this browser.
    SessionChanged = "session-changed":
        "Someone else has since logged in here, so nothing was done. What you typed has been \
         kept: check who is logged in, then carry on.",
    /// Somebody else has changed the referral since it was shown.
    ReferralStale = "referral-stale" in Points:
        "Someone else has changed this referral since you opened it. Check it, then save again.",
    /// The idempotency key was used for another request before.
    KeyReused = "key-reused":
        "This was already sent with different details. Please reload the page.",
    /// A text is longer than the maximum for its field.
    TextTooLong = "text-too-long":
        "One of your entries is too long. Please shorten it.",
    /// A request that the server does not know or cannot read.
    BadRequest = "bad-request":
        "The site could not understand this request. Please reload the page.",
    /// A request from a page of another site.
    CrossSite = "cross-site":
        "This request came from another website, so it was refused.",
    /// This address makes too many requests.
    TooManyRequests = "too-many-requests":
        "Too many attempts. Wait a moment and try again.",
    /// This account or network has sent its maximum of referrals or messages today.
    AllowanceUsed = "allowance-used":
        "Your account or network has reached its limit for today, so this was not sent. What you \
         typed is still here: please try again tomorrow.",
    /// The database does not answer.
    Unavailable = "unavailable":
        "The site cannot be reached at the moment. Nothing was saved, and what you typed is \
         still here. Please try again shortly.",
    /// It is unknown whether the change was saved, because the answer did not come in time.
    OutcomeUnknown = "outcome-unknown":
        "The site did not answer in time, so we do not know whether this was saved. What you \
         typed is still here. Please try again shortly.",
    /// There is no such request to exchange points, or none that this person may see.
    RedemptionGone = "redemption-gone":
        "This request is not here. Please reload the page.",
    /// There is no list of those with most points.
    LeaderboardOff = "leaderboard-off":
        "There is no list of those with most points at the moment.",
    // Staff meet these on the referral page too, when they take or erase what is stored about them.
    /// Staff tried to do something without the second factor.
    SecondFactorMissing = "second-factor-missing":
        "Please confirm it is you with the code from your authenticator app.",
    /// The second factor was given too long ago for an action that cannot be undone, or for an
    /// export of everything.
    SecondFactorStale = "second-factor-stale":
        "Nothing has been done yet. Please confirm once more that it is you, with the code from \
         your authenticator app.",
    /// The code of the second factor is wrong or was used before.
    SecondFactorWrong = "second-factor-wrong" in Code:
        "That is neither your authenticator app\u{2019}s current code nor an unused recovery \
         code. Wait for the next code and try again.",
    /// The second factor was tried too often.
    SecondFactorPaused = "second-factor-paused" in Code:
        "Too many wrong codes. Wait a few minutes and try again.",
    /// So many codes of an authenticator app were wrong that none is taken for a day.
    SecondFactorUsedUp = "second-factor-used-up" in Code:
        "Too many wrong codes today. Use a passkey or a recovery code, or try again tomorrow.",
    /// The last owner cannot be revoked or erased, or get another role.
    LastOwner = "last-owner":
        "The last owner cannot leave. Make somebody else an owner first, and let them log in once.",
    ;

    /// As many imports or previews are under way as the server reads at the same time.
    ImportUnderWay = "import-under-way" in File:
        "Other files are being imported at the moment. Nothing was done: please try again in a \
         minute.",
    /// The only second factor cannot be removed.
    LastFactor = "last-factor":
        "This is your only second factor. Set up another one first.",
    /// The browser's passkey was not accepted.
    PasskeyRefused = "passkey-refused":
        "This passkey was not accepted. Please try again.",
    /// Somebody leaves who made webhooks or API tokens, and nobody said what becomes of these.
    IntegrationsLeft = "integrations-left":
        "They made webhooks or API tokens. Choose whether to switch these off, or an owner under \
         whose name they stay.",
    /// A webhook's address that the server may not post to.
    WebhookAddress = "webhook-address":
        "Nothing can be sent to this address. Enter one of the public internet that begins with \
         https:// and has no user name in it.",
    /// The invited person is a member of staff already.
    StaffKnown = "staff-known" in Mobile:
        "Someone with this number already works here.",
    /// The member of staff does not exist any more.
    StaffGone = "staff-gone":
        "This person no longer works here. Please reload the page.",
    /// The contact message does not exist any more.
    MessageGone = "message-gone":
        "This message is no longer here. Messages are erased after a time.",
    /// This person, or the team, shares as many views as can be shared.
    ViewsFull = "views-full":
        "You or your team share as many views as possible. Remove one that nobody needs, or save this \
         one on your device only.",
    /// Somebody else has changed the programme's settings since they were shown.
    ProgrammeStale = "programme-stale":
        "Someone else has changed the settings since you opened this. Check it, then save again.",
    /// There is no such batch.
    BatchGone = "batch-gone":
        "This batch is not here. Please reload the page.",
    /// Somebody else has changed the batch since it was shown.
    BatchStale = "batch-stale":
        "Someone else has changed this batch since you opened it. Check it, then try again.",
    /// Nobody has chosen this name any more.
    LeaderGone = "leader-gone":
        "This name is no longer on the list.",
    /// No link that works has this address, or nobody is named on its page.
    LinkNameless = "link-nameless":
        "No link with a name has this address. Check the address, or open it to see what it shows.",
    /// Somebody else has changed the contact message since it was shown, or it was forwarded.
    MessageStale = "message-stale":
        "Someone else has changed this message since you opened it. Check it, then save again.",
}

/// What pages say by themselves: the server did not answer, or somebody else answered in its place.
pub const CODES_OF_PAGES: &[HostedCode] = &[
    HostedCode::Unavailable,
    HostedCode::OutcomeUnknown,
    HostedCode::SessionEnded,
    HostedCode::TooManyRequests,
    HostedCode::BadRequest,
    HostedCode::TextTooLong,
];

/// Any code of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum Code {
    /// A code of both modes.
    Rule(RejectionCode),
    /// A code of hosted mode only.
    Hosted(HostedCode),
}

impl HostedCode {
    /// Gives codes about the login their own title and a neutral look, since they are nobody's
    /// mistake.
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
    /// The code on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rule(code) => code.as_str(),
            Self::Hosted(code) => code.as_str(),
        }
    }

    /// The id of what other languages say about it; `None` for what only staff can meet, which is said in English. The
    /// title of a notice that has one of its own has `-title` after it.
    pub fn message_id(self) -> Option<&'static str> {
        Self::of_visitors().find(|(code, _)| *code == self).map(|(_, id)| id)
    }

    /// All that visitors and members can meet on a server, which every language has words for, with their ids.
    pub fn of_visitors() -> impl Iterator<Item = (Self, &'static str)> {
        let rules = RejectionCode::OF_THE_BROWSER.iter().chain(RejectionCode::OF_VISITORS);
        // Staff meet it on the referral page, and read it in English.
        let rules = rules.filter(|code| **code != RejectionCode::ImportTooLarge);
        let rules = rules.map(|&code| match code {
            // In a browser it is said in other words.
            RejectionCode::ReferralGone => (Self::Rule(code), "referral-gone-here"),
            code => (Self::Rule(code), code.as_str()),
        });
        let hosted = HostedCode::OF_VISITORS.iter();
        rules.chain(hosted.map(|&code| (Self::Hosted(code), code.as_str())))
    }

    /// The field, the hint and the toast. Where the rule's words mention the browser as the place
    /// of the records, these mention the server.
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

/// Words with the same text as hint and toast.
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

/// The id of the toast of a code that says something else than its hint. Several codes have the same: its id is made of
/// the first of them.
pub fn toast_id(words: &RejectionWords) -> Option<String> {
    let own_toast = |RejectionWords { hint, notice, .. }: &RejectionWords| {
        let toast = notice.as_ref().map(|notice| notice.description.clone());
        toast.filter(|toast| toast != hint)
    };
    let toast = own_toast(words)?;
    let mut all = RejectionCode::OF_THE_BROWSER.iter();
    let first = all.find(|code| own_toast(&code.words()).as_ref() == Some(&toast))?;
    Some([first.as_str(), "-toast"].concat())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_hosted_code_is_serialised_as_listed() {
        for &code in HostedCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
        let distinct: BTreeSet<_> = HostedCode::ALL.iter().collect();
        assert_eq!(distinct.len(), HostedCode::ALL.len());
    }

    #[test]
    fn login_problems_have_neutral_titles() {
        let title = |code: HostedCode| code.words().notice.unwrap().title;
        assert_eq!(title(HostedCode::SessionEnded), "Logged Out");
        assert_eq!(title(HostedCode::SessionChanged), "Another Login");
        assert_eq!(title(HostedCode::MessageGone), "Error");
    }

    #[test]
    fn a_code_on_the_wire_stands_for_one_thing() {
        let rules: BTreeSet<_> = RejectionCode::ALL.iter().map(|code| code.as_str()).collect();
        let hosted: BTreeSet<_> = HostedCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(rules.intersection(&hosted).collect::<Vec<_>>(), Vec::<&&str>::new());
        assert_eq!(rules.len() + hosted.len(), RejectionCode::ALL.len() + HostedCode::ALL.len());
    }

    #[test]
    fn hosted_messages_do_not_mention_the_browser() {
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
