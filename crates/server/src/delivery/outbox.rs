//! Sends what goes out, to webhooks, to referrers and to those who answer contact messages, until it
//! succeeds or is given up. If a server is killed, its claims expire and its deliveries are sent by
//! another server or by its restart.

use std::{collections::HashMap, sync::Arc, time::Duration};

use crate::{
    audit::{security, security::SecurityEvent},
    db::{EventKind, EventOutcome},
    delivery::records::{Channel, ClaimedDelivery, FailedTry, Recipient, Subject, Webhook},
};
use api::{DeliveryFailure, DeliveryView, MessageView, next_try_ms};
use chrono::{DateTime, SecondsFormat};
use domain::{mobile::MobileNumber, pipeline::Progress, referral::Instant};
use serde_json::{Value, json};
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};

use crate::{
    AppState, audit,
    clock::after,
    delivery::{
        sending::Message,
        webhooks::{DeliveryResult, WebhookPosting, signature},
    },
    http::language::{Language, Translation},
    observe::{Tried, delivery_tried, redact},
    pages::no_script_forms::REFERRAL,
    random,
    secret::Purpose,
};

/// How long to wait when nothing is due.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How long a claim on a delivery lasts, in milliseconds; at least twice the longest limit for one try.
const CLAIM_MS: u64 = 2 * 60_000;

/// The time limit for all steps of forwarding a message. The other channels have limits of their own.
const FORWARD_LIMIT: Duration = Duration::from_secs(60);

const _: () = assert!(CLAIM_MS >= 2 * 1000 * FORWARD_LIMIT.as_secs());

/// How many deliveries of a channel are tried at the same time: few to one webhook, because a slow
/// receiver is no reason to keep many connections to it.
fn slots_of(channel: &Channel) -> usize {
    match channel {
        Channel::Webhook(_) => 2,
        Channel::Message | Channel::Text => 4,
    }
}

/// How long a webhook is left alone after a failed try, in milliseconds, so that others do not have
/// to wait for a receiver that is down.
const WEBHOOK_REST_MS: u64 = 5_000;

/// The status with which a receiver asks for no more deliveries.
const GONE: u16 = 410;

