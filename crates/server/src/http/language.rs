//! The languages of the pages that a server fills in (`/p`, `/ar/p`), and what it says on them.

use std::collections::BTreeMap;

use api::{Code, HostedCode, ProblemError, hint_to_themselves_id, page_code_sent};
use axum::{
    body::{Body, to_bytes},
    http::Request,
};
use chrono::{DateTime, Datelike};
use domain::{
    notice::Notice,
    pipeline::{CONSENT_LANGUAGES, ServiceChoice},
    referral::Instant,
};
use serde::Deserialize;
use tower::ServiceExt;

use crate::{clock::day, http::no_script_forms::Pages};

/// A language of these pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Language {
    code: &'static str,
    /// The version of the text that people agree to in it.
    pub(crate) consent_text: u64,
}

impl Language {
    /// All of them, English first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        CONSENT_LANGUAGES.iter().map(|&(code, consent_text)| Self { code, consent_text })
    }

    /// The one with this code; `None` for any other text.
    pub(crate) fn of(code: &str) -> Option<Self> {
        Self::all().find(|it| it.code == code)
    }

    /// The address of a page in it: English ones have no language.
    pub(crate) fn path(self, english: &str) -> String {
        match self.code {
            "en" => english.to_owned(),
            code => format!("/{code}{english}"),
        }
    }
}

/// The address of the same page in English.
pub(crate) fn in_english(path: &str) -> &str {
    let below = |language: Language| {
        let rest = path.strip_prefix(&language.path(""))?;
        rest.starts_with('/').then_some(rest)
    };
    Language::all().skip(1).find_map(below).unwrap_or(path)
}

/// The file of a language that the build writes from its words of the rules (`web/scripts/prerender.mjs`).
const WORDS: &str = "/server-words.json";

/// The maximum size of the file that is read.
const LONGEST_WORDS: usize = 1 << 18;

/// What is said in a language. What it has no words for, and everything in English, is said as the rules say it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Words {
    lang: String,
    right_to_left: bool,
    /// The texts by their ids, which for a refusal is its code.
    texts: BTreeMap<String, String>,
    /// What is said about a text that is too long, by its field.
    too_long: BTreeMap<String, String>,
    /// The services that the site has by itself, by their values.
    services: BTreeMap<String, String>,
    /// A day of each month.
    days: Vec<String>,
}

impl Words {
    /// Those of a language, as the site has them.
    pub(crate) async fn of(language: Language, Pages(pages): &Pages) -> Self {
        let read = async {
            let path = language.path(WORDS);
            let request = Request::get(path).body(Body::empty()).ok()?;
            let answer = pages.clone().oneshot(request).await.ok()?;
            let words = to_bytes(answer.into_body(), LONGEST_WORDS).await.ok()?;
            serde_json::from_slice(&words).ok()
        };
        if language.code == "en" { Self::default() } else { read.await.unwrap_or_default() }
    }

    /// The attributes of a document in it.
    pub(crate) fn attributes(&self) -> String {
        let lang = if self.lang.is_empty() { "en" } else { &self.lang };
        let direction = if self.right_to_left { " dir=\"rtl\"" } else { "" };
        format!("lang=\"{lang}\"{direction}")
    }

    /// The text with this id.
    pub(crate) fn say(&self, id: &str, english: &str) -> String {
        self.texts.get(id).map_or(english, String::as_str).to_owned()
    }

    /// The same with a value in the place of this name. Within a text from right to left it keeps its own direction.
    pub(crate) fn say_with(&self, id: &str, english: &str, (name, value): (&str, &str)) -> String {
        let Some(text) = self.texts.get(id) else { return english.to_owned() };
        let place = format!("{{{name}}}");
        match self.right_to_left {
            true => text.replace(&place, &format!("\u{2068}{value}\u{2069}")),
            false => text.replace(&place, value),
        }
    }

