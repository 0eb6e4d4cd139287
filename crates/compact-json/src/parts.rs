//! Objects and arrays in parts: their members and elements as they are written.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;

use crate::read::Collection;
use crate::text::Text;
use crate::{Error, from_str, to_string};

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'t> {
    /// The name.
    pub name: Cow<'t, str>,
    /// The value, as it is written.
    pub value: &'t str,
}

/// The members of an object, in order.
pub fn members(text: &str) -> Result<Vec<Member<'_>>, Error> {
    let mut text = Text::new(text);
    let mut collection = Collection::open(&mut text, b'{')?;
    let mut members = Vec::new();
    while collection.has_next()? {
        let name = collection.text.string()?;
        collection.text.expect(b':')?;
        let value = collection.text.value()?;
        members.push(Member { name, value });
    }
    text.end()?;
    Ok(members)
}

/// The elements of an array, as they are written.
pub fn elements(text: &str) -> Result<Vec<&str>, Error> {
    let mut text = Text::new(text);
    let mut collection = Collection::open(&mut text, b'[')?;
    let mut elements = Vec::new();
    while collection.has_next()? {
        elements.push(collection.text.value()?);
    }
    text.end()?;
    Ok(elements)
}

/// The value of the member with this name; `Some(None)` if there is none, and `None` if it is of
/// another type or there twice. A derived reader of the whole object would take four times the space
/// in the browser's module.
pub fn field<T: for<'d> Deserialize<'d>>(members: &[Member<'_>], name: &str) -> Option<Option<T>> {
    let mut named = members.iter().filter(|member| member.name == name);
    match (named.next(), named.next()) {
        (None, _) => Some(None),
        (Some(member), None) => from_str(member.value).ok(),
        _ => None,
    }
}

/// Builds an array from texts that are JSON already, on one line without spaces.
#[derive(Debug, Default)]
pub struct Array(String);

impl Array {
    /// Adds an element.
    pub fn push(&mut self, text: &str) {
        self.0.push(if self.0.is_empty() { '[' } else { ',' });
        self.0.push_str(text);
    }

    /// The text of the array.
    pub fn finish(mut self) -> String {
        self.0.push_str(if self.0.is_empty() { "[]" } else { "]" });
        self.0
    }
}

/// Appends a member, whose value is JSON already, to the text between an object's braces.
pub fn push_member(object: &mut String, name: &str, value: &str) {
    object.push_str(if object.is_empty() { "" } else { "," });
    object.push_str(&to_string(name));
    object.push(':');
    object.push_str(value);
}
