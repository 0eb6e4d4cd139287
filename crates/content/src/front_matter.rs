//! A post's file: TOML between two lines of `+++`, then the body.

use anyhow::Context;
use chrono::NaiveDate;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::blog::{Block, Post, PostSummary};
use crate::checks::{check_picture, check_slug};
use crate::markdown;
use crate::reading::reading_minutes;

/// Reads a post for the list and for its page. `slug` is the file's name without extension;
/// pictures must be on this site or on `image_hosts`. The error names what was refused.
pub fn read_post(
    slug: &str,
    text: &str,
    image_hosts: &[String],
) -> anyhow::Result<(PostSummary, Post)> {
    check_slug(slug)?;
    let (matter, body) = split::<FrontMatter>(text)?;
    check_picture(&matter.image, image_hosts)?;
    matter.into_post(slug, markdown::blocks(body, image_hosts)?)
}

/// The metadata of a post.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FrontMatter {
    title: String,
    excerpt: String,
    list_author: String,
    author: String,
    date: toml::value::Datetime,
    category: String,
    tags: Vec<String>,
    image: String,
    image_alt: String,
    image_width: u32,
    image_height: u32,
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
    fn into_post(self, slug: &str, content: Vec<Block>) -> anyhow::Result<(PostSummary, Post)> {
        let date = day("date", self.date)?;
        let summary = PostSummary {
            slug: slug.to_owned(),
            title: self.title.clone(),
            excerpt: self.excerpt,
            author: self.list_author,
            date,
            image_url: self.image,
            image_alt: self.image_alt,
            image_width: self.image_width,
            image_height: self.image_height,
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

/// The day of a TOML date such as `2026-01-31`; the error names the field.
pub(crate) fn day(field: &str, written: toml::value::Datetime) -> anyhow::Result<NaiveDate> {
    let refused = || format!("{field} is {written}: write a day of the calendar like 2026-01-31");
    let date = written.date.filter(|_| written.time.is_none()).with_context(refused)?;
    NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())
        .with_context(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &str = "+++\ntitle = \"A\"\nexcerpt = \"B\"\nlistAuthor = \"C\"\nauthor = \"D\"\n\
        date = 2025-05-28\ncategory = \"E\"\ntags = [\"H\"]\nimage = \"/f.svg\"\nimageAlt = \"G\"\n\
        imageWidth = 4\nimageHeight = 3\n+++\nThe body.\n";

    #[test]
    fn a_post_has_two_author_labels() {
        let (matter, body) = split::<FrontMatter>(POST).unwrap();
        let (summary, post) = matter.into_post("a-post", Vec::new()).unwrap();
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
    fn an_unknown_field_is_refused_by_name() {
        let text = POST.replace("title =", "titel =");
        let error = split::<FrontMatter>(&text).err().unwrap();
        assert!(format!("{error:#}").contains("titel"), "{error:#}");
    }

    #[test]
    fn a_time_is_not_a_day() {
        for time in ["10:00:00", "2025-05-28T10:00:00"] {
            let (matter, _) = split::<FrontMatter>(&POST.replace("2025-05-28", time)).unwrap();
            let error = matter.into_post("a-post", Vec::new()).unwrap_err();
            assert!(error.to_string().contains("date"), "{error}");
        }
    }
}
