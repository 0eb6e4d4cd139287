//! The blog: `content/posts/*.md` (specification, section 3).

use chrono::NaiveDate;
use serde::Serialize;
use ts_rs::TS;

/// A post as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostSummary {
    /// Its place below `/blog/`.
    pub slug: String,
    /// The title.
    pub title: String,
    /// A few sentences.
    pub excerpt: String,
    /// The author's name in the list, which differs from the one in the post.
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
    /// What it is about, in words that other posts may share.
    pub tags: Vec<String>,
    /// How long it takes to read, in minutes.
    pub minutes: usize,
}

/// A post as its own page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Post {
    /// The title.
    pub title: String,
    /// The author's name in the post, which differs from the one in the list.
    pub author: String,
    /// The day of publication, YYYY-MM-DD.
    #[ts(type = "string")]
    pub date: NaiveDate,
    /// The category.
    pub category: String,
    /// The slugs of the posts to read next, by the tags that they share with it.
    pub related: Vec<String>,
    /// The rich body.
    pub content: Vec<Block>,
}

/// How many posts a post leads on to.
const RELATED_MAX: usize = 2;

/// The slugs of the posts that share the most tags with this one; of those that share as many, the
/// first listed.
pub fn related(to: &PostSummary, posts: &[PostSummary]) -> Vec<String> {
    let shared = |post: &PostSummary| post.tags.iter().filter(|tag| to.tags.contains(tag)).count();
    let mut others: Vec<_> =
        posts.iter().filter(|post| post.slug != to.slug && shared(post) > 0).collect();
    others.sort_by_key(|post| std::cmp::Reverse(shared(post)));
    others.into_iter().take(RELATED_MAX).map(|post| post.slug.clone()).collect()
}

/// A piece of a rich body. A tree rather than HTML text, because the site's Trusted Types policy
/// lets no text become markup in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Block {
    /// A heading below the title.
    Heading {
        /// 2 or 3.
        #[ts(type = "2 | 3")]
        level: u8,
        /// Its anchor.
        id: String,
        /// Its words.
        content: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph {
        /// Its words.
        content: Vec<Inline>,
    },
    /// A list.
    List {
        /// Whether the order matters.
        ordered: bool,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A block quote.
    Quote {
        /// What is quoted.
        content: Vec<Block>,
    },
    /// A picture that stands alone.
    Picture {
        /// A path on this site or an https address.
        url: String,
        /// What it shows.
        alt: String,
        /// Its width in pixels. With the height, it keeps the picture's place before it arrives.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// A thematic break.
    Rule,
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Inline {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// Stress.
    Emphasis {
        /// What is stressed.
        content: Vec<Inline>,
    },
    /// Importance.
    Strong {
        /// What is important.
        content: Vec<Inline>,
    },
    /// Something to be typed.
    Code {
        /// What to type.
        text: String,
    },
    /// A link.
    Link {
        /// Where it leads: a path on this site, an anchor, or an https or mailto address.
        url: String,
        /// Its words.
        content: Vec<Inline>,
    },
    /// A line break.
    Break,
}
