//! A table for spreadsheets: RFC 4180, and safe to open. [`HEAD`], then a [`line()`] for each
//! referral.

use alloc::string::String;

use crate::json;
use crate::referral::Referral;

/// What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection"), also in the
/// wide forms of East Asian scripts.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// The line of names. By the mark of its byte order, a spreadsheet knows that the text is UTF-8.
pub const HEAD: &str = "\u{feff}\"Date\",\"Referred person\",\"Phone\",\"Service\",\"Status\",\"Points\",\
                    \"Referred by\",\"Referrer's number\",\"Notes\",\"Submitted at (ms since 1970)\"\r\n";

/// One line for each referral, under a line of names.
pub(super) fn table(referrals: impl Iterator<Item = Referral>) -> String {
    let mut table = String::from(HEAD);
    for referral in referrals {
        add(&mut table, &referral);
    }
    table
}

/// The line of a referral, with its end.
pub fn line(referral: &Referral) -> String {
    let mut line = String::new();
    add(&mut line, referral);
    line
}

fn add(table: &mut String, referral: &Referral) {
    let cells: [&str; 10] = [
        &referral.date,
        &referral.referred_name,
        &referral.referred_phone,
        referral.service.label(),
        referral.status.as_str(),
        &json::text(&referral.points),
        &referral.referrer_name,
        &referral.referrer_mobile,
        &referral.notes,
        &json::text(&referral.id),
    ];
    for (place, cell) in cells.into_iter().enumerate() {
        table.push_str(if place > 0 { "," } else { "" });
        push(table, cell);
    }
    table.push_str("\r\n");
}

/// A cell in quotation marks. What would be a formula begins with an apostrophe, which spreadsheets
/// read as "this is text".
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
