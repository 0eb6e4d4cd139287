//! Records whose fields are not of the types of the specification, and say the same all the same.
//!
//! What says exactly one thing is read as that, and written as the specification has it, so that
//! an earlier version in another tab reads it, too; all else in the text stays as it is.
//!
//! - A whole number may be a text of its digits, and may have a fraction of zeros: `"5"`, `5.0`.
//! - A Pending referral has no points but 0 (section 4): nothing sets any without making it
//!   Successful. So points that are `null` or absent are 0 there, and unreadable elsewhere:
//!   JavaScript writes `null` for a number that it could not make out.
//! - Notes are optional, and so `null` is none.

use alloc::borrow::ToOwned;
use alloc::string::String;

use compact_json::Member;

use super::json;

/// The text of a referral with its fields mended; `None` if nothing is to mend, or cannot be.
pub(super) fn referral(text: &str) -> Option<String> {
    let members = compact_json::members(text).ok()?;
    let pending = members.iter().any(|it| it.name == "status" && it.value == r#""Pending""#);
    let mended = replaced(text, &members, &|name, value| match (name, value) {
        ("points", "null") if pending => Some("0".to_owned()),
        ("notes", "null") => Some(r#""""#.to_owned()),
        ("id" | "points" | "awardedAt", value) => whole(value),
        _ => None,
    })?;
    if pending && members.iter().all(|it| it.name != "points") {
        let open = mended.strip_suffix('}')?;
        return Some([open, r#","points":0}"#].into_iter().collect());
    }
    Some(mended)
}

/// The text of a registered user, likewise.
pub(super) fn user(text: &str) -> Option<String> {
    let members = compact_json::members(text).ok()?;
    replaced(text, &members, &|name, value| {
        if name == "registeredAt" { whole(value) } else { None }
    })
}

/// The text with other values in some places.
fn replaced(
    text: &str,
    members: &[Member<'_>],
    value: &dyn Fn(&str, &str) -> Option<String>,
) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let mut rest = 0;
    for member in members {
        if let Some(value) = value(&member.name, member.value) {
            mended.push_str(text.get(rest..member.start)?);
            mended.push_str(&value);
            rest = member.start + member.value.len();
        }
    }
    mended.push_str(text.get(rest..)?);
    Some(mended)
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
