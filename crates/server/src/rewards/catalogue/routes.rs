//! The catalogue: what points can be exchanged for.

use api::{
    CATALOGUES_SHOWN, CatalogueCheck, CatalogueRequest, CatalogueView, Catalogues, OfferView,
    ProgrammeRewards,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    pipeline::{Right, Staff},
    referral::Instant,
    rewards::{Day, Leaderboard, Offers, Quarter, explain},
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::Audit,
    db::{self, EventKind, versions::SetBy},
    http::{
        answer::Accepted,
        extract::{Authorized, Current, JsonBody, Settings},
        language::Translation,
        refusal::Result,
    },
    referrals::routes::view,
    rewards::catalogue::sql::{CatalogueChange, CatalogueVersion, Held},
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

/// How points are earned, what they can be exchanged for today, and who has most of them, if that is wanted and public.
pub(crate) async fn rewards_of_today(
    state: &AppState,
    words: &Translation,
    with_names: bool,
) -> db::Result<ProgrammeRewards> {
    let programme = state.store.programme().await?.settings;
    let sentences = state.store.rulebook().await?.settings.sentences(&programme, words);
    let (catalogue, held) = state.store.catalogue().await?;
    let now = state.clock.now();
    let offers = offers_of_today(&catalogue.settings, &held, now, words);
    let quarter = Quarter::of(now);
    let leaders = match programme.leaderboard() {
        Leaderboard::Public if with_names => state.store.leaders(quarter, true).await?,
        _ => Vec::new(),
    };
    let leaders: Vec<_> = leaders.into_iter().map(|(_, leader)| leader).collect();
    let in_words = offers.iter().map(|shown| shown.offer.sentence(shown.left, words)).collect();
    let is_published = catalogue.version > 0;
    let offered = is_published.then_some(in_words);
    let explanations = explain(sentences.clone(), offered, quarter, &leaders, words);
    Ok(ProgrammeRewards { sentences, offers, explanations })
}

/// The offers that somebody can choose from now.
pub(crate) fn offers_of_today(
    offers: &Offers,
    held: &Held,
    now: Instant,
    words: &Translation,
) -> Vec<OfferView> {
    let today = Day::of(now);
    let all = offers.all().iter().filter(|offer| offer.holds_on(today));
    let shown = all.map(|offer| {
        let held = held.get(&offer.id).copied().unwrap_or_default();
        OfferView { left: offer.left(held), ..OfferView::of(offer.clone(), words) }
    });
    shown.collect()
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
        by.name = view::seen_by(reader, &by.name);
    }
    let offers = settings.all().iter().cloned();
    let offers = offers.map(|offer| OfferView::of(offer, words::Words::english())).collect();
    CatalogueView { version, at, by, offers }
}
