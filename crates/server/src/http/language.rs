//! The languages of the site, and what a server says in each: on the pages that it fills in, in answers to scripts, and
//! in text messages.

use std::{collections::BTreeMap, convert::Infallible, fmt, ops::Deref, sync::Arc};

use api::{Code, Done, HostedCode, LENGTHS, Problem, ProblemError};
use axum::{
    extract::FromRequestParts,
    http::{header::ACCEPT_LANGUAGE, request::Parts},
};
use domain::{
    notice::Notice,
    pipeline::{CONSENT_LANGUAGES, ProgrammeSettings, Progress, PublicStage, ServiceChoice},
    referral::Instant,
    rewards::Day,
    say::{Say, Value},
};
use site::Site;

use crate::{AppState, clock::day};

/// A language of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Language {
    code: &'static str,
    /// The version of the text that people agree to in it.
    pub(crate) consent_text: u64,
}

impl Default for Language {
    fn default() -> Self {
        let (code, consent_text) = CONSENT_LANGUAGES[0];
        Self { code, consent_text }
    }
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

    /// Its code, such as `ar`.
    pub(crate) fn code(self) -> &'static str {
        self.code
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

/// The language of a request: that of the page's address, which its route adds to it, or that of the page from which a
/// script asks.
impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let of_address = parts.extensions.get::<Self>().copied();
        let wanted = parts.headers.get(ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
        Ok(of_address.unwrap_or_else(|| wanted.and_then(accepted).unwrap_or_default()))
    }
}

/// The language that somebody prefers of those that there are, by an `Accept-Language` (RFC 9110, 12.5.4).
fn accepted(wanted: &str) -> Option<Language> {
    let weighed = wanted.split(',').filter_map(|range| {
        let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        let code = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        Some((Language::of(&code).filter(|_| weight > 0.0)?, weight))
    });
    // The first of those with the same weight.
    let better =
        |best: (Language, f32), next: (Language, f32)| if next.1 > best.1 { next } else { best };
    weighed.reduce(better).map(|(language, _)| language)
}

/// The file of a language with what a server says in it (`crates/content/src/generate/rules.rs`).
const WORDS: &str = "/server-words.ftl";

/// The words of the languages of a site, by their codes.
#[derive(Clone, Default)]
pub(crate) struct Translations(Arc<BTreeMap<&'static str, Arc<words::Words>>>);

impl Translations {
    /// Reads those of a build. A file that is missing or cannot be read leaves its language in English.
    pub(crate) fn of(site: &Site) -> Self {
        let read = |language: Language| {
            let text = site.text(&language.path(WORDS))?;
            match words::Words::read(language.code, text) {
                Ok(words) => Some((language.code, Arc::new(words))),
                Err(error) => {
                    tracing::error!(%error, "the site's words cannot be read");
                    None
                }
            }
        };
        Self(Arc::new(Language::all().skip(1).filter_map(read).collect()))
    }

    /// Where an English page is in a language: in English itself if the site is not in that language.
    pub(crate) fn path(&self, language: Language, english: &str) -> String {
        if self.0.contains_key(language.code) { language.path(english) } else { english.to_owned() }
    }

    /// Those of a language.
    pub(crate) fn in_language(&self, language: Language) -> Translation {
        Translation(self.0.get(language.code).cloned())
    }
}

/// What is said in a language. What it has no words for, and everything in English, is said as the rules say it.
#[derive(Clone, Default)]
pub(crate) struct Translation(Option<Arc<words::Words>>);

impl fmt::Debug for Translation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Translation").field(&self.lang()).finish()
    }
}

impl Deref for Translation {
    type Target = words::Words;

    fn deref(&self) -> &words::Words {
        self.0.as_deref().unwrap_or(words::Words::english())
    }
}

impl Say for Translation {
    fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        (**self).say(id, values)
    }

    fn service(&self, value: &str, label: &str) -> String {
        (**self).service(value, label)
    }

    fn number(&self, number: u64) -> String {
        (**self).number(number)
    }

    fn ordinal(&self, number: u64) -> String {
        (**self).ordinal(number)
    }
}

impl FromRequestParts<AppState> for Translation {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(state.words(Language::from_request_parts(parts, state).await?))
    }
}

