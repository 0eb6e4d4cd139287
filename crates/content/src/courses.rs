//! Courses: `content/<language>/courses/*.md`.

use anyhow::{Context, bail};
use chrono::NaiveDate;
use domain::rewards::Currency;
use domain::service::ServiceOption;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::check_anchor;
use crate::front_matter::{day, split};
use crate::markdown;
use crate::money;

/// A course, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Course {
    /// The part of its address after `/courses/`.
    pub slug: String,
    /// The title.
    pub title: String,
    /// A sentence or two for the list and for search engines.
    pub summary: String,
    /// Where it is held.
    pub place: String,
    /// How many can take part.
    pub seats: u32,
    /// What it costs for each of them; `null` if it is told on request.
    pub price: Option<Price>,
    /// When it is held, the earliest first. Each date is gone the day after it has started.
    pub dates: Vec<CourseDate>,
    /// What somebody is referred for who may want to take part.
    pub service: ServiceOption,
}

/// When a course is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CourseDate {
    /// The first day, YYYY-MM-DD.
    #[ts(type = "string")]
    pub starts: NaiveDate,
    /// The last day, YYYY-MM-DD.
    #[ts(type = "string")]
    pub ends: NaiveDate,
}

/// A price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Price {
    /// The currency.
    pub currency: Currency,
    /// As a decimal number with all decimals of the currency.
    pub amount: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: String,
    summary: String,
    place: String,
    seats: u32,
    price: Option<PriceMatter>,
    #[serde(default)]
    dates: Vec<DateMatter>,
    service: ServiceOption,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceMatter {
    currency: Currency,
    amount: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DateMatter {
    starts: toml::value::Datetime,
    ends: toml::value::Datetime,
}

/// Reads a course with its text. `slug` is the file's name without extension. The error names what
/// was refused.
pub fn read_course(
    slug: &str,
    text: &str,
    image_hosts: &[String],
) -> anyhow::Result<(Course, Vec<Block>)> {
    check_anchor(slug)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    let FrontMatter { title, summary, place, seats, service, .. } = matter;
    if seats == 0 {
        bail!("seats is 0: write how many can take part");
    }
    let dates = matter.dates.into_iter().map(DateMatter::check);
    let mut dates = dates.collect::<anyhow::Result<Vec<_>>>().context("dates")?;
    dates.sort_by_key(|date| date.starts);
    if let Some(twice) = dates.windows(2).find(|pair| pair[0].starts == pair[1].starts) {
        bail!("two dates start on {}", twice[0].starts);
    }
    let price = matter.price.map(|PriceMatter { currency, amount }| {
        let amount = money::amount("amount", currency, &amount)?.number();
        anyhow::Ok(Price { currency, amount })
    });
    let price = price.transpose().context("price")?;
    let slug = slug.to_owned();
    let course = Course { slug, title, summary, place, seats, price, dates, service };
    Ok((course, markdown::blocks(body, image_hosts)?))
}

impl DateMatter {
    fn check(self) -> anyhow::Result<CourseDate> {
        let (starts, ends) = (day("starts", self.starts)?, day("ends", self.ends)?);
        if ends < starts {
            bail!("a date ends on {ends}, before it starts on {starts}");
        }
        Ok(CourseDate { starts, ends })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COURSE: &str = "+++\ntitle = \"Tool control\"\nsummary = \"A\"\nplace = \"Chennai\"\n\
        seats = 12\nservice = \"training\"\n\n[price]\ncurrency = \"INR\"\namount = \"14500\"\n\n\
        [[dates]]\nstarts = 2027-04-12\nends = 2027-04-13\n\n\
        [[dates]]\nstarts = 2027-02-08\nends = 2027-02-08\n+++\nWhat is practised.\n";

    #[test]
    fn a_course_has_its_dates_in_order_and_its_price_with_decimals() {
        let (course, _) = read_course("tool-control", COURSE, &[]).unwrap();
        let starts: Vec<_> = course.dates.iter().map(|date| date.starts.to_string()).collect();
        assert_eq!(starts, ["2027-02-08", "2027-04-12"]);
        assert_eq!(course.price.unwrap().amount, "14500.00");
    }

    #[test]
    fn a_course_may_have_no_date_yet() {
        let (before, _) = COURSE.split_once("\n[[dates]]").unwrap();
        let text = format!("{before}+++\nWhat is practised.\n");
        assert!(read_course("tool-control", &text, &[]).unwrap().0.dates.is_empty());
    }

    #[test]
    fn what_a_course_cannot_have_is_refused_in_words() {
        for (from, to, word) in [
            ("2027-04-13", "2027-04-11", "before it starts"),
            ("2027-04-12", "2027-02-30", "2027-02-30"),
            (
                "starts = 2027-02-08\nends = 2027-02-08",
                "starts = 2027-04-12\nends = 2027-04-12",
                "two dates",
            ),
            ("seats = 12", "seats = 0", "seats is 0"),
            ("14500", "14,500", "without commas"),
            ("\"INR\"", "\"XAU\"", "XAU"),
            ("place =", "room =", "room"),
            ("ends = 2027-04-13", "end = 2027-04-13", "end"),
        ] {
            let text = COURSE.replacen(from, to, 1);
            assert_ne!(text, COURSE, "{from}");
            let error = format!("{:#}", read_course("tool-control", &text, &[]).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }
}
