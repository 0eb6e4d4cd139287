//! What the pages are told: who is logged in, and what the programme offers today.

use api::{Access, SessionView};
use domain::pipeline::ProgrammeSettings;
use domain::rewards::{Gains, Offer, Rulebook};

use crate::{
    AppState, db, http::language::Translation, rewards::catalogue::offers::offers_of_today,
};

/// What the programme offers today.
pub(crate) struct Offered {
    programme: ProgrammeSettings,
    gains: Option<Gains>,
    words: Translation,
}

impl Offered {
    /// Reads it, to be told in these words.
    pub(crate) async fn today(state: &AppState, words: Translation) -> db::Result<Self> {
        let programme = state.store.programme().await?.settings;
        let newest = state.store.rulebook().await?;
        let rulebook = Rulebook { version: newest.version, rules: newest.settings };
        let (catalogue, held) = state.store.catalogue().await?;
        let now = state.clock.now();
        let offers = offers_of_today(&catalogue.settings, &held, now, &words);
        let left = offers.into_iter().filter(|shown| shown.left != Some(0));
        let offers: Vec<Offer> = left.map(|shown| shown.offer).collect();
        let services = programme.services();
        let services = services.iter().filter(|it| it.offered).map(|it| it.value.as_str());
        let gains = Gains::of(&rulebook, services, &offers, now, &words);
        Ok(Self { programme, gains, words })
    }

    /// What somebody is told.
    pub(crate) fn view(self, access: &Access) -> SessionView {
        let view = access.view(&self.programme, self.gains, numbers::shown);
        let services = view.services.map(|services| self.words.services(services));
        SessionView { services, ..view }
    }
}
