//! The proof that somebody is the admin.

use crate::account::User;

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
