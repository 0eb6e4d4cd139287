//! CSV (RFC 4180) that is safe to open in a spreadsheet. Every CSV of the site has its cells from
//! [`cell()`]. An export is [`head()`], then a [`line()`] for each referral.

use alloc::string::String;

use compact_json::to_string;
use domain::referral::Referral;

/// The headings. New columns go to the end, so that programs that read columns by position still
/// work.
const HEADINGS: [&str; 10] = [
    "Date",
    "Referred person",
    "Phone",
    "Service",
    "Status",
    "Points",
    "Referred by",
    "Referrer's number",
    "Notes",
    "Submitted at (ms since 1970)",
];

/// With this a CSV begins, so that spreadsheets know that it is UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The byte order mark and the header line.
pub fn head() -> String {
    let mut head = String::from(BYTE_ORDER_MARK);
    push_line(&mut head, HEADINGS);
    head
}

/// The header line and one line for each referral.
pub(crate) fn table(referrals: impl Iterator<Item = Referral>) -> String {
    let mut table = head();
    for referral in referrals {
        add(&mut table, &referral, referral.service.label());
    }
    table
}

/// The line of a referral for this service, with its line break.
pub fn line(referral: &Referral, service: &str) -> String {
    let mut line = String::new();
    add(&mut line, referral, service);
    line
}

fn add(table: &mut String, referral: &Referral, service: &str) {
    let [referrer_name, referrer_mobile, referred_name, referred_phone, _, notes, date, _] =
        referral.texts();
    push_line(
        table,
        [
            date,
            referred_name,
            referred_phone,
            service,
            referral.status.as_str(),
            &to_string(&referral.points),
            referrer_name,
            referrer_mobile,
            notes,
            &to_string(&referral.id),
        ],
    );
}

fn push_line(table: &mut String, cells: [&str; HEADINGS.len()]) {
    for (place, cell) in cells.into_iter().enumerate() {
        table.push_str(if place > 0 { "," } else { "" });
        push(table, cell);
    }
    table.push_str("\r\n");
}

/// A cell in quotation marks, in which a spreadsheet finds no formula.
///
/// A spreadsheet may separate cells at other characters than commas, and then a cell begins in the
/// middle of this text. So wherever one may begin, an apostrophe stands before the first character
/// of a formula; spreadsheets read it as "this is text". A program gets the text back by removing
/// these apostrophes.
pub fn cell(text: &str) -> String {
    let mut cell = String::new();
    push(&mut cell, text);
    cell
}

fn push(table: &mut String, cell: &str) {
    table.push('"');
    // White space is a formula's beginning at the very start, and a separator later.
    if cell.starts_with(['\t', '\r']) {
        table.push('\'');
    }
    let mut may_begin = true;
    for letter in cell.chars() {
        if may_begin && begins_formula(letter) {
            table.push('\'');
        }
        may_begin = separates(letter) || may_begin && is_skipped(letter);
        if letter == '"' {
            table.push('"');
        }
        table.push(letter);
    }
    table.push('"');
}

/// Whether a spreadsheet may take this character for the start of a formula (OWASP, "CSV
/// Injection"), including the wide and small forms of East Asian scripts.
fn begins_formula(letter: char) -> bool {
    matches!(
        letter,
        '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '﹦' | '﹢' | '﹣' | '﹫' | '−'
    )
}

/// Whether a spreadsheet may begin another cell after this character.
fn separates(letter: char) -> bool {
    matches!(
        letter,
        ',' | ';'
            | '|'
            | '\t'
            | '\n'
            | '\r'
            | '\u{b}'
            | '\u{c}'
            | '\u{85}'
            | '\u{2028}'
            | '\u{2029}'
    )
}

/// Whether a spreadsheet may overlook this character at the beginning of a cell.
fn is_skipped(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '"' | '\'' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}
