//! Phone numbers in hosted mode: all spellings of a number are the same number.
//!
//! A number has two forms. Its **key** is the E.164 form without the plus sign, by which records
//! are found: `919876543210`. Its **login number** is the [`MobileNumber`] for sessions and
//! accounts: the national form if the rules for login numbers allow it (`9876543210`), else the key
//! (`97455551234`).
//!
//! Numbers of the site's own regions are recognised by their shape. For all others, and for
//! formatting, the `phonenumber` crate is used.

mod group;
#[cfg(test)]
mod kept;
mod masked;
mod mention;
mod region;
mod sign;
#[cfg(test)]
mod spellings;
mod typed;

pub use masked::masked;
pub use mention::{may_mention, mentions, redact};
pub use sign::digit;

use domain::mobile::MobileNumber;
use phonenumber::{Mode, PhoneNumber};
use sign::{Sign, each_sign};
use typed::{Typed, typed};

/// Why a text cannot be a login number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Empty or white space.
    Missing,
    /// A number without country code that is not from the site's own regions, or a number that
    /// cannot exist in its country.
    NoCountry,
}

/// Parses a login number in any spelling: with any separators, with a plus sign or `00`, in the
/// digits of any script.
///
/// # Errors
/// [`NumberError`] if the number is not certain, because a wrong guess could reach a stranger.
pub fn read(text: &str) -> Result<MobileNumber, NumberError> {
    if text.trim().is_empty() {
        return Err(NumberError::Missing);
    }
    let typed = typed(text).filter(|typed| !typed.has_more).ok_or(NumberError::NoCountry)?;
    let key = e164(&typed).filter(|key| is_possible(key)).ok_or(NumberError::NoCountry)?;
    login_number(&key).ok_or(NumberError::NoCountry)
}

/// The key of a stored text, which is equal for all spellings of a number. A text that is not a
/// number is its own key, so that it can still be found.
pub fn key(text: &str) -> String {
    let key = match typed(text) {
        Some(typed) => e164(&typed).unwrap_or(typed.digits),
        None => text.trim().to_owned(),
    };
    key.chars().take(KEY_LETTERS).collect()
}

/// The keys of all numbers in a stored text. Only the first is its [`key`].
pub fn keys(text: &str) -> Vec<String> {
    typed::keys(text)
}

/// The same, and of every number that can be called and that the text [mentions], which may be a part of another.
pub fn mentioned(text: &str) -> Vec<String> {
    typed::mentioned(text)
}

/// Whether a stored text is exactly one number that can be called. Staff are told of unclear
/// numbers; the person who typed it never is.
pub fn is_clear(text: &str) -> bool {
    clarity(text) == Clarity::Clear
}

/// How clear it is whose number a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clarity {
    /// It is exactly one number that can be called.
    Clear,
    /// It is one number without country code that is not from the site's own regions.
    NoCountry,
    /// It is no number, or more than one, or none that can exist in its country.
    Unclear,
}

/// See [`Clarity`].
pub fn clarity(text: &str) -> Clarity {
    let typed = typed(text).filter(|typed| !typed.has_more);
    match typed.map(|typed| e164(&typed)) {
        Some(Some(key)) if is_possible(&key) => Clarity::Clear,
        Some(None) => Clarity::NoCountry,
        _ => Clarity::Unclear,
    }
}

/// The normal form of a login number; unchanged if there is none.
pub fn normal(mobile: &MobileNumber) -> MobileNumber {
    login_number(&key(mobile.as_str())).unwrap_or_else(|| mobile.clone())
}

/// All login numbers in ASCII digits with the same key, the normal one first. Empty for a text that is
/// not a login number.
pub fn spellings(text: &str) -> Vec<String> {
    let key = key(text);
    let mut spellings: Vec<_> = login_number(&key).map(String::from).into_iter().collect();
    let mut add = |text: String| {
        let fits = MobileNumber::parse(&text).is_ok() && self::key(&text) == key;
        if fits && !spellings.contains(&text) {
            spellings.push(text);
        }
    };
    add(text.trim().to_owned());
    if let Some((region, national)) = region::find(&key, true) {
        for trunk in ["", region.trunk] {
            add([trunk, national].concat());
            add([region.code, trunk, national].concat());
            add(["00", region.code, trunk, national].concat());
        }
    }
    add(format!("00{key}"));
    add(key.clone());
    spellings
}

/// The number for dialling: with a plus sign, if it has a country code.
pub fn dialled(mobile: &MobileNumber) -> Option<String> {
    let key = key(mobile.as_str());
    is_possible(&key).then(|| format!("+{key}"))
}

