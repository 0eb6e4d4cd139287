//! The staff of the company.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::lengths::NAME_MAX;
use domain::pipeline::text_rules::{in_one_line, may_have_number};
use domain::pipeline::{Reach, Right, Staff, StaffRole};
use domain::referral::Instant;

/// A member of staff, in the form that they and their colleagues see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StaffView {
    /// Identifies them in histories.
    pub id: String,
    /// Their role: `owner`, `manager`, `coordinator` or `auditor`.
    #[schema(value_type = String)]
    pub role: StaffRole,
    /// The services that a coordinator works for, by value; empty for other roles, which work for all.
    pub services: Vec<String>,
    /// The name that colleagues see.
    pub name: String,
    /// What the console offers them in addition to reading.
    pub permissions: Vec<Permission>,
}

impl StaffView {
    /// The view of a member of staff.
    pub(crate) fn of(staff: &Staff) -> Self {
        Self {
            id: staff.id().to_owned(),
            role: staff.role().clone(),
            services: staff.services().to_vec(),
            name: staff.user().name.clone(),
            permissions: Permission::of(staff.role()),
        }
    }
}

/// A colleague, in the form that all staff see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Colleague {
    /// Who they are.
    #[serde(flatten)]
    pub staff: StaffView,
    /// The name of their team; empty for none.
    pub team: String,
}

/// What the console offers to some of the staff. The server checks the right again at each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Work on the referrals that they see.
    Handle,
    /// Award points, and decide who is credited.
    Award,
    /// Answer contact messages.
    Messages,
    /// The audit log.
    Audit,
    /// Requests about personal data.
    Privacy,
    /// Managing staff.
    Staff,
    /// Webhooks and tokens.
    Integrations,
    /// What holds for the programme.
    Settings,
    /// Who exchanges points for what.
    Redemptions,
    /// Batches of what is paid together.
    Batches,
    /// Approving what points are exchanged for, and having it paid.
    Payouts,
}

impl Permission {
    const ALL: [Self; 11] = [
        Self::Handle,
        Self::Award,
        Self::Messages,
        Self::Audit,
        Self::Privacy,
        Self::Staff,
        Self::Integrations,
        Self::Settings,
        Self::Redemptions,
        Self::Batches,
        Self::Payouts,
    ];

    /// The permissions of a role.
    pub fn of(role: &StaffRole) -> Vec<Self> {
        Self::ALL.into_iter().filter(|it| it.is_given_to(role)).collect()
    }

    /// Looks it up in the table of rights.
    fn is_given_to(self, role: &StaffRole) -> bool {
        let everywhere = |right| role.reach(right) == Reach::All;
        match self {
            Self::Handle => role.reach(Right::Handle) != Reach::Nothing,
            Self::Award => everywhere(Right::Award),
            Self::Messages => everywhere(Right::Handle),
            Self::Audit | Self::Batches => everywhere(Right::Read),
            Self::Privacy => everywhere(Right::Records),
            Self::Staff | Self::Integrations | Self::Settings => everywhere(Right::Settings),
            Self::Redemptions => everywhere(Right::Redemptions),
            Self::Payouts => everywhere(Right::Payouts),
        }
    }
}

/// The member of staff who made a webhook or an API token, or has taken it over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Maker {
    /// Identifies them in histories.
    pub id: String,
    /// The name that colleagues see; empty after they were erased.
    pub name: String,
}

/// A current or former member of staff, in the form that owners see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffEntry {
    /// Identifies them in histories.
    pub id: String,
    /// Their role: `owner`, `manager`, `coordinator` or `auditor`.
    #[schema(value_type = String)]
    pub role: StaffRole,
    /// The services that a coordinator works for, by value.
    pub services: Vec<String>,
    /// The name that colleagues see; empty after they were erased.
    pub name: String,
    /// The name of their team; empty for none, and after they were revoked.
    pub team: String,
    /// Their number in the format of its country; `null` after they were revoked.
    pub shown: Option<String>,
    /// The id of the owner who invited them; `null` if it was the operator.
    pub invited_by: Option<String>,
    /// When they were invited, in milliseconds since 1970.
    pub invited_at: Instant,
    /// When they first logged in after that, in milliseconds since 1970.
    pub active_at: Option<Instant>,
    /// When they were revoked or erased.
    pub revoked_at: Option<Instant>,
    /// Whether they have a second factor.
    pub secured: bool,
}

/// All current and former members of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StaffList {
    /// The members, in the order of their invitation.
    pub staff: Vec<StaffEntry>,
}

/// A request to invite a colleague.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct InvitationRequest {
    /// The number that they will log in with, as it was typed.
    pub mobile: String,
    /// Their name, role, services and team.
    #[serde(flatten)]
    pub employment: EmploymentRequest,
}

/// A request for a colleague's name, role, services and team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EmploymentRequest {
    /// The name for colleagues, one line: 1 to 64 characters.
    pub name: String,
    /// `owner`, `manager`, `coordinator` or `auditor`.
    pub role: String,
    /// The services that a coordinator works for, by value: at least one. Empty for other roles.
    #[serde(default)]
    pub services: Vec<String>,
    /// The name of their team, which gives no rights, one line: 64 characters and 6 digits at most. Empty for
    /// none.
    #[serde(default)]
    pub team: String,
}

/// A name that staff type, for somebody of them or for what they have, [in one line](in_one_line): 1 to 64 characters.
///
/// # Errors
///
/// A message for the developer of the calling program.
pub fn staff_name(text: &str) -> Result<String, &'static str> {
    let name = in_one_line(text);
    let fits = !name.is_empty() && name.chars().count() <= NAME_MAX;
    if fits { Ok(name) } else { Err("The field `name` has 1 to 64 characters.") }
}

