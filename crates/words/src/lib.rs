//! What a server says, in each language. The words are those of `content/<language>/words/server.ftl` and `rules.ftl`, in
//! Fluent. The English ones of `server.ftl` are part of the program; those of the other languages are read from the
//! site, which its build puts them into. What a language does not have is said in English.

use std::borrow::Cow;
use std::sync::LazyLock;

use domain::say::{Say, Value};
use domain::service::ServiceOption;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// The languages that write 1,00,000, as pages do by `Intl` in the locales of `content/languages.json`.
const INDIAN: [&str; 2] = ["hi", "ta"];

/// The message that says `rtl` or `ltr`. The build adds it.
const DIRECTION: &str = "direction";

static ENGLISH: LazyLock<Words> = LazyLock::new(|| {
    let text = include_str!("../../../content/en/words/server.ftl");
    let words = Words::read("en", text.to_owned());
    debug_assert!(words.is_ok(), "the English words cannot be read");
    words.unwrap_or_else(|_| Words::none())
});

/// The words of one language.
pub struct Words {
    lang: String,
    is_right_to_left: bool,
    messages: FluentBundle<FluentResource>,
}

/// Words that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

impl Words {
    /// The English ones.
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// Those of another language. `lang` is what its pages say they are in, such as `ar`.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if the language has no rules for plurals, or the text is not Fluent.
    pub fn read(lang: &str, text: String) -> Result<Self, Unreadable> {
        let of_plurals = lang.parse().map_err(|error| Unreadable(format!("{lang}: {error}")))?;
        let messages = FluentResource::try_new(text)
            .map_err(|(_, errors)| Unreadable(format!("{lang}: {errors:?}")))?;
        let mut bundle = FluentBundle::new_concurrent(vec![of_plurals]);
        // Where texts need to be set apart, only those that somebody wrote are.
        bundle.set_use_isolating(false);
        // A line break in the file is a space in the sentence.
        bundle.set_transform(Some(|text| Cow::Owned(text.replace('\n', " "))));
        bundle.set_formatter(Some(match group_of(lang) {
            2 => |value, _| written(value, 2),
            _ => |value, _| written(value, 3),
        }));
        bundle
            .add_resource(messages)
            .map_err(|errors| Unreadable(format!("{lang}: {errors:?}")))?;
        let mut words = Self { lang: lang.to_owned(), is_right_to_left: false, messages: bundle };
        words.is_right_to_left = words.message(DIRECTION, &[]).is_some_and(|it| it == "rtl");
        Ok(words)
    }

    fn none() -> Self {
        let messages = FluentBundle::new_concurrent(Vec::new());
        Self { lang: "en".to_owned(), is_right_to_left: false, messages }
    }

    /// What pages in it say they are in, such as `ar`.
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// Whether it is written from right to left.
    pub fn is_right_to_left(&self) -> bool {
        self.is_right_to_left
    }

    /// The message with this id; `None` if the language does not have it.
    pub fn message(&self, id: &str, values: &[(&str, Value<'_>)]) -> Option<String> {
        let pattern = self.messages.get_message(id)?.value()?;
        let values = values.iter().map(|&(name, value)| {
            let value = match value {
                Value::Text(text) if self.is_right_to_left => {
                    format!("\u{2068}{}\u{2069}", undirected(text)).into()
                }
                Value::Text(text) => undirected(text).into(),
                Value::Part(text) => FluentValue::from(text),
                Value::Number(number) => FluentValue::from(number),
            };
            (name, value)
        });
        let values: FluentArgs<'_> = values.collect();
        let mut errors = Vec::new();
        let said = self.messages.format_pattern(pattern, Some(&values), &mut errors);
        errors.is_empty().then(|| said.into_owned())
    }
}

impl Say for Words {
    fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        let said = self.message(id, values).or_else(|| ENGLISH.message(id, values));
        debug_assert!(said.is_some(), "no words, or a value is missing: {id}");
        said.unwrap_or_default()
    }

    fn service(&self, value: &str, label: &str) -> String {
        // Other messages may begin in the same way.
        let own = ServiceOption::parse(value)
            .and_then(|own| self.message(&format!("service-{}", own.value()), &[]));
        own.unwrap_or_else(|| label.to_owned())
    }

    fn number(&self, number: u64) -> String {
        grouped(&number.to_string(), group_of(&self.lang))
    }

    fn ordinal(&self, number: u64) -> String {
        let ending = match (number % 10, number % 100) {
            _ if self.lang != "en" => "",
            (1, rest) if rest != 11 => "st",
            (2, rest) if rest != 12 => "nd",
            (3, rest) if rest != 13 => "rd",
            _ => "th",
        };
        self.number(number) + ending
    }
}

/// A text without the signs that turn the direction of what follows.
fn undirected(text: &str) -> String {
    let turns = |sign: char| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|&sign| !turns(sign)).collect()
}

