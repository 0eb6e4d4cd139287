//! Builds the tree with a stack of open nodes.

use anyhow::{Context, bail};

use super::headings::Headings;
use crate::blog::{Block, Inline};

/// The open nodes, innermost last.
pub(super) struct Builder {
    stack: Vec<Frame>,
    headings: Headings,
}

enum Frame {
    /// The body, a list item or a quote.
    Blocks(Vec<Block>),
    /// A list.
    Items(Vec<Vec<Block>>),
    /// The text of a paragraph or a heading.
    Text(Vec<Inline>),
    /// The text of a tight list item, for which CommonMark has no paragraph.
    TightText(Vec<Inline>),
    /// Emphasised or strong text.
    Span(Vec<Inline>),
    Link {
        url: String,
        content: Vec<Inline>,
    },
    Picture {
        url: String,
        size: (u32, u32),
        alt: String,
    },
}

impl Default for Builder {
    fn default() -> Self {
        Self { stack: vec![Frame::Blocks(Vec::new())], headings: Headings::default() }
    }
}

impl Builder {
    pub(super) fn open_text(&mut self) {
        self.close_tight_text();
        self.stack.push(Frame::Text(Vec::new()));
    }

    pub(super) fn open_list(&mut self) {
        self.close_tight_text();
        self.stack.push(Frame::Items(Vec::new()));
    }

    pub(super) fn open_blocks(&mut self) {
        self.close_tight_text();
        self.stack.push(Frame::Blocks(Vec::new()));
    }

    pub(super) fn open_span(&mut self) {
        self.ensure_text();
        self.stack.push(Frame::Span(Vec::new()));
    }

    pub(super) fn open_link(&mut self, url: &str) {
        self.ensure_text();
        self.stack.push(Frame::Link { url: url.to_owned(), content: Vec::new() });
    }

    pub(super) fn open_picture(&mut self, url: &str, size: (u32, u32)) {
        self.stack.push(Frame::Picture { url: url.to_owned(), size, alt: String::new() });
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some(Frame::Picture { alt, .. }) = self.stack.last_mut() {
            alt.push_str(text);
            return;
        }
        self.inline(Inline::Text { text: text.to_owned() });
    }

    pub(super) fn code(&mut self, text: &str) {
        self.inline(Inline::Code { text: text.to_owned() });
    }

    pub(super) fn line_break(&mut self) {
        self.inline(Inline::Break);
    }

    pub(super) fn rule(&mut self) {
        self.block(Block::Rule);
    }

    pub(super) fn close_paragraph(&mut self) -> anyhow::Result<()> {
        let content = self.pop_text()?;
        // A picture alone in its paragraph is a block already, and its paragraph is empty.
        if !content.is_empty() {
            self.block(Block::Paragraph { content });
        }
        Ok(())
    }

    pub(super) fn close_heading(&mut self, level: u8) -> anyhow::Result<()> {
        let content = self.pop_text()?;
        let id = self.headings.id(&content);
        self.block(Block::Heading { level, id, content });
        Ok(())
    }

    pub(super) fn close_list(&mut self, ordered: bool) -> anyhow::Result<()> {
        let Some(Frame::Items(items)) = self.stack.pop() else { bail!("a list ends early") };
        self.block(Block::List { ordered, items });
        Ok(())
    }

    pub(super) fn close_item(&mut self) -> anyhow::Result<()> {
        let item = self.pop_blocks()?;
        match self.stack.last_mut() {
            Some(Frame::Items(items)) => items.push(item),
            _ => bail!("a list item stands outside a list"),
        }
        Ok(())
    }

    pub(super) fn close_quote(&mut self) -> anyhow::Result<()> {
        let content = self.pop_blocks()?;
        self.block(Block::Quote { content });
        Ok(())
    }

    pub(super) fn close_emphasis(&mut self) -> anyhow::Result<()> {
        let content = self.pop_span()?;
        self.inline(Inline::Emphasis { content });
        Ok(())
    }

    pub(super) fn close_strong(&mut self) -> anyhow::Result<()> {
        let content = self.pop_span()?;
        self.inline(Inline::Strong { content });
        Ok(())
    }

    pub(super) fn close_link(&mut self) -> anyhow::Result<()> {
        let Some(Frame::Link { url, content }) = self.stack.pop() else {
            bail!("a link ends early")
        };
        self.inline(Inline::Link { url, content });
        Ok(())
    }

    pub(super) fn close_picture(&mut self) -> anyhow::Result<()> {
        let Some(Frame::Picture { url, size: (width, height), alt }) = self.stack.pop() else {
            bail!("a picture ends early")
        };
        if alt.trim().is_empty() {
            bail!("the picture {url:?} has no description: write ![what it shows]({url})");
        }
        match self.stack.pop() {
            Some(Frame::Text(before)) if before.is_empty() => {
                self.block(Block::Picture { url, alt, width, height });
                self.stack.push(Frame::Text(before));
                Ok(())
            }
            _ => bail!("the picture {url:?} stands among words: give it a paragraph of its own"),
        }
    }

    pub(super) fn finish(mut self) -> anyhow::Result<Vec<Block>> {
        self.pop_blocks()
    }

    fn inline(&mut self, inline: Inline) {
        self.ensure_text();
        if let Some(
            Frame::Text(content)
            | Frame::TightText(content)
            | Frame::Span(content)
            | Frame::Link { content, .. },
        ) = self.stack.last_mut()
        {
            match (content.last_mut(), inline) {
                (Some(Inline::Text { text }), Inline::Text { text: more }) => text.push_str(&more),
                (_, inline) => content.push(inline),
            }
        }
    }

    fn block(&mut self, block: Block) {
        self.close_tight_text();
        if let Some(Frame::Blocks(blocks)) = self.stack.last_mut() {
            blocks.push(block);
        }
    }

    fn ensure_text(&mut self) {
        if matches!(self.stack.last(), Some(Frame::Blocks(_))) {
            self.stack.push(Frame::TightText(Vec::new()));
        }
    }

    fn close_tight_text(&mut self) {
        if let Some(Frame::TightText(content)) =
            self.stack.pop_if(|frame| matches!(frame, Frame::TightText(_)))
            && let Some(Frame::Blocks(blocks)) = self.stack.last_mut()
        {
            blocks.push(Block::Paragraph { content });
        }
    }

    fn pop_text(&mut self) -> anyhow::Result<Vec<Inline>> {
        match self.stack.pop() {
            Some(Frame::Text(content)) => Ok(content),
            _ => bail!("a paragraph ends early"),
        }
    }

    fn pop_span(&mut self) -> anyhow::Result<Vec<Inline>> {
        match self.stack.pop() {
            Some(Frame::Span(content)) => Ok(content),
            _ => bail!("stressed words end early"),
        }
    }

    fn pop_blocks(&mut self) -> anyhow::Result<Vec<Block>> {
        self.close_tight_text();
        let frame = self.stack.pop().context("more ends than starts")?;
        match frame {
            Frame::Blocks(blocks) => Ok(blocks),
            _ => bail!("something is left open"),
        }
    }
}
