//! Days and months in UTC, which rules are about: a server has no other calendar that holds for everybody.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use crate::limits::DAY_MS;
use crate::referral::Instant;
use crate::say::{Say, Value};

/// The calendar repeats itself after 400 years, which have so many days.
const CYCLE_DAYS: u64 = 146_097;

/// A day of the years 1970 to 9999. On the wire it is a text such as `2027-01-31` (ISO 8601).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string", rename = "CalendarDay"))]
#[serde(try_from = "String", into = "String")]
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// Reads a text such as `2027-01-31`; `None` if it is no day of these years.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut part = |digits: usize| {
            let part = parts.next()?;
            let is_number = part.len() == digits && part.bytes().all(|it| it.is_ascii_digit());
            if is_number { part.parse().ok() } else { None }
        };
        let found = Self { year: part(4)?, month: part(2)?, day: part(2)? };
        let is_day = found.year >= 1970
            && (1..=12).contains(&found.month)
            && (1..=days_in(found.year, found.month)).contains(&found.day);
        (is_day && parts.next().is_none()).then_some(found)
    }

    /// The day of an instant.
    pub fn of(at: Instant) -> Self {
        let (mut rest, mut year) = (at.as_millis() / DAY_MS, 1970);
        year += u32::try_from(rest / CYCLE_DAYS).unwrap_or_default() * 400;
        rest %= CYCLE_DAYS;
        let mut month = 1;
        let next = |year: &mut u32, month: &mut u32| {
            *month += 1;
            if *month > 12 {
                (*month, *year) = (1, *year + 1);
            }
        };
        while rest >= u64::from(days_in(year, month)) {
            rest -= u64::from(days_in(year, month));
            next(&mut year, &mut month);
        }
        Self { year, month, day: u32::try_from(rest).unwrap_or_default() + 1 }
    }

    /// The same day so many months later, or the last one of a shorter month.
    fn months_later(self, months: u32) -> Self {
        let month = (self.year - 1970) * 12 + self.month - 1 + months;
        let (year, month) = (1970 + month / 12, month % 12 + 1);
        Self { year, month, day: self.day.min(days_in(year, month)) }
    }

    /// The last instant of it; at most the last one that there is.
    fn end(self) -> Instant {
        let years = self.year - 1970;
        let cycles = u64::from(years / 400);
        let begun = (1970 + years / 400 * 400..self.year)
            .flat_map(|year| (1..=12).map(move |month| (year, month)));
        let begun = begun.chain((1..self.month).map(|month| (self.year, month)));
        let days: u64 = begun.map(|(year, month)| u64::from(days_in(year, month))).sum();
        let days = cycles * CYCLE_DAYS + days + u64::from(self.day);
        Instant::try_from(days * DAY_MS - 1).unwrap_or(Instant::MAX)
    }

    /// As it stands in a sentence, such as `31 January 2027`.
    pub fn words(self, words: &dyn Say) -> String {
        let (day, month) = (self.day.to_string(), Month::name(self.month - 1, words));
        let (day, year) = (Value::Part(&day), self.year.to_string());
        let values = [("day", day), ("month", Value::Part(&month)), ("year", Value::Part(&year))];
        words.say("day", &values)
    }
}

fn days_in(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl TryFrom<String> for Day {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("a day is written as in 2027-01-31")
    }
}

impl From<Day> for String {
    fn from(Day { year, month, day }: Day) -> Self {
        format!("{year:04}-{month:02}-{day:02}").to_owned()
    }
}

/// A month, counted from January 1970, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(pub u32);

impl Month {
    /// The month of an instant.
    pub fn of(at: Instant) -> Self {
        let day = Day::of(at);
        Self((day.year - 1970) * 12 + day.month - 1)
    }

    /// Its year, counted from 1970.
    pub fn year(self) -> u32 {
        self.0 / 12
    }

    /// The name of a month of any year, counted from January, which is 0.
    fn name(of_year: u32, words: &dyn Say) -> String {
        const NAMES: [&str; 12] = [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ];
        let name = NAMES.get(of_year as usize).copied().unwrap_or_default();
        words.say("month", &[("month", Value::Part(name))])
    }
}

/// Three months, of which the first is January, April, July or October.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarter {
    /// Its first month.
    pub first: Month,
    /// Its last month.
    pub last: Month,
}