/// Sends deliveries until it is dropped.
pub async fn deliver(state: AppState) {
    let mut sending = Sending::default();
    loop {
        report(sending.start_due(&state).await);
        // After a try its slot is free. Deliveries on other channels may become due before that.
        tokio::select! {
            Some(()) = sending.next_end() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Sends everything that is due.
///
/// # Errors
///
/// The error of the store while claiming.
pub async fn once(state: &AppState) -> crate::db::Result<()> {
    let mut sending = Sending::default();
    loop {
        sending.start_due(state).await?;
        if sending.next_end().await.is_none() {
            return Ok(());
        }
    }
}

/// The deliveries that are being tried, each in a slot of its channel.
#[derive(Default)]
struct Sending {
    tries: JoinSet<crate::db::Result<()>>,
    slots: HashMap<Channel, Arc<Semaphore>>,
}

impl Sending {
    /// Starts a try of each delivery that is due, as far as its channel has free slots.
    async fn start_due(&mut self, state: &AppState) -> crate::db::Result<()> {
        let now = state.clock.now();
        for channel in state.store.due_channels(now).await? {
            if channel == Channel::Message && state.forwarder.is_none() {
                continue;
            }
            let slots = self.slots.entry(channel.clone());
            let slots = slots.or_insert_with(|| Arc::new(Semaphore::new(slots_of(&channel))));
            while let Ok(slot) = Arc::clone(slots).try_acquire_owned() {
                let until = after(now, CLAIM_MS);
                let claimed = state.store.claim_delivery(&channel, now, until).await?;
                let Some(claimed) = claimed else { break };
                let attempt = attempt(state.clone(), claimed);
                self.tries.spawn(async move {
                    let _slot = slot;
                    attempt.await
                });
            }
        }
        Ok(())
    }

    /// Waits until a try has ended; `None` if there is none.
    async fn next_end(&mut self) -> Option<()> {
        let ended = self.tries.join_next().await?;
        report(ended.unwrap_or(Ok(())));
        Some(())
    }
}

fn report(done: crate::db::Result<()>) {
    if let Err(error) = done {
        tracing::warn!(error = redact(&error.to_string()), "deliveries could not be processed");
    }
}

/// Tries a delivery once and records the outcome.
async fn attempt(state: AppState, claimed: ClaimedDelivery) -> crate::db::Result<()> {
    let delivery = &claimed.delivery;
    let answer = match &claimed.recipient {
        Recipient::Webhook(webhook, subject) => post(&state, delivery, webhook, subject).await,
        Recipient::Referrer(mobile, language, case) => {
            let programme = state.store.programme().await?.settings;
            let (address, words) = in_language_of(&state, language.as_deref());
            let sentence = words.progress(&Progress::of(case), &programme);
            let name = &case.corrected().referred_name;
            let words = api::progress_message(name, &sentence, &address, &words);
            text(&state, delivery, mobile, words).await
        }
        Recipient::Member(mobile, language, title, step) => {
            let (address, words) = in_language_of(&state, language.as_deref());
            let words = api::redemption_message(title, step, &address, &words);
            text(&state, delivery, mobile, words).await
        }
        Recipient::Said(mobile, words) => text(&state, delivery, mobile, words.clone()).await,
        Recipient::Office(message) => forward(&state, message).await,
    };
    match answer.failure {
        None => {
            delivery_tried(&claimed.channel, Tried::Delivered);
            state.store.delivered(&delivery.id, answer.status, state.clock.now()).await
        }
        Some(failure) => postpone(&state, &claimed, failure, &answer).await,
    }
}

/// The address of the referral page in the language of an account, and the words of it.
fn in_language_of(state: &AppState, account: Option<&str>) -> (String, Translation) {
    let language = account.and_then(Language::of).unwrap_or_default();
    let address = format!("{}{}", state.origin.host(), state.path(language, REFERRAL));
    (address, state.words(language))
}

async fn post(
    state: &AppState,
    delivery: &DeliveryView,
    webhook: &Webhook,
    subject: &Subject,
) -> DeliveryResult {
    let now = state.clock.now();
    let body = body(delivery, subject).to_string();
    let (id, timestamp) = (delivery.id.clone(), now.as_millis() / 1000);
    let signatures: Vec<_> =
        keys(state, webhook, now).iter().map(|key| signature(key, &id, timestamp, &body)).collect();
    let posting = WebhookPosting { id, timestamp, signatures: signatures.join(" "), body };
    state.webhooks.post(&webhook.url, posting, now).await
}

/// Sends a referrer a text message.
async fn text(
    state: &AppState,
    delivery: &DeliveryView,
    mobile: &MobileNumber,
    text: String,
) -> DeliveryResult {
    let message = Message {
        mobile: mobile.clone(),
        number: numbers::dialled(mobile),
        code: None,
        text,
        idempotency_key: delivery.id.clone(),
    };
    let sent = state.sender.send(&message).await;
    if let Err(error) = &sent {
        tracing::warn!(error = redact(&error.to_string()), "a text message was not sent");
    }
    let failure = sent.err().map(|_| DeliveryFailure::Unreachable);
    DeliveryResult { status: None, failure, retry_after_ms: None }
}

/// Forwards a contact message.
async fn forward(state: &AppState, message: &MessageView) -> DeliveryResult {
    let failure = match &state.forwarder {
        None => Some(DeliveryFailure::Unreachable),
        Some(forwarder) => match timeout(FORWARD_LIMIT, forwarder.forward(message)).await {
            Ok(forwarded) => forwarded.err().map(|error| {
                tracing::warn!(error = redact(&error.detail), "a message was not forwarded");
                error.failure
            }),
            Err(_) => Some(DeliveryFailure::TimedOut),
        },
    };
    DeliveryResult { status: None, failure, retry_after_ms: None }
}

/// Records when a delivery is tried again, or that it is given up.
async fn postpone(
    state: &AppState,
    tried: &ClaimedDelivery,
    failure: DeliveryFailure,
    answer: &DeliveryResult,
) -> crate::db::Result<()> {
    let now = state.clock.now();
    let wait_ms = answer.retry_after_ms.unwrap_or_default();
    // Without randomness, deliveries that failed together are retried together. That is acceptable.
    let jitter = random::bytes::<1>().map_or(0, |[byte]| byte);
    let next = next_try_ms(tried.delivery.attempts, jitter);
    let next = next.map(|pause| after(now, pause.max(wait_ms)));
    let delivery = &tried.delivery.id;
    let outcome = if next.is_some() { Tried::Failed } else { Tried::GivenUp };
    delivery_tried(&tried.channel, outcome);
    let (channel, reason) = (tried.channel.name(), failure.as_str());
    let webhook = tried.channel.webhook().unwrap_or_default();
    let (attempts, status) = (tried.delivery.attempts, answer.status);
    tracing::warn!(channel, delivery, webhook, attempts, reason, status, "a delivery failed");
    if next.is_none() {
        tracing::error!(channel, delivery, reason, "a delivery is given up");
    }
    let rest_until = after(now, wait_ms.max(WEBHOOK_REST_MS));
    let gone = answer.status == Some(GONE);
    let how =
        FailedTry { status: answer.status, failure: failure.as_str(), next, rest_until, gone };
    let write = state.store.not_delivered(tried, &how, now);
    if !gone {
        return write.await;
    }
    let event = SecurityEvent {
        at: now,
        kind: EventKind::WebhookGone,
        outcome: EventOutcome::Done,
        actor: None,
        target: None,
        request: String::new(),
    };
    security::recorded(event.clone(), write).await?;
    audit::log(&event);
    tracing::warn!(delivery, "a webhook is switched off, because its receiver answered 410 Gone");
    Ok(())
}

/// The valid keys: the webhook's own and, for a while, the previous one.
fn keys(state: &AppState, webhook: &Webhook, now: Instant) -> Vec<[u8; 32]> {
    let previous = webhook.previous.filter(|&(_, until)| now < until).map(|(seed, _)| seed);
    [webhook.seed].into_iter().chain(previous).map(|seed| key(state, &seed)).collect()
}

/// Derives a key from a seed and the server's secret.
pub(crate) fn key(state: &AppState, seed: &[u8; 32]) -> [u8; 32] {
    state.secret.hmac(Purpose::Webhook, &[seed])
}

/// The body: what has happened, and where to read more. It has the present state, so that erased
/// data is not sent.
fn body(delivery: &DeliveryView, subject: &Subject) -> Value {
    let data = match subject {
        Subject::Referral { key, status, stage, version } => {
            json!({ "key": key, "status": status, "stage": stage, "version": version })
        }
        Subject::Message(key) => json!({ "key": key }),
        Subject::Redemption { id, status, offer, points } => {
            json!({ "id": id, "status": status, "offer": offer, "points": points })
        }
        Subject::Nothing => json!({}),
    };
    let at = i64::try_from(delivery.at.as_millis()).unwrap_or_default();
    let at = DateTime::from_timestamp_millis(at).unwrap_or_default();
    let timestamp = at.to_rfc3339_opts(SecondsFormat::Millis, true);
    json!({ "type": delivery.event, "timestamp": timestamp, "data": data })
}
