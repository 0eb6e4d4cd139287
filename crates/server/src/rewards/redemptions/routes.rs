//! Requests to exchange points: a member's own, and those that staff decide on.

use api::{
    HostedCode, OfferView, OwnRedemptions, OwnRedemptionsQuery, PAGE_SIZE, REQUESTS_A_DAY,
    RedemptionDecline, RedemptionQuery, RedemptionRequest, RedemptionView, Redemptions,
    ReferenceRequest, StaffRedemption,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    account::User,
    pipeline::Right,
    rewards::{
        Balance, BatchStep, Choice, Decider, Offers, RedemptionCommand, Reference,
        decide_redemption, draft_step, may_refer, reference_step, request_redemption,
    },
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::{Audit, security::SecurityEvent},
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{
            Authorized, Caller, Current, IdempotencyHeader, IdempotencyKey, JsonBody, Key, Payouts,
            QueryParams, Redemptions as ReadRedemptions,
        },
        refusal::{Refusal, Result},
    },
    rewards::{
        catalogue::offers::offers_of_today,
        redemptions::{
            sql::{Around, NewRedemption, ReferredBy, StoredRedemption},
            view,
        },
    },
};

/// Shows a member what they have, what is offered today, and their requests.
#[utoipa::path(get, path = "/me/redemptions", operation_id = "listOwnRedemptions", tag = "Rewards",
    params(OwnRedemptionsQuery), responses((status = 200, body = OwnRedemptions)))]
pub(crate) async fn own(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(OwnRedemptionsQuery { after }): QueryParams<OwnRedemptionsQuery>,
) -> Result<Json<OwnRedemptions>> {
    let now = state.clock.now();
    let key = numbers::key(caller.access.member()?.mobile_number.as_str());
    let (catalogue, held) = state.store.catalogue().await?;
    let offers = &catalogue.settings;
    let page = state.store.redemptions_of(&key, after.as_deref(), PAGE_SIZE).await?;
    let balance = state.store.balance(&key, now).await?;
    let shown = |offer: OfferView| {
        let held = held.get(&offer.offer.id).copied().unwrap_or_default();
        view::own_offer(offer, offers, (&balance, held, now), &caller.words)
    };
    Ok(Json(OwnRedemptions {
        spendable: balance.spendable(),
        offers: offers_of_today(offers, &held, now, &caller.words).into_iter().map(shown).collect(),
        balance,
        redemptions: page.items.iter().map(|it| view::own(it, &caller.words)).collect(),
        next: page.next,
    }))
}

/// Exchanges points for what is offered, once for each key.
#[utoipa::path(post, path = "/me/redemptions", operation_id = "requestRedemption", tag = "Rewards",
    params(IdempotencyHeader),
    request_body = RedemptionRequest, responses((status = 201, body = Verdict<RedemptionView>)))]
pub(crate) async fn request(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    retry: IdempotencyKey,
    JsonBody(wish): JsonBody<RedemptionRequest>,
) -> Result<impl IntoResponse> {
    let member = confirmed(&caller)?;
    let reference = Reference::parse(&wish.reference)?;
    let sent = compact_json::to_string(&wish);
    let sent: [&[u8]; 2] = [b"redemption", sent.as_bytes()];
    let key = retry.retry_key(member.mobile_number.as_str().as_bytes(), &state, &sent);
    let choice = Choice { id: &wish.offer, points: wish.points, worth: wish.worth.as_deref() };
    let allowance = state.account_allowance(member, REQUESTS_A_DAY);
    let (reference, allowance, session) = (&reference, &allowance, caller.session());
    let new = NewRedemption { member, choice, reference, session, allowance };
    let rule = |offers: &Offers, balance: &Balance, held: u64| {
        let (offer, step) = request_redemption(offers, &choice, balance, held, key.at)?;
        Ok((offer.clone(), step))
    };
    let write = state.store.request_redemption(&new, &rule, &key);
    let stored = audit.done(audit.by(EventKind::Redemption, &caller), write).await?;
    let notice = caller.words.done(api::redemption_requested());
    Ok(Accepted::created(view::own(&stored, &caller.words), notice))
}

