//! How long texts may be on a server, which keeps them for everybody, in characters: one table for
//! pages and server. Records that are longer, from earlier versions or from browser mode, are read
//! and imported all the same.

use serde::Serialize;

use crate::{ReferralCommand, Submission};
use domain::contact::ContactDraft;
use domain::pipeline::CorrectedField;
use domain::referral::ReferralDraft;
use domain::rejection::Field;

/// How long the text of a field may be, and what is said beside one that is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Length {
    /// The field.
    pub field: Field,
    /// In characters (Unicode scalar values).
    pub max: usize,
    /// What to do about a longer text.
    pub hint: &'static str,
}

/// A line for each field, in the order of the forms.
macro_rules! lengths {
    ($($field:ident: $max:literal,)*) => {
        /// All of them.
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
}

/// How long a day may be, as a locale writes it, in characters.
pub const DATE_MAX: usize = 64;

/// How long the id of a member of staff, the name of an event or the word for a stage may be, in
/// characters.
pub const WORD_MAX: usize = 64;

/// How long the name of a member of staff, of a passkey or of a token may be, in characters.
pub const NAME_MAX: usize = 64;

/// How long a text to search for may be, in characters.
pub const SEARCH_MAX: usize = 200;

/// The fields whose texts are too long; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong(pub Vec<Length>);

impl Submission {
    /// Whether all texts of the form fit.
    ///
    /// # Errors
    ///
    /// [`TooLong`], with those that do not.
    pub fn fits(&self) -> Result<(), TooLong> {
        let ReferralDraft {
            referrer_name,
            referrer_phone,
            referred_name,
            referred_phone,
            notes,
            ..
        } = &self.draft;
        all_fit(&[
            (Field::ReferrerName, referrer_name),
            (Field::ReferrerPhone, referrer_phone),
            (Field::ReferredName, referred_name),
            (Field::ReferredPhone, referred_phone),
            (Field::Notes, notes),
        ])
    }

    /// Whether the day fits, which no visitor types.
    pub fn date_fits(&self) -> bool {
        fits(&self.date, DATE_MAX)
    }
}

impl ReferralCommand {
    /// Whether all texts that somebody has typed fit.
    ///
    /// # Errors
    ///
    /// [`TooLong`], with those that do not.
    pub fn fits(&self) -> Result<(), TooLong> {
        match self {
            Self::Move { .. } | Self::Assign { .. } => Ok(()),
            Self::Points { points } => all_fit(&[(Field::Points, points)]),
            Self::Correct { field, text, note } => {
                let field = match field {
                    CorrectedField::ReferredName => Field::ReferredName,
                    CorrectedField::ReferredPhone => Field::ReferredPhone,
                    CorrectedField::Service => Field::Service,
                    CorrectedField::Notes => Field::Notes,
                };
                all_fit(&[(field, text), (Field::Note, note)])
            }
            Self::Decline { note, .. }
            | Self::Withdraw { note }
            | Self::Reopen { note }
            | Self::Undo { note, .. }
            | Self::Note { note }
            | Self::Credit { note, .. } => all_fit(&[(Field::Note, note)]),
        }
    }

    /// Whether the words fit that nobody types.
    pub fn words_fit(&self) -> bool {
        match self {
            Self::Move { stage } => fits(stage.as_str(), WORD_MAX),
            Self::Assign { staff: word } | Self::Undo { target: word, .. } => fits(word, WORD_MAX),
            _ => true,
        }
    }
}

/// Whether a text to search for fits.
pub fn search_fits(search: Option<&str>) -> bool {
    search.is_none_or(|search| fits(search, SEARCH_MAX))
}

/// Whether all texts of a contact message fit.
///
/// # Errors
///
/// [`TooLong`], with those that do not.
pub fn message_fits(draft: &ContactDraft) -> Result<(), TooLong> {
    let ContactDraft { name, email, subject, message } = draft;
    all_fit(&[
        (Field::Name, name),
        (Field::Email, email),
        (Field::Subject, subject),
        (Field::Message, message),
    ])
}

fn all_fit(texts: &[(Field, &String)]) -> Result<(), TooLong> {
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

    fn with(notes: &str, name: &str) -> Submission {
        let draft = ReferralDraft {
            notes: notes.into(),
            referred_name: name.into(),
            ..ReferralDraft::default()
        };
        Submission { draft, date: String::new() }
    }

    #[test]
    fn the_longest_text_fits_and_a_character_more_does_not() {
        assert_eq!(with(&"ñ".repeat(2000), &"😀".repeat(100)).fits(), Ok(()));
        let TooLong(lengths) = with(&"n".repeat(2001), &"n".repeat(101)).fits().unwrap_err();
        let named: Vec<_> = lengths.iter().map(|length| (length.field, length.hint)).collect();
        assert_eq!(
            named,
            [
                (Field::ReferredName, "Please shorten this to 100 characters or fewer."),
                (Field::Notes, "Please shorten this to 2000 characters or fewer."),
            ]
        );
    }

    #[test]
    fn a_day_a_search_and_a_message_have_their_lengths_too() {
        let dated = |length| Submission { date: "d".repeat(length), ..with("", "") };
        assert_eq!([64, 65].map(|length| dated(length).date_fits()), [true, false]);
        assert!(search_fits(None));
        let long = [200, 201].map(|length| search_fits(Some(&"s".repeat(length))));
        assert_eq!(long, [true, false]);
        let message = |length| ContactDraft { message: "m".repeat(length), ..Default::default() };
        assert_eq!(message_fits(&message(5000)), Ok(()));
        let TooLong(lengths) = message_fits(&message(5001)).unwrap_err();
        assert_eq!(lengths.iter().map(|length| length.field).collect::<Vec<_>>(), [Field::Message]);
    }
}
