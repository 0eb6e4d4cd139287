//! What a member is called.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::pipeline::text_rules::{in_one_line, may_have_number};
use domain::referral::check_referrer_name;
use domain::rejection::Field;

use crate::lengths::{TooLong, all_fit};
use crate::{Code, HostedCode};

/// A member's request to be called by another name than `User` and the last four digits. Their next
/// referrals have it; those before keep the name that they were made under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnName {
    /// At most as long as the name in a guest's form, with no number in it.
    pub name: String,
}

impl OwnName {
    /// Checks the length.
    ///
    /// # Errors
    ///
    /// [`TooLong`].
    pub fn fits(&self) -> Result<(), TooLong> {
        all_fit(&[(Field::ReferrerName, &self.name)])
    }

    /// The name [in one line](in_one_line).
    ///
    /// # Errors
    ///
    /// `referrer-name-missing` for an empty one, as in a guest's form; `name-has-number` for one
    /// that could have a phone number in it, which an erasure would have to find.
    pub fn check(&self) -> Result<String, Code> {
        let name = check_referrer_name(&in_one_line(&self.name))?;
        if may_have_number(&name) {
            return Err(HostedCode::NameHasNumber.into());
        }
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rejection::RejectionCode;

    #[test]
    fn a_name_is_a_line_without_a_number() {
        let check = |name: &str| OwnName { name: name.to_owned() }.check();
        assert_eq!(check(" Asha Nair "), Ok("Asha Nair".to_owned()));
        assert_eq!(check("Asha\u{202e} Na\u{200b}ir\n"), Ok("Asha Nair".to_owned()));
        assert_eq!(check("User3210"), Ok("User3210".to_owned()));
        assert_eq!(check(" "), Err(RejectionCode::ReferrerNameMissing.into()));
        for name in ["98765 43210", "A1b2c3d4e5f6g7", "Asha ٩٨٧٦٥٤٣", "User㉝⑫㉞㊺㊿"]
        {
            assert_eq!(check(name), Err(HostedCode::NameHasNumber.into()), "{name}");
        }
        assert!(OwnName { name: "x".repeat(101) }.fits().is_err());
    }
}
