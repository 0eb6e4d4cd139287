//! The sensible range of each setting that is a number. Outside of it, something would not work at
//! all, or a limit would be none.

use std::ops::RangeInclusive;

use clap::{Arg, ArgMatches};
use domain::limits::POINTS_MAX;

use crate::settings::{BadValue, origins::Origins};

/// The settings that are numbers, with their ranges.
const RANGES: [(&str, RangeInclusive<u64>); 17] = [
    ("codes-a-day", 1..=10_000_000),
    ("codes-from-address", 1..=1_000_000),
    ("retention-days", 1..=36_500),
    ("duplicates-window-days", 0..=36_500),
    ("duplicates-expiry-days", 0..=36_500),
    ("points-at-most", 0..=POINTS_MAX),
    ("guest-referrals-from-address", 1..=1_000_000),
    ("referrals-from-account", 1..=1_000_000),
    ("messages-from-address", 1..=1_000_000),
    // A submission has up to 30 kB, depending on how it is written.
    ("body-limit", 32_768..=16_777_216),
    ("body-timeout", 1..=3_600),
    ("request-timeout", 1..=3_600),
    ("import-timeout", 1..=86_400),
    ("requests-at-once", 1..=100_000),
    ("requests-at-once-each", 1..=100_000),
    ("request-rate", 1..=1_000_000),
    ("request-burst", 1..=1_000_000),
];

/// The range of a setting, if it is a number.
pub(super) fn of(name: &str) -> Option<RangeInclusive<u64>> {
    RANGES.iter().find(|(known, _)| *known == name).map(|(_, range)| range.clone())
}

/// Says the range in the setting's help.
pub(super) fn shown(setting: Arg) -> Arg {
    let (Some(range), Some(help)) = (setting.get_long().and_then(of), setting.get_help()) else {
        return setting;
    };
    let help = format!("{help} ({} to {})", range.start(), range.end());
    setting.help(help)
}

/// Refuses a number outside of its range.
pub(super) fn check(matches: &ArgMatches, origins: &Origins) -> Result<(), BadValue> {
    for (name, range) in &RANGES {
        let id = name.replace('-', "_");
        let values = matches.try_get_raw(&id).ok().flatten();
        let Some(text) = values.and_then(|mut values| values.next()) else { continue };
        let text = text.to_string_lossy();
        if !text.parse().is_ok_and(|number| range.contains(&number)) {
            return Err(BadValue::new(origins, name, &text, outside(range)));
        }
    }
    Ok(())
}

/// The reason for refusing a number.
pub(super) fn outside(range: &RangeInclusive<u64>) -> String {
    format!("it takes a whole number from {} to {}", range.start(), range.end())
}
