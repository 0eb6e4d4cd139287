//! Duplicates: pairs of referrals of the same number, and decisions on them.

use std::collections::BTreeMap;

use crate::referrals::records::Stored;
use api::{
    DECISIONS_AT_ONCE, DuplicateDecision, DuplicateDecisions, DuplicateOutcome, DuplicatePair,
    DuplicateQuery, DuplicateState, Duplicates, KeyedCommand, PAGE_SIZE,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    history::StoredEvent,
    pipeline::{ProgrammeSettings, author_of},
    referral::Instant,
    rejection::RejectionCode,
    verdict::Verdict,
};

use crate::referrals::routes::commands::{CommandDone, retry_key, run_batch};
use crate::referrals::{scope::staff, view};
use crate::staff::records::StaffMember;
use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::Accepted,
        extract::{
            Caller, Current, IdempotencyKey, JsonBody, OptionalIdempotencyHeader, QueryParams,
        },
        refusal::{Refusal, Result},
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
        |(earlier, later): &(_, _)| pair(&state, &programme, &caller, &colleagues, earlier, later);
    let pairs = pairs.iter().map(pair);
    Ok(Json(Duplicates { pairs: pairs.collect(), next }))
}

/// Decides who is credited for a pair. Both referrals are changed or neither, so that no decision
/// is half done.
#[utoipa::path(post, path = "/duplicates", operation_id = "decideDuplicate", tag = "Referrals",
    params(OptionalIdempotencyHeader),
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
    let (earlier, later) = (&earlier.stored, &later.stored);
    let pair = pair(&state, &programme, &caller, &colleagues, earlier, later);
    Ok(Accepted::done(pair, api::duplicate_decided()))
}

/// Decides who is credited for several pairs, one after the other. A refused decision does not stop the others.
#[utoipa::path(post, path = "/duplicates/decisions", operation_id = "decideDuplicates",
    tag = "Referrals",
    params(OptionalIdempotencyHeader),
    request_body = DuplicateDecisions,
    responses((status = 200, body = Verdict<Vec<DuplicateOutcome>>)))]
pub(crate) async fn decide_all(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    retry: Option<IdempotencyKey>,
    JsonBody(DuplicateDecisions { decisions }): JsonBody<DuplicateDecisions>,
) -> Result<impl IntoResponse> {
    caller.access.actor()?;
    if decisions.len() > DECISIONS_AT_ONCE {
        let detail = format!("The field `decisions` has at most {DECISIONS_AT_ONCE} entries.");
        return Err(Refusal::malformed(detail));
    }
    state.take_commands(caller.access.member()?, 2 * decisions.len())?;
    // Read first: what fails after a write would hide that it was done.
    let colleagues = state.store.staff().await?;
    let programme = state.store.programme().await?.settings;
    let all = decisions.len();
    let mut outcomes = Vec::with_capacity(all);
    let mut changed = OwnChanges::default();
    for (place, decision) in decisions.into_iter().enumerate() {
        let kind = format!("duplicate {place}");
        let retry = retry_key(&state, &caller, retry.as_ref(), kind.as_bytes(), &decision)?;
        let shown = decision.commands();
        let commands = changed.before(&shown);
        outcomes.push(match run_batch(&state, &caller, &audit, &commands, retry).await {
            Ok(done) => {
                changed.note(&shown, &done);
                let [later, earlier] = done.as_slice() else {
                    return Err(RejectionCode::ReferralGone.into());
                };
                let (e, l) = (&earlier.stored, &later.stored);
                let pair = pair(&state, &programme, &caller, &colleagues, e, l);
                let events = done.into_iter().filter_map(|one| one.event).collect();
                DuplicateOutcome::Done { pair: Box::new(pair), events }
            }
            Err(refusal) => {
                let (codes, _) = refusal.into_reasons();
                let hints = codes.iter().map(|code| code.words().hint.to_owned()).collect();
                DuplicateOutcome::Refused { codes, hints }
            }
        });
    }
    let done = outcomes.iter().filter(|it| matches!(it, DuplicateOutcome::Done { .. })).count();
    Ok(Accepted::done(outcomes, api::commands_done(done, all)))
}

/// What decisions of the same request have changed: the version in which a referral was shown, and the one that it has
/// now. The first referral of a number is in as many pairs as there are later ones.
#[derive(Default)]
struct OwnChanges(BTreeMap<(String, u64), u64>);

impl OwnChanges {
    /// The commands for what was shown, in the versions that these are now.
    fn before(&self, shown: &[KeyedCommand]) -> Vec<KeyedCommand> {
        let now = |it: &KeyedCommand| self.0.get(&(it.key.clone(), it.version)).copied();
        let all = shown.iter();
        all.map(|it| KeyedCommand { version: now(it).unwrap_or(it.version), ..it.clone() })
            .collect()
    }

    fn note(&mut self, shown: &[KeyedCommand], done: &[CommandDone]) {
        let versions = shown.iter().zip(done);
        self.0.extend(versions.map(|(it, one)| ((it.key.clone(), it.version), one.stored.version)));
    }
}

fn pair(
    state: &AppState,
    programme: &ProgrammeSettings,
    caller: &Caller,
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
        earlier: view::referral(earlier, programme, &caller.access, &caller.words),
        later: view::referral(later, programme, &caller.access, &caller.words),
        credited: credit.into(),
        why: credit.why,
    }
}
