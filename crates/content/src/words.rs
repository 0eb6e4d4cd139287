//! The words of screens: `content/<language>/words/*.ftl`, in Fluent, compiled to TypeScript
//! (`docs/decisions/0025-words-are-compiled.md`).
//!
//! Only a part of Fluent is compiled: messages of text, variables, and choices by a variable. A file
//! with anything else is refused, so that no page has to carry an interpreter.

mod compile;
mod message;

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use fluent_syntax::ast::Entry;
use fluent_syntax::parser::parse;

pub use compile::camel;
pub use message::Kind;
use message::{Message, Part};

/// The categories that `Intl.PluralRules` has for a language, without `other`.
pub type Plurals = [String];

/// The messages of a file, by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue(BTreeMap<String, Message>);

impl Catalogue {
    /// Reads a file in the language in which the others are translated, whose comments say what its
    /// variables are: `# $count (number) how many`. The error names the line.
    pub fn read(text: &str, plurals: &Plurals) -> anyhow::Result<Self> {
        Self::messages(text, |message| message.check(plurals))
    }

    /// Reads a translation of this file. It has the same messages with the same variables, and each
    /// plural of its own language.
    pub fn read_translation(&self, text: &str, plurals: &Plurals) -> anyhow::Result<Self> {
        let translation = Self::messages(text, |message| {
            let Some(original) = self.0.get(&message.id) else {
                bail!("English has no message {:?}: remove it", message.id);
            };
            message.translates(original, plurals)
        })?;
        let lacking: Vec<_> =
            self.0.keys().filter(|id| !translation.0.contains_key(*id)).cloned().collect();
        if !lacking.is_empty() {
            bail!("these messages are not translated: {}", lacking.join(", "));
        }
        Ok(translation)
    }

    fn messages(
        text: &str,
        check: impl Fn(&mut Message) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let resource = match parse(text) {
            Ok(resource) => resource,
            Err((_, errors)) => {
                let Some(first) = errors.first() else { bail!("it cannot be read") };
                bail!("line {}: {first}", line_at(text, first.pos.start));
            }
        };
        let mut messages = BTreeMap::new();
        for entry in resource.body {
            let written = match entry {
                Entry::Message(written) => written,
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
                Entry::Term(term) => {
                    bail!(
                        "{}: terms are not compiled: write a message",
                        place(text, &["-", term.id.name].concat())
                    )
                }
                Entry::Junk { content } => bail!("this is no message: {content:?}"),
            };
            let place = place(text, written.id.name);
            let mut message = Message::of(written).with_context(|| place.clone())?;
            check(&mut message).with_context(|| place.clone())?;
            if messages.insert(message.id.clone(), message).is_some() {
                bail!("{place}: there is another message of this name");
            }
        }
        Ok(Self(messages))
    }

    /// A message with these values in it, by the names of its variables; `None` if there is no such message, or it
    /// chooses.
    #[must_use]
    pub fn say(&self, id: &str, values: &[(&str, &str)]) -> Option<String> {
        let value = |name: &str| values.iter().find(|it| it.0 == name).map(|it| it.1);
        let parts = self.0.get(id)?.parts.iter().map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Variable(name) => value(name),
            Part::Choice { .. } => None,
        });
        parts.collect()
    }

    /// The file as a TypeScript module: a constant for each message without variables, a function
    /// for each other. With `isolate`, inserted texts keep their own direction.
    #[must_use]
    pub fn module(&self, isolate: bool) -> String {
        compile::module(self.0.values(), isolate)
    }
}

/// Where a message is: its line and its name.
fn place(text: &str, id: &str) -> String {
    let is_its =
        |line: &str| line.strip_prefix(id).is_some_and(|rest| rest.trim_start().starts_with('='));
    let line = text.lines().position(is_its).map_or(0, |line| line + 1);
    format!("line {line}, {id}")
}

fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests;
