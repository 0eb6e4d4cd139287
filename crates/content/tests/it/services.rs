//! The services and offers in `content/services.json`.

use content::{BackgroundColour, Colour, ContentError, Icon, Offer, Service, Services};
use domain::service::ServiceOption;

#[test]
fn every_offer_leads_to_a_service() {
    let mut services = services();
    assert_eq!(services.check(), Ok(()));
    services.offers[1].service = "spaceflight".to_owned();
    let lost = ContentError::NoService("Professional Trainings".into(), "spaceflight".into());
    assert_eq!(services.check(), Err(lost));
    services.services.clear();
    assert!(matches!(services.check(), Err(ContentError::NoService(title, _)) if title == "IT"));
}

#[test]
fn services_have_anchors_of_their_own() {
    let mut services = services();
    services.services.push(service("it"));
    assert_eq!(services.check(), Err(ContentError::Twice("it".to_owned())));
    services.services[2].id = "I T".to_owned();
    assert_eq!(services.check(), Err(ContentError::Anchor("I T".to_owned())));
}

#[test]
fn an_offer_has_the_colours_and_the_link_of_its_service() {
    let mut services = services();
    services.services[1].colour = Colour::Clay;
    services.services[1].background_colour = BackgroundColour::ClayWash;
    let cards = services.with_pages(&["training"]).offer_cards().unwrap();
    let colours: Vec<_> =
        cards.iter().map(|card| (&*card.url, card.colour, card.background_colour)).collect();
    assert_eq!(
        colours,
        [
            ("/services#it", Colour::Indigo, BackgroundColour::IndigoWash),
            ("/services/training", Colour::Clay, BackgroundColour::ClayWash),
        ]
    );
}

fn services() -> Services {
    let offer = |title: &str, service: &str| Offer {
        icon: Icon::It,
        title: title.to_owned(),
        summary: "In a sentence.".to_owned(),
        service: service.to_owned(),
    };
    Services {
        offers: vec![offer("IT", "it"), offer("Professional Trainings", "training")],
        services: vec![service("it"), service("training")],
    }
}

fn service(id: &str) -> Service {
    Service {
        id: id.to_owned(),
        icon: Icon::It,
        title: "IT Services".to_owned(),
        description: vec!["At length.".to_owned()],
        included: vec!["Cloud".to_owned()],
        next: "We call you.".to_owned(),
        refer: ServiceOption::ItServices,
        colour: Colour::Indigo,
        background_colour: BackgroundColour::IndigoWash,
        url: None,
    }
}
