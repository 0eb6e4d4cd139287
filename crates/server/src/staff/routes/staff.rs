//! Managing staff, which only owners may do.

use crate::{
    audit::security::SecurityEvent,
    db::EventKind,
    staff::records::{Integrations, Invitation, StaffChange, StaffChanged, StaffMember},
};
use api::{
    Colleague, Employment, EmploymentRequest, HostedCode, InvitationRequest, Permission, Sessions,
    StaffEntry, StaffList, StaffView,
};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{mobile::MobileNumber, pipeline::Right, verdict::Verdict};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::Accepted,
        extract::{Authorized, Caller, Current, JsonBody, Key, QueryParams, Settings},
        refusal::{Refusal, Result},
    },
    random,
};
use crate::{
    login::{codes::known_number, routes::sessions},
    staff::masking::seen_by,
};

/// The query of whatever ends somebody's employment.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeavingQuery {
    /// What becomes of their webhooks: `off`, or the caller's own id, under whose name they stay. Needed
    /// if there are webhooks or API tokens, which are always revoked.
    integrations: Option<String>,
}

impl LeavingQuery {
    /// What was chosen. Nobody but `keeper` can take over what the other person made.
    pub(crate) fn integrations(self, keeper: Option<&str>) -> Option<Integrations> {
        self.integrations.map(Integrations::from).filter(|chosen| match chosen {
            Integrations::SwitchOff => true,
            Integrations::KeepUnder(id) => keeper == Some(id),
        })
    }
}

/// Lists current and former staff.
#[utoipa::path(get, path = "/staff", operation_id = "listStaff", tag = "Staff",
    responses((status = 200, body = StaffList)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    _: Authorized<Settings>,
) -> Result<Json<StaffList>> {
    let staff = state.store.staff().await?.into_iter().map(|it| entry(&state, it)).collect();
    Ok(Json(StaffList { staff }))
}

/// Lists the names of colleagues with their teams, for all staff: to assign referrals, to read histories and to look
/// at the work of a team.
#[utoipa::path(get, path = "/colleagues", operation_id = "listColleagues", tag = "Staff",
    responses((status = 200, body = Vec<Colleague>)))]
pub(crate) async fn colleagues(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Vec<Colleague>>> {
    let reader = caller.access.confirmed_staff()?;
    let staff = state.store.staff().await?;
    let here = staff.into_iter().filter(|member| member.revoked_at.is_none());
    let view = |StaffMember { id, role, services, name, team, .. }| {
        let (permissions, name) = (Permission::of(&role), seen_by(reader, &name));
        Colleague { staff: StaffView { id, role, services, name, permissions }, team }
    };
    Ok(Json(here.map(view).collect()))
}

/// Invites a colleague, who logs in with a code sent to their number and sets up a second factor.
#[utoipa::path(post, path = "/staff", operation_id = "inviteStaff", tag = "Staff",
    request_body = InvitationRequest, responses((status = 201, body = Verdict<StaffEntry>)))]
pub(crate) async fn invite(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    JsonBody(InvitationRequest { mobile, employment }): JsonBody<InvitationRequest>,
) -> Result<impl IntoResponse> {
    caller.access.may_with_recent_factor(Right::Settings, state.clock.now())?;
    let mobile = known_number(&state, &mobile)?;
    let Employment { name, role, services, team } = employed(&state, employment).await?;
    let invited_by = caller.access.confirmed_staff()?.id().to_owned();
    let event = about(&state, &caller, &audit, EventKind::StaffInvited, &mobile);
    let new = Invitation { id: random::id()?, mobile, name, role, services, team, invited_by };
    let write = state.store.invite_staff(&new, state.clock.now(), caller.session());
    let invited = done(&audit, event, write).await?;
    let notice = api::staff_invited(&invited.name);
    Ok(Accepted::created(entry(&state, invited), notice))
}

/// Changes a colleague's name, role, services and team. A new role or new services end their sessions.
#[utoipa::path(patch, path = "/staff/{id}", operation_id = "changeStaff", tag = "Staff",
    params(("id" = String, Path, description = "Names the member of staff")),
    request_body = EmploymentRequest, responses((status = 200, body = Verdict<StaffEntry>)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
    JsonBody(request): JsonBody<EmploymentRequest>,
) -> Result<impl IntoResponse> {
    caller.access.may_with_recent_factor(Right::Settings, state.clock.now())?;
    let Employment { name, role, services, team } = employed(&state, request).await?;
    let edit = StaffChange::Edit { name, role, services, team };
    let changed = act(&state, &caller, &audit, EventKind::StaffChanged, &id, &edit).await?;
    let notice = api::staff_changed(&changed.name);
    Ok(Accepted::done(entry(&state, changed), notice))
}

/// Revokes a colleague: ends their employment and their sessions at once. What they have done
/// stays, under their id.
#[utoipa::path(delete, path = "/staff/{id}", operation_id = "revokeStaff", tag = "Staff",
    params(("id" = String, Path, description = "Names the member of staff"), LeavingQuery),
    responses((status = 204)))]
