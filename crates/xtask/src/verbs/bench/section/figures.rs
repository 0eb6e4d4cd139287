//! Figures and the goals they are held against.

use crate::verbs::bench::statistics::{median, spread};

/// What a figure counts, and how finely it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    name: &'static str,
    decimals: usize,
}

impl Unit {
    /// A ratio, such as "1.08 times".
    pub(crate) const TIMES: Self = Self { name: "times", decimals: 2 };
    /// Milliseconds.
    pub(crate) const MS: Self = Self { name: "ms", decimals: 0 };
    /// Microseconds.
    pub(crate) const US: Self = Self { name: "µs", decimals: 1 };
    /// Seconds.
    pub(crate) const SECONDS: Self = Self { name: "s", decimals: 1 };
    /// Bytes.
    pub(crate) const BYTES: Self = Self { name: "bytes", decimals: 0 };
    /// Thousands of bytes.
    pub(crate) const KB: Self = Self { name: "kB", decimals: 1 };
    /// Anything that is counted one by one.
    pub(crate) const COUNT: Self = Self { name: "", decimals: 0 };
    /// A number between 0 and 1, such as a layout shift.
    pub(crate) const SHARE: Self = Self { name: "", decimals: 3 };

    /// A figure with its unit, such as "14,336 bytes".
    pub(crate) fn tell(self, figure: f64) -> String {
        let number = self.number(figure);
        if self.name.is_empty() { number } else { format!("{number} {}", self.name) }
    }

    /// A figure without its unit.
    pub(crate) fn number(self, figure: f64) -> String {
        grouped(&format!("{figure:.*}", self.decimals))
    }

    /// The median of several figures, with the least and the most if they are not all told alike.
    pub(crate) fn tell_all(self, samples: &[f64]) -> Option<String> {
        let (median, (least, most)) = (median(samples)?, spread(samples)?);
        let ends = (self.number(least), self.number(most));
        if ends.0 == ends.1 {
            return Some(self.tell(median));
        }
        Some(format!("{} ({} to {})", self.tell(median), ends.0, ends.1))
    }
}

/// What a figure is held against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Goal {
    /// The figure itself still meets it.
    AtMost(f64),
    /// The figure itself does not meet it.
    Under(f64),
    /// The figure itself still meets it.
    AtLeast(f64),
    /// It is shown and not judged.
    None,
}

impl Goal {
    /// Whether a figure meets it; nothing where there is none.
    pub(crate) fn is_met_by(self, figure: f64) -> Option<bool> {
        match self {
            Self::AtMost(limit) => Some(figure <= limit),
            Self::Under(limit) => Some(figure < limit),
            Self::AtLeast(limit) => Some(figure >= limit),
            Self::None => None,
        }
    }

    /// In words, such as "at most 100 ms".
    pub(crate) fn tell(self, unit: Unit) -> String {
        match self {
            Self::AtMost(limit) => format!("at most {}", unit.tell(limit)),
            Self::Under(limit) => format!("under {}", unit.tell(limit)),
            Self::AtLeast(limit) => format!("at least {}", unit.tell(limit)),
            Self::None => String::new(),
        }
    }
}

/// Thousands set apart by commas.
fn grouped(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, fraction) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut grouped = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_their_unit_and_their_thousands() {
        assert_eq!(Unit::BYTES.tell(14_336.0), "14,336 bytes");
        assert_eq!(Unit::TIMES.tell(1.084), "1.08 times");
        assert_eq!(Unit::COUNT.tell(1_000_000.0), "1,000,000");
        assert_eq!(Unit::KB.tell(999.96), "1,000.0 kB");
        assert_eq!(Unit::MS.tell(-1234.0), "-1,234 ms");
    }

    #[test]
    fn the_median_is_told_with_the_least_and_the_most() {
        let told = Unit::MS.tell_all(&[700.0, 690.0, 695.2]);
        assert_eq!(told.as_deref(), Some("695 ms (690 to 700)"));
    }

    #[test]
    fn a_spread_that_cannot_be_seen_is_left_out() {
        assert_eq!(Unit::MS.tell_all(&[690.1, 690.2]).as_deref(), Some("690 ms"));
        assert_eq!(Unit::MS.tell_all(&[]), None);
    }

    #[test]
    fn the_limit_itself_is_inside_or_outside_as_the_goal_says() {
        assert_eq!(Goal::AtMost(100.0).is_met_by(100.0), Some(true));
        assert_eq!(Goal::Under(100.0).is_met_by(100.0), Some(false));
        assert_eq!(Goal::AtLeast(1.8).is_met_by(1.8), Some(true));
        assert_eq!(Goal::AtLeast(1.8).is_met_by(1.7), Some(false));
        assert_eq!(Goal::None.is_met_by(1.0), None);
    }
}
