//! Webhooks and their deliveries.

use crate::{
    db::EventKind,
    delivery::records::{NewWebhook, Webhook},
};
use api::{
    Deliveries, DeliveryView, HostedCode, PAGE_SIZE, WEBHOOK_ROTATION_MS, WebhookChange,
    WebhookRequest, WebhookSecret, WebhookView, Webhooks,
};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{referral::Instant, verdict::Verdict};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    AppState,
    audit::Audit,
    clock::after,
    delivery::{outbox, webhooks::secret_text},
    http::{
        answer::Accepted,
        extract::{Authorized, JsonBody, Key, QueryParams, Settings},
        refusal::{Refusal, Result},
    },
    random,
};

/// The query of a page of deliveries.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeliveriesQuery {
    /// `next` of the previous page.
    after: Option<String>,
}

/// Lists all webhooks, oldest first.
#[utoipa::path(get, path = "/webhooks", operation_id = "listWebhooks", tag = "Integrations",
    responses((status = 200, body = Webhooks)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    _: Authorized<Settings>,
) -> Result<Json<Webhooks>> {
    let now = state.clock.now();
    let webhooks = state.store.webhooks().await?;
    Ok(Json(Webhooks {
        webhooks: webhooks.into_iter().map(|webhook| view(webhook, now)).collect(),
    }))
}

/// Adds a webhook. Its secret is shown only in this answer.
#[utoipa::path(post, path = "/webhooks", operation_id = "addWebhook", tag = "Integrations",
    request_body = WebhookRequest, responses((status = 201, body = Verdict<WebhookSecret>)))]
pub(crate) async fn add(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    JsonBody(WebhookRequest { url, events }): JsonBody<WebhookRequest>,
) -> Result<impl IntoResponse> {
    check(&state, &url)?;
    let (seed, now) = (random::bytes()?, state.clock.now());
    let made_by = caller.access.confirmed_staff()?.id().to_owned();
    let new = NewWebhook { id: random::id()?, url, events, seed, made_by, now };
    let added = state.store.add_webhook(&new, caller.session());
    let event = audit.by(EventKind::WebhookAdded, &caller);
    let added = audit.done_if(event, added, Option::is_some).await?;
    let webhook = added.ok_or_else(|| {
        Refusal::malformed("The maximum number of webhooks is reached.")
            .with_status(StatusCode::UNPROCESSABLE_ENTITY)
    })?;
    Ok(Accepted::created(with_secret(&state, webhook, now), api::webhook_secret_made()))
}

/// Changes a webhook, or switches it on or off.
#[utoipa::path(patch, path = "/webhooks/{id}", operation_id = "changeWebhook", tag = "Integrations",
    params(("id" = String, Path, description = "Names the webhook")), request_body = WebhookChange,
    responses((status = 200, body = Verdict<WebhookView>)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
    JsonBody(change): JsonBody<WebhookChange>,
) -> Result<impl IntoResponse> {
    if let Some(url) = &change.url {
        check(&state, url)?;
    }
    let by = caller.access.confirmed_staff()?.id();
    let changed = state.store.change_webhook(&id, &change, by, caller.session());
    let event = audit.by(EventKind::WebhookChanged, &caller);
    let changed = audit.done_if(event, changed, Option::is_some).await?;
    let webhook = view(changed.ok_or_else(no_webhook)?, state.clock.now());
    Ok(Accepted::done(webhook, api::webhook_changed()))
}

/// Removes a webhook with its deliveries.
#[utoipa::path(delete, path = "/webhooks/{id}", operation_id = "removeWebhook",
    tag = "Integrations", params(("id" = String, Path, description = "Names the webhook")),
    responses((status = 204)))]
pub(crate) async fn remove(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<StatusCode> {
    let removed = state.store.remove_webhook(&id, caller.session());
    let event = audit.by(EventKind::WebhookRemoved, &caller);
    let was_there = audit.done_if(event, removed, |&was_there| was_there).await?;
    if was_there { Ok(StatusCode::NO_CONTENT) } else { Err(no_webhook()) }
}

/// Gives a webhook a new secret, which is shown only in this answer. For one day, deliveries are
/// signed with the previous one as well.
#[utoipa::path(post, path = "/webhooks/{id}/rotate", operation_id = "rotateWebhook",
    tag = "Integrations", params(("id" = String, Path, description = "Names the webhook")),
    responses((status = 200, body = Verdict<WebhookSecret>)))]