pub(crate) async fn revoke(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
    QueryParams(leaving): QueryParams<LeavingQuery>,
) -> Result<StatusCode> {
    caller.access.may_with_recent_factor(Right::Settings, state.clock.now())?;
    let integrations = leaving.integrations(caller.access.staff().map(|staff| staff.id()));
    let revoke = StaffChange::Revoke { integrations, even_the_last: false };
    act(&state, &caller, &audit, EventKind::StaffRevoked, &id, &revoke).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a colleague's second factors and ends their sessions. They set up a new factor at the
/// next login.
#[utoipa::path(post, path = "/staff/{id}/reset", operation_id = "resetStaff", tag = "Staff",
    params(("id" = String, Path, description = "Names the member of staff")),
    responses((status = 200, body = Verdict<StaffEntry>)))]
pub(crate) async fn reset(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    caller.access.may_with_recent_factor(Right::Settings, state.clock.now())?;
    let reset = StaffChange::Reset;
    let member = act(&state, &caller, &audit, EventKind::StaffReset, &id, &reset).await?;
    let notice = api::staff_reset(&member.name);
    Ok(Accepted::done(entry(&state, member), notice))
}

/// Lists a colleague's sessions, the most recently used first.
#[utoipa::path(get, path = "/staff/{id}/sessions", operation_id = "listStaffSessions",
    tag = "Staff", params(("id" = String, Path, description = "Names the member of staff")),
    responses((status = 200, body = Sessions)))]
pub(crate) async fn list_sessions(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    Key(id): Key,
) -> Result<Json<Sessions>> {
    let mobile = number(&state, &id).await?;
    let listed = state.store.sessions(&mobile, state.clock.now()).await?;
    let sessions = listed.into_iter().map(|it| sessions::entry(it, &caller)).collect();
    Ok(Json(Sessions { sessions }))
}

/// Ends all sessions of a colleague.
#[utoipa::path(delete, path = "/staff/{id}/sessions", operation_id = "endStaffSessions",
    tag = "Staff", params(("id" = String, Path, description = "Names the member of staff")),
    responses((status = 204)))]
pub(crate) async fn end_sessions(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    Key(id): Key,
) -> Result<StatusCode> {
    caller.access.may_with_recent_factor(Right::Settings, state.clock.now())?;
    let mobile = number(&state, &id).await?;
    let event = about(&state, &caller, &audit, EventKind::SessionsEnded, &mobile);
    audit.done(event, state.store.close_sessions(&mobile, caller.session())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The checked employment. What is a service now stays one, so it need not be asked in the transaction.
async fn employed(state: &AppState, request: EmploymentRequest) -> Result<Employment> {
    let programme = state.store.programme().await?.settings;
    request.check(|value| programme.knows_service(value)).map_err(Refusal::malformed)
}

/// The number of a member of staff.
async fn number(state: &AppState, id: &str) -> Result<MobileNumber> {
    let staff = state.store.staff().await?;
    let found = staff.into_iter().find(|it| it.id == id).and_then(|it| it.mobile);
    Ok(found.ok_or(HostedCode::StaffGone)?)
}

async fn act(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    kind: EventKind,
    id: &str,
    change: &StaffChange,
) -> Result<StaffMember> {
    let mobile = number(state, id).await?;
    let event = about(state, caller, audit, kind, &mobile);
    let write = state.store.change_staff(id, change, state.clock.now(), caller.session());
    done(audit, event, write).await
}

fn about(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    kind: EventKind,
    whom: &MobileNumber,
) -> SecurityEvent {
    let target = Some(state.secret.number(whom));
    SecurityEvent { target, ..audit.by(kind, caller) }
}

/// The result of a change.
async fn done(
    audit: &Audit,
    event: SecurityEvent,
    write: impl Future<Output = crate::db::Result<StaffChanged>>,
) -> Result<StaffMember> {
    let happened = |changed: &StaffChanged| matches!(changed, StaffChanged::Done(_));
    match audit.done_if(event, write, happened).await? {
        StaffChanged::Done(member) => Ok(*member),
        StaffChanged::Gone => Err(HostedCode::StaffGone.into()),
        StaffChanged::Known => Err(HostedCode::StaffKnown.into()),
    }
}

fn entry(state: &AppState, member: StaffMember) -> StaffEntry {
    // The operator has configured the first owner's factor, until it is removed.
    let has_configured = state.configured_totp(member.mobile.as_ref(), member.reset_at).is_some();
    StaffEntry {
        secured: member.has_totp || member.has_passkey || has_configured,
        shown: member.mobile.as_ref().map(|mobile| numbers::shown(mobile.as_str())),
        id: member.id,
        role: member.role,
        services: member.services,
        name: member.name,
        team: member.team,
        invited_by: member.invited_by,
        invited_at: member.invited_at,
        active_at: member.active_at,
        revoked_at: member.revoked_at,
    }
}
