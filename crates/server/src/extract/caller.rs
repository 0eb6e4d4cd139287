//! Whoever makes a request.

use api::Access;
use domain::{account::User, pipeline::Staff, viewer::Viewer};
use store::{Actor, Author, StaffMember};

/// Whoever makes a request, by the session or the API token that it comes with.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// What they may do.
    pub(crate) access: Access,
    /// The hash of the token that they came with, whether or not any session or program has it.
    pub(crate) token: Option<[u8; 32]>,
    /// Whether they came with a cookie that is no session's, or not any more.
    pub(crate) ended: bool,
    /// Whether it is a program, by an API token: it shows nobody a page.
    pub(crate) is_program: bool,
}

impl Caller {
    /// Somebody of whom nothing is known, whatever they came with.
    pub(crate) fn guest() -> Self {
        Self { access: Access::guest(), token: None, ended: false, is_program: false }
    }

    /// The session or the API token that they ask under: what they write is written only while it is open.
    pub(crate) fn session(&self) -> Option<&[u8; 32]> {
        self.token.as_ref().filter(|_| self.access.viewer.user().is_some())
    }

    /// Who they are to the history of what they write.
    pub(crate) fn author(&self) -> Author {
        let actor = match &self.access.viewer {
            Viewer::Staff(staff) => {
                Actor::Staff { id: staff.id().to_owned(), name: staff.user().name.clone() }
            }
            other => {
                other.user().map_or(Actor::Guest, |user| Actor::Member(user.mobile_number.clone()))
            }
        };
        Author { actor, session: self.session().copied() }
    }
}

/// A member of staff as their role says what they may do. They go by the name that their colleagues
/// know.
pub(crate) fn staff(member: Option<StaffMember>, user: &User) -> Option<Staff> {
    let StaffMember { id, name, role, services, .. } = member?;
    Some(Staff::new(id, User { name, ..user.clone() }, role, services))
}
