//! Views of the console that are shared with the staff.

use api::{HostedCode, SharedView, SharedViews, ViewRequest};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{rejection::RejectionCode, verdict::Verdict};

use crate::{
    AppState,
    audit::Audit,
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{Current, JsonBody, Key},
        refusal::{Refusal, Result},
    },
    random,
};

/// Lists the shared views, oldest first.
#[utoipa::path(get, path = "/views", operation_id = "listViews", tag = "Staff",
    responses((status = 200, body = SharedViews)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<SharedViews>> {
    let staff = caller.access.confirmed_staff()?;
    let views = state.store.views().await?;
    let views = views.into_iter().map(|view| view.seen_by(staff)).collect();
    Ok(Json(SharedViews { views }))
}

/// Shares a view with all staff. It has filters and no search text, so that it names nobody.
#[utoipa::path(post, path = "/views", operation_id = "shareView", tag = "Staff",
    request_body = ViewRequest, responses((status = 201, body = Verdict<SharedView>)))]
pub(crate) async fn share(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    JsonBody(request): JsonBody<ViewRequest>,
) -> Result<impl IntoResponse> {
    let staff = caller.access.confirmed_staff()?;
    if !ViewRequest::may_be_shared_by(staff) {
        return Err(RejectionCode::NotAllowed.into());
    }
    let request = request.check().map_err(Refusal::malformed)?;
    let colleagues = state.store.staff().await?;
    if let Some(owner) = request.owner()
        && !colleagues.iter().any(|it| it.revoked_at.is_none() && it.id == owner)
    {
        return Err(Refusal::malformed("The filter `owner` is `none` or a colleague’s id."));
    }
    if let Some(team) = request.team()
        && !colleagues.iter().any(|it| !it.team.is_empty() && in_address(&it.team) == team)
    {
        return Err(Refusal::malformed("The filter `team` is the name of a colleague’s team."));
    }
    // Sharing the same again, as after a lost answer, shares it once.
    let views = state.store.views().await?;
    let is_same = |it: &SharedView| {
        it.made_by == staff.id() && it.name == request.name && it.address == request.address
    };
    if let Some(same) = views.into_iter().find(is_same) {
        return Ok(Accepted::created(same.seen_by(staff), api::view_shared()));
    }
    let view = SharedView {
        id: random::id()?,
        name: request.name,
        address: request.address,
        made_by: staff.id().to_owned(),
        removable: true,
    };
    let event = audit.by(EventKind::ViewShared, &caller);
    let shared = state.store.share_view(&view, state.clock.now(), caller.session());
    if !audit.done_if(event, shared, |&done| done).await? {
        return Err(HostedCode::ViewsFull.into());
    }
    Ok(Accepted::created(view, api::view_shared()))
}

/// A text as browsers write it into the query of an address.
fn in_address(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Removes a shared view: whoever shares it may, and owners.
#[utoipa::path(delete, path = "/views/{id}", operation_id = "removeView", tag = "Staff",
    params(("id" = String, Path, description = "Names the view")), responses((status = 204)))]
pub(crate) async fn remove(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(id): Key,
) -> Result<StatusCode> {
    let staff = caller.access.confirmed_staff()?;
    let found = state.store.views().await?.into_iter().find(|view| view.id == id);
    let no_such_view =
        || Refusal::malformed("There is no such view.").with_status(StatusCode::NOT_FOUND);
    let view = found.ok_or_else(no_such_view)?.seen_by(staff);
    if !view.removable {
        return Err(RejectionCode::NotAllowed.into());
    }
    let event = audit.by(EventKind::ViewRemoved, &caller);
    let removed = state.store.remove_view(&id, caller.session());
    if !audit.done_if(event, removed, |&done| done).await? {
        return Err(no_such_view());
    }
    Ok(StatusCode::NO_CONTENT)
}
