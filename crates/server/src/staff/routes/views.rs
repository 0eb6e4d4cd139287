//! Views of the console that are shared with the staff.

use api::{SharedView, SharedViews, ViewRequest};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{rejection::RejectionCode, verdict::Verdict};

use crate::{
    AppState,
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
    JsonBody(request): JsonBody<ViewRequest>,
) -> Result<impl IntoResponse> {
    let staff = caller.access.confirmed_staff()?;
    if !ViewRequest::may_be_shared_by(staff) {
        return Err(RejectionCode::NotAllowed.into());
    }
    request.check().map_err(Refusal::malformed)?;
    if let Some(owner) = request.owner() {
        let staff = state.store.staff().await?;
        if !staff.iter().any(|it| it.revoked_at.is_none() && it.id == owner) {
            return Err(Refusal::malformed("The filter `owner` is `none` or a colleague’s id."));
        }
    }
    let view = SharedView {
        id: random::id()?,
        name: request.name.trim().to_owned(),
        address: request.address,
        made_by: staff.id().to_owned(),
        removable: true,
    };
    if !state.store.share_view(&view, state.clock.now(), caller.session()).await? {
        return Err(Refusal::malformed("The maximum number of shared views is reached.")
            .with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    Ok(Accepted::created(view, api::view_shared()))
}

/// Removes a shared view: whoever shares it may, and owners.
#[utoipa::path(delete, path = "/views/{id}", operation_id = "removeView", tag = "Staff",
    params(("id" = String, Path, description = "Names the view")), responses((status = 204)))]
pub(crate) async fn remove(
    State(state): State<AppState>,
    Current(caller): Current,
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
    state.store.remove_view(&id, caller.session()).await?;
    Ok(StatusCode::NO_CONTENT)
}
