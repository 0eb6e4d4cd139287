//! Who works for the company.

use serde::Serialize;

use domain::pipeline::{Staff, StaffRole};

/// Somebody who works for the company, as they are told themselves.
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
}

impl StaffView {
    /// The view of a member of staff.
    pub(crate) fn of(staff: &Staff) -> Self {
        Self {
            id: staff.id().to_owned(),
            role: staff.role().clone(),
            services: staff.services().to_vec(),
            name: staff.user().name.clone(),
        }
    }
}
