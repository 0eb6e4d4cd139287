//! Whether whoever was referred may be told who referred them: what the referrer says when they submit it, and who
//! may change that.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::author::Author;
use super::award::must_not_be_own;
use super::known::Known;
use super::link::came_by_link;
use super::progress::Progress;
use super::staff::Right;
use crate::case::Case;
use crate::decision::next;
use crate::event::{Event, Kind, Role};
use crate::referral::{Instant, Referral};
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// What a referrer says with the referral that they submit, as an event. `None` if they do not want to be named,
/// which is also what somebody wants who says nothing.
pub fn said_by_referrer(
    referral: &Referral,
    says: bool,
    actor: &Viewer,
    now: Instant,
) -> Option<Event> {
    let role = if actor.user().is_some() { Role::Referrer } else { Role::Guest };
    let case = Case::submitted(referral.clone());
    let kind = Kind::SaysWho { says, note: None };
    next(&case, kind, role, now).ok().filter(|_| says)
}

/// What its referrer has said themselves about it, oldest first.
pub fn said_by(case: &Case) -> Vec<Event> {
    let is_theirs = |event: &&Event| {
        matches!(event.kind, Kind::SaysWho { .. })
            && matches!(event.by, Some(Role::Guest | Role::Referrer))
    };
    let history = case.history();
    history.events().map(|stored| &stored.event).filter(is_theirs).cloned().collect()
}

/// What of that they said as they submitted it.
pub fn said_with(case: &Case) -> Option<Event> {
    said_by(case).into_iter().find(|event| event.at <= case.referral().id)
}

/// Whether whoever was referred may be told who referred them. Whoever came by a link has read on its page what its
/// owner wants to be called there, and learns no more.
pub fn may_say_who(case: &Case) -> bool {
    Progress::of(case).says_who && !came_by_link(case)
}

/// Changing that, by the referrer or, as they told the company, by staff who work on it. `None` if it is so already.
pub(super) fn say_who(
    known: &Known,
    case: &Case,
    author: &Author<'_>,
    progress: &Progress,
    says: bool,
    note: &str,
) -> Result<Option<Kind>, RejectionCode> {
    let note = match author {
        Author::Referred { .. } => return Err(RejectionCode::NotAllowed),
        _ if came_by_link(case) => return Err(RejectionCode::NotAllowed),
        Author::Referrer { .. } => None,
        Author::Staff(_) => {
            author.require_right(Right::Handle, case)?;
            must_not_be_own(known)?;
            let note = Some(note.trim()).filter(|note| !note.is_empty());
            Some(note.ok_or(RejectionCode::NoteMissing)?.to_owned())
        }
    };
    Ok((progress.says_who != says).then_some(Kind::SaysWho { says, note }))
}
