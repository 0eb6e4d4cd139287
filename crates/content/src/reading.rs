//! The reading time of a body.

use crate::blog::{Block, Inline};

/// The assumed reading speed, in words per minute.
const WORDS_A_MINUTE: usize = 220;

/// The reading time of a body, in whole minutes; at least 1.
pub(crate) fn reading_minutes(blocks: &[Block]) -> usize {
    let mut text = String::new();
    visit(blocks, &mut |inline| match inline {
        Inline::Text { text: words } | Inline::Code { text: words } => {
            text.push_str(words);
        }
        _ => {}
    });
    text.split_whitespace().count().div_ceil(WORDS_A_MINUTE).max(1)
}

/// Calls `see` with every part of running text, in order.
fn visit(blocks: &[Block], see: &mut impl FnMut(&Inline)) {
    for block in blocks {
        match block {
            Block::Heading { content, .. } | Block::Paragraph { content } => {
                visit_inline(content, see);
            }
            Block::List { items, .. } => items.iter().for_each(|item| visit(item, see)),
            Block::Quote { content } => visit(content, see),
            Block::Picture { .. } | Block::Rule => {}
        }
    }
}

fn visit_inline(content: &[Inline], see: &mut impl FnMut(&Inline)) {
    for inline in content {
        see(inline);
        match inline {
            Inline::Emphasis { content }
            | Inline::Strong { content }
            | Inline::Link { content, .. } => visit_inline(content, see),
            Inline::Text { .. } | Inline::Code { .. } | Inline::Break => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    #[test]
    fn reading_time_is_at_least_a_minute() {
        let body = |words: usize| markdown::blocks(&"word ".repeat(words), &[]).unwrap();
        assert_eq!(reading_minutes(&[]), 1);
        assert_eq!(reading_minutes(&body(220)), 1);
        assert_eq!(reading_minutes(&body(221)), 2);
    }
}
