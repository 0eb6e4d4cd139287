//! The services: `content/<language>/services/*.md`, a file for each.

use domain::service::ServiceOption;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::check_anchor;
use crate::front_matter::split;
use crate::markdown;
use crate::pictures::Pictures;

/// A service's file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceFile {
    /// Its place among the services, the smallest first.
    pub order: u32,
    /// The card on the home page.
    pub offer: Offer,
    /// The service as on the services page.
    pub service: Service,
    /// Its own page; `None` if the file has no text.
    pub page: Option<ServicePage>,
}

/// What the card of What We Offer says of a service. Its title may differ from the service's.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The title.
    pub title: String,
    /// A sentence or two.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    pub summary: String,
}

/// A card of What We Offer, with the colours of its service, so that the home page does not need
/// the services' full texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfferCard {
    /// The id of its service.
    pub id: String,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
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
    /// What to tell the company when getting in touch.
    pub next: String,
    /// What somebody is referred for who needs it.
    pub refer: ServiceOption,
    /// The colour of its drawing.
    pub colour: Colour,
    /// The background colour of its drawing.
    pub background_colour: BackgroundColour,
    /// The address of its own page; `null` if there is none.
    pub url: Option<String>,
}

/// The page of a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ServicePage {
    /// The service as on the services page.
    pub service: Service,
    /// A sentence or two for search engines.
    pub description: String,
    /// Frequent questions.
    pub questions: Vec<Question>,
    /// The body.
    pub content: Vec<Block>,
}

/// A frequent question about a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question in a customer's words.
    pub question: String,
    /// The answer in plain text.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    pub answer: String,
}

/// The line drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FrontMatter {
    /// Its place among the services, the smallest number first.
    order: u32,
    /// The title of the service.
    title: String,
    /// A sentence or two for search engines.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    description: String,
    /// The drawing.
    icon: Icon,
    /// The colour of the drawing.
    colour: Colour,
    /// The background colour of the drawing.
    background_colour: BackgroundColour,
    /// What somebody is referred for who needs it.
    #[schemars(schema_with = "service_options")]
    refer: ServiceOption,
    /// For whom it is, how you work and what they receive, a paragraph each.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    paragraphs: Vec<String>,
    /// What it includes, in short lines.
    included: Vec<String>,
    /// What to tell you when getting in touch, and what you do then.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    next: String,
    /// Its card on the home page.
    offer: Offer,
    /// Frequent questions, on the page of the service.
    #[serde(default)]
    questions: Vec<Question>,
}

/// The services of the referral form, for the editor.
pub(crate) fn service_options(_: &mut SchemaGenerator) -> Schema {
    let options = ServiceOption::ALL.iter();
    let options: Vec<_> =
        options.map(|option| json!({ "const": option.value(), "title": option.label() })).collect();
    json_schema!({ "oneOf": options })
}

/// Reads a service. `id` is the file's name without extension. The error names what was refused.
pub fn read_service(id: &str, text: &str, pictures: &Pictures) -> anyhow::Result<ServiceFile> {
    check_anchor(id)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    let content = markdown::blocks(body, pictures)?;
    let FrontMatter { order, description, offer, questions, .. } = matter;
    let service = Service {
        id: id.to_owned(),
        icon: matter.icon,
        title: matter.title,
        description: matter.paragraphs,
        included: matter.included,
        next: matter.next,
        refer: matter.refer,
        colour: matter.colour,
        background_colour: matter.background_colour,
        url: (!content.is_empty()).then(|| ["/services/", id].concat()),
    };
    let page = ServicePage { service: service.clone(), description, questions, content };
    let page = service.url.is_some().then_some(page);
    Ok(ServiceFile { order, offer, service, page })
}

impl ServiceFile {
    /// Leaves out its own page.
    pub fn switch_page_off(&mut self) {
        self.page = None;
        self.service.url = None;
    }

    /// Its own page, if it has one, by its id.
    pub fn own_page(&self) -> Option<(&String, &ServicePage)> {
        Some((&self.service.id, self.page.as_ref()?))
    }

    /// Its card of What We Offer.
    #[must_use]
    pub fn offer_card(&self) -> OfferCard {
        let Offer { title, summary } = self.offer.clone();
        let &Service { ref id, icon, colour, background_colour, ref url, .. } = &self.service;
        let url = url.clone().unwrap_or_else(|| ["/services#", id].concat());
        OfferCard { id: id.clone(), icon, title, summary, url, colour, background_colour }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "+++\norder = 2\ntitle = \"Corporate Trainings\"\ndescription = \"A\"\n\
        icon = \"training\"\ncolour = \"clay\"\nbackgroundColour = \"clay-wash\"\n\
        refer = \"training\"\nparagraphs = [\"At length.\"]\nincluded = [\"A test\"]\n\
        next = \"We call you.\"\n\n[offer]\ntitle = \"Professional Trainings\"\n\
        summary = \"B\"\n+++\n";

    #[test]
    fn an_offer_has_the_drawing_the_colours_and_the_link_of_its_service() {
        let text = format!("{FILE}The body.\n");
        let mut file = read_service("corporate-trainings", &text, &Pictures::default()).unwrap();
        let card = file.offer_card();
        assert_eq!(card.title, "Professional Trainings");
        assert_eq!((card.icon, card.colour), (Icon::Training, Colour::Clay));
        assert_eq!(card.background_colour, BackgroundColour::ClayWash);
        assert_eq!(card.url, "/services/corporate-trainings");
        assert_eq!(file.page.as_ref().unwrap().service, file.service);
        file.switch_page_off();
        assert_eq!(file.offer_card().url, "/services#corporate-trainings");
    }

    #[test]
    fn a_service_without_a_text_has_no_page() {
        let file = read_service("corporate-trainings", FILE, &Pictures::default()).unwrap();
        assert_eq!((file.page, file.service.url), (None, None));
    }

    #[test]
    fn what_a_service_cannot_have_is_refused_by_name() {
        for (from, to, word) in [
            ("next =", "then =", "then"),
            ("\"training\"\ncolour", "\"book\"\ncolour", "book"),
            ("refer = \"training\"", "refer = \"loans\"", "loans"),
            ("[offer]", "[card]", "card"),
        ] {
            let error =
                read_service("a", &FILE.replacen(from, to, 1), &Pictures::default()).unwrap_err();
            assert!(format!("{error:#}").contains(word), "{error:#}");
        }
        let error = read_service("I T", FILE, &Pictures::default()).unwrap_err();
        assert!(error.to_string().contains("I T"), "{error}");
    }
}