/// Takes a request back, as long as nobody has decided on it.
#[utoipa::path(post, path = "/me/redemptions/{id}/cancel", operation_id = "cancelRedemption",
    tag = "Rewards", params(("id" = String, Path, description = "Names the request")),
    responses((status = 200, body = Verdict<RedemptionView>)))]
pub(crate) async fn cancel(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let member = confirmed(&caller)?;
    let id = own_id(&state, &id, member).await?;
    let rule = |stored: &StoredRedemption, around: &Around| {
        let command = RedemptionCommand::Cancel;
        decide_redemption(&stored.steps, command, Decider::Member, around.terms, now)
    };
    let write = state.store.decide_redemption(id, caller.session(), now, &rule);
    let event = audit.by(EventKind::Redemption, &caller);
    let (stored, _) = audit.done(event, write).await?.ok_or(HostedCode::RedemptionGone)?;
    let notice = caller.words.done(api::redemption_cancelled());
    Ok(Accepted::done(view::own(&stored, &caller.words), notice))
}

/// Changes the reference of a member's own request, as long as nobody has decided on it.
#[utoipa::path(put, path = "/me/redemptions/{id}/reference", operation_id = "setOwnReference",
    tag = "Rewards", params(("id" = String, Path, description = "Names the request")),
    request_body = ReferenceRequest, responses((status = 200, body = Verdict<RedemptionView>)))]
pub(crate) async fn own_reference(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(id): Key,
    JsonBody(ReferenceRequest { reference }): JsonBody<ReferenceRequest>,
) -> Result<impl IntoResponse> {
    let member = confirmed(&caller)?;
    let reference = Reference::parse(&reference)?;
    let id = own_id(&state, &id, member).await?;
    let rule = |stored: &StoredRedemption, _: &[BatchStep]| {
        may_refer(&stored.steps, Decider::Member, false).map(|()| (None, None))
    };
    let allowance = state.account_allowance(member, REQUESTS_A_DAY);
    let now = state.clock.now();
    let by = ReferredBy { session: caller.session(), allowance: Some(&allowance), now };
    let write = state.store.refer_redemption(id, &reference, &by, &rule);
    let event = audit.by(EventKind::Redemption, &caller);
    let (stored, _) = audit.done(event, write).await?.ok_or(HostedCode::RedemptionGone)?;
    let notice = caller.words.done(api::reference_saved());
    Ok(Accepted::done(view::own(&stored, &caller.words), notice))
}

/// The member whose points these are. Staff give the second factor first, as for whatever else they change.
fn confirmed(caller: &Caller) -> Result<&User> {
    caller.access.actor()?;
    Ok(caller.access.member()?)
}

/// Lists requests for staff.
#[utoipa::path(get, path = "/redemptions", operation_id = "listRedemptions", tag = "Rewards",
    params(RedemptionQuery), responses((status = 200, body = Redemptions)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<ReadRedemptions>,
    QueryParams(RedemptionQuery { status, after }): QueryParams<RedemptionQuery>,
) -> Result<Json<Redemptions>> {
    let now = state.clock.now();
    let reader = caller.access.confirmed_staff()?;
    let team = state.store.staff().await?;
    let page = state.store.redemptions(status, after.as_deref(), PAGE_SIZE, now).await?;
    let shown = |(stored, around): &(StoredRedemption, Around)| {
        view::for_staff(stored, around, reader, &team, now)
    };
    Ok(Json(Redemptions { redemptions: page.items.iter().map(shown).collect(), next: page.next }))
}

/// Agrees to a request. Needs a recent second factor.
#[utoipa::path(post, path = "/redemptions/{id}/approve", operation_id = "approveRedemption",
    tag = "Rewards", params(("id" = String, Path, description = "Names the request")),
    responses((status = 200, body = Verdict<StaffRedemption>)))]
pub(crate) async fn approve(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    let shown = decided(&state, &caller, &audit, &id, RedemptionCommand::Approve).await?;
    Ok(Accepted::done(shown, api::redemption_approved()))
}

