//! Courses: `content/<language>/courses/*.md`.

use anyhow::{Context, bail};
use chrono::NaiveDate;
use domain::rewards::Currency;
use domain::service::ServiceOption;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::check_anchor;
use crate::front_matter::{Day, day, split};
use crate::markdown;
use crate::money::{self, AMOUNT_FORM};
use crate::pictures::Pictures;
use crate::services::service_options;

/// The smallest number of people in a course.
const SEATS_MIN: u32 = 1;

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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrontMatter {
    /// The title of the course.
    title: String,
    /// A sentence or two for the list and for search engines.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    summary: String,
    /// Where it is held.
    place: String,
    /// How many can take part.
    #[schemars(range(min = SEATS_MIN))]
    seats: u32,
    /// What it costs for each of them. Leave it out if it is told on request.
    price: Option<PriceMatter>,
    /// When it is held. Each date is gone by itself on the day after it has started.
    #[serde(default)]
    dates: Vec<DateMatter>,
    /// The service of the referral form, which is filled in for whoever presses *Refer someone for this*: mostly Training.
    #[schemars(schema_with = "service_options")]
    service: ServiceOption,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PriceMatter {
    #[schemars(schema_with = "money::currencies")]
    currency: Currency,
    /// What each of them pays.
    #[schemars(extend("x-form" = AMOUNT_FORM, "x-editor" = { "i18n": false }))]
    amount: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DateMatter {
    /// The first day. A date that starts in the past is shown nowhere.
    starts: Day,
    /// The last day. It may be the same.
    ends: Day,
}

/// Reads a course with its text. `slug` is the file's name without extension. The error names what
/// was refused.
pub fn read_course(
    slug: &str,
    text: &str,
    pictures: &Pictures,
) -> anyhow::Result<(Course, Vec<Block>)> {
    check_anchor(slug)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    let FrontMatter { title, summary, place, seats, service, .. } = matter;
    if seats < SEATS_MIN {
        bail!("seats is {seats}: write how many can take part, at least {SEATS_MIN}");
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
    Ok((course, markdown::blocks(body, pictures)?))
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
        let (course, _) = read_course("tool-control", COURSE, &Pictures::default()).unwrap();
        let starts: Vec<_> = course.dates.iter().map(|date| date.starts.to_string()).collect();
        assert_eq!(starts, ["2027-02-08", "2027-04-12"]);
        assert_eq!(course.price.unwrap().amount, "14500.00");
    }

    #[test]
    fn a_course_may_have_no_date_yet() {
        let (before, _) = COURSE.split_once("\n[[dates]]").unwrap();
        let text = format!("{before}+++\nWhat is practised.\n");
        assert!(
            read_course("tool-control", &text, &Pictures::default()).unwrap().0.dates.is_empty()
        );
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
            let error = format!(
                "{:#}",
                read_course("tool-control", &text, &Pictures::default()).unwrap_err()
            );
            assert!(error.contains(word), "{error}");
        }
    }
}
