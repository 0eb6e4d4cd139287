//! A member's link: reading it, making it, ending it by a new one, and the name on it.

use api::{LINKS_A_DAY, LinkRequest, LinkView, OwnLink};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{account::User, pipeline::LinkCode, rejection::RejectionCode, verdict::Verdict};

use crate::{
    AppState,
    http::{
        answer::Accepted,
        extract::{Current, JsonBody},
        refusal::Result,
    },
    random,
    sharing::link::{qr, sql::NewLink},
};

/// Shows a member their link, and what came of their links.
#[utoipa::path(get, path = "/me/link", operation_id = "getOwnLink", tag = "Sharing",
    responses((status = 200, body = OwnLink)))]
pub(crate) async fn own(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<OwnLink>> {
    Ok(Json(links(&state, caller.access.member()?).await?))
}

/// Makes a member's link if they have none or want a new one, which ends the one before, and sets the name that
/// whoever opens it reads.
#[utoipa::path(put, path = "/me/link", operation_id = "setOwnLink", tag = "Sharing",
    request_body = LinkRequest, responses((status = 200, body = Verdict<OwnLink>)))]
pub(crate) async fn set(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(request): JsonBody<LinkRequest>,
) -> Result<impl IntoResponse> {
    let member = caller.access.member()?;
    let (name, code) = (request.check()?, LinkCode::of(random::bytes()?));
    let had = links(&state, member).await?;
    let new = NewLink {
        mobile: &member.mobile_number,
        code: &code,
        name: &name,
        renew: request.renew,
        allowance: state.account_allowance(member, LINKS_A_DAY),
        now: state.clock.now(),
        session: caller.session(),
    };
    if !state.store.set_link(&new).await? {
        return Err(RejectionCode::NotRegistered.into());
    }
    let is_new = request.renew || had.link.is_none();
    let notice = if is_new { api::link_made() } else { api::link_saved() };
    Ok(Accepted::done(links(&state, member).await?, notice))
}

async fn links(state: &AppState, member: &User) -> Result<OwnLink> {
    let stored = state.store.links(&numbers::key(member.mobile_number.as_str())).await?;
    let view = |(code, name): (String, String)| {
        let address = format!("{}/r/{code}", state.origin);
        LinkView { qr: qr::of(&address), address, name }
    };
    Ok(OwnLink { link: stored.live.map(view), opened: stored.opened, submitted: stored.submitted })
}
