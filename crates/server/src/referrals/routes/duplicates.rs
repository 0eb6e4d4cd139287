//! Duplicates: pairs of referrals of the same number, and decisions on them.

use crate::referrals::records::Stored;
use api::{
    Access, DuplicateDecision, DuplicatePair, DuplicateQuery, DuplicateState, Duplicates, PAGE_SIZE,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    history::StoredEvent,
    pipeline::{ProgrammeSettings, author_of},
    referral::Instant,
    rejection::RejectionCode,
    verdict::Verdict,
};

use crate::referrals::routes::{
    commands::{retry_key, run_batch},
    referrals::staff,
    view,
};
use crate::staff::records::StaffMember;
use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::Accepted,
        extract::{Current, IdempotencyKey, JsonBody, QueryParams},
        refusal::Result,
    },
};

/// Lists pairs of referrals of the same number, with who is credited for each.
#[utoipa::path(get, path = "/duplicates", operation_id = "listDuplicates", tag = "Referrals",
    params(DuplicateQuery), responses((status = 200, body = Duplicates)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(query): QueryParams<DuplicateQuery>,
) -> Result<Json<Duplicates>> {
    let access = &caller.access;
    let (_, scope) = staff(access)?;
    // Of a pair, one number tells the other.
    if access.hides_numbers() {
        return Err(RejectionCode::NotAllowed.into());
    }
    let before = query.after.and_then(|text| text.parse().ok());
    let before = before.and_then(|millis: u64| Instant::try_from(millis).ok());
    let is_open = query.state == DuplicateState::Open;
    let mut pairs = state.store.duplicates(&scope, is_open, before, PAGE_SIZE + 1).await?;
    let limit = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let has_more = pairs.len() > limit;
    pairs.truncate(limit);
    let last = pairs.last().filter(|_| has_more);
    let next = last.map(|(_, later)| later.referral().id.as_millis().to_string());
    let colleagues = state.store.staff().await?;
    let programme = state.store.programme().await?.settings;
    let pair =
        |(earlier, later): &(_, _)| pair(&state, &programme, access, &colleagues, earlier, later);
    let pairs = pairs.iter().map(pair);
    Ok(Json(Duplicates { pairs: pairs.collect(), next }))
}

/// Decides who is credited for a pair. Both referrals are changed or neither, so that no decision
/// is half done.
#[utoipa::path(post, path = "/duplicates", operation_id = "decideDuplicate", tag = "Referrals",
    params(("Idempotency-Key" = Option<String>, Header, min_length = 16, max_length = 64,
        description = "The same for every try: a retry is answered alike")),
    request_body = DuplicateDecision, responses((status = 200, body = Verdict<DuplicatePair>)))]
pub(crate) async fn decide(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    retry: Option<IdempotencyKey>,
    JsonBody(decision): JsonBody<DuplicateDecision>,
) -> Result<impl IntoResponse> {
    let retry = retry_key(&state, &caller, retry.as_ref(), b"duplicate", &decision)?;
    // Read first: what fails after the write would hide that it was done.
    let colleagues = state.store.staff().await?;
    let programme = state.store.programme().await?.settings;
    let done = run_batch(&state, &caller, &audit, &decision.commands(), retry).await?;
    let [later, earlier] = done.as_slice() else { return Err(RejectionCode::ReferralGone.into()) };
    let pair = pair(&state, &programme, &caller.access, &colleagues, earlier, later);
    Ok(Accepted::done(pair, api::duplicate_decided()))
}

fn pair(
    state: &AppState,
    programme: &ProgrammeSettings,
    access: &Access,
    colleagues: &[StaffMember],
    earlier: &Stored,
    later: &Stored,
) -> DuplicatePair {
    // An imported event may be by anybody, whatever it says of itself.
    let by_maker_of = |other: &Stored, it: &Stored| {
        let number = numbers::key(&other.referral().referrer_mobile);
        let maker = colleagues.iter().find(|colleague| {
            colleague.mobile.as_ref().is_some_and(|mobile| numbers::key(mobile.as_str()) == number)
        });
        let (author, imported) = (maker.map(|it| author_of(&it.id)), it.imported.clone());
        move |event: &StoredEvent| {
            author.is_some() && (event.event.by == author || imported.contains(&event.id()))
        }
    };
    let by_other = [by_maker_of(later, earlier), by_maker_of(earlier, later)];
    let by_other: [&dyn Fn(&StoredEvent) -> bool; 2] = [&by_other[0], &by_other[1]];
    let duplicates = &state.policy.duplicates;
    let credit = duplicates.credit(&earlier.case, &later.case, later.came_at, by_other);
    DuplicatePair {
        earlier: view::referral(earlier, programme, access),
        later: view::referral(later, programme, access),
        credited: credit.into(),
        why: credit.why,
    }
}