/// A name that staff give to what they share or make: as [`staff_name`], and without a number, because an
/// erasure does not search these names.
///
/// # Errors
///
/// A message for the developer of the calling program.
pub(crate) fn name_without_number(text: &str) -> Result<String, &'static str> {
    let name = staff_name(text)?;
    if may_have_number(&name) {
        return Err("The field `name` has 6 digits at most: no number of anybody's.");
    }
    Ok(name)
}

/// A colleague's name, role, services and team after the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Employment {
    /// The name that colleagues see.
    pub name: String,
    /// Their role.
    pub role: StaffRole,
    /// The services that a coordinator works for, by value.
    pub services: Vec<String>,
    /// The name of their team; empty for none.
    pub team: String,
}

impl EmploymentRequest {
    /// Checks the request. `is_service` says whether a value is a service. The error is a message for the
    /// developer of the calling program.
    pub fn check(self, is_service: impl Fn(&str) -> bool) -> Result<Employment, &'static str> {
        let name = staff_name(&self.name)?;
        let role = StaffRole::from(self.role);
        if !StaffRole::ALL.contains(&role) {
            return Err("The field `role` is `owner`, `manager`, `coordinator` or `auditor`.");
        }
        if !self.services.iter().all(|service| is_service(service)) {
            return Err("The field `services` has what is no service.");
        }
        let services = if role == StaffRole::Coordinator { self.services } else { Vec::new() };
        if role == StaffRole::Coordinator && services.is_empty() {
            return Err("The field `services` names one service of a coordinator at least.");
        }
        let team = in_one_line(&self.team);
        if team.chars().count() > NAME_MAX {
            return Err("The field `team` has 64 characters at most.");
        }
        if may_have_number(&team) {
            return Err("The field `team` has 6 digits at most: no number of anybody's.");
        }
        Ok(Employment { name, role, services, team })
    }
}

/// The second factors of the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactors {
    /// Whether there is an authenticator app.
    pub totp: bool,
    /// Whether the app can be removed: not if its secret is in the server's settings, or if it is
    /// the last factor.
    pub totp_removable: bool,
    /// The passkeys, in the order of their creation.
    pub passkeys: Vec<PasskeyView>,
    /// Whether passkeys can be created here. They cannot if the site has only an IP address.
    pub takes_passkeys: bool,
    /// How many recovery codes are left.
    pub recovery_codes: u64,
}

/// A passkey in the user's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyView {
    /// Its id, for removing it.
    pub id: String,
    /// The name that the user gave it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: Instant,
    /// When it was last used.
    pub used_at: Option<Instant>,
}

/// The secret of an authenticator app that is being set up. It is shown only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TotpSecret {
    /// In base32, to be typed.
    pub secret: String,
    /// The `otpauth` address for authenticator apps.
    pub uri: String,
}

/// Ten new recovery codes. Each can be used once in place of a second factor. They are shown only
/// once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RecoveryCodes {
    /// Twenty digits in groups.
    pub codes: Vec<String>,
}

/// A passkey that a browser has created.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PasskeyRequest {
    /// The name for it: 1 to 64 characters.
    pub name: String,
    /// The result of `PublicKeyCredential.toJSON()`.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
}

impl PasskeyRequest {
    /// The checked name. The error is a message for the developer.
    pub fn name(&self) -> Result<String, &'static str> {
        staff_name(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: &str, role: &str, services: &[&str]) -> EmploymentRequest {
        let services = services.iter().map(|&service| service.to_owned()).collect();
        let (name, role, team) = (name.to_owned(), role.to_owned(), String::new());
        EmploymentRequest { name, role, services, team }
    }

    #[test]
    fn an_employment_has_a_name_a_role_and_the_services_of_a_coordinator() {
        let is_service = |value: &str| value == "training";
        let coordinator =
            request(" Asha ", "coordinator", &["training"]).check(is_service).unwrap();
        assert_eq!((coordinator.name.as_str(), coordinator.services.len()), ("Asha", 1));
        let plain = request("As\u{202e}ha\n\u{1b}[2JNair", "owner", &[]).check(is_service).unwrap();
        assert_eq!(plain.name, "Asha [2JNair");
        let manager = request("Asha", "manager", &["training"]).check(is_service).unwrap();
        assert_eq!((manager.role, manager.services), (StaffRole::Manager, Vec::new()));
        for (name, role, services) in [
            (" ", "owner", [].as_slice()),
            ("Asha", "king", &[]),
            ("Asha", "coordinator", &[]),
            ("Asha", "coordinator", &["nonsense"]),
            ("\u{202e}\u{200b}", "owner", &[]),
        ] {
            let refused = request(name, role, services).check(is_service);
            assert!(refused.is_err(), "{name} {role} {services:?}");
        }
        assert!(request(&"a".repeat(65), "owner", &[]).check(is_service).is_err());
    }

    #[test]
    fn a_team_is_a_name_or_none_and_no_number() {
        let of = |team: &str| {
            let request =
                EmploymentRequest { team: team.to_owned(), ..request("Asha", "owner", &[]) };
            request.check(|_| true).map(|checked| checked.team)
        };
        for (typed, team) in
            [("", ""), ("  ", ""), (" Doha ", "Doha"), ("Do\u{202e}ha\r\n2", "Doha 2")]
        {
            assert_eq!(of(typed), Ok(team.to_owned()));
        }
        assert!(of(&"n".repeat(64)).is_ok());
        for refused in [&*"n".repeat(65), "Doha 98765 43210"] {
            assert!(of(refused).is_err(), "{refused}");
        }
    }
}