/// The number in international form, as people read it: `+91 98765 43210`. A text that is not
/// exactly one number is returned unchanged.
pub fn shown(text: &str) -> String {
    let is_one = typed(text).is_some_and(|typed| !typed.has_more);
    let key = Some(key(text)).filter(|key| is_one && is_possible(key));
    match key.and_then(|key| parsed(&key)) {
        Some(number) => number.format().mode(Mode::International).to_string(),
        None => text.to_owned(),
    }
}

/// The digits by which a typed number, or a part of one, is searched for. Every spelling of a
/// number contains them: they are without country code for the site's own regions, and without the
/// zeros that a call inside the country needs. Empty for a text without digits.
pub fn searched(text: &str) -> String {
    let key = typed(text).filter(|typed| !typed.has_more).and_then(|typed| e164(&typed));
    if let Some(key) = key {
        let national = region::find(&key, true).map(|(_, national)| national.to_owned());
        return national.unwrap_or(key);
    }
    let digits = group::digits(&group::groups(text).0);
    match digits.trim_start_matches('0') {
        "" => digits,
        rest => rest.to_owned(),
    }
}

/// Whether a text contains a digit, in any script.
pub fn has_digit(text: &str) -> bool {
    let mut has_digit = false;
    each_sign(text, |_, sign| has_digit |= matches!(sign, Sign::Digit(_)));
    has_digit
}

/// The maximum length of the key of a text that is not a number, because it is in an index.
const KEY_LETTERS: usize = 64;

/// The key of a number that has a country code or needs none.
fn e164(typed: &Typed) -> Option<String> {
    if let Some((region, national)) = region::find(&typed.digits, typed.is_international) {
        return Some([region.code, national].concat());
    }
    if !typed.is_international {
        return None;
    }
    let number = parsed(&typed.digits)?;
    let text = number.format().mode(Mode::E164).to_string();
    Some(text.trim_start_matches('+').to_owned())
}

/// Whether a number can be called: for own regions by its shape, for others by the rules of its
/// country.
fn is_possible(key: &str) -> bool {
    region::find(key, true).is_some() || parsed(key).is_some_and(|number| number.is_valid())
}

/// Parses digits that begin with a country code.
fn parsed(key: &str) -> Option<PhoneNumber> {
    phonenumber::parse(None, format!("+{key}")).ok()
}

