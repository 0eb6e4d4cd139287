//! The person or program that makes a request.

use crate::{
    http::language::Translation,
    referrals::records::{Actor, Author},
    staff::records::StaffMember,
};
use api::Access;
use domain::{
    account::User,
    pipeline::{Right, Staff},
    viewer::Viewer,
};

/// The person or program that makes a request, by its session or API token.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// What they may do.
    pub(crate) access: Access,
    /// The hash of the request's token, valid or not.
    pub(crate) token: Option<[u8; 32]>,
    /// Whether the request has a cookie that is no session's, or not any more.
    pub(crate) ended: bool,
    /// Whether it is a program with an API token, which shows nobody a page.
    pub(crate) is_program: bool,
    /// In which words they are answered.
    pub(crate) words: Translation,
}

impl Caller {
    /// A guest, whatever the request has.
    pub(crate) fn guest() -> Self {
        let words = Translation::default();
        Self { access: Access::guest(), token: None, ended: false, is_program: false, words }
    }

    /// The hash of the session or API token. Writes require that it is still valid.
    pub(crate) fn session(&self) -> Option<&[u8; 32]> {
        self.token.as_ref().filter(|_| self.access.viewer.user().is_some())
    }

    /// The author that the history records.
    pub(crate) fn author(&self) -> Author {
        let actor = match &self.access.viewer {
            Viewer::Staff(staff) => {
                Actor::Staff { id: staff.id().to_owned(), name: staff.user().name.clone() }
            }
            other => {
                other.user().map_or(Actor::Guest, |user| Actor::Member(user.mobile_number.clone()))
            }
        };
        let may_award = self.access.staff().is_some_and(|staff| staff.may_everywhere(Right::Award));
        Author {
            actor,
            session: self.session().copied(),
            may_award,
            number_changes: None,
            texts: None,
        }
    }
}

/// The domain's member of staff, with the name that colleagues see.
pub(crate) fn staff(member: Option<StaffMember>, user: &User) -> Option<Staff> {
    let StaffMember { id, name, role, services, .. } = member?;
    Some(Staff::new(id, User { name, ..user.clone() }, role, services))
}
