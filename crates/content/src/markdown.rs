//! Parses a body: CommonMark in, a tree of typed blocks out.

mod headings;

use std::iter::Peekable;

use anyhow::bail;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag};

use crate::blog::{Block, Inline};
use crate::checks::check_link;
use crate::pictures::{PictureSize, Pictures};
use headings::{Headings, words};

/// Parses a body. What posts do not support (HTML, tables, code blocks) is refused by name, not
/// dropped.
pub(crate) fn blocks(body: &str, pictures: &Pictures) -> anyhow::Result<Vec<Block>> {
    let events = Parser::new(body).peekable();
    Reader { events, pictures, headings: Headings::default() }.blocks()
}

struct Reader<'a> {
    events: Peekable<Parser<'a>>,
    pictures: &'a Pictures,
    headings: Headings,
}

impl Reader<'_> {
    /// The blocks of the body, of a list item or of a quote, with its end.
    fn blocks(&mut self) -> anyhow::Result<Vec<Block>> {
        let mut blocks = Vec::new();
        loop {
            // CommonMark has no paragraphs in the items of a tight list.
            self.paragraph(&mut blocks)?;
            match self.events.next() {
                None | Some(Event::End(_)) => return Ok(blocks),
                Some(Event::Start(Tag::Paragraph)) => {
                    while let Some(picture) = self.picture()? {
                        blocks.push(picture);
                    }
                    self.paragraph(&mut blocks)?;
                    self.events.next();
                }
                Some(Event::Start(Tag::Heading { level, .. })) => {
                    blocks.push(self.heading(level)?);
                }
                Some(Event::Start(Tag::List(first_number))) => {
                    let mut items = Vec::new();
                    while let Some(Event::Start(_)) = self.events.next() {
                        items.push(self.blocks()?);
                    }
                    blocks.push(Block::List { ordered: first_number.is_some(), items });
                }
                Some(Event::Start(Tag::BlockQuote(_))) => {
                    blocks.push(Block::Quote { content: self.blocks()? });
                }
                Some(Event::Rule) => blocks.push(Block::Rule),
                Some(other) => bail!("a post cannot have this: {other:?}"),
            }
        }
    }

    fn paragraph(&mut self, blocks: &mut Vec<Block>) -> anyhow::Result<()> {
        let content = self.inlines()?;
        if !content.is_empty() {
            blocks.push(Block::Paragraph { content });
        }
        Ok(())
    }

    fn heading(&mut self, level: HeadingLevel) -> anyhow::Result<Block> {
        let level = match level {
            HeadingLevel::H2 => 2,
            HeadingLevel::H3 => 3,
            _ => bail!("a post's headings are ## and ###, not {level:?}"),
        };
        let content = self.content()?;
        Ok(Block::Heading { level, id: self.headings.id(&content), content })
    }

    /// The picture that comes next, if one does.
    fn picture(&mut self) -> anyhow::Result<Option<Block>> {
        let is_picture = |event: &Event<'_>| matches!(event, Event::Start(Tag::Image { .. }));
        let Some(Event::Start(Tag::Image { dest_url, title, .. })) =
            self.events.next_if(is_picture)
        else {
            return Ok(None);
        };
        // Markdown can only express the size of a picture in the title.
        let written = (!title.is_empty()).then_some(&*title);
        let PictureSize { width, height } = self.pictures.size(&dest_url, written)?;
        let url = dest_url.into_string();
        let alt = words(&self.content()?);
        if alt.trim().is_empty() {
            bail!("the picture {url:?} has no description: write ![what it shows]({url})");
        }
        Ok(Some(Block::Picture { url, alt, width, height }))
    }

    /// The words of a heading, of a link or of stressed text, with its end.
    fn content(&mut self) -> anyhow::Result<Vec<Inline>> {
        let content = self.inlines()?;
        self.events.next();
        Ok(content)
    }

    /// Words, up to a block or an end. What is neither of the three is refused.
    fn inlines(&mut self) -> anyhow::Result<Vec<Inline>> {
        let mut content = Vec::new();
        while let Some(event) = self.events.next_if(is_inline) {
            let inline = match event {
                Event::Text(text) => Inline::Text { text: text.into_string() },
                Event::SoftBreak => Inline::Text { text: " ".to_owned() },
                Event::HardBreak => Inline::Break,
                Event::Code(text) => Inline::Code { text: text.into_string() },
                Event::Start(Tag::Emphasis) => Inline::Emphasis { content: self.content()? },
                Event::Start(Tag::Strong) => Inline::Strong { content: self.content()? },
                Event::Start(Tag::Link { dest_url, .. }) => {
                    check_link(&dest_url)?;
                    Inline::Link { url: dest_url.into_string(), content: self.content()? }
                }
                Event::Start(Tag::Image { dest_url, .. }) => bail!(
                    "the picture {dest_url:?} stands among words: give it a paragraph of its own"
                ),
                Event::Start(Tag::HtmlBlock) => bail!("HTML is not allowed in a post"),
                Event::InlineHtml(html) => bail!("HTML is not allowed in a post: {html}"),
                other => bail!("a post cannot have this: {other:?}"),
            };
            match (content.last_mut(), inline) {
                (Some(Inline::Text { text }), Inline::Text { text: more }) => text.push_str(&more),
                (_, inline) => content.push(inline),
            }
        }
        Ok(content)
    }
}

fn is_inline(event: &Event<'_>) -> bool {
    !matches!(
        event,
        Event::End(_)
            | Event::Rule
            | Event::Start(
                Tag::Paragraph | Tag::Heading { .. } | Tag::List(_) | Tag::BlockQuote(_)
            )
    )
}

#[cfg(test)]
mod tests;
