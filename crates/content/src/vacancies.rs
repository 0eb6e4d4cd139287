//! Vacancies: `content/<language>/vacancies/*.md`.

use anyhow::{Context, bail};
use chrono::NaiveDate;
use domain::rewards::Currency;
use domain::service::ServiceOption;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::check_anchor;
use crate::front_matter::{Day, day, filled, split};
use crate::markdown;
use crate::money::{self, AMOUNT_FORM};
use crate::pictures::Pictures;
use crate::services::service_options;

/// A vacancy, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Vacancy {
    /// The part of its address after `/vacancies/`.
    pub slug: String,
    /// The title of the post.
    pub title: String,
    /// A sentence or two for the list and for search engines.
    pub summary: String,
    /// The town.
    pub place: String,
    /// The country.
    pub country: String,
    /// The kind of employment.
    pub kind: VacancyKind,
    /// The pay; `null` if it is told on request.
    pub pay: Option<Pay>,
    /// The day on which it appeared, YYYY-MM-DD.
    #[ts(type = "string")]
    pub posted: NaiveDate,
    /// The last day on which it is open (UTC), YYYY-MM-DD. It is gone the day after.
    #[ts(type = "string")]
    pub closes: NaiveDate,
    /// How to apply, in a sentence or two.
    pub apply: String,
    /// What somebody is referred for who may want the post.
    pub service: ServiceOption,
}

/// The kind of employment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the kinds")]
pub enum VacancyKind {
    FullTime,
    PartTime,
    Contract,
    Temporary,
    Internship,
}

/// What a post pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Pay {
    /// The currency.
    pub currency: Currency,
    /// The least, as a decimal number with all decimals of the currency.
    pub from: String,
    /// The most; `null` if there is one amount.
    pub to: Option<String>,
    /// For how long.
    pub period: PayPeriod,
}

