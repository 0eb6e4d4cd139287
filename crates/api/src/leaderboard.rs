//! The list of those who have earned most points.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Code, HostedCode};
use domain::pipeline::text_rules::{in_one_line, may_have_number};
use domain::referral::check_referrer_name;
use domain::rejection::RejectionCode;
use domain::rewards::Leaderboard;

/// How often a member may choose a name for the list in a day (UTC).
pub const LEADER_NAMES_A_DAY: u32 = 5;

/// The longest name on the list, in letters.
pub const LEADER_NAME_MAX: usize = 40;

/// A member's request to be on the list, under this name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LeaderName {
    /// 1 to 40 letters, with no number in it.
    pub name: String,
}

impl LeaderName {
    /// The name in one line, without white space around it, and without signs that nobody sees.
    ///
    /// # Errors
    ///
    /// `referrer-name-missing` if no letter is left, `text-too-long`, and `name-has-number` for one that could
    /// have a phone number in it, which an erasure would have to find.
    pub fn check(&self) -> Result<String, Code> {
        shown_name(&self.name)
    }
}

/// A name that others are shown ([`in_one_line`]).
///
/// # Errors
///
/// As [`LeaderName::check`].
pub(crate) fn shown_name(typed: &str) -> Result<String, Code> {
    let name = check_referrer_name(&in_one_line(typed))?;
    if !name.chars().any(char::is_alphanumeric) {
        return Err(RejectionCode::ReferrerNameMissing.into());
    }
    if name.chars().count() > LEADER_NAME_MAX {
        return Err(HostedCode::TextTooLong.into());
    }
    if may_have_number(&name) {
        return Err(HostedCode::NameHasNumber.into());
    }
    Ok(name)
}

/// Checks that somebody may see the list.
///
/// # Errors
///
/// `leaderboard-off` if there is none, and `not-logged-in` for a guest where it is for members.
pub fn may_see_leaders(leaderboard: Leaderboard, is_member: bool) -> Result<(), Code> {
    match leaderboard {
        Leaderboard::Off => Err(HostedCode::LeaderboardOff.into()),
        Leaderboard::Members if !is_member => Err(RejectionCode::NotLoggedIn.into()),
        Leaderboard::Members | Leaderboard::Public => Ok(()),
    }
}

/// Somebody who is on the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct LeaderView {
    /// The name that they chose.
    pub name: String,
    /// How many points they have earned in the quarter.
    pub points: u64,
    /// Names this choice of a name, for staff who may take it off. It says nothing about whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Leaders {
    /// The quarter, such as `October to December 2026` (UTC).
    pub quarter: String,
    /// At most ten, those with most points first. Of two with as many, whoever has been on the list for
    /// longer comes first.
    pub leaders: Vec<LeaderView>,
}

/// Where a member stands. Only they see this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct OwnStanding {
    /// Who may see the list.
    pub leaderboard: Leaderboard,
    /// The quarter, such as `October to December 2026` (UTC).
    pub quarter: String,
    /// How many points they have earned in it, as a referrer. What was taken back is not among them.
    pub points: i64,
    /// The name that they chose; absent if they are not on the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Their place among those who have chosen one; absent without a name, and without points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_line_of_1_to_40_letters_without_a_number_or_unseen_signs() {
        let check = |name: &str| LeaderName { name: name.to_owned() }.check();
        for (typed, name) in [
            (" Asha \u{202e}of\r\nDoha\u{2069} ", "Asha of Doha"),
            ("علي 2", "علي 2"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            (&"x".repeat(40), &"x".repeat(40)),
        ] {
            assert_eq!(check(typed).as_deref(), Ok(name), "{typed:?}");
        }
        for empty in ["", " ", "\u{200b}\u{202e}", "…!"] {
            assert_eq!(check(empty), Err(RejectionCode::ReferrerNameMissing.into()), "{empty:?}");
        }
        assert_eq!(check(&"x".repeat(41)), Err(HostedCode::TextTooLong.into()));
        for number in ["98765 43210", "A1b2c3d4e5f6g7", "Asha ٩٨٧٦٥٤٣"] {
            assert_eq!(check(number), Err(HostedCode::NameHasNumber.into()), "{number}");
        }
    }

    #[test]
    fn the_list_is_seen_by_nobody_by_members_or_by_everybody() {
        use Leaderboard::{Members, Off, Public};
        let off = Err(Code::from(HostedCode::LeaderboardOff));
        for is_member in [false, true] {
            assert_eq!(may_see_leaders(Off, is_member), off);
            assert_eq!(may_see_leaders(Public, is_member), Ok(()));
        }
        assert_eq!(may_see_leaders(Members, true), Ok(()));
        assert_eq!(may_see_leaders(Members, false), Err(RejectionCode::NotLoggedIn.into()));
    }
}