impl Translation {
    /// The attributes of a document in it.
    pub(crate) fn attributes(&self) -> String {
        let direction = if self.is_right_to_left() { " dir=\"rtl\"" } else { "" };
        format!("lang=\"{}\"{direction}", self.lang())
    }

    /// The message with this id, with these values by the names of its variables; else what the rules say in English.
    pub(crate) fn say_or(&self, id: &str, values: &[(&str, Value<'_>)], english: &str) -> String {
        self.message(id, values).unwrap_or_else(|| english.to_owned())
    }

    /// The notice of an error.
    pub(crate) fn error(&self, description: &str) -> Notice {
        let notice = Notice::error(description);
        Notice { title: self.say_or("error", &[], &notice.title), ..notice }
    }

    /// The notice of what was done.
    pub(crate) fn done(&self, Done { id, english, value }: Done) -> Notice {
        let Some(id) = id else { return english };
        let values = value.iter().map(|(name, text)| (*name, Value::Text(text)));
        let values: Vec<_> = values.collect();
        Notice {
            title: self.say_or(&[id, "-title"].concat(), &[], &english.title),
            description: self.say_or(id, &values, &english.description),
            ..english
        }
    }

    /// The notice of a form with errors.
    pub(crate) fn not_sent(&self) -> Notice {
        self.error(&self.say_or("not-sent", &[], &Notice::not_sent().description))
    }

    /// The notice of a referral that was submitted by a form without script.
    pub(crate) fn form_submitted(&self) -> Notice {
        let english = api::form_submitted();
        Notice {
            title: self.say_or("referral-submitted-title", &[], &english.title),
            description: self.say_or("form-submitted", &[], &english.description),
            ..english
        }
    }

    /// The hint for a code.
    pub(crate) fn hint(&self, code: Code) -> String {
        let own = code.message_id().and_then(|id| self.message(id, &[]));
        own.unwrap_or_else(|| code.words().hint.to_owned())
    }

    /// The hint beside a field, if the language has words for it.
    fn hint_for(&self, error: &ProblemError) -> Option<String> {
        if error.code != Code::Hosted(HostedCode::TextTooLong) {
            return self.message(error.code.message_id()?, &[]);
        }
        let length = LENGTHS.iter().find(|length| length.field == error.field)?;
        self.message("too-long", &[("max", Value::Part(&length.max.to_string()))])
    }

    /// A refusal in this language, by its codes. What only staff can meet stays English.
    pub(crate) fn problem(&self, problem: &Problem) -> Problem {
        let mut problem = problem.clone();
        for error in &mut problem.errors {
            if let Some(hint) = self.hint_for(error) {
                error.hint = hint;
            }
        }
        let Some(notice) =
            problem.codes.first().and_then(|&code| self.about(code, &problem.notice))
        else {
            return problem;
        };
        // A detail that says something else is for whoever writes a client.
        if problem.detail == problem.notice.description {
            problem.detail.clone_from(&notice.description);
        }
        problem.notice = notice;
        problem
    }

    /// The notice of a refusal by its first code, which may have a text of its own beside the hint.
    fn about(&self, code: Code, english: &Notice) -> Option<Notice> {
        let id = code.message_id()?;
        // Codes that share a notice have its words under the first of them.
        let toast = api::toast_id(&code.words()).and_then(|toast| self.message(&toast, &[]));
        let title = self.message(&[id, "-title"].concat(), &[]);
        Some(Notice {
            title: title.unwrap_or_else(|| self.say_or("error", &[], &english.title)),
            description: toast.or_else(|| self.message(id, &[]))?,
            variant: english.variant,
        })
    }

    /// The name of a stage that the referrer and the referred person read.
    pub(crate) fn public_stage(&self, progress: &Progress) -> String {
        self.say_or(&PublicStage::of(&progress.stage).name_id(), &[], progress.public_stage())
    }

    /// The sentence that the referrer reads. What an owner has written is said as they wrote it.
    pub(crate) fn progress(&self, progress: &Progress, programme: &ProgrammeSettings) -> String {
        let own = progress.sentence(programme);
        progress.sentence_id().map_or_else(|| own.to_owned(), |id| self.say_or(&id, &[], own))
    }

    /// The same services with their names in this language.
    pub(crate) fn services(&self, services: Vec<ServiceChoice>) -> Vec<ServiceChoice> {
        let name = |ServiceChoice { value, label }| {
            let label = self.service(&value, &label);
            ServiceChoice { value, label }
        };
        services.into_iter().map(name).collect()
    }

    /// The day of an instant (UTC), as the language writes it.
    pub(crate) fn day(&self, at: Instant) -> String {
        if self.0.is_none() { day(at) } else { Day::of(at).words(self) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rejection::RejectionCode;

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
    fn the_language_of_a_request_is_the_preferred_one_of_those_that_there_are() {
        for (wanted, language) in [
            ("ar", "ar"),
            ("en-GB", "en"),
            ("HI-in", "hi"),
            ("fr, ta;q=0.9, ar;q=0.8", "ta"),
            ("en;q=0.5,ar;q=0.7", "ar"),
            ("ta,hi", "ta"),
            ("ar;q=0, hi;q=0.1", "hi"),
        ] {
            assert_eq!(accepted(wanted).map(Language::code), Some(language), "{wanted}");
        }
        for none in ["", "fr", "*", "ar;q=0", "ar;q=x", "\u{0}"] {
            assert_eq!(accepted(none), None, "{none}");
        }
    }

    fn in_arabic(text: &str) -> Translation {
        Translation(Some(Arc::new(words::Words::read("ar", text.to_owned()).unwrap())))
    }

    #[test]
    fn what_a_language_has_no_words_for_is_said_in_english() {
        for none in [Translation::default(), in_arabic("")] {
            assert_eq!(none.not_sent(), Notice::not_sent());
            assert_eq!(none.done(api::code_sent("+974")), api::code_sent("+974").english);
            assert_eq!(none.service("training", "Training"), "Training");
        }
        assert_eq!(Translation::default().day(Instant::default()), "01/01/1970");
        assert_eq!(Translation::default().attributes(), "lang=\"en\"");
    }

    #[test]
    fn a_number_keeps_its_direction_and_a_day_its_order() {
        let words = in_arabic(
            "direction = rtl\notp-sent = إلى { $number }.\nmonth = يناير\nday = { $day } { $month } { $year }\n",
        );
        assert_eq!(words.done(api::code_sent("+974")).description, "إلى \u{2068}+974\u{2069}.");
        assert_eq!(words.day(Instant::default()), "1 يناير 1970");
        assert_eq!(words.attributes(), "lang=\"ar\" dir=\"rtl\"");
    }

    /// What the files of a language say, as its build puts them together.
    fn of_content(code: &str) -> Translation {
        let file = |name: &str| {
            let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
            std::fs::read_to_string(format!("{content}/{code}/words/{name}.ftl")).unwrap()
        };
        let text = file("rules") + &file("server");
        Translation(Some(Arc::new(words::Words::read(code, text).unwrap())))
    }

    #[test]
    fn every_code_that_visitors_and_members_can_meet_is_said_in_each_language() {
        for words in ["ar", "hi", "ta"].map(of_content) {
            for (code, _) in Code::of_visitors() {
                let english = Problem::new(422, "", vec![code]);
                let own = words.problem(&english);
                let (notice, plain) = (&own.notice, &english.notice);
                assert_ne!(notice.title, plain.title, "{code:?}");
                assert_ne!(notice.description, plain.description, "{code:?}");
                assert_eq!((&own.detail, notice.variant), (&notice.description, plain.variant));
                for (own, english) in own.errors.iter().zip(&english.errors) {
                    assert_ne!(own.hint, english.hint, "{code:?}");
                    assert_eq!((own.code, own.field), (english.code, english.field));
                }
            }
            for code in [HostedCode::StaffGone.into(), RejectionCode::CallOutcomeUnknown.into()] {
                let english = Problem::new(422, "", vec![code]);
                assert_eq!(words.problem(&english), english, "{code:?}");
            }
        }
    }

    #[test]
    fn a_toast_that_says_something_else_than_the_hint_is_said_as_well() {
        let words =
            in_arabic("wrong-code = الرمز خطأ.\nwrong-code-toast = رمز غير صحيح.\nerror = خطأ\n");
        let problem = Problem::new(422, "", vec![RejectionCode::WrongCode.into()]);
        let problem = words.problem(&problem);
        assert_eq!(problem.errors[0].hint, "الرمز خطأ.");
        assert_eq!(
            (&*problem.notice.title, &*problem.notice.description),
            ("خطأ", "رمز غير صحيح.")
        );
    }
}
