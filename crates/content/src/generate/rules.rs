//! What the rules and the server say, in each language. English stands in `crates/domain` and `crates/api`, beside the
//! codes; every other language has `content/<language>/words/rules.ftl`, with a message for each.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use api::{Length, toast_id};
use content::{Catalogue, Language};
use domain::notice::Notice;
use domain::pipeline::CONSENT_LANGUAGES;
use domain::rejection::{Field, RejectionWords};
use domain::service::ServiceOption;
use serde::Serialize;

use crate::output::Output;
use crate::{hosted, values};

/// The name of the file of each language.
pub(crate) const NAME: &str = "rules";
/// Where the bindings lie, seen from those of a language.
const BINDINGS: &str = "../../../../../../bindings/";

/// The titles of the services' pages, by their English ones.
pub(crate) type Titles = BTreeMap<String, String>;

/// Says in one language what stands in English in the domain. Every text gets the id of its message, so that
/// English knows the messages that the others need.
pub(crate) struct Wording<'a> {
    /// `None` for English.
    translation: Option<&'a Catalogue>,
    titles: Titles,
    /// The English texts by the ids of their messages, with `{ $name }` for what is put in.
    said: BTreeMap<String, String>,
}

/// [`RejectionWords`] in any language.
#[derive(Serialize)]
pub(crate) struct RejectionText {
    field: Option<Field>,
    hint: String,
    pub(crate) notice: Option<Notice>,
}

/// [`Length`] in any language.
#[derive(Serialize)]
pub(crate) struct LengthText {
    field: Field,
    max: usize,
    pub(crate) hint: String,
}

impl<'a> Wording<'a> {
    pub(crate) fn english() -> Self {
        Self::of(None, Titles::new())
    }

    fn of(translation: Option<&'a Catalogue>, titles: Titles) -> Self {
        Self { translation, titles, said: BTreeMap::new() }
    }

    /// The folder of the bindings' types, seen from a module in this language.
    pub(crate) fn bindings(&self) -> &'static str {
        if self.translation.is_some() { BINDINGS } else { "./" }
    }

    /// A text.
    pub(crate) fn text(&mut self, id: &str, english: &str) -> anyhow::Result<String> {
        self.filled(id, english, &[])
    }

    /// A text with these values in it.
    pub(crate) fn filled(
        &mut self,
        id: &str,
        english: &str,
        values: &[(&str, &str)],
    ) -> anyhow::Result<String> {
        let known = self.said.insert(id.to_owned(), english.to_owned());
        if known.is_some_and(|known| known != english) {
            bail!("two English texts have the id {id}");
        }
        match self.translation {
            Some(translation) => translation.say(id, values).with_context(|| id.to_owned()),
            None => Ok(values.iter().fold(english.to_owned(), |text, (name, value)| {
                text.replace(&variable(name), value)
            })),
        }
    }

    /// The label of a service: the title of its page if it has one of this name.
    pub(crate) fn service(&mut self, value: &str, label: &str) -> anyhow::Result<String> {
        match self.titles.get(label) {
            Some(title) => Ok(title.clone()),
            None => self.text(&format!("service-{value}"), label),
        }
    }

    /// A notice. Those of errors share their title.
    pub(crate) fn notice(&mut self, id: &str, english: &Notice) -> anyhow::Result<Notice> {
        self.filled_notice(id, english, &[])
    }

    /// A notice with these values in its description.
    pub(crate) fn filled_notice(
        &mut self,
        id: &str,
        english: &Notice,
        values: &[(&str, &str)],
    ) -> anyhow::Result<Notice> {
        let Notice { title, description, variant } = english;
        let title_id = if title == "Error" { "error".to_owned() } else { format!("{id}-title") };
        let title = self.text(&title_id, title)?;
        let description = self.filled(id, description, values)?;
        Ok(Notice { title, description, variant: *variant })
    }

    /// The words for a code. A toast that says something else than the hint stands once, under the first of its codes.
    pub(crate) fn rejection(
        &mut self,
        code: &str,
        english: RejectionWords,
    ) -> anyhow::Result<RejectionText> {
        let toast = toast_id(&english).unwrap_or_else(|| code.to_owned());
        let RejectionWords { field, hint, notice } = english;
        let notice = notice.map(|notice| self.notice(&toast, &notice)).transpose()?;
        Ok(RejectionText { field, hint: self.text(code, hint)?, notice })
    }

    /// The longest text of a field, and what is said about a longer one.
    pub(crate) fn length(
        &mut self,
        &Length { field, max, hint }: &Length,
    ) -> anyhow::Result<LengthText> {
        let digits = max.to_string();
        let english = hint.replace(&digits, &variable("max"));
        let hint = self.filled("too-long", &english, &[("max", &digits)])?;
        Ok(LengthText { field, max, hint })
    }
}

/// Where the value of a variable stands in a message.
pub(crate) fn variable(name: &str) -> String {
    format!("{{ ${name} }}")
}

/// The English messages. `titles` are those of the services' pages.
pub(crate) fn original(titles: Titles, language: &Language) -> anyhow::Result<Catalogue> {
    let mut wording = Wording::of(None, titles);
    values::constants(&mut wording)?;
    values::words(&mut wording)?;
    hosted::hosted(&mut wording)?;
    hosted::of_server(&mut wording)?;
    add_accepted(&mut wording)?;
    let text: String = wording.said.iter().map(|(id, text)| format!("{id} = {text}\n")).collect();
    Catalogue::read(&text, &language.plurals).context("what the rules say in English")
}

