//! The blog: `content/<language>/posts/*.md` (specification, section 3).

use chrono::NaiveDate;
use serde::Serialize;
use ts_rs::TS;

/// A post in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostSummary {
    /// The part of its address after `/blog/`.
    pub slug: String,
    /// The title.
    pub title: String,
    /// A few sentences.
    pub excerpt: String,
    /// The author's name in the list, which may differ from the one in the post.
    pub author: String,
    /// The day of publication, YYYY-MM-DD.
    #[ts(type = "string")]
    pub date: NaiveDate,
    /// The picture: a path on this site or an https address.
    pub image_url: String,
    /// What the picture shows.
    pub image_alt: String,
    /// The picture's width in pixels.
    pub image_width: u32,
    /// The picture's height in pixels.
    pub image_height: u32,
    /// The category.
    pub category: String,
    /// Its topics, in words that posts can share.
    pub tags: Vec<String>,
    /// The reading time in minutes.
    pub minutes: usize,
}

/// A post on its own page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Post {
    /// The title.
    pub title: String,
    /// The author's name in the post, which may differ from the one in the list.
    pub author: String,
    /// The day of publication, YYYY-MM-DD.
    #[ts(type = "string")]
    pub date: NaiveDate,
    /// The category.
    pub category: String,
    /// The slugs of related posts, by shared tags.
    pub related: Vec<String>,
    /// The body.
    pub content: Vec<Block>,
}

/// The maximum number of related posts.
const RELATED_MAX: usize = 2;

/// The slugs of the posts that share the most tags with this one. Ties are broken by the order of
/// the list.
pub fn related(to: &PostSummary, posts: &[PostSummary]) -> Vec<String> {
    let shared = |post: &PostSummary| post.tags.iter().filter(|tag| to.tags.contains(tag)).count();
    let mut others: Vec<_> =
        posts.iter().filter(|post| post.slug != to.slug && shared(post) > 0).collect();
    others.sort_by_key(|post| std::cmp::Reverse(shared(post)));
    others.into_iter().take(RELATED_MAX).map(|post| post.slug.clone()).collect()
}

/// A block of a body. It is a tree and not HTML, because the site's Trusted Types policy allows no
/// text to become markup in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Block {
    /// A heading below the title.
    Heading {
        /// 2 or 3.
        #[ts(type = "2 | 3")]
        level: u8,
        /// The anchor.
        id: String,
        /// The text.
        content: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph {
        /// The text.
        content: Vec<Inline>,
    },
    /// A list.
    List {
        /// Whether the order matters.
        ordered: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A block quote.
    Quote {
        /// The content.
        content: Vec<Block>,
    },
    /// A picture in a paragraph of its own.
    Picture {
        /// A path on this site or an https address.
        url: String,
        /// The description.
        alt: String,
        /// The width in pixels. With the height, it reserves space before the picture arrives.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A thematic break.
    Rule,
}

/// A part of running text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Inline {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// Emphasis.
    Emphasis {
        /// The content.
        content: Vec<Inline>,
    },
    /// Strong importance.
    Strong {
        /// The content.
        content: Vec<Inline>,
    },
    /// Code.
    Code {
        /// The code.
        text: String,
    },
    /// A link.
    Link {
        /// The address: a path on this site, an anchor, or an https or mailto address.
        url: String,
        /// The text.
        content: Vec<Inline>,
    },
    /// A line break.
    Break,
}