impl Quarter {
    /// The quarter of an instant.
    pub fn of(at: Instant) -> Self {
        let Month(month) = Month::of(at);
        let first = month - month % 3;
        Self { first: Month(first), last: Month(first + 2) }
    }

    /// As it stands in a sentence, such as `October to December 2026`.
    pub fn words(self, words: &dyn Say) -> String {
        let name = |Month(month)| Month::name(month % 12, words);
        let (from, to) = (name(self.first), name(self.last));
        let year = (1970 + self.first.year()).to_string();
        let values = [("from", &from), ("to", &to), ("year", &year)];
        words.say("quarter", &values.map(|(name, value)| (name, Value::Part(value))))
    }
}

/// An instant some days later; at most the last one that there is.
pub(super) fn days_after(at: Instant, days: u32) -> Instant {
    let later = at.as_millis() + u64::from(days) * DAY_MS;
    Instant::try_from(later).unwrap_or(Instant::MAX)
}

/// The end of the day some months later; at most the last instant that there is.
pub(super) fn end_of_months(at: Instant, months: u32) -> Instant {
    Day::of(at).months_later(months).end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Instant {
        millis.try_into().unwrap()
    }

    #[test]
    fn a_day_is_read_and_written_alike() {
        for text in ["1970-01-01", "2024-02-29", "2000-02-29", "2027-12-31", "9999-12-31"] {
            assert_eq!(String::from(Day::parse(text).unwrap()), text);
        }
        for text in [
            "",
            "2027",
            "2027-1-1",
            "2027-02-29",
            "2100-02-29",
            "2027-13-01",
            "2027-00-10",
            "2027-04-31",
            "1969-12-31",
            "2027-01-01-",
            "2027-01-01T00",
            "+027-01-01",
            "٢٠٢٧-01-01",
        ] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }

    #[test]
    fn some_months_later_is_the_end_of_the_same_day_or_of_the_last_one() {
        let parsed = |text: &str| Day::parse(text).unwrap();
        for (text, months, later) in [
            ("2027-03-01", 24, "2029-03-01"),
            ("2027-01-31", 1, "2027-02-28"),
            ("2028-01-31", 1, "2028-02-29"),
            ("2027-08-31", 120, "2037-08-31"),
            ("2027-12-15", 1, "2028-01-15"),
            ("1970-01-01", 12, "1971-01-01"),
            ("2399-12-31", 2, "2400-02-29"),
        ] {
            let begin = at(parsed(text).end().as_millis() + 1 - DAY_MS);
            assert_eq!(Day::of(begin), parsed(text), "{text}");
            let end = end_of_months(begin, months);
            assert_eq!(Day::of(end), parsed(later), "{text}");
            assert_eq!(end.as_millis() % DAY_MS, DAY_MS - 1, "{text}");
        }
        assert_eq!(end_of_months(Instant::MAX, 120), Instant::MAX);
    }

    #[test]
    fn an_instant_is_in_its_day_month_and_quarter() {
        let days = [
            (0, "1970-01-01", 0),
            (DAY_MS - 1, "1970-01-01", 0),
            (31 * DAY_MS, "1970-02-01", 1),
            (951_782_400_000, "2000-02-29", 361),
            (1_798_761_599_999, "2026-12-31", 683),
            (1_798_761_600_000, "2027-01-01", 684),
        ];
        for (millis, day, month) in days {
            assert_eq!(String::from(Day::of(at(millis))), day);
            assert_eq!(Month::of(at(millis)), Month(month));
        }
        assert_eq!(Month::of(at(1_798_761_600_000)).year(), 57);
        for (millis, first) in [(0, 0), (1_798_761_599_999, 681), (1_798_761_600_000, 684)] {
            let quarter = Quarter::of(at(millis));
            assert_eq!((quarter.first, quarter.last), (Month(first), Month(first + 2)));
        }
        // Each day comes after the one before, over one cycle and beyond.
        let mut before = Day::of(at(0));
        for day in 1..150_000 {
            let next = Day::of(at(day * DAY_MS));
            assert!(next > before, "{day}");
            before = next;
        }
        let last = Day::of(Instant::MAX);
        assert_eq!((last.year, last.month, last.day), (275_760, 9, 13));
    }
}
