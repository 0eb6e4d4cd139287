//! Records whose fields are not of the types of the specification, and say the same all the same.
//!
//! What says exactly one thing is read as that, and written as the specification has it, so that
//! an earlier version in another tab reads it, too.
//!
//! - A whole number may be a text of its digits, and may have a fraction of zeros: `"5"`, `5.0`.
//! - A Pending referral has no points but 0 (section 4): nothing sets any without making it
//!   Successful. So points that are `null` or absent are 0 there, and unreadable elsewhere:
//!   JavaScript writes `null` for a number that it could not make out.
//! - Notes are optional, and so `null` is none.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::json;
use crate::account::User;
use crate::referral::Referral;

/// Reads such a referral; `None` if it does not say one thing.
pub(super) fn referral(text: &str) -> Option<Referral> {
    let members = compact_json::members(text).ok()?;
    let pending = members.iter().any(|it| it.name == "status" && it.value == r#""Pending""#);
    let mut repaired = repaired(text, &|name, value| match (name, value) {
        ("points", "null") if pending => Some("0".to_owned()),
        ("notes", "null") => Some(r#""""#.to_owned()),
        ("id" | "points" | "awardedAt", value) => whole(value),
        _ => None,
    })?;
    if pending && members.iter().all(|it| it.name != "points") {
        repaired.pop();
        repaired.push_str(r#","points":0}"#);
    }
    compact_json::from_str(&repaired).ok()
}

/// Reads such a registered user.
pub(super) fn user(text: &str) -> Option<User> {
    let value = |name: &str, value: &str| whole(value).filter(|_| name == "registeredAt");
    compact_json::from_str(&repaired(text, &value)?).ok()
}

/// The object with other values in some places.
fn repaired(text: &str, value: &dyn Fn(&str, &str) -> Option<String>) -> Option<String> {
    let mut repaired = String::new();
    for member in compact_json::members(text).ok()? {
        let value = value(&member.name, member.value);
        repaired.push(if repaired.is_empty() { '{' } else { ',' });
        repaired.push_str(&json::text(&*member.name));
        repaired.push(':');
        repaired.push_str(value.as_deref().unwrap_or(member.value));
    }
    repaired.push('}');
    Some(repaired)
}

/// The digits of a whole number.
fn whole(value: &str) -> Option<String> {
    let quoted: Option<String> = compact_json::from_str(value).ok();
    let number = quoted.as_deref().unwrap_or(value);
    let (digits, fraction) = number.split_once(['.']).unwrap_or((number, "0"));
    let is_whole = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte == b'0');
    let number: u64 = is_whole.then(|| digits.parse().ok()).flatten()?;
    Some(json::text(&number))
}