/// Refuses a request. The member has the points again.
#[utoipa::path(post, path = "/redemptions/{id}/decline", operation_id = "declineRedemption",
    tag = "Rewards", params(("id" = String, Path, description = "Names the request")),
    request_body = RedemptionDecline, responses((status = 200, body = Verdict<StaffRedemption>)))]
pub(crate) async fn decline(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
    JsonBody(RedemptionDecline { reason }): JsonBody<RedemptionDecline>,
) -> Result<impl IntoResponse> {
    let shown = decided(&state, &caller, &audit, &id, RedemptionCommand::Decline(&reason)).await?;
    Ok(Accepted::done(shown, api::redemption_declined()))
}

/// Changes the reference of a request, until its batch is approved. Needs a recent second factor.
#[utoipa::path(put, path = "/redemptions/{id}/reference", operation_id = "setReference", tag = "Rewards",
    params(("id" = String, Path, description = "Names the request")),
    request_body = ReferenceRequest, responses((status = 200, body = Verdict<StaffRedemption>)))]
pub(crate) async fn reference(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
    JsonBody(ReferenceRequest { reference }): JsonBody<ReferenceRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let staff = caller.access.may_with_recent_factor(Right::Payouts, now)?;
    let reference = Reference::parse(&reference)?;
    // Read first: what fails after the write would hide that it was done.
    let team = state.store.staff().await?;
    let rule = |stored: &StoredRedemption, draft: &[BatchStep]| {
        view::may_staff_refer(stored, staff)?;
        Ok((reference_step(&stored.steps, staff, now), draft_step(draft, staff, now)))
    };
    let by = ReferredBy { session: caller.session(), allowance: None, now };
    let write = state.store.refer_redemption(parsed(&id)?, &reference, &by, &rule);
    let event = audit.by(EventKind::RedemptionDecided, &caller);
    let (stored, around) = audit.done(event, write).await?.ok_or(HostedCode::RedemptionGone)?;
    let shown = view::for_staff(&stored, &around, staff, &team, now);
    Ok(Accepted::done(shown, caller.words.done(api::reference_saved())))
}

/// Carries out a command of a member of staff on a request.
async fn decided(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    id: &str,
    command: RedemptionCommand<'_>,
) -> Result<StaffRedemption> {
    let now = state.clock.now();
    let staff = match command {
        // Points leave by it.
        RedemptionCommand::Approve => caller.access.may_with_recent_factor(Right::Payouts, now)?,
        _ => caller.access.confirmed_staff()?,
    };
    let id = parsed(id)?;
    let team = state.store.staff().await?;
    let before = state.store.redemption(id).await?.ok_or(HostedCode::RedemptionGone)?;
    let target = before.mobile.as_deref().and_then(|mobile| state.fingerprint(mobile));
    let event = SecurityEvent { target, ..audit.by(EventKind::RedemptionDecided, caller) };
    let rule = |stored: &StoredRedemption, around: &Around| {
        view::decide(stored, command, staff, around, now)
    };
    let write = state.store.decide_redemption(id, caller.session(), now, &rule);
    let (stored, around) = audit.done(event, write).await?.ok_or(HostedCode::RedemptionGone)?;
    Ok(view::for_staff(&stored, &around, staff, &team, now))
}

/// The id of a member's own request. One of somebody else looks like one that does not exist.
async fn own_id(state: &AppState, id: &str, member: &User) -> Result<u64> {
    let id = parsed(id)?;
    let found = state.store.redemption(id).await?;
    let is_own = |it: &StoredRedemption| view::is_of(it, member.mobile_number.as_str());
    match found.filter(is_own) {
        Some(stored) => Ok(stored.id),
        None => Err(HostedCode::RedemptionGone.into()),
    }
}

/// An id in a path.
pub(crate) fn parsed(id: &str) -> Result<u64> {
    let id = id.parse::<i64>().ok().and_then(|id| u64::try_from(id).ok());
    id.ok_or_else(|| Refusal::from(HostedCode::RedemptionGone))
}
