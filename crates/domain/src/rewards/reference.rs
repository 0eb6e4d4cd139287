//! By what whoever pays finds a member: a payroll number, or a voucher's address. Bank details are not stored,
//! so what looks like them is refused.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::rejection::RejectionCode;

/// The longest reference, in letters.
pub const REFERENCE_MAX: usize = 200;

/// The most digits outside an address. More are an account, a card or a phone number.
const DIGITS_MAX: usize = 8;

/// A reference that was checked; may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Reference(String);

impl Reference {
    /// Checks what somebody has typed.
    ///
    /// # Errors
    ///
    /// [`RejectionCode::ReferenceTooLong`], [`RejectionCode::ControlCharacters`] for what is not one plain line, and
    /// [`RejectionCode::ReferenceBank`] for what looks like an IBAN, the code of a bank's branch, an account, a card
    /// or an address of UPI.
    pub fn parse(typed: &str) -> Result<Self, RejectionCode> {
        let text = typed.trim();
        if text.chars().count() > REFERENCE_MAX {
            return Err(RejectionCode::ReferenceTooLong);
        }
        if !text.chars().all(is_visible) {
            return Err(RejectionCode::ControlCharacters);
        }
        let is_address = text.starts_with("https://") && !text.contains(char::is_whitespace);
        let is_bank = match is_address {
            // Its parts are looked at one by one: a whole one has digits of many meanings.
            true => {
                let mut parts = text.split(['/', '?', '&', '=', '#']);
                parts.any(|part| is_account(part) || has_bank_details(part))
            }
            false => digits(text).len() > DIGITS_MAX || has_bank_details(text) || is_upi(text),
        };
        if is_bank { Err(RejectionCode::ReferenceBank) } else { Ok(Self(text.into())) }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn has_bank_details(text: &str) -> bool {
    let letters: Vec<u8> = text
        .chars()
        .filter(|it| !it.is_whitespace() && !matches!(it, '-' | '.'))
        .filter_map(|it| u8::try_from(it.to_ascii_uppercase()).ok())
        .collect();
    // Somebody may write "IBAN" before it, so every place is tried where one may begin.
    let ibans = (0..letters.len()).filter_map(|from| letters.get(from..));
    let branches = text.split(|it: char| !it.is_alphanumeric());
    ibans.into_iter().any(begins_with_iban)
        || branches.into_iter().any(is_branch_of_india)
        || is_card(&digits(text))
}

/// Whether a letter may stand in a line that payroll or a bank reads: none that breaks it, turns its direction or
/// is not seen.
pub fn is_visible(letter: char) -> bool {
    let is_hidden = matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !letter.is_control() && !is_hidden
}

/// Nothing but digits and what groups them, and more than a payroll number has.
fn is_account(part: &str) -> bool {
    let is_of_number = |it: char| it.is_numeric() || matches!(it, '-' | '.' | '_' | '+' | '%');
    digits(part).len() > DIGITS_MAX && !part.is_empty() && part.chars().all(is_of_number)
}

/// A name, an at sign and the short name of a bank or an app, as payments in India are addressed (UPI). A mail
/// address has a dot after the sign.
fn is_upi(text: &str) -> bool {
    text.split_whitespace().filter_map(|word| word.split_once('@')).any(|(name, bank)| {
        let bank = bank.trim_end_matches(|it: char| !it.is_alphanumeric());
        !name.is_empty() && bank.len() >= 2 && bank.chars().all(char::is_alphanumeric)
    })
}

/// The digits of a text, in any script.
fn digits(text: &str) -> Vec<u32> {
    text.chars()
        .filter(|it| it.is_numeric())
        .map(|it| it.to_digit(10).unwrap_or_default())
        .collect()
}

/// Two letters, two digits, then 11 to 30 letters and digits; the check digits are right (ISO 13616), or it is
/// one of the Gulf with its length.
fn begins_with_iban(text: &[u8]) -> bool {
    let [a, b, c, d, rest @ ..] = text else { return false };
    let begins = a.is_ascii_uppercase()
        && b.is_ascii_uppercase()
        && c.is_ascii_digit()
        && d.is_ascii_digit();
    let run = rest.iter().take_while(|it| it.is_ascii_alphanumeric()).count();
    if !begins || run < 11 {
        return false;
    }
    let gulf = match &[*a, *b] {
        b"QA" => Some(29),
        b"KW" => Some(30),
        b"BH" => Some(22),
        b"OM" | b"AE" => Some(23),
        b"SA" => Some(24),
        _ => None,
    };
    gulf.is_some_and(|length| run + 4 >= length)
        || (11..=run.min(30)).any(|length| {
            let number = rest.iter().take(length).chain([a, b, c, d]);
            let is_right = number.fold(0, |rest: u32, letter| match letter {
                b'0'..=b'9' => (rest * 10 + u32::from(letter - b'0')) % 97,
                _ => (rest * 100 + u32::from(letter - b'A') + 10) % 97,
            });
            // Of a short text with letters, one in 97 is right by chance.
            let figures = rest.iter().take(length).filter(|it| it.is_ascii_digit()).count();
            is_right == 1 && figures >= 8
        })
}

/// Four letters, a zero, and six letters or digits: the code of a branch in India (IFSC).
fn is_branch_of_india(text: &str) -> bool {
    let text = text.as_bytes();
    text.len() == 11
        && text.iter().take(4).all(u8::is_ascii_alphabetic)
        && text.get(4) == Some(&b'0')
        && text.iter().skip(5).all(u8::is_ascii_alphanumeric)
        && text.iter().skip(5).any(u8::is_ascii_digit)
}

/// 13 to 19 digits with the check digit of a card (ISO/IEC 7812).
fn is_card(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let places = digits.iter().rev().enumerate();
    let sum: u32 =
        places.map(|(place, digit)| if place % 2 == 1 { doubled(*digit) } else { *digit }).sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_names_a_payroll_number_or_an_address_and_no_account_or_card() {
        for fine in [
            "",
            "  EMP-00123 ",
            "Payroll 10203040",
            "https://vouchers.example/v/9f3k-2026-11-24/8841022",
            "https://vouchers.example/?code=AB12CDEF&for=12345678",
            "asha@post.example",
            "Ask Asha at the desk in Doha",
            &"é".repeat(REFERENCE_MAX),
        ] {
            assert_eq!(Reference::parse(fine).map(|it| it.0).as_deref(), Ok(fine.trim()));
        }
        for bank in [
            "GB82 WEST 1234 5698 7654 32",
            "IBAN: de89370400440532013000",
            "KW81CBKU0000000000001234560101",
            // A Gulf number with a wrong check digit is still one.
            "QA00 DOHB 0000 1234 5678 90AB CDEF G",
            "4111 1111 1111 1111",
            "HDFC0001234",
            "SBI, ifsc sbin0004567",
            "account 123456789",
            "٩٨٧٦٥٤٣٢١",
            "https://pay.example/GB82WEST12345698765432",
            "https://pay.example/?card=4111111111111111",
            "https://pay.example/?card=4111-1111-1111-1111",
            "https://pay.example/account/50100123456789",
            "https://pay.example/GB82-WEST-1234-5698-7654-32",
            "asha.rao@okhdfcbank",
            "UPI: asha@ybl.",
        ] {
            assert_eq!(Reference::parse(bank), Err(RejectionCode::ReferenceBank), "{bank}");
        }
        for hidden in
            ["EMP-1\r\n9,Mallory,,Bank", "EMP\u{202e}1-", "EM\u{200b}P", "a\u{2028}b", "a\tb"]
        {
            assert_eq!(
                Reference::parse(hidden),
                Err(RejectionCode::ControlCharacters),
                "{hidden:?}"
            );
        }
        let long = "é".repeat(REFERENCE_MAX + 1);
        assert_eq!(Reference::parse(&long), Err(RejectionCode::ReferenceTooLong));
    }
}
