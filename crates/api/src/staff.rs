//! Who works for the company.

use serde::{Deserialize, Serialize};

use crate::lengths::NAME_MAX;
use domain::pipeline::{Reach, Right, Staff, StaffRole};
use domain::referral::Instant;
use domain::service::ServiceOption;

/// Somebody who works for the company, as they and their colleagues are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaffView {
    /// Names them in histories.
    pub id: String,
    /// What they are employed to do: `owner`, `manager`, `handler` or `auditor`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub role: StaffRole,
    /// The values of the services that a handler works for; empty for the other roles, which work
    /// for all.
    pub services: Vec<String>,
    /// As their colleagues know them.
    pub name: String,
    /// What the console offers them beside reading.
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

/// What the console offers to some of the staff. The server looks again when it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// To work on the referrals that they are shown.
    Handle,
    /// To say who is credited.
    Credit,
    /// What was written to the company.
    Messages,
    /// What staff have done.
    Audit,
    /// What people ask about their data.
    Privacy,
    /// Who works here.
    Staff,
    /// Webhooks and tokens.
    Integrations,
}

impl Permission {
    const ALL: [Self; 7] = [
        Self::Handle,
        Self::Credit,
        Self::Messages,
        Self::Audit,
        Self::Privacy,
        Self::Staff,
        Self::Integrations,
    ];

    /// What is given to a role.
    pub fn of(role: &StaffRole) -> Vec<Self> {
        Self::ALL.into_iter().filter(|it| it.is_given_to(role)).collect()
    }

    /// As the table of rights says.
    fn is_given_to(self, role: &StaffRole) -> bool {
        let everywhere = |right| role.reach(right) == Reach::All;
        match self {
            Self::Handle => role.reach(Right::Handle) != Reach::Nothing,
            Self::Credit => everywhere(Right::Award),
            Self::Messages => everywhere(Right::Handle),
            Self::Audit => everywhere(Right::Read),
            Self::Privacy => everywhere(Right::Records),
            Self::Staff | Self::Integrations => everywhere(Right::Settings),
        }
    }
}

/// A member of staff, or somebody who was one, as owners see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StaffEntry {
    /// Names them in histories.
    pub id: String,
    /// What they are employed to do: `owner`, `manager`, `handler` or `auditor`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub role: StaffRole,
    /// The values of the services that a handler works for.
    pub services: Vec<String>,
    /// As their colleagues know them; empty once they are erased.
    pub name: String,
    /// Their number as its country writes it; `null` once they are revoked.
    pub shown: Option<String>,
    /// The id of the owner who invited them; `null` for whom the operator has named.
    pub invited_by: Option<String>,
    /// When they were invited, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub invited_at: Instant,
    /// When they first logged in after that.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub active_at: Option<Instant>,
    /// When they were revoked or erased.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub revoked_at: Option<Instant>,
    /// Whether they have a second factor.
    pub secured: bool,
}

/// All members of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaffList {
    /// In the order in which they came, also those who were revoked.
    pub staff: Vec<StaffEntry>,
}

/// Invites somebody to work for the company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InvitationRequest {
    /// With which number they will log in, as it was typed.
    pub mobile: String,
    /// How they will be employed.
    #[serde(flatten)]
    pub employment: EmploymentRequest,
}

/// How somebody is employed from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmploymentRequest {
    /// As their colleagues know them: 1 to 64 characters.
    pub name: String,
    /// `owner`, `manager`, `handler` or `auditor`.
    pub role: String,
    /// The values of the services that a handler works for: one at least. Other roles have none.
    #[serde(default)]
    pub services: Vec<String>,
}

/// How somebody is employed, as the rules have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Employment {
    /// As their colleagues know them.
    pub name: String,
    /// What they are employed to do.
    pub role: StaffRole,
    /// The values of the services that a handler works for.
    pub services: Vec<String>,
}

impl EmploymentRequest {
    /// The employment, or what is wrong with the request, for whoever wrote the program.
    pub fn check(self) -> Result<Employment, &'static str> {
        let name = self.name.trim().to_owned();
        if name.is_empty() || name.chars().count() > NAME_MAX {
            return Err("The field `name` has 1 to 64 characters.");
        }
        let role = StaffRole::from(self.role);
        if !StaffRole::ALL.contains(&role) {
            return Err("The field `role` is `owner`, `manager`, `handler` or `auditor`.");
        }
        if self.services.iter().any(|service| ServiceOption::parse(service).is_none()) {
            return Err("The field `services` has what is no service.");
        }
        let services = if role == StaffRole::Handler { self.services } else { Vec::new() };
        if role == StaffRole::Handler && services.is_empty() {
            return Err("The field `services` names one service of a handler at least.");
        }
        Ok(Employment { name, role, services })
    }
}

/// One's own second factors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SecondFactors {
    /// Whether there is an authenticator app.
    pub totp: bool,
    /// In the order in which they were made.
    pub passkeys: Vec<PasskeyView>,
    /// Whether passkeys can be made here: not where the site is known by its address only.
    pub takes_passkeys: bool,
    /// How many recovery codes are left.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub recovery_codes: u64,
}

/// A passkey, as its owner tells it from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PasskeyView {
    /// Names it, to remove it by.
    pub id: String,
    /// As its owner knows it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub made_at: Instant,
    /// When it was last used.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub used_at: Option<Instant>,
}

/// The secret of an authenticator app that is being set up. It is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TotpSecret {
    /// In base32, to be typed.
    pub secret: String,
    /// The `otpauth` address that apps take.
    pub uri: String,
}

/// Ten new recovery codes, each of which stands in once for the other factors. They are shown this
/// once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryCodes {
    /// Twenty digits in groups.
    pub codes: Vec<String>,
}

/// A passkey that a browser has made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasskeyRequest {
    /// As its owner will know it: 1 to 64 characters.
    pub name: String,
    /// What `PublicKeyCredential.toJSON()` gives.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub credential: serde_json::Value,
}

impl PasskeyRequest {
    /// The name, or what is wrong with it.
    pub fn name(&self) -> Result<&str, &'static str> {
        let name = self.name.trim();
        let fits = !name.is_empty() && name.chars().count() <= NAME_MAX;
        if fits { Ok(name) } else { Err("The field `name` has 1 to 64 characters.") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: &str, role: &str, services: &[&str]) -> EmploymentRequest {
        let services = services.iter().map(|&service| service.to_owned()).collect();
        EmploymentRequest { name: name.to_owned(), role: role.to_owned(), services }
    }

    #[test]
    fn an_employment_has_a_name_a_role_and_the_services_of_a_handler() {
        let handler = request(" Asha ", "handler", &["training"]).check().unwrap();
        assert_eq!((handler.name.as_str(), handler.services.len()), ("Asha", 1));
        let manager = request("Asha", "manager", &["training"]).check().unwrap();
        assert_eq!((manager.role, manager.services), (StaffRole::Manager, Vec::new()));
        for (name, role, services) in [
            (" ", "owner", [].as_slice()),
            ("Asha", "king", &[]),
            ("Asha", "handler", &[]),
            ("Asha", "handler", &["nonsense"]),
        ] {
            assert!(request(name, role, services).check().is_err(), "{name} {role} {services:?}");
        }
        assert!(request(&"a".repeat(65), "owner", &[]).check().is_err());
    }
}
