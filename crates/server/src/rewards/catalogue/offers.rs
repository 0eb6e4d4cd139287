//! What holds today: how points are earned, and what they can be exchanged for.

use api::{OfferView, ProgrammeRewards};
use domain::{
    referral::Instant,
    rewards::{Day, Leaderboard, Offers, Quarter, explain},
};

use crate::{AppState, db, http::language::Translation, rewards::catalogue::sql::Held};

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
