//! Money in front matter: an amount in quotation marks, with the currency's decimals (ISO 4217).

use anyhow::{Context, bail};
use domain::rewards::{Amount, Currency};
use schemars::{Schema, SchemaGenerator, json_schema};

/// How an amount is written.
pub(crate) const AMOUNT_FORM: &str = "a number above 0 like \"9000\", without commas";

/// Reads an amount such as `"9000"` or `"12.345"`; the error names the field.
pub(crate) fn amount(field: &str, currency: Currency, typed: &str) -> anyhow::Result<Amount> {
    let (code, decimals) = (currency.code(), currency.decimals());
    Amount::parse(currency, typed).ok().with_context(|| {
        format!(
            "{field} is {typed:?}: write {AMOUNT_FORM} and with at most {decimals} decimals for \
             {code}"
        )
    })
}

/// Reads a range of two amounts, the smaller first.
pub(crate) fn range(currency: Currency, from: &str, to: &str) -> anyhow::Result<[Amount; 2]> {
    let range = [amount("from", currency, from)?, amount("to", currency, to)?];
    if range[0].units >= range[1].units {
        bail!("from is {from:?} and to is {to:?}: write the smaller amount first");
    }
    Ok(range)
}

/// The currencies, for the editor.
pub(crate) fn currencies(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Currency::ALL.map(Currency::code) })
}