/// For how long a post pays so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are the periods")]
pub enum PayPeriod {
    Hour,
    Day,
    Week,
    Month,
    Year,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrontMatter {
    /// The job, such as *Licensed aircraft engineer, Doha*.
    title: String,
    /// A sentence or two for the list and for search engines.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    summary: String,
    /// The town.
    place: String,
    /// The country.
    country: String,
    /// The kind of employment.
    kind: VacancyKind,
    /// What it pays. Leave it out if that is told on request.
    pay: Option<PayMatter>,
    /// The day on which it appears.
    posted: Day,
    /// The last day on which somebody can apply, no earlier than *Posted*. On the day after, it is gone by itself. With a day in
    /// the past, it is shown nowhere.
    closes: Day,
    /// How to apply, in a sentence or two.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    apply: String,
    /// The service of the referral form, which is filled in for whoever presses *Refer someone for this*: mostly HR
    /// Recruitment.
    #[schemars(schema_with = "service_options")]
    service: ServiceOption,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PayMatter {
    #[schemars(schema_with = "money::currencies")]
    currency: Currency,
    /// The least.
    #[schemars(extend("x-form" = AMOUNT_FORM, "x-editor" = { "i18n": false }))]
    from: String,
    /// The most. Leave it empty if there is one amount.
    #[serde(default, deserialize_with = "filled")]
    #[schemars(extend("x-form" = AMOUNT_FORM, "x-editor" = { "i18n": false }))]
    to: Option<String>,
    /// For how long it pays so much.
    period: PayPeriod,
}

/// Reads a vacancy with its text. `slug` is the file's name without extension. The error names what
/// was refused.
pub fn read_vacancy(
    slug: &str,
    text: &str,
    pictures: &Pictures,
) -> anyhow::Result<(Vacancy, Vec<Block>)> {
    check_anchor(slug)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    let (posted, closes) = (day("posted", matter.posted)?, day("closes", matter.closes)?);
    if closes < posted {
        bail!("it closes on {closes}, before it was posted on {posted}");
    }
    let vacancy = Vacancy {
        slug: slug.to_owned(),
        title: matter.title,
        summary: matter.summary,
        place: matter.place,
        country: matter.country,
        kind: matter.kind,
        pay: matter.pay.map(PayMatter::check).transpose().context("pay")?,
        posted,
        closes,
        apply: matter.apply,
        service: matter.service,
    };
    Ok((vacancy, markdown::blocks(body, pictures)?))
}

impl PayMatter {
    fn check(self) -> anyhow::Result<Pay> {
        let Self { currency, from, to, period } = self;
        let (from, to) = match to {
            None => (money::amount("from", currency, &from)?, None),
            Some(to) => {
                let [from, to] = money::range(currency, &from, &to)?;
                (from, Some(to.number()))
            }
        };
        Ok(Pay { currency, from: from.number(), to, period })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VACANCY: &str = "+++\ntitle = \"Planner\"\nsummary = \"A\"\nplace = \"Doha\"\n\
        country = \"Qatar\"\nkind = \"full-time\"\nposted = 2026-11-02\ncloses = 2026-11-30\n\
        apply = \"Write to us.\"\nservice = \"hr-recruitment\"\n\n[pay]\ncurrency = \"KWD\"\n\
        from = \"900\"\nto = \"1200.5\"\nperiod = \"month\"\n+++\nThe work.\n";

    fn refusal(from: &str, to: &str) -> String {
        let text = VACANCY.replacen(from, to, 1);
        assert_ne!(text, VACANCY, "{from}");
        format!("{:#}", read_vacancy("a-planner", &text, &Pictures::default()).unwrap_err())
    }

    #[test]
    fn a_vacancy_has_its_pay_with_the_decimals_of_its_currency() {
        let (vacancy, content) = read_vacancy("a-planner", VACANCY, &Pictures::default()).unwrap();
        let pay = vacancy.pay.unwrap();
        assert_eq!((&*pay.from, pay.to.as_deref()), ("900.000", Some("1200.500")));
        assert_eq!(vacancy.closes.to_string(), "2026-11-30");
        assert_eq!(content.len(), 1);
    }

    #[test]
    fn pay_may_be_one_amount_or_told_on_request() {
        let one = VACANCY.replacen("to = \"1200.5\"\n", "", 1);
        assert_eq!(read_vacancy("a", &one, &Pictures::default()).unwrap().0.pay.unwrap().to, None);
        let (before, after) = VACANCY.split_once("\n[pay]").unwrap();
        let (_, body) = after.split_once("\n+++\n").unwrap();
        let on_request = format!("{before}+++\n{body}");
        assert_eq!(read_vacancy("a", &on_request, &Pictures::default()).unwrap().0.pay, None);
    }

    #[test]
    fn wrong_pay_is_refused_with_what_to_write() {
        for (from, to, word) in [
            ("\"900\"", "\"9,000\"", "without commas"),
            ("\"900\"", "\"0\"", "above 0"),
            ("\"1200.5\"", "\"1200.1234\"", "at most 3 decimals for KWD"),
            ("\"1200.5\"", "\"900\"", "smaller amount first"),
            ("\"KWD\"", "\"XAU\"", "XAU"),
            ("\"month\"", "\"fortnight\"", "fortnight"),
        ] {
            let refusal = refusal(from, to);
            assert!(refusal.contains(word), "{refusal}");
        }
    }

    #[test]
    fn wrong_days_are_refused_with_the_field() {
        for (from, to, word) in [
            ("2026-11-30", "2026-11-01", "before it was posted"),
            ("2026-11-30", "2026-11-31", "2026-11-31"),
            ("2026-11-30", "10:00:00", "closes is 10:00:00"),
            ("2026-11-02", "2026-11-02T10:00:00Z", "posted is"),
        ] {
            let refusal = refusal(from, to);
            assert!(refusal.contains(word), "{refusal}");
        }
        // It may be open for its only day.
        let one = VACANCY.replacen("2026-11-30", "2026-11-02", 1);
        assert!(read_vacancy("a", &one, &Pictures::default()).is_ok());
    }

    #[test]
    fn unknown_fields_kinds_services_and_names_are_refused() {
        for (from, to) in [
            ("title =", "titel ="),
            ("full-time", "gig"),
            ("hr-recruitment", "loans"),
            ("currency =", "coin ="),
        ] {
            let refusal = refusal(from, to);
            let word = to.trim_end_matches(" =");
            assert!(refusal.contains(word), "{refusal}");
        }
        assert!(read_vacancy("A Planner", VACANCY, &Pictures::default()).is_err());
    }
}
