//! A member's link to share, and the name that the page behind it shows.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::leaderboard::shown_name;
use crate::{Code, HostedCode};

/// How often a member may make a link, or change the name on it, in a day (UTC).
pub const LINKS_A_DAY: u32 = 20;

/// What a member wants of their link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LinkRequest {
    /// The name that whoever opens the link reads: at most 40 letters, with no number and no address in it. Empty
    /// for none.
    pub name: String,
    /// Whether to end the link and make a new one.
    pub renew: bool,
}

impl LinkRequest {
    /// The name in one line, without signs that nobody sees; empty for none.
    ///
    /// # Errors
    ///
    /// `text-too-long`, `name-has-number`, `name-has-address`, and `referrer-name-missing` for signs without a letter.
    pub fn check(&self) -> Result<String, Code> {
        if self.name.trim().is_empty() {
            return Ok(String::new());
        }
        let name = shown_name(&self.name)?;
        if has_address(&name) { Err(HostedCode::NameHasAddress.into()) } else { Ok(name) }
    }
}

/// Whether a text may have an address in it, such as `evil.example`: it stands on a page of the company, under a
/// link that anybody may share. Initials such as `A.P.J.` are none.
fn has_address(text: &str) -> bool {
    let is_dot = |letter: char| matches!(letter, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    let is_sign = |letter: char| {
        matches!(letter, '/' | '\\' | ':' | '@' | '<' | '>' | '\u{ff0f}' | '\u{ff1a}' | '\u{ff20}')
    };
    let after_dots = text.split_whitespace().flat_map(move |word| word.split(is_dot).skip(1));
    text.contains(is_sign) || after_dots.into_iter().any(|part| part.chars().nth(1).is_some())
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LinkView {
    /// Its address.
    pub address: String,
    /// The name that whoever opens it reads; empty for none.
    pub name: String,
    /// A picture of the address for cameras.
    pub qr: QrCode,
}

/// A QR code: what an SVG of this many units on each side draws, with the margin that cameras need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct QrCode {
    /// The length of a side, in units.
    pub side: u32,
    /// The dark parts: the `d` of an SVG path.
    pub path: String,
}

/// What a member has to share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct OwnLink {
    /// The link that works; absent if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkView>,
    /// How often a browser has opened their links, those before this one as well.
    pub opened: u64,
    /// How many referrals came by them.
    pub submitted: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rejection::RejectionCode;

    #[test]
    fn a_name_on_a_link_is_a_line_without_number_address_or_unseen_signs() {
        let check = |name: &str| LinkRequest { name: name.to_owned(), renew: false }.check();
        for (typed, name) in [
            ("", ""),
            (" \n", ""),
            (" Asha \u{202e}Nair ", "Asha Nair"),
            ("Dr. A.P.J. Kalam", "Dr. A.P.J. Kalam"),
            ("St. Mary's, Chennai.", "St. Mary's, Chennai."),
        ] {
            assert_eq!(check(typed).as_deref(), Ok(name), "{typed:?}");
        }
        for address in
            ["evil.example", "Win at t.co", "a@b", "http:", "Asha/x", "a。com", "<b>Asha"]
        {
            assert_eq!(check(address), Err(HostedCode::NameHasAddress.into()), "{address}");
        }
        assert_eq!(check("98765 43210"), Err(HostedCode::NameHasNumber.into()));
        assert_eq!(check(&"x".repeat(41)), Err(HostedCode::TextTooLong.into()));
        assert_eq!(check("\u{200b}"), Err(RejectionCode::ReferrerNameMissing.into()));
    }
}
