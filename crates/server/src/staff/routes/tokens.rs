//! Making, listing and revoking API tokens.

use crate::{db::EventKind, delivery::records::NewToken};
use api::{DAY_MS, Maker, TokenRequest, TokenSecret, TokenView, Tokens};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{pipeline::Right, verdict::Verdict};

use crate::{
    AppState,
    audit::Audit,
    clock::after,
    http::{
        answer::Accepted,
        extract::{Authorized, JsonBody, Key, PREFIX, Settings},
        refusal::{Refusal, Result},
    },
    random, secret,
};

/// How many characters of a token the list shows.
const SHOWN_CHARACTERS: usize = 8;

/// Lists all tokens, oldest first.
#[utoipa::path(get, path = "/tokens", operation_id = "listTokens", tag = "Integrations",
    responses((status = 200, body = Tokens)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    _: Authorized<Settings>,
) -> Result<Json<Tokens>> {
    let tokens = state.store.tokens().await?;
    Ok(Json(Tokens { tokens }))
}

/// Makes a token, which is shown only in this answer. It acts for its maker within its scopes, so a
/// recent second factor is required.
#[utoipa::path(post, path = "/tokens", operation_id = "makeToken", tag = "Integrations",
    request_body = TokenRequest, responses((status = 201, body = Verdict<TokenSecret>)))]
pub(crate) async fn make(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    JsonBody(request): JsonBody<TokenRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let staff = caller.access.may_with_recent_factor(Right::Settings, now)?;
    let maker = caller.access.member()?.mobile_number.clone();
    let request = request.check().map_err(Refusal::malformed)?;
    let token = random::bytes::<32>()?;
    let text = [PREFIX, &random::encode(&token)].concat();
    let listed = TokenView {
        id: random::id()?,
        name: request.name,
        prefix: text.chars().take(SHOWN_CHARACTERS).collect(),
        scopes: request.scopes,
        made_at: now,
        expires_at: after(now, u64::from(request.days) * DAY_MS),
        used_at: None,
        made_by: Some(Maker { id: staff.id().to_owned(), name: staff.user().name.clone() }),
    };
    let new = NewToken { token: secret::hash(&token), maker, listed };
    let event = audit.by(EventKind::TokenMade, &caller);
    let made = state.store.add_token(&new, caller.session());
    if !audit.done_if(event, made, |&done| done).await? {
        return Err(Refusal::malformed("The maximum number of tokens is reached.")
            .with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    let made = TokenSecret { token: new.listed, secret: text };
    Ok(Accepted::created(made, api::token_made()))
}

/// Revokes a token at once.
#[utoipa::path(delete, path = "/tokens/{id}", operation_id = "revokeToken", tag = "Integrations",
    params(("id" = String, Path, description = "Names the token")), responses((status = 204)))]
pub(crate) async fn revoke(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<StatusCode> {
    let event = audit.by(EventKind::TokenRevoked, &caller);
    let revoked = state.store.remove_token(&id, caller.session());
    if !audit.done_if(event, revoked, |&done| done).await? {
        return Err(
            Refusal::malformed("There is no such token.").with_status(StatusCode::NOT_FOUND)
        );
    }
    Ok(StatusCode::NO_CONTENT)
}