    /// The notice of an error.
    pub(crate) fn error(&self, description: &str) -> Notice {
        let notice = Notice::error(description);
        Notice { title: self.say("error", &notice.title), ..notice }
    }

    /// The notice of a form with errors.
    pub(crate) fn not_sent(&self) -> Notice {
        self.error(&self.say("not-sent", &Notice::not_sent().description))
    }

    /// The notice of a code that was sent to this number.
    pub(crate) fn code_sent(&self, number: &str) -> Notice {
        let notice = page_code_sent(number);
        Notice {
            title: self.say("page-code-sent-title", &notice.title),
            description: self.say_with("page-code-sent", &notice.description, ("number", number)),
            ..notice
        }
    }

    /// What is said about an error to somebody who types about themselves, if the language has words for it.
    pub(crate) fn hint(&self, error: &ProblemError) -> Option<&String> {
        match error.code {
            Code::Hosted(HostedCode::TextTooLong) => {
                let field = serde_json::to_value(error.field).ok()?;
                self.too_long.get(field.as_str()?)
            }
            Code::Rule(code) => {
                let own = self.texts.get(&hint_to_themselves_id(code));
                own.or_else(|| self.texts.get(code.as_str()))
            }
            Code::Hosted(code) => self.texts.get(code.as_str()),
        }
    }

    /// The name of a service. One that owners have named is called as they call it.
    pub(crate) fn service<'a>(&'a self, value: &str, label: &'a str) -> &'a str {
        self.services.get(value).map_or(label, String::as_str)
    }

    /// The same services with their names in this language.
    pub(crate) fn services(&self, services: Vec<ServiceChoice>) -> Vec<ServiceChoice> {
        let name = |ServiceChoice { value, label }| {
            let label = self.service(&value, &label).to_owned();
            ServiceChoice { value, label }
        };
        services.into_iter().map(name).collect()
    }

    /// The day of an instant (UTC), as the language writes it.
    pub(crate) fn day(&self, at: Instant) -> String {
        let then = DateTime::from_timestamp_millis(at.as_millis().cast_signed());
        let written = then.and_then(|then| {
            let form = self.days.get(usize::try_from(then.month0()).ok()?)?;
            let number = form.replace("{day}", &then.day().to_string());
            Some(number.replace("{year}", &then.year().to_string()))
        });
        written.unwrap_or_else(|| day(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_a_language_is_that_of_the_english_page_below_it() {
        let arabic = Language::of("ar").unwrap();
        assert_eq!(arabic.path("/p"), "/ar/p");
        assert_eq!(Language::of("en").unwrap().path("/p"), "/p");
        for (path, english) in [("/ar/p/agreed", "/p/agreed"), ("/p", "/p"), ("/arp", "/arp")] {
            assert_eq!(in_english(path), english);
        }
        assert_eq!([in_english("/fr/p"), in_english("/en/p")], ["/fr/p", "/en/p"]);
        assert_eq!(Language::of("fr"), None);
    }

    #[test]
    fn what_a_language_has_no_words_for_is_said_in_english() {
        let none = Words::default();
        assert_eq!(none.not_sent(), Notice::not_sent());
        assert_eq!(none.code_sent("+974"), page_code_sent("+974"));
        assert_eq!(none.service("training", "Training"), "Training");
        assert_eq!(none.day(Instant::default()), "01/01/1970");
        assert_eq!(none.attributes(), "lang=\"en\"");
    }

    #[test]
    fn a_number_keeps_its_direction_and_a_day_its_order() {
        let words: Words = serde_json::from_str(
            r#"{"lang":"ar","rightToLeft":true,"texts":{"page-code-sent":"إلى {number}."},"days":["{day} يناير {year}"]}"#,
        )
        .unwrap();
        assert_eq!(words.code_sent("+974").description, "إلى \u{2068}+974\u{2069}.");
        assert_eq!(words.day(Instant::default()), "1 يناير 1970");
        assert_eq!(words.attributes(), "lang=\"ar\" dir=\"rtl\"");
    }
}
