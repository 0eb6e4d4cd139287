//! The languages of the site: `content/languages.json`.

use anyhow::bail;
use serde::Deserialize;

/// The language in which everything is written first. Its pages have no language in their address.
pub const ORIGINAL: &str = "en";

/// A language.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Language {
    /// Its folder in `content/`, and the start of the addresses of its pages: `ar` for `/ar/services`.
    pub code: String,
    /// What it calls itself.
    pub name: String,
    /// What pages say they are in (BCP 47), such as `en-GB`.
    pub tag: String,
    /// By what numbers and dates are written (BCP 47). It may say which digits and hours:
    /// `ar-QA-u-hc-h23-nu-latn`.
    pub locale: String,
    /// The name that other sites know it by, such as `en_GB`.
    pub open_graph: String,
    /// Whether it is written from right to left.
    #[serde(default)]
    pub right_to_left: bool,
    /// The categories of its plurals (`Intl.PluralRules`) without `other`.
    pub plurals: Vec<String>,
}

impl Language {
    /// What the addresses of its pages start with: nothing, or such as `/ar`.
    #[must_use]
    pub fn base(&self) -> String {
        if self.code == ORIGINAL { String::new() } else { ["/", &self.code].concat() }
    }
}

/// Reads the list, whose first language is [`ORIGINAL`].
pub fn read_languages(text: &str) -> anyhow::Result<Vec<Language>> {
    let languages: Vec<Language> = serde_json::from_str(text)?;
    if languages.first().is_none_or(|first| first.code != ORIGINAL) {
        bail!("the first language is {ORIGINAL:?}, because the others are translated from it");
    }
    for (place, Language { code, .. }) in languages.iter().enumerate() {
        // Longer ones could be the name of a page.
        if code.len() != 2 || !code.bytes().all(|letter| letter.is_ascii_lowercase()) {
            bail!("the language {code:?} is not made of two small letters");
        }
        if languages[..place].iter().any(|before| before.code == *code) {
            bail!("the language {code:?} is there twice");
        }
    }
    Ok(languages)
}
