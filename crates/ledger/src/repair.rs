//! Repairs records whose fields have other types than the specification says.
//!
//! If a value can mean only one thing, it is read as that and written as the specification says.
//!
//! - A whole number may be a text of digits and may have a fraction of zeros: `"5"`, `5.0`.
//! - The points of a Pending referral are 0 (section 4), because saving points makes it Successful.
//!   So `null` or absent points mean 0 there. In other referrals they are unreadable: JavaScript
//!   writes `null` for a number that it could not parse.
//! - Notes are optional, so `null` means none.

use alloc::borrow::ToOwned;
use alloc::string::String;

use compact_json::{FromJson, Member, Object, to_string};

/// The repaired text of a referral.
pub(crate) fn referral(members: &[Member<'_>]) -> String {
    let pending = members.iter().any(|it| it.name == "status" && it.value == r#""Pending""#);
    let mut repaired = Object::default();
    for Member { name, value } in members {
        let value = match (&**name, *value) {
            ("points", "null") if pending => "0".to_owned(),
            ("notes", "null") => r#""""#.to_owned(),
            ("id" | "points" | "awardedAt", value) => {
                whole(value).unwrap_or_else(|| value.to_owned())
            }
            (_, value) => value.to_owned(),
        };
        repaired.push(name, &value);
    }
    if pending && members.iter().all(|it| it.name != "points") {
        repaired.push("points", "0");
    }
    repaired.finish()
}

/// The repaired text of a registered user.
pub(crate) fn user(members: &[Member<'_>]) -> String {
    let mut repaired = Object::default();
    for Member { name, value } in members {
        let whole = whole(value).filter(|_| name == "registeredAt");
        repaired.push(name, whole.as_deref().unwrap_or(value));
    }
    repaired.finish()
}

/// The digits of a whole number.
fn whole(value: &str) -> Option<String> {
    let quoted = String::from_json(value);
    let number = quoted.as_deref().unwrap_or(value);
    let (digits, fraction) = number.split_once(['.']).unwrap_or((number, "0"));
    let number = compact_json::number(digits, 10)?;
    (compact_json::number(fraction, 10) == Some(0)).then(|| to_string(&number))
}
