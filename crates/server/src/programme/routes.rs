//! What owners set about the programme.

use api::{
    HostedCode, Maker, PROGRAMMES_SHOWN, ProgrammeRequest, ProgrammeVersions, ProgrammeView,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::pipeline::changes::changes;
use domain::pipeline::templates::unknown_fields;
use domain::pipeline::{ProgrammeSettings, Right};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;

use crate::{
    AppState,
    audit::Audit,
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{Authorized, Current, JsonBody, Settings},
        refusal::{Refusal, Result},
    },
    programme::sql::{ProgrammeChange, ProgrammeVersion, SetBy},
    staff::masking::seen_by,
};

/// Shows what holds for everybody at the moment, for all staff.
#[utoipa::path(get, path = "/programme", operation_id = "getProgramme", tag = "Programme",
    responses((status = 200, body = ProgrammeView)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<ProgrammeView>> {
    let reader = caller.access.confirmed_staff()?;
    let mut shown = shown(&state, state.store.programme().await?);
    if let Some(by) = &mut shown.by {
        by.name = seen_by(reader, &by.name);
    }
    Ok(Json(shown))
}

/// Shows all staff the versions of the settings, with what each of them changed.
#[utoipa::path(get, path = "/programme/versions", operation_id = "listProgrammeVersions",
    tag = "Programme", responses((status = 200, body = ProgrammeVersions)))]
pub(crate) async fn versions(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<ProgrammeVersions>> {
    let reader = caller.access.confirmed_staff()?;
    // One more than is shown, because it says what the last of those changed.
    let mut all = state.store.programmes(PROGRAMMES_SHOWN + 1).await?;
    let limit = usize::try_from(PROGRAMMES_SHOWN).unwrap_or(usize::MAX);
    let count = if all.len() > limit {
        limit
    } else {
        all.push(ProgrammeVersion::default());
        all.len()
    };
    let offices = &state.policy.offices;
    let holds = all.first().map(|newest| newest.settings.clone()).unwrap_or_default();
    let all: Vec<_> = all.into_iter().map(|it| shown(&state, it)).collect();
    let versions = all.iter().take(count).enumerate().map(|(place, now)| {
        let before = all.get(place + 1);
        let by = now.by.clone();
        api::ProgrammeVersion {
            version: now.version,
            at: now.at,
            by: by.map(|by| Maker { name: seen_by(reader, &by.name), ..by }),
            changes: before
                .map(|before| changes(&now.settings, &before.settings, offices))
                .unwrap_or_default(),
            again: now
                .settings
                .check(&holds, offices)
                .map(|next| changes(&next.draft(offices), &holds.draft(offices), offices))
                .unwrap_or_default(),
            settings: now.settings.clone(),
        }
    });
    Ok(Json(ProgrammeVersions { versions: versions.collect() }))
}

/// Sets what holds from now on, unless somebody else has set something since the version that was
/// shown. Needs a recent second factor.
#[utoipa::path(put, path = "/programme", operation_id = "setProgramme", tag = "Programme",
    request_body = ProgrammeRequest, responses((status = 200, body = Verdict<ProgrammeView>)))]
pub(crate) async fn set(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    JsonBody(ProgrammeRequest { version, settings }): JsonBody<ProgrammeRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let staff = caller.access.may_with_recent_factor(Right::Settings, now)?;
    let by = SetBy { staff: staff.id(), at: now, session: caller.session() };
    let check = |before: &ProgrammeSettings| settings.check(before, &state.policy.offices);
    let set = state.store.set_programme(version, &by, &check);
    let event = audit.by(EventKind::ProgrammeSet, &caller);
    let set = audit.done_if(event, set, |set| matches!(set, ProgrammeChange::Set(_))).await?;
    match set {
        ProgrammeChange::Set(newest) | ProgrammeChange::Unchanged(newest) => {
            Ok(Accepted::done(shown(&state, newest), api::programme_set()))
        }
        ProgrammeChange::Stale => Err(HostedCode::ProgrammeStale.into()),
        ProgrammeChange::Refused(rejections) => {
            let words = settings.templates.iter().flat_map(|it| unknown_fields(&it.words));
            Err(Refusal::from(rejections).naming(RejectionCode::FieldUnknown, words.collect()))
        }
    }
}

fn shown(state: &AppState, newest: ProgrammeVersion) -> ProgrammeView {
    let ProgrammeVersion { version, set, settings } = newest;
    let (at, by) = set.unzip();
    let offices = &state.policy.offices;
    let cities = offices.all().map(|office| office.city.clone()).collect();
    ProgrammeView { version, at, by, settings: settings.draft(offices), cities }
}
