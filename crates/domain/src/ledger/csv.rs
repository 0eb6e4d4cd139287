//! The CSV export (RFC 4180), safe to open in a spreadsheet: [`head()`], then a [`line()`] for each
//! referral.

use alloc::string::String;

use crate::json;
use crate::referral::Referral;

/// What a spreadsheet may take for the start of a formula (OWASP, "CSV Injection"), including the
/// full-width forms of East Asian scripts.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

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

/// The header line. It starts with a byte order mark, from which spreadsheets know that it is
/// UTF-8.
pub fn head() -> String {
    let mut head = String::from("\u{feff}");
    push_line(&mut head, HEADINGS);
    head
}

/// The header line and one line for each referral.
pub(super) fn table(referrals: impl Iterator<Item = Referral>) -> String {
    let mut table = head();
    for referral in referrals {
        add(&mut table, &referral);
    }
    table
}

/// The line of a referral, with its line break.
pub fn line(referral: &Referral) -> String {
    let mut line = String::new();
    add(&mut line, referral);
    line
}

fn add(table: &mut String, referral: &Referral) {
    let [referrer_name, referrer_mobile, referred_name, referred_phone, _, notes, date] =
        referral.texts();
    push_line(
        table,
        [
            date,
            referred_name,
            referred_phone,
            referral.service.label(),
            referral.status.as_str(),
            &json::text(&referral.points),
            referrer_name,
            referrer_mobile,
            notes,
            &json::text(&referral.id),
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

/// Appends a cell in quotation marks. If it could be a formula, it starts with an apostrophe, which
/// spreadsheets read as "this is text".
fn push(table: &mut String, cell: &str) {
    table.push('"');
    for (place, letter) in cell.chars().enumerate() {
        if place == 0 && FORMULA.contains(&letter) {
            table.push('\'');
        }
        if letter == '"' {
            table.push('"');
        }
        table.push(letter);
    }
    table.push('"');
}
