//! The maximum lengths of texts on a server, in characters: one table for pages and server. Longer
//! texts in existing records are still read and imported.

use serde::Serialize;

use crate::{ReferralCommand, Submission};
use domain::contact::ContactDraft;
use domain::referral::ReferralDraft;
use domain::rejection::Field;

/// The maximum length of a field, and the hint beside a longer text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Length {
    /// The field.
    pub field: Field,
    /// In characters (Unicode scalar values).
    pub max: usize,
    /// How to correct a longer text.
    pub hint: &'static str,
}

/// Declares the lengths, one line for each field, in the order of the forms.
macro_rules! lengths {
    ($($field:ident: $max:literal,)*) => {
        /// All lengths.
        pub const LENGTHS: &[Length] = &[$(Length {
            field: Field::$field,
            max: $max,
            hint: concat!("Please shorten this to ", $max, " characters or fewer."),
        },)*];
    };
}

lengths! {
    ReferrerName: 100,
    ReferrerPhone: 32,
    ReferredName: 100,
    ReferredPhone: 32,
    Notes: 2000,
    Name: 100,
    Email: 254,
    Subject: 200,
    Message: 5000,
    Note: 2000,
    Words: 600,
}

/// The maximum length of a staff id and of the name of an event, a stage or a reason, in characters.
pub const WORD_MAX: usize = 64;

/// The maximum length of the name of a colleague, a passkey or a token, in characters.
pub const NAME_MAX: usize = 64;

/// The maximum length of a search text, in characters.
pub const SEARCH_MAX: usize = 200;

/// The maximum length of when, and of in which language, somebody wants to be called, in characters.
const CALL_WISH_MAX: usize = 100;

/// The fields whose texts are too long; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong(pub Vec<Length>);

impl Submission {
    /// Checks the lengths of all texts of the form.
    ///
    /// # Errors
    ///
    /// [`TooLong`] with the fields that are too long.
    pub fn fits(&self) -> Result<(), TooLong> {
        let ReferralDraft {
            referrer_name,
            referrer_phone,
            referred_name,
            referred_phone,
            // One of a list.
            service: _,
            notes,
        } = &self.draft;
        all_fit(&[
            (Field::ReferrerName, referrer_name),
            (Field::ReferrerPhone, referrer_phone),
            (Field::ReferredName, referred_name),
            (Field::ReferredPhone, referred_phone),
            (Field::Notes, notes),
        ])
    }
}

impl ReferralCommand {
    /// Checks the lengths of all typed texts.
    ///
    /// # Errors
    ///
    /// [`TooLong`] with the fields that are too long.
    pub fn fits(&self) -> Result<(), TooLong> {
        match self {
            Self::Move { .. } | Self::Assign { .. } => Ok(()),
            Self::Points { points, note } => {
                all_fit(&[(Field::Points, points), (Field::Note, note)])
            }
            Self::Correct { field, text, note } => {
                all_fit(&[(field.form_field(), text), (Field::Note, note)])
            }
            Self::Decline { note, .. }
            | Self::Withdraw { note }
            | Self::Reopen { note }
            | Self::Undo { note, .. }
            | Self::Note { note }
            | Self::Call { note, .. }
            | Self::Schedule { note, .. }
            | Self::Finish { note }
            | Self::Propose { note }
            | Self::NoteAgreement { note }
            | Self::SayWho { note, .. }
            | Self::Credit { note, .. } => all_fit(&[(Field::Note, note)]),
            Self::Say { words, .. } => all_fit(&[(Field::Words, words)]),
        }
    }

    /// Whether the texts that nobody types, such as ids, are short enough.
    pub fn words_fit(&self) -> bool {
        match self {
            Self::Move { stage } => fits(stage.as_str(), WORD_MAX),
            Self::Decline { reason, .. } => fits(reason.as_str(), WORD_MAX),
            Self::Say { way, .. } => fits(way.as_str(), WORD_MAX),
            Self::Assign { staff: word } | Self::Undo { target: word, .. } => fits(word, WORD_MAX),
            Self::Call { next: Some(task), .. } | Self::Schedule { task, .. } => {
                fits(&task.staff, WORD_MAX)
            }
            _ => true,
        }
    }
}

