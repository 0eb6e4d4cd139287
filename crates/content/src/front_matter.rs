//! A post's file: TOML between two lines of `+++`, then the body.

use anyhow::{Context, bail};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use toml::value::{Datetime, Time};

use crate::blog::{Block, Post, PostSummary};
use crate::checks::check_slug;
use crate::markdown;
use crate::pictures::{PictureSize, Pictures, SIZE_FORM};
use crate::reading::reading_minutes;

/// Reads a post for the list and for its page. `slug` is the file's name without extension; the
/// sizes of its pictures are those of `pictures`. The error names what was refused.
pub fn read_post(
    slug: &str,
    text: &str,
    pictures: &Pictures,
) -> anyhow::Result<(PostSummary, Post)> {
    check_slug(slug)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    if matter.image_alt.trim().is_empty() {
        bail!("the picture {:?} has no description: write what it shows", matter.image);
    }
    let size = pictures.size(&matter.image, matter.image_size.as_deref())?;
    matter.into_post(slug, size, markdown::blocks(body, pictures)?)
}

/// The metadata of a post.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FrontMatter {
    /// The title of the post.
    title: String,
    /// A sentence or two for the list.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    excerpt: String,
    /// Whom the list names.
    #[schemars(title = "Author in the list")]
    list_author: String,
    /// Whom the post names.
    author: String,
    /// The day of publication.
    date: Day,
    /// The subject in a word or two, as it stands above the title.
    category: String,
    /// Words that posts share. They lead from one post to others.
    tags: Vec<String>,
    /// The picture above the text.
    #[schemars(title = "Picture", extend("x-editor" = { "widget": "image", "i18n": false }))]
    image: String,
    /// What the picture shows, in a sentence, for those who do not see it.
    #[schemars(title = "What the picture shows")]
    image_alt: String,
    /// Only for a picture of another host. The size of an uploaded picture is read from its file.
    #[serde(default, deserialize_with = "filled")]
    #[schemars(
        title = "Size of the picture",
        extend("x-form" = SIZE_FORM, "x-editor" = { "i18n": false })
    )]
    image_size: Option<String>,
}

/// A day: in TOML's own form or in quotation marks. A time of day is refused, except midnight, which
/// some editors add.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Day {
    Plain(Datetime),
    Quoted(String),
}

impl JsonSchema for Day {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date" })
    }
}

/// Reads a text that may be left out; an empty one counts as left out.
pub(crate) fn filled<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.filter(|text| !text.trim().is_empty()))
}

/// Splits a text into its metadata and its body.
pub(crate) fn split<Matter: DeserializeOwned>(text: &str) -> anyhow::Result<(Matter, &str)> {
    let (matter, body) = parts(text)?;
    Ok((toml::from_str(matter).context("the lines between +++")?, body))
}

/// The same with the metadata as it is written.
pub(crate) fn parts(text: &str) -> anyhow::Result<(&str, &str)> {
    let parts = text.strip_prefix("+++\n").and_then(|rest| rest.split_once("\n+++\n"));
    parts.context("it starts with TOML lines between two lines of +++")
}

impl FrontMatter {
    /// The post for the list and for its page.
    fn into_post(
        self,
        slug: &str,
        size: PictureSize,
        content: Vec<Block>,
    ) -> anyhow::Result<(PostSummary, Post)> {
        let date = day("date", self.date)?;
        let summary = PostSummary {
            slug: slug.to_owned(),
            title: self.title.clone(),
            excerpt: self.excerpt,
            author: self.list_author,
            date,
            image_url: self.image,
            image_alt: self.image_alt,
            image_width: size.width,
            image_height: size.height,
            category: self.category.clone(),
            tags: self.tags,
            minutes: reading_minutes(&content),
        };
        let post = Post {
            title: self.title,
            author: self.author,
            date,
            category: self.category,
            // Filled in when all posts are known.
            related: Vec::new(),
            content,
        };
        Ok((summary, post))
    }
}

/// The day of a date such as `2026-01-31`; the error names the field.
pub(crate) fn day(field: &str, written: Day) -> anyhow::Result<NaiveDate> {
    let (text, date) = match written {
        Day::Plain(date) => (date.to_string(), Some(date)),
        Day::Quoted(text) => {
            let date = text.parse::<Datetime>().ok();
            (text, date)
        }
    };
    let of_the_calendar = || {
        let Datetime { date: Some(date), time, .. } = date? else { return None };
        let is_midnight = time.is_none_or(|time| {
            let Time { hour, minute, second, nanosecond } = time;
            (hour, minute) == (0, 0)
                && second.unwrap_or_default() == 0
                && nanosecond.unwrap_or_default() == 0
        });
        let day = NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())?;
        is_midnight.then_some(day)
    };
    of_the_calendar()
        .with_context(|| format!("{field} is {text}: write a day of the calendar like 2026-01-31"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: PictureSize = PictureSize { width: 4, height: 3 };

    const POST: &str = "+++\ntitle = \"A\"\nexcerpt = \"B\"\nlistAuthor = \"C\"\nauthor = \"D\"\n\
        date = 2025-05-28\ncategory = \"E\"\ntags = [\"H\"]\nimage = \"/f.svg\"\nimageAlt = \"G\"\n+++\nThe body.\n";

    #[test]
    fn a_post_has_two_author_labels() {
        let (matter, body) = split::<FrontMatter>(POST).unwrap();
        let (summary, post) = matter.into_post("a-post", SIZE, Vec::new()).unwrap();
        assert_eq!(body, "The body.\n");
        assert_eq!((summary.author.as_str(), post.author.as_str()), ("C", "D"));
        assert_eq!(summary.date.to_string(), "2025-05-28");
    }

    #[test]
    fn a_post_without_front_matter_is_refused_in_words() {
        let error = split::<FrontMatter>("Just text.").err().unwrap();
        assert!(error.to_string().contains("+++"), "{error}");
    }

    #[test]
    fn a_picture_without_a_description_is_refused() {
        let text = POST.replace("imageAlt = \"G\"", "imageAlt = \" \"");
        let error = read_post("a-post", &text, &Pictures::default()).unwrap_err().to_string();
        assert!(error.contains("\"/f.svg\" has no description"), "{error}");
    }

    #[test]
    fn an_unknown_field_is_refused_by_name() {
        let text = POST.replace("title =", "titel =");
        let error = split::<FrontMatter>(&text).err().unwrap();
        assert!(format!("{error:#}").contains("titel"), "{error:#}");
    }

    #[test]
    fn a_day_may_stand_in_quotation_marks_or_begin_at_midnight() {
        for day in ["\"2025-05-28\"", "2025-05-28T00:00:00Z", "\"2025-05-28T00:00:00.000Z\""] {
            let (matter, _) = split::<FrontMatter>(&POST.replace("2025-05-28", day)).unwrap();
            let (summary, _) = matter.into_post("a-post", SIZE, Vec::new()).unwrap();
            assert_eq!(summary.date.to_string(), "2025-05-28", "{day}");
        }
    }

    #[test]
    fn a_time_is_not_a_day() {
        let quoted = ["\"\"", "\"28 May 2025\"", "\"2025-02-30\""];
        for time in ["10:00:00", "2025-05-28T10:00:00"].into_iter().chain(quoted) {
            let (matter, _) = split::<FrontMatter>(&POST.replace("2025-05-28", time)).unwrap();
            let error = matter.into_post("a-post", SIZE, Vec::new()).unwrap_err();
            assert!(error.to_string().contains("date"), "{error}");
        }
    }
}
