//! Points that an owner enters by hand.

use api::PointsByHand;
use axum::{extract::State, response::IntoResponse};
use domain::{
    pipeline::{Right, author_of},
    rewards::{Balance, TypedByHand, by_hand},
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::{Audit, security::SecurityEvent},
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{Authorized, IdempotencyHeader, IdempotencyKey, JsonBody, Key, Settings},
        refusal::Result,
    },
    referrals::visible::visible,
    rewards::by_hand::sql::NewByHand,
};

/// Gives a referrer points, or takes some away, for a reason that they read. The key is that of any referral of
/// theirs. Needs a recent second factor.
#[utoipa::path(post, path = "/referrers/{key}/rewards", operation_id = "enterPointsByHand",
    tag = "Rewards",
    params(("key" = String, Path, description = "Names a referral of theirs"),
        IdempotencyHeader),
    request_body = PointsByHand, responses((status = 201, body = Verdict<Balance>)))]
pub(crate) async fn enter(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(key): Key,
    retry: IdempotencyKey,
    JsonBody(PointsByHand { points, takes, note }): JsonBody<PointsByHand>,
) -> Result<impl IntoResponse> {
    let staff = caller.access.may_with_recent_factor(Right::Settings, state.clock.now())?;
    let seen = visible(&state, &caller, &audit, &key).await?;
    let mobile = seen.stored.referral().referrer_mobile.as_str();
    let own = staff.user().mobile_number.as_str();
    let (to, by) = (numbers::key(mobile), numbers::key(own));
    let sign: &[u8] = if takes { b"-" } else { b"+" };
    let sent: [&[u8]; 5] = [b"by hand", to.as_bytes(), sign, points.as_bytes(), note.as_bytes()];
    let key = retry.retry_key(own.as_bytes(), &state, &sent);
    let author = author_of(staff.id());
    let new = NewByHand { to: &to, by: &by, author: author.as_str(), session: caller.session() };
    let typed = TypedByHand { points: &points, takes, note: &note };
    let at_most = state.policy.points_at_most;
    let rule = |related: bool, given: u64| by_hand(staff, related, given, &typed, at_most);
    let target = state.fingerprint(mobile);
    let event = SecurityEvent { target, ..audit.by(EventKind::PointsByHand, &caller) };
    let has = audit.done(event, state.store.enter_by_hand(&new, &rule, &key)).await?;
    Ok(Accepted::created(has, api::points_by_hand()))
}