pub(crate) async fn rotate(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    let (seed, now) = (random::bytes()?, state.clock.now());
    let until = after(now, WEBHOOK_ROTATION_MS);
    let rotated = state.store.rotate_webhook(&id, &seed, until, caller.session());
    let event = audit.by(EventKind::WebhookRotated, &caller);
    let rotated = audit.done_if(event, rotated, Option::is_some).await?;
    let webhook = rotated.ok_or_else(no_webhook)?;
    Ok(Accepted::done(with_secret(&state, webhook, now), api::webhook_secret_made()))
}

/// Sends a test to a webhook.
#[utoipa::path(post, path = "/webhooks/{id}/test", operation_id = "testWebhook",
    tag = "Integrations", params(("id" = String, Path, description = "Names the webhook")),
    responses((status = 202, body = Verdict<DeliveryView>)))]
pub(crate) async fn test(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    state.take_delivery(caller.access.member()?)?;
    let begun = state.store.test_webhook(&id, state.clock.now(), caller.session());
    let event = audit.by(EventKind::WebhookTested, &caller);
    let begun = audit.done_if(event, begun, Option::is_some).await?;
    Ok(Accepted::started(begun.ok_or_else(no_webhook)?, api::delivery_begun()))
}

/// Lists the deliveries of a webhook, newest first. They are kept for 90 days.
#[utoipa::path(get, path = "/webhooks/{id}/deliveries", operation_id = "listDeliveries",
    tag = "Integrations",
    params(("id" = String, Path, description = "Names the webhook"), DeliveriesQuery),
    responses((status = 200, body = Deliveries)))]
pub(crate) async fn deliveries(
    State(state): State<AppState>,
    _: Authorized<Settings>,
    Key(id): Key,
    QueryParams(DeliveriesQuery { after }): QueryParams<DeliveriesQuery>,
) -> Result<Json<Deliveries>> {
    if !state.store.webhooks().await?.iter().any(|webhook| webhook.id == id) {
        return Err(no_webhook());
    }
    let page = state.store.deliveries(&id, after.as_deref(), PAGE_SIZE).await?;
    Ok(Json(Deliveries { deliveries: page.items, next: page.next }))
}

/// Sends a delivery again that has arrived or was given up, with the same `webhook-id`. A waiting
/// one is left as it is.
#[utoipa::path(post, path = "/deliveries/{id}/replay", operation_id = "replayDelivery",
    tag = "Integrations", params(("id" = String, Path, description = "Names the delivery")),
    responses((status = 202, body = Verdict<DeliveryView>)))]
pub(crate) async fn replay(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    state.take_delivery(caller.access.member()?)?;
    let begun = state.store.replay_delivery(&id, state.clock.now(), caller.session());
    let event = audit.by(EventKind::DeliveryReplayed, &caller);
    let begun = audit.done_if(event, begun, Option::is_some).await?;
    let begun = begun.ok_or_else(|| not_found("There is no such delivery."))?;
    Ok(Accepted::started(begun, api::delivery_begun()))
}

fn check(state: &AppState, url: &str) -> Result<()> {
    if state.webhooks.accepts(url) { Ok(()) } else { Err(HostedCode::WebhookAddress.into()) }
}

fn no_webhook() -> Refusal {
    not_found("There is no such webhook.")
}

fn not_found(detail: &str) -> Refusal {
    Refusal::malformed(detail).with_status(StatusCode::NOT_FOUND)
}

fn with_secret(state: &AppState, webhook: Webhook, now: Instant) -> WebhookSecret {
    let secret = secret_text(&outbox::key(state, &webhook.seed));
    WebhookSecret { webhook: view(webhook, now), secret }
}

fn view(webhook: Webhook, now: Instant) -> WebhookView {
    let Webhook { id, url, events, enabled, previous, made_at, made_by, .. } = webhook;
    let rotating_until = previous.map(|(_, until)| until).filter(|&until| now < until);
    WebhookView { id, url, events, enabled, made_at, rotating_until, made_by }
}
