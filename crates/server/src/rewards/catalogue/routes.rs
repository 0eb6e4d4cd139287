//! The catalogue: what points can be exchanged for.

use api::{
    CATALOGUES_SHOWN, CatalogueCheck, CatalogueRequest, CatalogueView, Catalogues, OfferView,
    ProgrammeRewards,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    pipeline::{Right, Staff},
    rewards::Offers,
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::Audit,
    db::{EventKind, versions::SetBy},
    http::{
        answer::Accepted,
        extract::{Authorized, Current, JsonBody, Settings},
        language::Translation,
        refusal::Result,
    },
    rewards::catalogue::{
        offers::rewards_of_today,
        sql::{CatalogueChange, CatalogueVersion},
    },
    staff::masking::seen_by,
};

/// Shows everybody how points are earned and what they can be exchanged for today.
#[utoipa::path(get, path = "/programme/rewards", operation_id = "getProgrammeRewards", tag = "Rewards",
    responses((status = 200, body = ProgrammeRewards)))]
pub(crate) async fn public(
    State(state): State<AppState>,
    words: Translation,
) -> Result<Json<ProgrammeRewards>> {
    Ok(Json(rewards_of_today(&state, &words, true).await?))
}

/// Shows the versions of the catalogue to all staff.
#[utoipa::path(get, path = "/catalogues", operation_id = "listCatalogues", tag = "Rewards",
    responses((status = 200, body = Catalogues)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Catalogues>> {
    let reader = caller.access.confirmed_staff()?;
    let all = state.store.catalogues(CATALOGUES_SHOWN).await?;
    let (newest, held) = state.store.catalogue().await?;
    let mut newest = shown(newest, reader);
    for view in &mut newest.offers {
        view.left = view.offer.left(held.get(&view.offer.id).copied().unwrap_or_default());
    }
    let versions = all.into_iter().map(|it| shown(it, reader)).collect();
    Ok(Json(Catalogues { newest, versions }))
}

/// Publishes a catalogue, unless somebody else has published one since the version that was shown. Needs a
/// recent second factor.
#[utoipa::path(put, path = "/catalogues", operation_id = "publishCatalogue", tag = "Rewards",
    request_body = CatalogueRequest, responses((status = 200, body = Verdict<CatalogueView>)))]
pub(crate) async fn publish(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    JsonBody(CatalogueRequest { version, offers }): JsonBody<CatalogueRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let staff = caller.access.may_with_recent_factor(Right::Settings, now)?;
    let by = SetBy { staff: staff.id(), at: now, session: caller.session() };
    let check = |before: &Offers| Offers::checked(&offers, before);
    let published = state.store.publish_catalogue(version, &by, &check);
    let event = audit.by(EventKind::CataloguePublished, &caller);
    let done = |change: &CatalogueChange| matches!(change, CatalogueChange::Set(_));
    match audit.done_if(event, published, done).await? {
        CatalogueChange::Set(newest) | CatalogueChange::Unchanged(newest) => {
            Ok(Accepted::done(shown(newest, staff), api::catalogue_published()))
        }
        CatalogueChange::Stale => Err(api::HostedCode::ProgrammeStale.into()),
        CatalogueChange::Refused(rejections) => Err(rejections.into()),
    }
}

/// Says what is wrong with a catalogue, by the places of its offers. Stores nothing.
#[utoipa::path(post, path = "/catalogues/check", operation_id = "checkCatalogue", tag = "Rewards",
    request_body = CatalogueRequest, responses((status = 200, body = CatalogueCheck)))]
pub(crate) async fn check(
    State(state): State<AppState>,
    Authorized { .. }: Authorized<Settings>,
    JsonBody(CatalogueRequest { offers, .. }): JsonBody<CatalogueRequest>,
) -> Result<Json<CatalogueCheck>> {
    let (before, _) = state.store.catalogue().await?;
    let faults = Offers::check(&offers, &before.settings).err().unwrap_or_default();
    Ok(Json(CatalogueCheck { faults }))
}

fn shown(version: CatalogueVersion, reader: &Staff) -> CatalogueView {
    let CatalogueVersion { version, set, settings } = version;
    let (at, mut by) = set.unzip();
    if let Some(by) = &mut by {
        by.name = seen_by(reader, &by.name);
    }
    let offers = settings.all().iter().cloned();
    let offers = offers.map(|offer| OfferView::of(offer, words::Words::english())).collect();
    CatalogueView { version, at, by, offers }
}
