//! Sentences that a server says: the rules decide which one, and the words come from
//! `content/<language>/words/server.ftl`, in the language of whoever reads them.

use alloc::string::String;

/// What is put into a sentence.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A text that somebody wrote, in whichever script.
    Text(&'a str),
    /// A part of the sentence, such as `500 points`; an address; or which of the message's cases it is.
    Part(&'a str),
    /// A number. It chooses the plural.
    Number(u64),
}

/// The words of one language.
pub trait Say {
    /// The message with this id, with these values by the names of its variables.
    fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String;

    /// What a service is called; `label` is the English name, or that which an owner has given it.
    fn service(&self, value: &str, label: &str) -> String;

    /// A number with its digits in the groups of the language, such as `1,234,567` or `12,34,567`.
    fn number(&self, number: u64) -> String;

    /// A number that says which one it is, such as `3rd`.
    fn ordinal(&self, number: u64) -> String;
}
