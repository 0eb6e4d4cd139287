//! Contact messages.

use crate::{
    audit::security::SecurityEvent,
    db::EventKind,
    messages::records::{MessageChanged, MessageFilter, MessageOutcome, NewMessage},
};
use api::{
    self, HostedCode, MessageAction, MessageQuery, MessageRequest, MessageView, Messages, NOBODY,
    PAGE_SIZE, message_fits,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    contact::ContactDraft,
    pipeline::{Reach, Right},
    rejection::RejectionCode,
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::{Accepted, Null},
        client_ip::ClientIp,
        extract::{
            Authorized, Caller, Handle, IdempotencyHeader, IdempotencyKey, JsonBody, Key,
            QueryParams, Read,
        },
        refusal::{Refusal, Result},
        search::{may_search, no_search, search_fits},
    },
    staff::masking::seen_by,
};

/// Stores a contact message, once for each key.
#[utoipa::path(post, path = "/messages", operation_id = "sendMessage", tag = "Messages",
    params(IdempotencyHeader),
    request_body = ContactDraft, responses((status = 201, body = Verdict<Null>)))]
pub(crate) async fn send(
    State(state): State<AppState>,
    caller: Caller,
    client: ClientIp,
    retry: IdempotencyKey,
    JsonBody(draft): JsonBody<ContactDraft>,
) -> Result<impl IntoResponse> {
    keep(&state, &caller, client, &retry, draft).await?;
    Ok(Accepted::created((), caller.words.done(api::message_sent())))
}

/// Checks and stores a message.
pub(crate) async fn keep(
    state: &AppState,
    caller: &Caller,
    client: ClientIp,
    retry: &IdempotencyKey,
    draft: ContactDraft,
) -> Result<()> {
    message_fits(&draft)?;
    let message = draft.check()?;
    let message = message.values().clone();
    // The content is part of the key: other content under the same key is another message, so that
    // none is lost.
    let words = compact_json::to_string(&message);
    let new = NewMessage {
        idempotency_key: retry.stored_key(caller, state, words.as_bytes()),
        message,
        session: caller.session().copied(),
        now: state.clock.now(),
        forward: state.forwarder.is_some(),
        allowance: Some(state.allowance(client, state.limits.messages_from_address)),
    };
    if state.store.keep_message(&new).await? == MessageOutcome::AllowanceUsed {
        return Err(Refusal::allowance_used(new.now));
    }
    Ok(())
}

/// Contact messages, newest first.
#[utoipa::path(get, path = "/messages", operation_id = "listMessages", tag = "Messages",
    params(MessageQuery), responses((status = 200, body = Messages)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Read>,
    QueryParams(find): QueryParams<MessageQuery>,
) -> Result<Json<Messages>> {
    no_search(find.search.as_deref(), "/api/messages/search")?;
    page(&state, &caller, find).await
}

/// Searches contact messages.
#[utoipa::path(post, path = "/messages/search", operation_id = "searchMessages", tag = "Messages",
    request_body = MessageQuery, responses((status = 200, body = Messages)))]
pub(crate) async fn search(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Read>,
    JsonBody(find): JsonBody<MessageQuery>,
) -> Result<Json<Messages>> {
    search_fits(find.search.as_deref())?;
    page(&state, &caller, find).await
}

async fn page(state: &AppState, caller: &Caller, find: MessageQuery) -> Result<Json<Messages>> {
    let MessageQuery { state: wanted, search, owner, after } = find;
    let search = search.unwrap_or_default();
    may_search(&caller.access, &search)?;
    let staff = caller.access.confirmed_staff()?;
    let shown = |text: String| seen_by(staff, &text);
    let owner = owner.filter(|owner| !owner.is_empty());
    let owner = owner.map(|owner| if owner == NOBODY { String::new() } else { owner });
    let filter = MessageFilter { state: wanted, owner, search };
    let page = state.store.messages(&filter, after.as_deref(), PAGE_SIZE).await?;
    let messages = page.items.into_iter().map(|it| MessageView {
        name: shown(it.name),
        email: shown(it.email),
        subject: shown(it.subject),
        message: shown(it.message),
        ..it
    });
    let messages = messages.collect();
    Ok(Json(Messages { messages, next: page.next }))
}

/// Assigns a message, retries one that could not be forwarded, or marks one as handled. Repeating
/// the request changes nothing.
#[utoipa::path(put, path = "/messages/{key}", operation_id = "changeMessage", tag = "Messages",
    params(("key" = String, Path, description = "Names the message")),
    request_body = MessageRequest, responses((status = 200, body = Verdict<MessageView>)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Handle>,
    audit: Audit,
    Key(key): Key,
    JsonBody(request): JsonBody<MessageRequest>,
) -> Result<impl IntoResponse> {
    let (mut target, mut notice) = (None, api::message_handled());
    match request.action {
        MessageAction::MarkHandled => {}
        MessageAction::SendAgain => notice = api::message_sent_again(),
        MessageAction::Assign => {
            let id = request.staff.as_deref().unwrap_or_default();
            target = match id {
                "" => None,
                id => Some(answering(&state, id).await?),
            };
            notice = api::message_assigned(target.is_some());
        }
    }
    let event = SecurityEvent { target, ..audit.by(EventKind::Message, &caller) };
    let now = state.clock.now();
    let change = state.store.change_message(&key, &request, now, caller.session());
    let is_new = |changed: &MessageChanged| matches!(changed, MessageChanged::Done(_, true));
    let message = match audit.done_if(event, change, is_new).await? {
        MessageChanged::Done(message, _) => message,
        MessageChanged::Stale => return Err(HostedCode::MessageStale.into()),
        MessageChanged::Gone => return Err(HostedCode::MessageGone.into()),
    };
    Ok(Accepted::done(*message, notice))
}

/// The fingerprint of a member of staff who may work on messages.
async fn answering(state: &AppState, id: &str) -> Result<[u8; 32]> {
    let staff = state.store.staff().await?.into_iter();
    let found = staff.filter(|it| it.id == id && it.revoked_at.is_none());
    let mut mobiles =
        found.filter(|it| it.role.reach(Right::Handle) == Reach::All).filter_map(|it| it.mobile);
    let mobile = mobiles.next().ok_or(RejectionCode::StaffUnknown)?;
    Ok(state.secret.number(&mobile))
}
