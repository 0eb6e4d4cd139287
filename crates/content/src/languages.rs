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
    for (place, language) in languages.iter().enumerate() {
        let Language { code, tag, locale, open_graph, .. } = language;
        // Longer ones could be the name of a page.
        if code.len() != 2 || !code.bytes().all(|letter| letter.is_ascii_lowercase()) {
            bail!("the language {code:?} is not made of two small letters");
        }
        for (key, text, joint) in
            [("tag", tag, b'-'), ("locale", locale, b'-'), ("openGraph", open_graph, b'_')]
        {
            // They stand in the markup of all pages, and in feeds.
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == joint;
            if text.is_empty() || !text.bytes().all(is_part) {
                bail!(
                    "{key} of the language {code:?} is {text:?}: it has letters, digits and {:?} only",
                    char::from(joint)
                );
            }
        }
        if languages[..place].iter().any(|before| before.code == *code) {
            bail!("the language {code:?} is there twice");
        }
    }
    Ok(languages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_markup_has_no_markup() {
        let of = |key: &str, text: &str| {
            let mut language = serde_json::json!({ "code": "en", "name": "English", "tag": "en-GB",
                "locale": "en-GB-u-hc-h23", "openGraph": "en_GB", "plurals": ["one"] });
            if !key.is_empty() {
                language[key] = text.into();
            }
            read_languages(&serde_json::json!([language]).to_string())
        };
        assert_eq!(of("", "").unwrap().len(), 1);
        for key in ["tag", "locale", "openGraph"] {
            for text in ["", "en GB", "en\"><script>", "en&lt;", "en\n", "é"] {
                let refused = of(key, text).unwrap_err().to_string();
                assert!(refused.starts_with(&format!("{key} of the language")), "{refused}");
            }
        }
    }
}
