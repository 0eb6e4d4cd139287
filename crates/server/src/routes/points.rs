//! Awarding points.

use api::{AwardRequest, HostedReferral};
use axum::{extract::State, response::IntoResponse};
use domain::{
    notice::Notice, points::Points, referral::Referral, rejection::RejectionCode, verdict::Verdict,
};
use store::{Awarded, EventKind, SecurityEvent, security};

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
    let admin = caller.access.confirmed_admin()?;
    let points = Points::parse(&request.points).map_err(|error| error.code())?;
    let now = state.clock.now();
    // Of the version that was shown, which is the only one that the edit is made of.
    let shown = state.store.referral(&key).await?.ok_or(RejectionCode::ReferralGone)?;
    if shown.version == request.version && shown.referral.is_sealed() {
        return Err(RejectionCode::ReferralSealed.into());
    }
    let mobile = &caller.access.member()?.mobile_number;
    let by = caller.author();
    let edit = |referral: &Referral| referral.award(admin, points, now);
    let sent = serde_json::to_vec(&request).unwrap_or_default();
    let what: [&[u8]; 3] = [b"points", key.as_bytes(), &sent];
    let retry = retry.map(|retry| retry.key(mobile.as_str().as_bytes(), &state, &what));
    let award = state.store.award(&key, request.version, &by, &edit, retry.as_ref());
    // To whom: the member whose referral it is.
    let target = view::fingerprint(&state, &shown.referral.referrer_mobile);
    let event = SecurityEvent { target, ..audit.by(EventKind::Award, &caller) };
    match security::recorded(event.clone(), award).await? {
        Awarded::Done(stored) => {
            audit::log(&event);
            Ok(Accepted::done(view::referral(&stored), Notice::points_assigned()))
        }
        Awarded::Stale(stored, change) => {
            let change = view::change(&change, &caller.access);
            Err(Refusal::stale(view::referral(&stored), change))
        }
        Awarded::Gone => Err(RejectionCode::ReferralGone.into()),
    }
}
