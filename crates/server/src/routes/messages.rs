//! Contact messages.

use api::{
    self, HostedCode, MessageAction, MessageRequest, MessageView, Messages, PAGE_SIZE, message_fits,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{contact::ContactDraft, notice::Notice, verdict::Verdict};
use serde::Deserialize;
use store::{MessageOutcome, NewMessage};
use utoipa::IntoParams;

use super::view;
use crate::{
    AppState,
    answer::{Accepted, Null},
    extract::{Caller, ClientIp, Handle, IdempotencyKey, JsonBody, Key, May, QueryParams, Read},
    refusal::{Refusal, Refused, Result},
};

/// Which messages are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MessagesQuery {
    /// `next` of the part before.
    after: Option<String>,
}

/// Keeps a contact message, once for each key.
#[utoipa::path(
    post,
    path = "/messages",
    operation_id = "sendMessage",
    tag = "Messages",
    params(("Idempotency-Key" = String, Header, min_length = 16, max_length = 64,
        description = "The same for every try of one message: visible ASCII characters")),
    request_body = ContactDraft,
    responses((status = 201, body = Verdict<Null>), (status = 422, response = Refused))
)]
pub(crate) async fn send(
    State(state): State<AppState>,
    caller: Caller,
    client: ClientIp,
    retry: IdempotencyKey,
    JsonBody(draft): JsonBody<ContactDraft>,
) -> Result<impl IntoResponse> {
    message_fits(&draft)?;
    let message = draft.check()?;
    let message = message.values().clone();
    // With the words: other words under the same key are another message, and none is lost.
    let words = compact_json::to_string(&message);
    let new = NewMessage {
        idempotency: retry.name(&caller, &state, words.as_bytes()),
        message,
        session: caller.session().copied(),
        now: state.clock.now(),
        forward: state.forwards,
        allowance: Some(state.allowance(client, state.limits.messages_from_address)),
    };
    if state.store.keep_message(&new).await? == MessageOutcome::AllowanceUsed {
        return Err(Refusal::allowance_used(new.now));
    }
    Ok(Accepted::created((), Notice::message_sent()))
}

/// Contact messages, newest first.
#[utoipa::path(
    get,
    path = "/messages",
    operation_id = "listMessages",
    tag = "Messages",
    params(MessagesQuery),
    responses(
        (status = 200, body = Messages),
        (status = 401, response = Refused),
        (status = 403, response = Refused),
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    May { caller, .. }: May<Read>,
    QueryParams(MessagesQuery { after }): QueryParams<MessagesQuery>,
) -> Result<Json<Messages>> {
    let reads_numbers = caller.access.confirmed_staff()?.role().reads_numbers();
    let shown = |text: String| if reads_numbers { text } else { numbers::masked(&text) };
    let page = state.store.messages(after.as_deref(), PAGE_SIZE).await?;
    let messages = page.messages.into_iter().map(view::message).map(|it| MessageView {
        name: shown(it.name),
        email: shown(it.email),
        subject: shown(it.subject),
        message: shown(it.message),
        ..it
    });
    let messages = messages.collect();
    Ok(Json(Messages { messages, next: page.next }))
}

/// Has an undeliverable message tried again, or marks one as handled. The same again changes
/// nothing, so that it may be tried as often as it takes.
#[utoipa::path(
    put,
    path = "/messages/{key}",
    operation_id = "changeMessage",
    tag = "Messages",
    params(("key" = String, Path, description = "Names the message")),
    request_body = MessageRequest,
    responses(
        (status = 200, body = Verdict<MessageView>),
        (status = 401, response = Refused),
        (status = 404, response = Refused),
    )
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    May { caller, .. }: May<Handle>,
    Key(key): Key,
    JsonBody(request): JsonBody<MessageRequest>,
) -> Result<impl IntoResponse> {
    let notice = match request.action {
        MessageAction::SendAgain => api::message_sent_again(),
        MessageAction::MarkHandled => api::message_handled(),
    };
    let now = state.clock.now();
    let changed = state.store.change_message(&key, request.action, now, caller.session()).await?;
    let message = changed.ok_or(HostedCode::MessageGone)?;
    Ok(Accepted::done(view::message(message), notice))
}
