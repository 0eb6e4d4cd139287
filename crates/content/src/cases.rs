//! Cases: `content/<language>/cases/*.md`.

use anyhow::bail;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::blog::Block;
use crate::checks::check_anchor;
use crate::front_matter::{Day, day, split};
use crate::markdown;
use crate::pictures::Pictures;

/// What was done for a customer, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CaseStudy {
    /// The part of its address after `/cases/`.
    pub slug: String,
    /// The title.
    pub title: String,
    /// A sentence or two for the list and for search engines.
    pub summary: String,
    /// The customer's sector.
    pub sector: String,
    /// The id of the service.
    pub service: String,
    /// The day on which the work ended, YYYY-MM-DD.
    #[ts(type = "string")]
    pub finished: NaiveDate,
    /// What was asked.
    pub asked: String,
    /// What was done.
    pub done: String,
    /// What was measured, a line for each figure.
    pub measured: Vec<String>,
    /// What somebody said of it, with their permission.
    pub quotation: Option<Quotation>,
}

/// What somebody said. Their permission is on record in the file, and is not published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Quotation {
    /// Their words.
    pub text: String,
    /// Who said it, and what they are.
    pub by: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrontMatter {
    /// The title of the case.
    title: String,
    /// A sentence or two for the list and for search engines.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    summary: String,
    /// The customer's sector.
    sector: String,
    /// The service that the work belongs to.
    #[schemars(extend("x-editor" = {
        "widget": "relation", "collection": "services", "value_field": "{{slug}}",
        "display_fields": ["title"], "i18n": false
    }))]
    service: String,
    /// The day on which the work ended.
    finished: Day,
    /// What the customer asked for.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    asked: String,
    /// What you did.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    done: String,
    /// What was measured, a line for each figure.
    measured: Vec<String>,
    /// What somebody said of it. Only with their permission.
    quotation: Option<QuotationMatter>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct QuotationMatter {
    /// Their words.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    text: String,
    /// Who said it, and what they are.
    by: String,
    /// Who allowed you to publish it, and when. This is not published.
    #[schemars(required)]
    permission: Option<Permission>,
}

/// Who allowed a quotation, and when.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Permission {
    /// Who allowed it.
    #[schemars(extend("x-editor" = { "i18n": false }))]
    from: String,
    /// The day on which they did.
    on: Day,
}

/// Reads a case with its text. `slug` is the file's name without extension; `services` are the ids
/// of all services. The error names what was refused.
pub fn read_case(
    slug: &str,
    text: &str,
    services: &[String],
    pictures: &Pictures,
) -> anyhow::Result<(CaseStudy, Vec<Block>)> {
    check_anchor(slug)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    if !services.contains(&matter.service) {
        bail!("there is no service {:?}: write one of {}", matter.service, services.join(", "));
    }
    let case = CaseStudy {
        slug: slug.to_owned(),
        title: matter.title,
        summary: matter.summary,
        sector: matter.sector,
        service: matter.service,
        finished: day("finished", matter.finished)?,
        asked: matter.asked,
        done: matter.done,
        measured: matter.measured,
        quotation: matter.quotation.map(QuotationMatter::check).transpose()?,
    };
    Ok((case, markdown::blocks(body, pictures)?))
}

impl QuotationMatter {
    fn check(self) -> anyhow::Result<Quotation> {
        let Self { text, by, permission } = self;
        let Some(Permission { from, on }) = permission else {
            bail!(
                "the quotation has no permission: write \
                 permission = {{ from = \"who allowed it\", on = 2026-01-31 }}"
            );
        };
        if from.trim().is_empty() {
            bail!("the quotation's permission does not say from whom it is");
        }
        day("on", on)?;
        Ok(Quotation { text, by })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "+++\ntitle = \"A check\"\nsummary = \"A\"\nsector = \"Airline\"\n\
        service = \"mro\"\nfinished = 2026-03-31\nasked = \"B\"\ndone = \"C\"\n\
        measured = [\"3 days less\"]\n\n[quotation]\ntext = \"Fine.\"\nby = \"A planner\"\n\
        permission = { from = \"The planner\", on = 2026-04-02 }\n+++\nMore.\n";

    fn read(text: &str) -> anyhow::Result<(CaseStudy, Vec<Block>)> {
        read_case("a-check", text, &["mro".to_owned(), "it".to_owned()], &Pictures::default())
    }

    #[test]
    fn a_quotation_is_published_without_its_permission() {
        let (case, content) = read(CASE).unwrap();
        let quotation = serde_json::to_value(case.quotation).unwrap();
        assert_eq!(quotation, serde_json::json!({ "text": "Fine.", "by": "A planner" }));
        assert_eq!(content.len(), 1);
    }

    #[test]
    fn a_case_needs_no_quotation() {
        let (before, _) = CASE.split_once("\n[quotation]").unwrap();
        assert_eq!(read(&format!("{before}+++\nMore.\n")).unwrap().0.quotation, None);
    }

    #[test]
    fn what_a_case_cannot_have_is_refused_in_words() {
        let permission = "permission = { from = \"The planner\", on = 2026-04-02 }\n";
        for (from, to, word) in [
            (permission, "", "has no permission"),
            ("\"The planner\"", "\" \"", "from whom"),
            ("2026-04-02", "10:00:00", "on is 10:00:00"),
            (", on = 2026-04-02", "", "on"),
            ("\"mro\"", "\"spaceflight\"", "one of mro, it"),
            ("sector =", "branch =", "branch"),
            ("2026-03-31", "2026-02-31", "2026-02-31"),
        ] {
            let text = CASE.replacen(from, to, 1);
            assert_ne!(text, CASE, "{from}");
            let error = format!("{:#}", read(&text).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }
}
