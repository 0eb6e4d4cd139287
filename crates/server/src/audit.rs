//! Security events. Each is written to the log and to the store.

pub mod routes;
pub mod security;
pub mod sql;

use std::convert::Infallible;

use crate::{
    audit::security::SecurityEvent,
    db::{EventKind, EventOutcome, StoreError},
};
use api::{Code, HostedCode, MINUTE_MS};
use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{mobile::MobileNumber, referral::Instant};

use crate::{
    AppState,
    clock::before,
    http::{extract::Caller, refusal::Result},
    observe::{RequestId, redact, security_event},
    random,
};

/// How many characters of a fingerprint are shown: enough to tell people apart.
const SHOWN_CHARACTERS: usize = 16;

/// What members try as often as they like. Like what is beyond an allowance, its refusals are recorded once a minute, or
/// whoever repeats it would fill the database.
const OF_MEMBERS: [EventKind; 3] =
    [EventKind::Redemption, EventKind::PersonPage, EventKind::Erasure];

/// Records the events of a request.
#[derive(Clone)]
pub(crate) struct Audit {
    state: AppState,
    request: String,
}

impl Audit {
    /// An event by the owner of a number, or somebody who claims to be.
    pub(crate) fn of(&self, kind: EventKind, number: Option<&MobileNumber>) -> SecurityEvent {
        SecurityEvent {
            at: self.state.clock.now(),
            kind,
            outcome: EventOutcome::Done,
            actor: number.map(|number| self.state.secret.number(number)),
            target: None,
            request: self.request.clone(),
        }
    }

    /// An event by the logged-in user.
    pub(crate) fn by(&self, kind: EventKind, caller: &Caller) -> SecurityEvent {
        self.of(kind, caller.access.viewer.user().map(|user| &user.mobile_number))
    }

    /// Runs one call of a store method as part of an event, and logs the event afterwards.
    pub(crate) async fn done<T>(
        &self,
        event: SecurityEvent,
        write: impl Future<Output = crate::db::Result<T>>,
    ) -> Result<T> {
        self.done_if(event, write, |_| true).await
    }

    /// The same for a call that may have had nothing to do: then nothing is logged. What a rule
    /// refused inside the transaction is recorded as refused.
    pub(crate) async fn done_if<T>(
        &self,
        event: SecurityEvent,
        write: impl Future<Output = crate::db::Result<T>>,
        happened: impl FnOnce(&T) -> bool,
    ) -> Result<T> {
        let done = security::recorded(event.clone(), write).await;
        match &done {
            Ok(value) if happened(value) => log(&event),
            Err(StoreError::Refused(code)) => {
                let is_members = OF_MEMBERS.contains(&event.kind)
                    || *code == Code::Hosted(HostedCode::AllowanceUsed);
                let once_since = is_members.then(|| before(event.at, MINUTE_MS));
                let refused = SecurityEvent { outcome: EventOutcome::Refused, ..event };
                self.note(refused, once_since).await;
            }
            _ => {}
        }
        Ok(done?)
    }

    /// Logs and records an event without any other change. With `once_since`, it is recorded only
    /// if there is no equal event since then. A failure to record it is only logged.
    pub(crate) async fn note(&self, event: SecurityEvent, once_since: Option<Instant>) {
        log(&event);
        if let Err(error) = self.state.store.record_event(&event, once_since).await {
            let error = redact(&error.to_string());
            tracing::error!(error, "a security event was not recorded");
        }
    }
}

impl FromRequestParts<AppState> for Audit {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> std::result::Result<Self, Infallible> {
        let request = parts.extensions.get::<RequestId>();
        let request = request.map(|id| id.0.clone()).unwrap_or_default();
        Ok(Self { state: state.clone(), request })
    }
}

/// Writes an event to the log, and counts it.
pub(crate) fn log(event: &SecurityEvent) {
    security_event(event);
    let (kind, outcome) = (event.kind.as_str(), event.outcome.as_str());
    let (actor, target) = (person(event.actor.as_ref()), person(event.target.as_ref()));
    match event.outcome {
        EventOutcome::Done => {
            tracing::info!(target: "security", kind, outcome, actor, target, "security");
        }
        _ => tracing::warn!(target: "security", kind, outcome, actor, target, "security"),
    }
}

/// The shown part of a fingerprint, which is the same in the log and in the commands' output.
pub(crate) fn person(fingerprint: Option<&[u8; 32]>) -> String {
    let text = fingerprint.map(|bytes| random::encode(bytes)).unwrap_or_default();
    text.chars().take(SHOWN_CHARACTERS).collect()
}
