//! Anchors for headings.

use std::collections::BTreeSet;

use crate::blog::Inline;

/// The anchors so far.
#[derive(Default)]
pub(super) struct Headings(BTreeSet<String>);

impl Headings {
    /// A unique anchor for a heading.
    pub(super) fn id(&mut self, content: &[Inline]) -> String {
        let base = anchor(&words(content));
        let mut id = base.clone();
        let mut number = 1;
        while !self.0.insert(id.clone()) {
            number += 1;
            id = format!("{base}-{number}");
        }
        id
    }
}

fn anchor(words: &str) -> String {
    let lower = words.to_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let anchor = parts.collect::<Vec<_>>().join("-");
    if anchor.is_empty() { "section".to_owned() } else { anchor }
}

/// The text without its marks.
pub(super) fn words(content: &[Inline]) -> String {
    content
        .iter()
        .map(|inline| match inline {
            Inline::Text { text } | Inline::Code { text } => text.clone(),
            Inline::Emphasis { content }
            | Inline::Strong { content }
            | Inline::Link { content, .. } => words(content),
            Inline::Break => " ".to_owned(),
        })
        .collect()
}
