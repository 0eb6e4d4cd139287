//! The list of those with most points: joining and leaving it, reading it, and taking a name off.

use api::{
    HostedCode, LEADER_NAMES_A_DAY, LeaderName, LeaderView, Leaders, OwnStanding, may_see_leaders,
};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    account::User,
    pipeline::Right,
    rejection::RejectionCode,
    rewards::{Leaderboard, Quarter},
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::Audit,
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{Authorized, Award, Current, JsonBody, Key},
        language::Translation,
        refusal::{Refused, Result},
    },
    random,
};

/// Shows those who have earned most points in this quarter, to whom the settings say.
#[utoipa::path(get, path = "/leaderboard", operation_id = "getLeaders", tag = "Rewards",
    responses((status = 200, body = Leaders), (status = 404, response = Refused)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Leaders>> {
    let programme = state.store.programme().await?.settings;
    let is_member = caller.access.member().is_ok();
    may_see_leaders(programme.leaderboard(), is_member)?;
    let quarter = Quarter::of(state.clock.now());
    let may_take_off = caller.access.may(Right::Award).is_ok();
    let shown = |(id, leader): (String, domain::rewards::Leader)| LeaderView {
        name: leader.name,
        points: leader.points,
        id: may_take_off.then_some(id),
    };
    let leaders = state.store.leaders(quarter, !is_member).await?.into_iter().map(shown).collect();
    Ok(Json(Leaders { quarter: quarter.words(&caller.words), leaders }))
}

/// Shows a member where they stand.
#[utoipa::path(get, path = "/me/leaderboard", operation_id = "getOwnStanding", tag = "Rewards",
    responses((status = 200, body = OwnStanding)))]
pub(crate) async fn own(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<OwnStanding>> {
    Ok(Json(standing(&state, caller.access.member()?, &caller.words).await?))
}

/// Puts a member on the list under the name that they choose, or changes it.
#[utoipa::path(put, path = "/me/leaderboard", operation_id = "joinLeaders", tag = "Rewards",
    request_body = LeaderName, responses((status = 200, body = Verdict<OwnStanding>)))]
pub(crate) async fn join(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(request): JsonBody<LeaderName>,
) -> Result<impl IntoResponse> {
    let member = caller.access.member()?;
    let programme = state.store.programme().await?.settings;
    may_see_leaders(programme.leaderboard(), true)?;
    let (name, id, now) = (request.check()?, random::id()?, state.clock.now());
    let (mobile, session) = (&member.mobile_number, caller.session());
    let public = programme.leaderboard() == Leaderboard::Public;
    // Whoever is taken off for a name cannot put it back again and again.
    let allowance = state.account_allowance(member, LEADER_NAMES_A_DAY);
    if !state
        .store
        .choose_leader_name(mobile, (&id, &name, public), &allowance, now, session)
        .await?
    {
        return Err(RejectionCode::NotRegistered.into());
    }
    let notice = caller.words.done(api::leader_name_saved());
    Ok(Accepted::done(standing(&state, member, &caller.words).await?, notice))
}

/// Takes a member off the list, whoever may see it. The name is no longer stored.
#[utoipa::path(delete, path = "/me/leaderboard", operation_id = "leaveLeaders", tag = "Rewards",
    responses((status = 200, body = Verdict<OwnStanding>)))]
pub(crate) async fn leave(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<impl IntoResponse> {
    let member = caller.access.member()?;
    let key = numbers::key(member.mobile_number.as_str());
    state.store.leave_leaders(&key, caller.session()).await?;
    let notice = caller.words.done(api::leader_name_removed());
    Ok(Accepted::done(standing(&state, member, &caller.words).await?, notice))
}

/// Takes a name off the list, such as one that insults somebody. Nobody is told whose it is; they may choose
/// another one.
#[utoipa::path(delete, path = "/leaderboard/{id}", operation_id = "takeLeaderOff", tag = "Rewards",
    params(("id" = String, Path, description = "Names the choice of a name")),
    responses((status = 204)))]
pub(crate) async fn take_off(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Award>,
    audit: Audit,
    Key(id): Key,
) -> Result<StatusCode> {
    let event = audit.by(EventKind::LeaderTakenOff, &caller);
    let by = numbers::key(caller.access.member()?.mobile_number.as_str());
    let off = state.store.take_leader_off(&id, &by, caller.session());
    if !audit.done_if(event, off, |&off| off).await? {
        return Err(HostedCode::LeaderGone.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn standing(state: &AppState, member: &User, words: &Translation) -> Result<OwnStanding> {
    let leaderboard = state.store.programme().await?.settings.leaderboard();
    let quarter = Quarter::of(state.clock.now());
    let key = numbers::key(member.mobile_number.as_str());
    let standing = state.store.standing(&key, quarter).await?;
    Ok(OwnStanding {
        leaderboard,
        quarter: quarter.words(words),
        points: standing.points,
        name: standing.name,
        place: standing.place,
    })
}
