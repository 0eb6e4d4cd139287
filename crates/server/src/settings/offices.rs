//! The company as `content/site.json` has it: its name, and when its offices work.

use domain::pipeline::work::{Office, Offices};
use serde::Deserialize;

/// The part of `content/site.json` that is needed here. The site's build has checked it.
#[derive(Deserialize)]
struct Site {
    name: String,
    offices: Vec<SiteOffice>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SiteOffice {
    city: String,
    calling_code: String,
    utc_offset: String,
    hours: Hours,
}

#[derive(Deserialize)]
struct Hours {
    days: Vec<String>,
    closes: String,
}

const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The company's name.
pub fn company() -> String {
    site().map(|site| site.name).unwrap_or_default()
}

/// The offices. The first one is the main one; without any, every day is a working day.
pub fn offices() -> Offices {
    let mut offices = site().into_iter().flat_map(|site| site.offices).filter_map(office);
    let main = offices.next().unwrap_or_else(Office::always);
    Offices { main, others: offices.collect() }
}

fn site() -> Option<Site> {
    serde_json::from_str(include_str!("../../../../content/site.json")).ok()
}

fn office(office: SiteOffice) -> Option<Office> {
    let SiteOffice { city, calling_code, utc_offset, hours } = office;
    let ahead = match utc_offset.split_at_checked(1)? {
        ("-", behind) => -minutes(behind)?,
        (_, ahead) => minutes(ahead)?,
    };
    Some(Office {
        city,
        calling_code,
        utc_offset: ahead,
        workdays: DAYS.map(|day| hours.days.iter().any(|works| works == day)),
        closes: minutes(&hours.closes)?.try_into().ok()?,
    })
}

/// The minutes of HH:MM.
fn minutes(time: &str) -> Option<i32> {
    let (hours, minutes) = time.split_once(':')?;
    Some(hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offices_of_the_site_are_known() {
        let Offices { main, others } = offices();
        let all: Vec<_> = [main].into_iter().chain(others).collect();
        let text = include_str!("../../../../content/site.json");
        assert_eq!(all.len(), text.matches("\"timeZone\"").count());
        for office in all {
            assert!(office.workdays.contains(&true) && office.closes > 0, "{office:?}");
        }
    }
}