/// Whether a search text is short enough.
pub fn search_fits(search: Option<&str>) -> bool {
    search.is_none_or(|search| fits(search, SEARCH_MAX))
}

/// Whether when, or in which language, somebody wants to be called is short enough.
pub fn call_wish_fits(text: &str) -> bool {
    fits(text, CALL_WISH_MAX)
}

/// Checks the lengths of all texts of a contact message.
///
/// # Errors
///
/// [`TooLong`] with the fields that are too long.
pub fn message_fits(draft: &ContactDraft) -> Result<(), TooLong> {
    let ContactDraft { name, email, subject, message } = draft;
    all_fit(&[
        (Field::Name, name),
        (Field::Email, email),
        (Field::Subject, subject),
        (Field::Message, message),
    ])
}

pub(crate) fn all_fit(texts: &[(Field, &String)]) -> Result<(), TooLong> {
    let is_too_long = |length: &&Length| {
        texts.iter().any(|(field, text)| *field == length.field && !fits(text, length.max))
    };
    let too_long: Vec<_> = LENGTHS.iter().filter(is_too_long).copied().collect();
    if too_long.is_empty() { Ok(()) } else { Err(TooLong(too_long)) }
}

fn fits(text: &str, max: usize) -> bool {
    text.chars().count() <= max
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rejection::RejectionCode;

    /// A form whose fields, by name, have this text repeated up to their length, and `more` times.
    fn with(text: &str, more: usize) -> Submission {
        let of = |name: &str| LENGTHS.iter().find(|length| name_of(length) == name);
        let draft = ReferralDraft::of(|name| {
            of(name).map_or_else(String::new, |length| text.repeat(length.max + more))
        });
        Submission { draft, ..Submission::default() }
    }

    fn name_of(length: &Length) -> String {
        serde_json::to_value(length.field).unwrap().as_str().unwrap().to_owned()
    }

    #[test]
    fn the_longest_text_fits_and_a_character_more_does_not() {
        assert_eq!(with("😀", 0).fits(), Ok(()));
        let TooLong(lengths) = with("n", 1).fits().unwrap_err();
        let mut names = Vec::new();
        ReferralDraft::of(|name| {
            names.push(name.to_owned());
            String::new()
        });
        names.retain(|name| name != "service" && !has_length_rule(name));
        assert_eq!(lengths.iter().map(name_of).collect::<Vec<_>>(), names);
        let hint = format!("Please shorten this to {} characters or fewer.", lengths[0].max);
        assert_eq!(lengths[0].hint, hint);
    }

    /// Whether a rule limits the length of the field with this name.
    fn has_length_rule(name: &str) -> bool {
        RejectionCode::ALL.iter().any(|code| {
            let of_field = serde_json::to_value(code.words().field).unwrap() == name;
            of_field && code.as_str().ends_with("-too-long")
        })
    }

    /// The server would answer with the greater of two lengths first.
    #[test]
    fn a_field_with_a_length_rule_has_no_second_length_here() {
        assert!(has_length_rule("mobile"));
        let twice: Vec<_> = LENGTHS.iter().map(name_of).filter(|it| has_length_rule(it)).collect();
        assert!(twice.is_empty(), "the rules limit these already: {twice:?}");
    }

    #[test]
    fn searches_and_messages_have_maximum_lengths() {
        assert!(search_fits(None));
        let long = [200, 201].map(|length| search_fits(Some(&"s".repeat(length))));
        assert_eq!(long, [true, false]);
        let message = |length| ContactDraft { message: "m".repeat(length), ..Default::default() };
        assert_eq!(message_fits(&message(5000)), Ok(()));
        let TooLong(lengths) = message_fits(&message(5001)).unwrap_err();
        assert_eq!(lengths.iter().map(|length| length.field).collect::<Vec<_>>(), [Field::Message]);
    }
}