/// What the browser's rules say about what was done.
fn add_accepted(wording: &mut Wording<'_>) -> anyhow::Result<()> {
    let (mobile, code, name) = (variable("mobile"), variable("code"), variable("name"));
    for (id, notice) in [
        ("code-sent", Notice::code_sent(&mobile, &code)),
        ("signed-up", Notice::signed_up()),
        ("logged-in", Notice::logged_in()),
        ("referral-submitted", Notice::referral_submitted(&name)),
        ("points-assigned", Notice::points_assigned()),
        ("erased", Notice::erased()),
        ("unreadable", Notice::unreadable(2, false)),
    ] {
        wording.notice(id, &notice)?;
    }
    Ok(())
}

/// Adds the bindings whose words are those of another language. A build of it has them in place of the English ones.
pub(crate) fn add(
    output: &mut Output,
    prefix: &str,
    words: &Catalogue,
    titles: Titles,
) -> anyhow::Result<()> {
    let mut wording = Wording::of(Some(words), titles);
    for (name, text) in [
        ("constants", values::constants(&mut wording)?),
        ("words", values::words(&mut wording)?),
        ("hosted", hosted::hosted(&mut wording)?),
        ("index", values::index()),
    ] {
        output.add(format!("{prefix}bindings/{name}.ts"), text);
    }
    Ok(())
}

/// Adds what a server reads to answer in this language: the words of these files, the titles of the services' pages, and
/// how the language is written. The build publishes it beside the pages.
pub(crate) fn add_for_server(
    output: &mut Output,
    prefix: &str,
    language: &Language,
    files: &[String],
    titles: &Titles,
) -> anyhow::Result<()> {
    if !CONSENT_LANGUAGES.iter().any(|(code, _)| *code == language.code) {
        bail!("CONSENT_LANGUAGES of crates/domain has no text to agree to in {}", language.name);
    }
    let mut text = files.concat();
    for option in ServiceOption::ALL {
        if let Some(title) = titles.get(option.label()) {
            text += &format!("service-{} = {title}\n", option.value());
        }
    }
    let direction = if language.right_to_left { "rtl" } else { "ltr" };
    text += &format!("direction = {direction}\n");
    let words = words::Words::read(&language.code, text.clone()).context("what a server reads")?;
    anyhow::ensure!(words.is_right_to_left() == language.right_to_left, "how it is written");
    output.add(format!("{prefix}server-words.ftl"), text);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(code: &str) -> Language {
        let languages = include_str!("../../../../content/languages.json");
        let mut languages = content::read_languages(languages).unwrap().into_iter();
        languages.find(|language| language.code == code).unwrap()
    }

    fn english() -> Catalogue {
        original(Titles::new(), &language("en")).unwrap()
    }

    /// The words of the rules in a language, with the services' labels, which its pages of services have.
    fn text(code: &str) -> String {
        let file = format!("{}/../../content/{code}/words/rules.ftl", env!("CARGO_MANIFEST_DIR"));
        let labels =
            "service-hr-recruitment = 1\nservice-it-services = 2\nservice-non-it-services = 3\n";
        std::fs::read_to_string(file).unwrap() + labels
    }

    #[test]
    fn every_language_has_its_own_words_for_the_same_codes() {
        let mut english_wording = Wording::english();
        values::words(&mut english_wording).unwrap();
        hosted::of_server(&mut english_wording).unwrap();
        // The cards keep their names.
        english_wording.said.retain(|id, _| !id.starts_with("service-"));
        let put_in = ["number", "name", "seconds", "max"].map(|name| (name, name));
        for code in ["ar", "hi", "ta"] {
            let words = english().read_translation(&text(code), &language(code).plurals).unwrap();
            let mut wording = Wording::of(Some(&words), Titles::new());
            values::words(&mut wording).unwrap();
            hosted::hosted(&mut wording).unwrap();
            hosted::of_server(&mut wording).unwrap();
            for (id, english) in &english_wording.said {
                assert_ne!(&words.say(id, &put_in).unwrap(), english, "{code}: {id}");
            }
        }
    }

    #[test]
    fn a_code_that_is_missing_or_unknown_stops_the_build_with_its_name() {
        let arabic = text("ar");
        let wrong = |from: &str, to: &str| {
            let changed = arabic.replacen(from, to, 1);
            assert_ne!(changed, arabic, "{from}");
            let read = english().read_translation(&changed, &language("ar").plurals);
            format!("{:#}", read.unwrap_err())
        };
        let line = 1 + arabic.lines().position(|line| line.starts_with("wrong-code = ")).unwrap();
        assert!(
            wrong("\nwrong-code = ", "\nwrong-cod = ")
                .contains(&format!("line {line}, wrong-cod: English has no message"))
        );
        let sentence = arabic.lines().nth(line - 1).unwrap();
        assert!(wrong(sentence, "").contains("not translated: wrong-code"));
        assert!(wrong("{ $max }", "100").contains("too-long: $max is missing"));
        assert!(wrong("{ $max }", "{ $most }").contains("too-long: $max is missing"));
    }
}
