//! Awarding points.

use api::{AwardRequest, HostedReferral};
use axum::{extract::State, response::IntoResponse};
use domain::{
    decision::{Command, State as Known, decide},
    notice::Notice,
    rejection::RejectionCode,
    verdict::Verdict,
};
use store::{Changed, EventKind, SecurityEvent, security};

use super::view;
use crate::{
    AppState,
    answer::Accepted,
    audit::{self, Audit},
    extract::{Confirmed, IdempotencyKey, JsonBody, Key},
    refusal::{Refusal, Refused, Result},
};

/// Saves points, if nobody has changed the referral since it was shown; once for each key.
#[utoipa::path(
    put,
    path = "/referrals/{key}/points",
    operation_id = "awardPoints",
    tag = "Referrals",
    params(
        ("key" = String, Path, description = "Names the referral"),
        ("Idempotency-Key" = Option<String>, Header, min_length = 16, max_length = 64,
            description = "The same for every try: a retry is answered alike"),
    ),
    request_body = AwardRequest,
    responses(
        (status = 200, body = Verdict<HostedReferral>),
        (status = 401, response = Refused),
        (status = 404, response = Refused),
        (status = 412, response = Refused),
        (status = 422, response = Refused),
    )
)]
pub(crate) async fn award(
    State(state): State<AppState>,
    Confirmed(caller): Confirmed,
    audit: Audit,
    Key(key): Key,
    retry: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<AwardRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let mobile = &caller.access.member()?.mobile_number;
    let by = caller.author();
    let sent = serde_json::to_vec(&request).unwrap_or_default();
    let what: [&[u8]; 3] = [b"points", key.as_bytes(), &sent];
    let retry = retry.map(|retry| retry.key(mobile.as_str().as_bytes(), &state, &what));
    let command = Command::SavePoints { points: &request.points };
    let viewer = &caller.access.viewer;
    let decide = |known: &Known| decide(known, &command, viewer, &state.policy, now);
    // To whom: the member whose referral it is.
    let shown = state.store.referral(&key).await?.ok_or(RejectionCode::ReferralGone)?;
    let target = view::fingerprint(&state, &shown.referral().referrer_mobile);
    let event = SecurityEvent { target, ..audit.by(EventKind::Award, &caller) };
    let changed = state.store.change(&key, request.version, &by, &decide, retry.as_ref());
    match security::recorded(event.clone(), changed).await? {
        Changed::Done(stored) => {
            audit::log(&event);
            Ok(Accepted::done(view::referral(&stored), Notice::points_assigned()))
        }
        Changed::Stale(stored, change) => {
            let change = view::change(&change, &caller.access);
            Err(Refusal::stale(view::referral(&stored), change))
        }
        Changed::Refused(rejections) => Err(rejections.into()),
    }
}
