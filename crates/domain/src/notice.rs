//! The notices that visitors see as toasts (specification, section 8), with their exact wording.

use alloc::borrow::ToOwned;
use alloc::string::String;

use compact_json::{concat, to_string};
use serde::Serialize;

/// How a notice looks, and how urgently a screen reader announces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Good news.
    Default,
    /// Something went wrong.
    Destructive,
}

/// A notice: the text of a toast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notice {
    /// A few words.
    pub title: String,
    /// A sentence.
    pub description: String,
    /// Good news or bad.
    pub variant: Variant,
}

/// A failure in the browser: of its storage, or of loading the rules. What was typed stays in the
/// form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BrowserFailure {
    /// The browser's storage is full.
    StorageFull,
    /// The browser's storage worked before and now refuses.
    StorageFailed,
    /// The browser allows no storage. The page works in memory.
    StorageBlocked,
    /// The rules could not be loaded.
    RulesUnavailable,
}

const UNREADABLE_FULL: &str = " There is no room for more, so nothing can be saved. The admin can \
                               export everything, clear this site's data in the browser, and \
                               import the file again.";

impl Notice {
    /// A destructive notice with the title Error.
    pub fn error(description: &str) -> Self {
        Self {
            title: "Error".to_owned(),
            description: description.to_owned(),
            variant: Variant::Destructive,
        }
    }

    /// A notice of success.
    pub fn success(title: &str, description: impl Into<String>) -> Self {
        Self { title: title.to_owned(), description: description.into(), variant: Variant::Default }
    }

    /// The contact message was sent.
    pub fn message_sent() -> Self {
        Self::success("Message Sent!", "Thank you for reaching out. We will get back to you soon.")
    }

    /// A form has errors, none of which has a notice of its own.
    pub fn not_sent() -> Self {
        Self::error("Nothing has been sent yet.")
    }

    /// The code was "sent": the notice shows the visitor which code to enter.
    pub fn code_sent(mobile: &str, code: &str) -> Self {
        Self::success(
            "OTP Sent (Simulated)",
            concat(&["An OTP was sent to ", mobile, ". Enter ", code, " to continue."]),
        )
    }

    /// The visitor has signed up.
    pub fn signed_up() -> Self {
        Self::success("Signup Successful!", "You are now logged in.")
    }

    /// The visitor has logged in.
    pub fn logged_in() -> Self {
        Self::success("Login Successful!", "Welcome back!")
    }

    /// The referral was submitted.
    pub fn referral_submitted(referred_name: &str) -> Self {
        Self::success(
            "Referral Submitted!",
            concat(&[referred_name, " was successfully referred."]),
        )
    }

    /// A member has erased everything stored under their number.
    pub fn erased() -> Self {
        Self::success(
            "Your Data Was Erased",
            "Your account and your referrals are no longer stored in this browser.",
        )
    }

    /// Some stored entries could not be read and are quarantined; `full` if there is no room for
    /// more.
    pub fn unreadable(count: usize, full: bool) -> Self {
        let number = to_string(&count);
        let words = match count {
            1 => ["One entry", " could not be read. It is kept as it is but not listed", " it."],
            _ => [
                &number,
                " entries could not be read. They are kept as they are but not listed",
                " them.",
            ],
        };
        let [entries, kept, them] = words;
        let visits = ". Each visit tries again, and the admin can export";
        let more = if full { UNREADABLE_FULL } else { "" };
        let description = concat(&[entries, kept, visits, them, more]);
        Self { title: "Some Entries Are Unreadable".to_owned(), ..Self::error(&description) }
    }

    /// The admin has assigned points.
    pub fn points_assigned() -> Self {
        Self::success("Success", "Points assigned successfully.")
    }
}

impl BrowserFailure {
    /// All kinds.
    pub const ALL: [Self; 4] =
        [Self::StorageFull, Self::StorageFailed, Self::StorageBlocked, Self::RulesUnavailable];

    /// The code on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StorageFull => "storage-full",
            Self::StorageFailed => "storage-failed",
            Self::StorageBlocked => "storage-blocked",
            Self::RulesUnavailable => "rules-unavailable",
        }
    }

    /// What the visitor is told.
    pub fn notice(self) -> Notice {
        Notice::error(match self {
            Self::StorageFull => {
                "Nothing was saved because this browser has no room left for the site. What you \
                 typed is still here. Clear some site data in your browser, then try again."
            }
            Self::StorageFailed => {
                "Nothing was saved because this browser would not store it. What you typed is \
                 still here. Try again, or use another browser."
            }
            Self::StorageBlocked => {
                "This browser does not let the site store anything. You can carry on, but your \
                 login and referrals will be lost when you close this page."
            }
            Self::RulesUnavailable => {
                "Part of this page could not be loaded. What you typed is still here. Check your \
                 connection and try again."
            }
        })
    }
}
