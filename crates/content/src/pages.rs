//! Pages of text: `content/<language>/pages/*.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::check_page;
use crate::front_matter::split;
use crate::markdown;
use crate::pictures::Pictures;

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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageMatter {
    /// The title of the page, by which the footer names it too.
    title: String,
    /// A sentence or two for search engines.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    description: String,
    /// The paragraph under the title.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    lead: String,
}

/// Reads a text page. `name` is the file's name without extension. The error names what was
/// refused.
pub fn read_text_page(name: &str, text: &str, pictures: &Pictures) -> anyhow::Result<TextPage> {
    check_page(name)?;
    let (matter, body) = split::<PageMatter>(text)?;
    let PageMatter { title, description, lead } = matter;
    Ok(TextPage { title, description, lead, content: markdown::blocks(body, pictures)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "+++\ntitle = \"Terms\"\ndescription = \"A\"\nlead = \"B\"\n+++\n\
        Read *[this](/contact)* and that.\n\n- [There](/blog)\n";

    #[test]
    fn a_text_page_has_a_title_and_a_body() {
        let page = read_text_page("terms", PAGE, &Pictures::default()).unwrap();
        assert_eq!(page.title, "Terms");
        assert_eq!(page.content.len(), 2);
    }

    #[test]
    fn a_text_page_takes_no_address_that_the_site_has_anyway() {
        for name in ["blog", "index", "404", "Terms", "p", "r", "ar"] {
            assert!(read_text_page(name, PAGE, &Pictures::default()).is_err(), "{name}");
        }
    }
}
