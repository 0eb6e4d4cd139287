//! A batch as a table for payroll or a bank. It has the same lines each time, and says of each where it stands, so that
//! what was paid is not paid again.

use domain::rewards::{Amount, Sums, is_visible};
use ledger::csv::{BYTE_ORDER_MARK, cell};

use crate::rewards::batches::sql::FullBatch;

const HEADINGS: [&str; 9] =
    ["Request", "Member", "Phone", "Offer", "Points", "Currency", "Amount", "Reference", "State"];

/// The lines of a batch, and under them the sum of each currency.
pub(crate) fn table(batch: &FullBatch) -> String {
    let mut table = format!("{BYTE_ORDER_MARK}{}", line(&HEADINGS));
    let mut points = 0_u128;
    for (redemption, _) in &batch.lines {
        let amount = redemption.chosen.amount;
        let mobile = redemption.mobile.as_deref().unwrap_or_default();
        points += u128::from(redemption.chosen.points);
        table += &line(&[
            &redemption.id.to_string(),
            &redemption.name,
            &numbers::shown(mobile),
            &redemption.chosen.title,
            &redemption.chosen.points.to_string(),
            amount.map_or("", |amount| amount.currency.code()),
            &amount.map(Amount::number).unwrap_or_default(),
            &redemption.reference,
            redemption.status.label(),
        ]);
    }
    let amounts = batch.lines.iter().filter_map(|(redemption, _)| redemption.chosen.amount);
    table += &line(&["Sum", "", "", "", &points.to_string(), "", "", "", ""]);
    for (currency, number) in Sums::of(amounts).numbers() {
        table += &line(&["Sum", "", "", "", "", currency.code(), &number, "", ""]);
    }
    table
}

fn line(cells: &[&str; HEADINGS.len()]) -> String {
    // A name may have letters that show a sum, or another name, to whoever pays.
    let plain =
        |text: &str| cell(&text.chars().filter(|letter| is_visible(*letter)).collect::<String>());
    cells.map(plain).join(",") + "\r\n"
}
