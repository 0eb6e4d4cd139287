//! The TypeScript types of the domain, in bindings/.

use super::{Step, generating};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    generating(home, "bindings", include_str!("bindings.rs"), "bindings")
}