/// How many digits a group of a number has in a language, but for the last, which has three.
fn group_of(lang: &str) -> usize {
    if INDIAN.contains(&lang) { 2 } else { 3 }
}

/// A number with commas between groups of this size.
fn written(value: &FluentValue<'_>, size: usize) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    Some(grouped(&number.as_string(), size))
}

fn grouped(digits: &str, size: usize) -> String {
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        let left = digits.len() - place;
        if place > 0 && left >= 3 && (left - 3).is_multiple_of(size) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rewards::{Amount, Currency};

    fn say(lang: &str, text: &str, number: u64) -> String {
        Words::read(lang, text.to_owned())
            .unwrap()
            .say("points", &[("points", Value::Number(number))])
    }

    #[test]
    fn a_number_is_written_as_its_language_writes_it_and_chooses_its_plural() {
        let words =
            "points = { $points ->\n    [one] { $points } one\n   *[other] { $points } more\n}\n";
        for (lang, number, said) in [
            ("en", 0, "0 more"),
            ("en", 1, "1 one"),
            ("en", 999, "999 more"),
            ("en", 1_234_567, "1,234,567 more"),
            ("hi", 0, "0 one"),
            ("hi", 1234, "1,234 more"),
            ("ta", 1_234_567, "12,34,567 more"),
            ("ar", 9_007_199_254_740_991, "9,007,199,254,740,991 more"),
        ] {
            assert_eq!(say(lang, words, number), said);
            let words = Words::read(lang, String::new()).unwrap();
            assert_eq!(words.number(number), said.split(' ').next().unwrap());
        }
    }

    #[test]
    fn an_amount_of_money_is_written_as_points_are() {
        let amount = Amount::parse(Currency::Inr, "100000.5").unwrap();
        for (lang, said) in
            [("en", "INR 100,000.50"), ("hi", "INR 1,00,000.50"), ("ar", "INR 100,000.50")]
        {
            let words = Words::read(lang, String::new()).unwrap();
            assert_eq!(amount.words(&words), said);
            assert!(amount.is_said(said));
        }
    }

    #[test]
    fn only_what_somebody_wrote_is_set_apart_and_only_from_right_to_left() {
        let text = "said = { $text } { $part }\n    and { $number }\n";
        let values =
            [("text", Value::Text("A")), ("part", Value::Part("B")), ("number", Value::Number(1))];
        let say = |lang, text: String| Words::read(lang, text).unwrap().say("said", &values);
        assert_eq!(say("hi", text.to_owned()), "A B and 1");
        assert_eq!(say("ar", [text, "direction = rtl\n"].concat()), "\u{2068}A\u{2069} B and 1");
    }

    #[test]
    fn a_text_that_somebody_wrote_turns_nothing_that_follows() {
        for lang in ["hi", "ar"] {
            let words = Words::read(lang, "said = { $text }!\n".to_owned()).unwrap();
            let name = Value::Text("A\u{2069}\u{202e}B\u{2066}");
            assert_eq!(words.say("said", &[("text", name)]), "AB!");
        }
    }

    #[test]
    fn no_other_message_is_taken_for_the_name_of_a_service() {
        let text = "service-training = \u{91f}\nservice-unknown = Choose one.\n";
        let words = Words::read("hi", text.to_owned()).unwrap();
        assert_eq!(words.service("training", "Training"), "\u{91f}");
        assert_eq!(words.service("unknown", "Unknown"), "Unknown");
    }

    #[test]
    fn what_a_language_does_not_have_or_cannot_say_is_said_in_english() {
        let words = Words::read("ar", "cut = { $other }\n".to_owned()).unwrap();
        let values = [("points", Value::Part("5 points")), ("rule", Value::Text("most"))];
        assert_eq!(words.say("cut", &values), "5 points less, because of the rule most.");
        assert_eq!(words.say("line-expired", &[]), "Expired");
        assert_eq!(words.message("line-expired", &[]), None);
        assert_eq!(words.service("training", "Training"), "Training");
        assert!(Words::read("ar", "= no message".to_owned()).is_err());
        assert!(Words::read("nonsense!", String::new()).is_err());
    }

    #[test]
    fn english_says_which_one_it_is_in_letters() {
        let all = [1, 2, 3, 4, 11, 12, 13, 21, 1002].map(|number| ENGLISH.ordinal(number));
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "1,002nd"]);
    }
}
