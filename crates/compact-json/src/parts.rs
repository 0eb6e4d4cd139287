//! Reading objects and arrays in parts, and writing them from parts. What a value is, the reader says
//! when it asks for it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::text::Text;
use crate::to_string;

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'t> {
    /// The name.
    pub name: Cow<'t, str>,
    /// The value, as it is written.
    pub value: &'t str,
}

/// The members of an object, in order; `None` if the text is not an object.
pub fn members(text: &str) -> Option<Vec<Member<'_>>> {
    let mut members = Vec::new();
    each_entry(text, b'{', |text| {
        let name = text.string()?;
        text.expect(b':')?;
        members.push(Member { name, value: text.value()? });
        Some(())
    })?;
    Some(members)
}

/// The elements of an array, as they are written; `None` if the text is not an array.
pub fn elements(text: &str) -> Option<Vec<&str>> {
    let mut elements = Vec::new();
    each_entry(text, b'[', |text| {
        elements.push(text.value()?);
        Some(())
    })?;
    Some(elements)
}

/// Calls `read` at the beginning of each entry of an object or array.
fn each_entry<'t>(
    text: &'t str,
    bracket: u8,
    mut read: impl FnMut(&mut Text<'t>) -> Option<()>,
) -> Option<()> {
    let text = &mut Text::new(text);
    text.expect(bracket)?;
    // In ASCII, a closing bracket is the opening one plus two.
    let close = bracket + 2;
    let mut is_first = true;
    while !text.takes(close) {
        if !is_first {
            text.expect(b',')?;
        }
        is_first = false;
        read(text)?;
    }
    text.end()
}

/// A type that can be read from the text of a value.
pub trait FromJson: Sized {
    /// Reads a value; `None` if it is of another type.
    fn from_json(text: &str) -> Option<Self>;
}

impl FromJson for String {
    fn from_json(text: &str) -> Option<Self> {
        let mut text = Text::new(text);
        let value = text.string()?;
        text.end()?;
        Some(value.into_owned())
    }
}

/// A non-negative integer.
impl FromJson for u64 {
    fn from_json(text: &str) -> Option<Self> {
        let mut text = Text::new(text);
        let value = text.integer()?;
        text.end()?;
        Some(value)
    }
}

/// The value of the member with this name; `Some(None)` if there is none or it is null, and `None` if
/// it is of another type or there twice.
pub fn field<T: FromJson>(members: &[Member<'_>], name: &str) -> Option<Option<T>> {
    match value_of(members, name)? {
        None | Some("null") => Some(None),
        Some(value) => T::from_json(value).map(Some),
    }
}

/// Not generic, so that it is compiled only once.
fn value_of<'t>(members: &[Member<'t>], name: &str) -> Option<Option<&'t str>> {
    let mut named = members.iter().filter(|member| member.name == name);
    let value = named.next().map(|member| member.value);
    if named.next().is_some() { None } else { Some(value) }
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

/// Builds an object on one line without spaces.
#[derive(Debug, Default)]
pub struct Object(String);

impl Object {
    /// Adds a member with a value.
    pub fn add(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.push(name, &to_string(value));
    }

    /// Adds a member whose value is JSON already.
    pub fn push(&mut self, name: &str, value: &str) {
        push_member(&mut self.0, name, value);
    }

    /// The text of the object.
    pub fn finish(self) -> String {
        concat(&["{", &self.0, "}"])
    }
}

/// Joins texts. The standard library's function would bring its panic message into the download, and
/// collecting is compiled again for each number of texts.
pub fn concat(texts: &[&str]) -> String {
    let mut all = String::new();
    for text in texts {
        all.push_str(text);
    }
    all
}

/// Appends a member, whose value is JSON already, to the text between an object's braces.
pub fn push_member(object: &mut String, name: &str, value: &str) {
    object.push_str(if object.is_empty() { "" } else { "," });
    object.push_str(&to_string(name));
    object.push(':');
    object.push_str(value);
}
