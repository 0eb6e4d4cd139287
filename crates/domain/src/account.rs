//! Login and sign-up with a simulated one-time code (specification, sections 4 to 6).
//!
//! The types enforce the order of the steps. A valid number becomes a [`Challenge`]; a correct code
//! turns the challenge into a [`Verified`] number; and only a verified number is looked up among
//! the registered ones. So a stranger without the code cannot find out who is registered.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cmp::Ordering;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::mobile::MobileNumber;
use crate::notice::Notice;
use crate::points::Points;
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::verdict::Verdict;

/// The settings of the programme (`content/site.json`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The one number whose user is the admin.
    pub admin: MobileNumber,
    /// The code that the simulation accepts.
    pub simulated_code: String,
}

/// Why settings are not a valid [`Policy`]. The message is for the person who edits them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PolicyError {
    /// The admin number is not a mobile number.
    #[error("admin number {0:?} is not a mobile number. {1}")]
    AdminNumber(String, RejectionCode),
    /// The simulated code cannot be typed on a numeric keypad.
    #[error("simulated code {0:?} is not made of digits")]
    SimulatedCode(String),
}

impl Policy {
    /// The policy of browser mode. `content/site.json` holds both values.
    pub fn new(admin_number: &str, simulated_code: &str) -> Result<Self, PolicyError> {
        let code = simulated_code.to_owned();
        if code.is_empty() || !code.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(PolicyError::SimulatedCode(code));
        }
        match MobileNumber::parse(admin_number) {
            Ok(admin) => Ok(Self { admin, simulated_code: code }),
            Err(error) => Err(PolicyError::AdminNumber(admin_number.to_owned(), error)),
        }
    }
}

/// The settings that decisions depend on.
pub trait DecisionPolicy {
    /// Whether `mobile` is the admin's number.
    fn is_admin_number(&self, mobile: &MobileNumber) -> bool;

    /// Whether nobody may refer their own number (hosted mode).
    fn refuses_self_referral(&self) -> bool {
        false
    }

    /// Whether staff below manager see no number of whoever was referred before they have agreed (hosted mode).
    fn waits_for_consent(&self) -> bool {
        false
    }

    /// Whether only referrals for the same service are duplicates (hosted mode).
    fn tells_services_apart(&self) -> bool {
        false
    }

    /// The most points that one person may award alone (hosted mode).
    fn points_at_most(&self) -> Points {
        Points::MAX
    }

    /// How often one may write to a referrer within a day (hosted mode).
    fn said_in_a_day(&self) -> usize {
        usize::MAX
    }
}

/// Which of the two buttons was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum LoginMode {
    /// Log in with a registered number.
    Login,
    /// Register the number.
    Signup,
}

/// Somebody who is registered or logged in (section 3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Ten to fifteen digits.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub mobile_number: MobileNumber,
    /// `User` and the last four digits.
    pub name: String,
    /// When the number was registered, in milliseconds since 1970. It is set only if an earlier
    /// account of the same number was erased, and tells the new account from copies of the old one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub registered_at: Option<Instant>,
}

/// Proof that somebody is the admin. Functions for the admin only take it as an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admin(User);

impl Admin {
    /// Makes the proof for the user with the admin number or, in hosted mode, for an owner or
    /// manager, who have the rights of the specification's admin.
    pub(crate) fn new(user: User) -> Self {
        Self(user)
    }

    pub(crate) fn user(&self) -> &User {
        &self.0
    }
}

/// A number to which a code has been sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge(MobileNumber);

/// A number whose holder has entered the correct code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified(MobileNumber);

/// What is stored under a verified number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registration {
    /// Whether it has an account.
    pub has_account: bool,
    /// When its data was last erased.
    pub erased_at: Option<Instant>,
    /// Whether it belongs to a member of staff, who needs no account (hosted mode).
    pub is_staff: bool,
}

/// Pretends to send a code to a number: the notice shows the visitor which code to enter.
pub fn request_code(mobile: &str, policy: &Policy) -> Verdict<()> {
    match Challenge::request(mobile) {
        Err(code) => Verdict::refused(code),
        Ok(challenge) => Verdict::accepted(
            (),
            Notice::code_sent(challenge.mobile().as_str(), &policy.simulated_code),
        ),
    }
}

impl DecisionPolicy for Policy {
    fn is_admin_number(&self, mobile: &MobileNumber) -> bool {
        self.admin == *mobile
    }
}

impl User {
    /// The user with this number and the default name.
    pub fn of(mobile_number: MobileNumber) -> Self {
        Self { name: mobile_number.display_name(), mobile_number, registered_at: None }
    }

    /// The name that this user refers under. If the stored name was blanked in storage, it is the
    /// default name, because a referral must have a referrer's name (section 5).
    pub fn referrer_name(&self) -> String {
        match self.name.trim() {
            "" => self.mobile_number.display_name(),
            name => name.to_owned(),
        }
    }

    /// Orders two copies of an account. The later one is greater; it is the one to keep.
    pub fn compare_copies(&self, other: &Self) -> Ordering {
        (self.registered_at, &self.name).cmp(&(other.registered_at, &other.name))
    }
}

impl Challenge {
    /// The first step, for login and sign-up alike: checks that this is a mobile number.
    pub fn request(mobile: &str) -> Result<Self, RejectionCode> {
        MobileNumber::parse(mobile).map(Self)
    }

    /// The number that the code goes to.
    pub fn mobile(&self) -> &MobileNumber {
        &self.0
    }

    /// The second step: compares the code, ignoring white space around it (pasting often adds
    /// some).
    pub fn verify(self, code: &str, policy: &Policy) -> Result<Verified, RejectionCode> {
        self.verified_if(code.trim() == policy.simulated_code)
    }

    /// The second step if the code was really sent, and the caller has compared it.
    pub fn verified_if(self, is_correct: bool) -> Result<Verified, RejectionCode> {
        if is_correct { Ok(Verified(self.0)) } else { Err(RejectionCode::WrongCode) }
    }
}

impl Verified {
    /// The number to look up.
    pub fn mobile(&self) -> &MobileNumber {
        &self.0
    }

    /// The third step, with what was found under the number: logs in, or signs up. Returns the
    /// account to add; `None` if there is none to add.
    ///
    /// # Errors
    ///
    /// [`RejectionCode::NotRegistered`] or [`RejectionCode::AlreadyRegistered`].
    pub fn enter(
        &self,
        mode: LoginMode,
        found: Registration,
        policy: &impl DecisionPolicy,
        now: Instant,
    ) -> Result<Option<User>, RejectionCode> {
        let needs_none = found.is_staff || policy.is_admin_number(&self.0);
        match mode {
            LoginMode::Login if found.has_account || needs_none => Ok(None),
            LoginMode::Login => Err(RejectionCode::NotRegistered),
            LoginMode::Signup if found.has_account => Err(RejectionCode::AlreadyRegistered),
            LoginMode::Signup => {
                // Later than the erasure, so that the new account is not taken for a copy of the
                // erased one.
                let registered_at = found.erased_at.map(|then| now.max(then.next()));
                Ok(Some(User { registered_at, ..User::of(self.0.clone()) }))
            }
        }
    }
}

impl LoginMode {
    /// Parses the value used on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "login" => Some(Self::Login),
            "signup" => Some(Self::Signup),
            _ => None,
        }
    }
}
