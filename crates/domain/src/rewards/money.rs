//! Money as whole numbers of a currency's smallest unit, so that no sum is ever rounded.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use crate::limits::POINTS_MAX;
use crate::rejection::RejectionCode;
use crate::say::Say;

/// The longest typed amount, in letters.
const TYPED_MAX: usize = 24;

/// A currency in which something can be worth points (ISO 4217).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    /// Indian rupee.
    Inr,
    /// Qatari riyal.
    Qar,
    /// Kuwaiti dinar.
    Kwd,
    /// Bahraini dinar.
    Bhd,
    /// Omani rial.
    Omr,
    /// UAE dirham.
    Aed,
    /// Saudi riyal.
    Sar,
    /// US dollar.
    Usd,
    /// Euro.
    Eur,
    /// Pound sterling.
    Gbp,
}

impl Currency {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::Inr,
        Self::Qar,
        Self::Kwd,
        Self::Bhd,
        Self::Omr,
        Self::Aed,
        Self::Sar,
        Self::Usd,
        Self::Eur,
        Self::Gbp,
    ];

    /// Its code, such as `KWD`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Inr => "INR",
            Self::Qar => "QAR",
            Self::Kwd => "KWD",
            Self::Bhd => "BHD",
            Self::Omr => "OMR",
            Self::Aed => "AED",
            Self::Sar => "SAR",
            Self::Usd => "USD",
            Self::Eur => "EUR",
            Self::Gbp => "GBP",
        }
    }

    /// How many decimals an amount of it has.
    pub fn decimals(self) -> usize {
        match self {
            Self::Kwd | Self::Bhd | Self::Omr => 3,
            _ => 2,
        }
    }
}

/// An amount of money, more than none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Amount {
    /// In which currency.
    pub currency: Currency,
    /// How much, in its smallest unit, such as fils of a Kuwaiti dinar.
    pub units: u64,
}

impl Amount {
    /// Reads what somebody has typed, such as `12.345`.
    ///
    /// # Errors
    ///
    /// [`RejectionCode::AmountUnclear`] if it is no number above 0, or far too large, and
    /// [`RejectionCode::AmountDecimals`] if it has more decimals than the currency.
    pub fn parse(currency: Currency, typed: &str) -> Result<Self, RejectionCode> {
        const UNCLEAR: RejectionCode = RejectionCode::AmountUnclear;
        let text = typed.trim();
        if text.len() > TYPED_MAX {
            return Err(UNCLEAR);
        }
        // Of 1,250 nobody knows whether it is one or a thousand, so only a point is read.
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits =
            |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        if !are_digits(whole) || !are_digits(decimals) {
            return Err(UNCLEAR);
        }
        if decimals.len() > currency.decimals() {
            return Err(RejectionCode::AmountDecimals);
        }
        let padded = format!("{whole}{decimals:0<width$}", width = currency.decimals());
        let units = padded.parse().ok().filter(|units| (1..=POINTS_MAX).contains(units));
        Ok(Self { currency, units: units.ok_or(UNCLEAR)? })
    }

    /// The number alone, such as `12.345`, with all decimals of the currency.
    pub fn number(self) -> String {
        number(self.currency, self.units.into())
    }

    /// As it stands in a sentence, such as `KWD 1,212.345`.
    pub fn words(self, words: &dyn Say) -> String {
        let number = self.number();
        let whole = number.split('.').next().and_then(|whole| whole.parse().ok());
        let decimals = number.rsplit('.').next().unwrap_or_default();
        format!("{} {}.{decimals}", self.currency.code(), words.number(whole.unwrap_or_default()))
    }

    /// Whether it stands in a sentence of some language [like this](Self::words).
    pub fn is_said(self, text: &str) -> bool {
        text.replace(',', "") == format!("{} {}", self.currency.code(), self.number())
    }
}

fn number(currency: Currency, units: u128) -> String {
    let decimals = currency.decimals();
    let digits = units.to_string();
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, rest) = digits.split_at(digits.len() - decimals);
    format!("{whole}.{rest}")
}

/// Sums by currency. Nothing is converted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums(BTreeMap<Currency, u128>);

impl Sums {
    /// The sums of these amounts.
    pub fn of(amounts: impl IntoIterator<Item = Amount>) -> Self {
        let mut sums = Self::default();
        for Amount { currency, units } in amounts {
            *sums.0.entry(currency).or_default() += u128::from(units);
        }
        sums
    }

    /// Each currency with its sum as a number, such as `12.345`, in the order of the currencies.
    pub fn numbers(&self) -> impl Iterator<Item = (Currency, String)> {
        self.0.iter().map(|(currency, units)| (*currency, number(*currency, *units)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn every_amount_is_a_whole_number_of_the_smallest_unit_and_a_kuwaiti_one_has_three_decimals() {
        use Currency::{Inr, Kwd};
        let fine = [
            (Kwd, "12.345", 12_345, "KWD 12.345"),
            (Kwd, "12.3", 12_300, "KWD 12.300"),
            (Kwd, " 0.001 ", 1, "KWD 0.001"),
            (Inr, "500", 50_000, "INR 500.00"),
            (Inr, "0.5", 50, "INR 0.50"),
            (Inr, "007.10", 710, "INR 7.10"),
            (Inr, "90071992547409.91", POINTS_MAX, "INR 90,071,992,547,409.91"),
            (Inr, "90071992547409.91", POINTS_MAX, "INR 9,00,71,99,25,47,409.91"),
        ];
        for (currency, typed, units, said) in fine {
            let amount = Amount::parse(currency, typed).unwrap();
            assert_eq!((amount.units, amount.is_said(said)), (units, true), "{typed}");
            assert!(!amount.is_said(&said[4..]) && !amount.is_said(&format!("{said}0")), "{typed}");
        }
        let refused = |currency, typed| Amount::parse(currency, typed).unwrap_err();
        assert_eq!(refused(Kwd, "12.3456"), RejectionCode::AmountDecimals);
        assert_eq!(refused(Inr, "12.345"), RejectionCode::AmountDecimals);
        let words = RejectionCode::AmountDecimals.words().hint;
        assert!(words.contains("three decimals") && words.contains("KWD"), "{words}");
        for typed in [
            "",
            ".",
            "1.",
            ".5",
            "0",
            "0.00",
            "-1",
            "+1",
            "1e3",
            "1,250",
            "1.2.3",
            "₹5",
            "٥",
            "90071992547409.92",
            "99999999999999999999",
            "0000000000000000000000001",
        ] {
            assert_eq!(refused(Inr, typed), RejectionCode::AmountUnclear, "{typed}");
        }
    }

    #[test]
    fn every_currency_has_its_decimals_and_its_code_on_the_wire() {
        for currency in Currency::ALL {
            let three = ["KWD", "BHD", "OMR"].contains(&currency.code());
            assert_eq!(currency.decimals(), if three { 3 } else { 2 }, "{currency:?}");
            assert_eq!(serde_json::to_value(currency).unwrap(), currency.code());
        }
    }

    #[test]
    fn sums_are_made_for_each_currency_and_do_not_overflow() {
        let amount = |currency, units| Amount { currency, units };
        let most = (0..3000).map(|_| amount(Currency::Kwd, POINTS_MAX));
        let sums = Sums::of(most.chain([amount(Currency::Inr, 5), amount(Currency::Inr, 1)]));
        let numbers: Vec<_> =
            sums.numbers().map(|(it, sum)| format!("{} {sum}", it.code())).collect();
        assert_eq!(numbers, ["INR 0.06", "KWD 27021597764222973.000"]);
    }
}
