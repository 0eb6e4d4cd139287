//! Pages of text, `content/pages/*.md`, and of services, `content/services/*.md`.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::{check_anchor, check_page};
use crate::front_matter::split;
use crate::markdown;
use crate::services::Service;

/// A page of text, such as the terms. Its address is the name of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TextPage {
    /// The title.
    pub title: String,
    /// A sentence or two for search engines.
    pub description: String,
    /// The paragraph under the title.
    pub lead: String,
    /// The body.
    pub content: Vec<Block>,
}

/// A link to a text page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TextPageLink {
    /// The address, such as `/terms`.
    pub url: String,
    /// The text of the link.
    pub title: String,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question in a customer's words.
    pub question: String,
    /// The answer in plain text.
    pub answer: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageMatter {
    title: String,
    description: String,
    lead: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ServiceMatter {
    description: String,
    questions: Vec<Question>,
}

/// Reads a text page. `name` is the file's name without extension. The error names what was
/// refused.
pub fn read_text_page(name: &str, text: &str, image_hosts: &[String]) -> anyhow::Result<TextPage> {
    check_page(name)?;
    let (matter, body) = split::<PageMatter>(text)?;
    let PageMatter { title, description, lead } = matter;
    Ok(TextPage { title, description, lead, content: markdown::blocks(body, image_hosts)? })
}

/// Reads the page of one of these services. `id` is the file's name without extension. The error
/// names what was refused.
pub fn read_service_page(
    id: &str,
    text: &str,
    services: &[Service],
    image_hosts: &[String],
) -> anyhow::Result<ServicePage> {
    check_anchor(id)?;
    let service = services.iter().find(|service| service.id == id);
    let service = service.with_context(|| format!("services.json has no service {id:?}"))?;
    let (matter, body) = split::<ServiceMatter>(text)?;
    let ServiceMatter { description, questions } = matter;
    let content = markdown::blocks(body, image_hosts)?;
    Ok(ServicePage { service: service.clone(), description, questions, content })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "+++\ntitle = \"Terms\"\ndescription = \"A\"\nlead = \"B\"\n+++\n\
        Read *[this](/contact)* and that.\n\n- [There](/blog)\n";

    #[test]
    fn a_text_page_has_a_title_and_a_body() {
        let page = read_text_page("terms", PAGE, &[]).unwrap();
        assert_eq!(page.title, "Terms");
        assert_eq!(page.content.len(), 2);
    }

    #[test]
    fn a_text_page_takes_no_address_that_the_site_has_anyway() {
        for name in ["blog", "index", "404", "Terms", "p", "r"] {
            assert!(read_text_page(name, PAGE, &[]).is_err(), "{name}");
        }
    }

    #[test]
    fn a_service_page_needs_a_service() {
        let text = "+++\ndescription = \"A\"\nquestions = []\n+++\nB\n";
        let error = read_service_page("spaceflight", text, &[], &[]).unwrap_err();
        assert!(error.to_string().contains("\"spaceflight\""), "{error}");
    }
}
