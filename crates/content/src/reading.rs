//! The reading time of a body.

use crate::blog::{Block, Inline};

/// The assumed reading speed, in words per minute.
const WORDS_A_MINUTE: usize = 220;

/// The reading time of a body, in whole minutes; at least 1.
pub(crate) fn reading_minutes(blocks: &[Block]) -> usize {
    let mut text = String::new();
    add_blocks(blocks, &mut text);
    text.split_whitespace().count().div_ceil(WORDS_A_MINUTE).max(1)
}

fn add_blocks(blocks: &[Block], text: &mut String) {
    for block in blocks {
        match block {
            Block::Heading { content, .. } | Block::Paragraph { content } => add(content, text),
            Block::List { items, .. } => items.iter().for_each(|item| add_blocks(item, text)),
            Block::Quote { content } => add_blocks(content, text),
            Block::Picture { .. } | Block::Rule => {}
        }
    }
}

fn add(content: &[Inline], text: &mut String) {
    for inline in content {
        match inline {
            Inline::Text { text: words } | Inline::Code { text: words } => text.push_str(words),
            Inline::Emphasis { content }
            | Inline::Strong { content }
            | Inline::Link { content, .. } => add(content, text),
            Inline::Break => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;
    use crate::pictures::Pictures;

    #[test]
    fn reading_time_is_at_least_a_minute() {
        let body =
            |words: usize| markdown::blocks(&"word ".repeat(words), &Pictures::default()).unwrap();
        assert_eq!(reading_minutes(&[]), 1);
        assert_eq!(reading_minutes(&body(220)), 1);
        assert_eq!(reading_minutes(&body(221)), 2);
    }
}
