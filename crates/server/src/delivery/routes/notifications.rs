//! How members are notified about their referrals.

use api::NotificationSettings;
use axum::{Json, extract::State, response::IntoResponse};
use domain::{rejection::RejectionCode, verdict::Verdict};

use crate::{
    AppState,
    http::{
        answer::Accepted,
        extract::{Current, JsonBody},
        refusal::Result,
    },
};

/// Shows the user's choice.
#[utoipa::path(get, path = "/me/notifications", operation_id = "getNotifications",
    tag = "Referrals", responses((status = 200, body = NotificationSettings)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<NotificationSettings>> {
    let notify = state.store.notify(&caller.access.member()?.mobile_number).await?;
    Ok(Json(NotificationSettings { notify }))
}

/// Changes the user's choice. A change that can be undone is announced ten minutes later, with the
/// state at that time. Users are not notified of their own changes.
#[utoipa::path(put, path = "/me/notifications", operation_id = "setNotifications",
    tag = "Referrals", request_body = NotificationSettings,
    responses((status = 200, body = Verdict<NotificationSettings>)))]
pub(crate) async fn set(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(settings): JsonBody<NotificationSettings>,
) -> Result<impl IntoResponse> {
    let mobile = &caller.access.member()?.mobile_number;
    if !state.store.set_notify(mobile, settings.notify, caller.session()).await? {
        return Err(RejectionCode::NotRegistered.into());
    }
    Ok(Accepted::done(settings, caller.words.done(api::notifications_saved())))
}