/// The login number of a key. A few short foreign numbers have none, because without their plus
/// sign they look like ours.
fn login_number(key: &str) -> Option<MobileNumber> {
    let national = region::find(key, true).map(|(_, national)| national);
    let national = national.and_then(|digits| MobileNumber::parse(digits).ok());
    let number = national.or_else(|| MobileNumber::parse(key).ok());
    number.filter(|number| self::key(number.as_str()) == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mobile(text: &str) -> MobileNumber {
        MobileNumber::parse(text).unwrap()
    }

    fn login(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).to_string()
    }

    #[test]
    fn every_spelling_of_an_indian_number_is_one_number() {
        for text in [
            "9876500001",
            " 98765 00001 ",
            "09876500001",
            "919876500001",
            "+91 98765-00001",
            "+91 (0) 98765 00001",
            "0091 98765 00001",
            "98765.00001",
            "٩٨٧٦٥٠٠٠٠١",
            "९८७६५ ००००१",
            "۹۸۷۶۵۰۰۰۰۱",
            "\u{202a}+91 98765 00001\u{202c}",
            "+91\u{a0}98765\u{2011}00001",
        ] {
            assert_eq!(login(text), "9876500001", "{text}");
            assert_eq!(key(text), "919876500001", "{text}");
        }
    }

    #[test]
    fn the_table_of_spellings_is_one_number() {
        let cases = spellings::cases();
        for case in cases.spellings {
            assert_eq!(login(&case.text), cases.number, "{}", case.name);
            assert_eq!(key(&case.text), key(&cases.number), "{}", case.name);
            assert!(is_clear(&case.text), "{}", case.name);
        }
        for case in cases.others {
            assert_ne!(key(&case.text), key(&cases.number), "{}", case.name);
        }
    }

    #[test]
    fn two_numbers_are_not_glued_together() {
        for text in [
            "9876500001 / 9876500002",
            "98765/00001 | 98765/00002",
            "98765 00001, 12",
            "9876500001+9876500002",
            "98765 00001 #5",
        ] {
            assert_eq!(key(text), "919876500001", "{text}");
            assert!(!is_clear(text), "{text}");
        }
        assert_eq!(key("044-2345678/79"), "0442345678");
        assert_eq!(key("020/79460000"), "02079460000");
    }

    #[test]
    fn every_spelling_of_a_qatari_number_is_one_number() {
        for text in ["55551234", "5555 1234", "97455551234", "+974 5555 1234", "00974 55551234"] {
            assert_eq!(login(text), "97455551234", "{text}");
            assert_eq!(key(text), "97455551234", "{text}");
        }
    }

    #[test]
    fn a_foreign_number_needs_its_country_code() {
        assert_eq!(login("+44 7911 123456"), "447911123456");
        assert_eq!(login("0044 (0)7911 123456"), "447911123456");
        for text in ["02079 460000", "447911123456", "1234567890", "5876500001", "abc", "+", "12"] {
            assert_eq!(read(text), Err(NumberError::NoCountry), "{text}");
        }
        assert_eq!(read(" "), Err(NumberError::Missing));
    }

    #[test]
    fn an_impossible_number_cannot_log_in() {
        for text in ["+44 1234 56", "+1 000 000 0000", "+999 1234567890", "+44 7911 1234567"] {
            assert_eq!(read(text), Err(NumberError::NoCountry), "{text}");
        }
        assert_eq!(key("+44 7911 1234567"), "4479111234567", "but it is found as it was written");
    }

    #[test]
    fn a_foreign_number_is_not_read_as_a_local_one() {
        assert_eq!(key("+98 7650 0001"), "9876500001");
        assert_eq!(read("+98 7650 0001"), Err(NumberError::NoCountry));
        for text in ["9876500001 and 9876500002", "+44 7911+123456"] {
            assert_eq!(read(text), Err(NumberError::NoCountry), "{text}");
        }
    }

    #[test]
    fn a_number_stored_without_its_plus_sign_is_found() {
        assert_eq!(key("447911123456"), key("+44 7911 123456"));
        assert_eq!(key("Tel. +91 98765 00001 (mother)"), "919876500001");
        assert_eq!(key("98765 00001 ext. 12"), "919876500001");
    }

    #[test]
    fn ambiguous_numbers_are_reported() {
        for text in ["98765 00001", "55551234", "+44 7911 123456", "0097455551234", "٥٥٥٥١٢٣٤"]
        {
            assert!(is_clear(text), "{text}");
        }
        // Without country code, of two people, and of nobody.
        for text in
            ["02079 460000", "5876500001", "9876500001 / 9876500002", "+44 7911+123456", "Ask Ravi"]
        {
            assert!(!is_clear(text), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_not_a_number_is_unchanged() {
        assert_eq!(key("1000000000"), "1000000000");
        assert_eq!(normal(&mobile("1000000000")), mobile("1000000000"));
        assert_eq!(key(" 044 2345 "), "044 2345");
        assert_eq!(key("Ask Ravi"), "Ask Ravi");
        assert_eq!(key(&"x".repeat(10_000)).len(), KEY_LETTERS);
    }

    #[test]
    fn all_numbers_an_older_version_accepted_are_found() {
        let all = spellings("09876500001");
        assert_eq!(all.first().map(String::as_str), Some("9876500001"));
        for text in ["9876500001", "09876500001", "919876500001", "00919876500001"] {
            assert!(all.iter().any(|spelling| spelling == text), "{text}: {all:?}");
        }
        assert!(all.iter().all(|text| key(text) == "919876500001"), "{all:?}");
        assert!(spellings("044 2345").is_empty());
        assert_eq!(spellings("1000000000"), ["1000000000", "001000000000"]);
        let qatari = spellings("+974 5555 1234");
        assert_eq!(qatari, ["97455551234", "0097455551234"]);
    }

    #[test]
    fn a_number_is_shown_internationally() {
        assert_eq!(shown("919876500001"), "+91 98765 00001");
        assert_eq!(shown("098765/00001"), "+91 98765 00001");
        assert_eq!(shown("+97455551234"), "+974 5555 1234");
        assert_eq!(shown("447911123456"), "+44 7911 123456");
        for text in [
            "1000000000",
            "044 2345",
            "Ask Ravi",
            "4479111234567",
            "98765 00001 ext. 12",
            "9876500001 / 9876500002",
        ] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn a_number_is_dialled_with_its_country_code() {
        assert_eq!(dialled(&mobile("9876500001")).as_deref(), Some("+919876500001"));
        assert_eq!(dialled(&mobile("447911123456")).as_deref(), Some("+447911123456"));
        assert_eq!(dialled(&mobile("1000000000")), None);
    }
}
