//! The services: `content/services.json`.

use domain::service::ServiceOption;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::checks::{ContentError, check_anchors};

/// The whole file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Services {
    /// The cards of What We Offer, on the home page.
    pub offers: Vec<Offer>,
    /// The cards of the services page.
    pub services: Vec<Service>,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The drawing.
    pub icon: Icon,
    /// The title.
    pub title: String,
    /// A sentence or two.
    pub summary: String,
    /// The id of the [`Service`] that it leads to.
    pub service: String,
}

/// A card of What We Offer, with the colours of its service, so that the home page does not need
/// the services' full texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfferCard {
    /// The drawing.
    pub icon: Icon,
    /// The title.
    pub title: String,
    /// A sentence or two.
    pub summary: String,
    /// The address: the page of its service, or its anchor on the services page.
    pub url: String,
    /// The colour of the drawing.
    pub colour: Colour,
    /// The background colour.
    pub background_colour: BackgroundColour,
}

/// A service entry (specification, section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Service {
    /// The anchor on the services page.
    pub id: String,
    /// The drawing.
    pub icon: Icon,
    /// The title.
    pub title: String,
    /// The long description, paragraph by paragraph.
    pub description: Vec<String>,
    /// What it includes, in short lines.
    pub included: Vec<String>,
    /// What happens after a visitor gets in touch.
    pub next: String,
    /// What somebody is referred for who needs it.
    pub refer: ServiceOption,
    /// The colour of its drawing.
    pub colour: Colour,
    /// The background colour of its drawing.
    pub background_colour: BackgroundColour,
    /// The address of its own page; `null` if there is none. See [`Services::with_pages`].
    #[serde(skip_deserializing)]
    pub url: Option<String>,
}

/// The line drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    /// Two people.
    Recruitment,
    /// An open book.
    Training,
    /// Linked nodes.
    It,
    /// A plan with milestones.
    NonIt,
    /// An aircraft.
    Aerospace,
    /// An engine.
    Mro,
}

/// The colours of services, by design token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the colours")]
pub enum Colour {
    Indigo,
    Teal,
    Plum,
    Moss,
    Clay,
    Steel,
}

/// The background colours of services, by design token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the colours")]
pub enum BackgroundColour {
    IndigoWash,
    TealWash,
    PlumWash,
    MossWash,
    ClayWash,
    SteelWash,
}

impl Services {
    /// Checks that anchors are valid and unique, and that the service of every offer exists.
    pub fn check(&self) -> Result<(), ContentError> {
        check_anchors(self.services.iter().map(|service| &service.id))?;
        self.offer_cards().map(drop)
    }

    /// The services; those with these ids get the address of their own page.
    #[must_use]
    pub fn with_pages(mut self, ids: &[&str]) -> Self {
        for service in &mut self.services {
            let id = service.id.as_str();
            service.url = ids.contains(&id).then(|| ["/services/", id].concat());
        }
        self
    }

    /// The cards of What We Offer. Fails if the service of an offer does not exist.
    pub fn offer_cards(&self) -> Result<Vec<OfferCard>, ContentError> {
        self.offers.iter().map(|offer| self.offer_card(offer)).collect()
    }

    fn offer_card(&self, offer: &Offer) -> Result<OfferCard, ContentError> {
        let Offer { icon, title, summary, service } = offer.clone();
        let Some(service) = self.services.iter().find(|Service { id, .. }| *id == service) else {
            return Err(ContentError::NoService(title, service));
        };
        let &Service { ref id, colour, background_colour, ref url, .. } = service;
        let url = url.clone().unwrap_or_else(|| ["/services#", id].concat());
        Ok(OfferCard { icon, title, summary, url, colour, background_colour })
    }
}
