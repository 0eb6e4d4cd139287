//! Which referrals somebody may list.

use api::{Access, Code, NOBODY};
use domain::{
    pipeline::{Reach, Right, Staff},
    rejection::RejectionCode,
};

use crate::{AppState, http::refusal::Result, referrals::records::Scope, staff::records::team_of};

/// The referrals that the caller may see; `None` for none.
pub(crate) fn scope(access: &Access) -> Option<Scope> {
    let reach = access.staff().map(|staff| (staff, staff.role().reach(Right::Read)));
    match reach {
        Some((_, Reach::All)) => Some(Scope::All),
        Some((staff, Reach::OwnServices)) => Some(Scope::Services(staff.services().to_vec())),
        Some((_, Reach::Nothing)) | None => own(access),
    }
}

/// The referrals of the caller that others have made.
pub(crate) fn about(access: &Access) -> Option<Scope> {
    access.viewer.user().map(|user| Scope::About(user.mobile_number.clone()))
}

/// The referrals that the caller has made.
pub(crate) fn own(access: &Access) -> Option<Scope> {
    access.viewer.user().map(|user| Scope::Of(user.mobile_number.clone()))
}

/// The caller as a member of staff, and which referrals they may see.
pub(crate) fn staff(access: &Access) -> std::result::Result<(&Staff, Scope), Code> {
    let staff = access.confirmed_staff()?;
    match scope(access) {
        Some(scope @ (Scope::All | Scope::Services(_))) => Ok((staff, scope)),
        _ => Err(RejectionCode::NotAllowed.into()),
    }
}

/// The ids to list referrals of: of one member of staff or nobody, and of those who carry the name of a team
/// now; `None` for all. What a caller may see, it does not change.
pub(crate) async fn owners(
    state: &AppState,
    owner: Option<String>,
    team: Option<String>,
) -> Result<Option<Vec<String>>> {
    let owner = owner.map(|owner| if owner == NOBODY { String::new() } else { owner });
    let Some(team) = team.filter(|team| !team.is_empty()) else {
        return Ok(owner.map(|owner| vec![owner]));
    };
    let mut ids = team_of(&state.store.staff().await?, &team);
    ids.retain(|id| owner.as_ref().is_none_or(|owner| owner == id));
    Ok(Some(ids))
}
