//! Parses a body: CommonMark in, a tree of typed blocks out.

mod builder;
mod headings;

use anyhow::{Context, bail};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::blog::Block;
use crate::checks::check_picture;
use builder::Builder;

/// Parses a body. What posts do not support (HTML, tables, code blocks) is refused by name, not
/// dropped.
pub(crate) fn blocks(body: &str, image_hosts: &[String]) -> anyhow::Result<Vec<Block>> {
    let mut builder = Builder::default();
    for event in Parser::new(body) {
        match event {
            Event::Start(tag) => start(&mut builder, tag, image_hosts)?,
            Event::End(tag) => end(&mut builder, tag)?,
            Event::Text(text) => builder.text(&text),
            Event::Code(text) => builder.code(&text),
            Event::SoftBreak => builder.text(" "),
            Event::HardBreak => builder.line_break(),
            Event::Rule => builder.rule(),
            Event::Html(html) | Event::InlineHtml(html) => {
                bail!("HTML is not allowed in a post: {}", html.trim())
            }
            other => bail!("a post cannot have this: {other:?}"),
        }
    }
    builder.finish()
}

fn start(builder: &mut Builder, tag: Tag<'_>, image_hosts: &[String]) -> anyhow::Result<()> {
    match tag {
        Tag::Paragraph => builder.open_text(),
        Tag::Heading { level: HeadingLevel::H2 | HeadingLevel::H3, .. } => builder.open_text(),
        Tag::Heading { level, .. } => bail!("a post's headings are ## and ###, not {level:?}"),
        Tag::List(_) => builder.open_list(),
        Tag::Item => builder.open_blocks(),
        Tag::BlockQuote(_) => builder.open_blocks(),
        Tag::Emphasis | Tag::Strong => builder.open_span(),
        Tag::HtmlBlock => bail!("HTML is not allowed in a post"),
        Tag::Link { dest_url, .. } => {
            check_link(&dest_url)?;
            builder.open_link(&dest_url);
        }
        Tag::Image { dest_url, title, .. } => {
            check_picture(&dest_url, image_hosts)?;
            builder.open_picture(&dest_url, size(&dest_url, &title)?);
        }
        other => bail!("a post cannot have this: {other:?}"),
    }
    Ok(())
}

fn end(builder: &mut Builder, tag: TagEnd) -> anyhow::Result<()> {
    match tag {
        TagEnd::Paragraph => builder.close_paragraph(),
        TagEnd::Heading(HeadingLevel::H2) => builder.close_heading(2),
        TagEnd::Heading(_) => builder.close_heading(3),
        TagEnd::List(ordered) => builder.close_list(ordered),
        TagEnd::Item => builder.close_item(),
        TagEnd::BlockQuote(_) => builder.close_quote(),
        TagEnd::Emphasis => builder.close_emphasis(),
        TagEnd::Strong => builder.close_strong(),
        TagEnd::Link => builder.close_link(),
        TagEnd::Image => builder.close_picture(),
        other => bail!("a post cannot have this: {other:?}"),
    }
}

/// The size of a picture, which Markdown can only express in the title: `"1200x800"`.
fn size(url: &str, title: &str) -> anyhow::Result<(u32, u32)> {
    let size = title.split_once('x').and_then(|(width, height)| {
        let pixels = |text: &str| text.parse().ok().filter(|pixels| *pixels > 0);
        Some((pixels(width)?, pixels(height)?))
    });
    size.with_context(|| {
        format!("the picture {url:?} needs its width and height: ![…]({url} \"1200x800\")")
    })
}

/// Allows links within this site, to https addresses, and to mailboxes.
fn check_link(url: &str) -> anyhow::Result<()> {
    let own = (url.starts_with('/') && !url.starts_with("//")) || url.starts_with('#');
    if own || url.starts_with("https://") || url.starts_with("mailto:") {
        return Ok(());
    }
    bail!("the link {url:?} is neither a path on this site nor an https or mailto address")
}

#[cfg(test)]
mod tests;
