//! What the pages are told: who is logged in, and what the programme offers today.

use api::{Access, SessionView};
use domain::pipeline::ProgrammeSettings;
use domain::rewards::{Gains, Offer, Rulebook};

use crate::{AppState, db, rewards::catalogue::routes::offers_of_today};

/// What the programme offers today.
pub(crate) struct Offered {
    programme: ProgrammeSettings,
    gains: Option<Gains>,
}

impl Offered {
    /// Reads it.
    pub(crate) async fn today(state: &AppState) -> db::Result<Self> {
        let programme = state.store.programme().await?.settings;
        let newest = state.store.rulebook().await?;
        let rulebook = Rulebook { version: newest.version, rules: newest.settings };
        let (catalogue, held) = state.store.catalogue().await?;
        let now = state.clock.now();
        let offers = offers_of_today(&catalogue.settings, &held, now);
        let left = offers.into_iter().filter(|shown| shown.left != Some(0));
        let offers: Vec<Offer> = left.map(|shown| shown.offer).collect();
        let services = programme.services();
        let services = services.iter().filter(|it| it.offered).map(|it| it.value.as_str());
        let gains = Gains::of(&rulebook, services, &offers, now);
        Ok(Self { programme, gains })
    }

    /// What somebody is told.
    pub(crate) fn view(self, access: &Access) -> SessionView {
        access.view(&self.programme, self.gains, numbers::shown)
    }
}
