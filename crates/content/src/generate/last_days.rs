//! What is said of entries that are past, because nobody sees them.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate};

/// The last day on which something is shown.
#[derive(Debug)]
pub(crate) struct LastDay {
    pub(crate) day: NaiveDate,
    /// The file, from the root.
    pub(crate) file: String,
    /// What the day was, such as "it has ended on".
    pub(crate) what: &'static str,
}

/// A line for each that is past. It begins with its file, by which `cargo xtask dev --edit` finds those of the edited files.
pub(crate) fn past(last_days: &[LastDay], today: NaiveDate) -> String {
    let past = last_days.iter().filter(|it| it.day < today);
    past.map(|LastDay { day, file, what }| {
        format!("\n{file}: {what} {day}, so it is shown nowhere")
    })
    .collect()
}

/// The day (UTC), by which the website goes, too.
pub(crate) fn today() -> NaiveDate {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let instant = i64::try_from(seconds).ok().and_then(|it| DateTime::from_timestamp(it, 0));
    instant.unwrap_or_default().date_naive()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_past_is_said_the_day_after_its_last_day() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let last = LastDay {
            day: day("2026-11-30"),
            file: "content/en/vacancies/a-planner.md".to_owned(),
            what: "it has ended on",
        };
        let said = |today| past(std::slice::from_ref(&last), day(today));
        assert_eq!(said("2026-11-30"), "");
        assert_eq!(
            said("2026-12-01"),
            "\ncontent/en/vacancies/a-planner.md: it has ended on 2026-11-30, so it is shown nowhere"
        );
    }
}
