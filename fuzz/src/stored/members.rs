//! The members of a JSON object and their positions.

use std::fmt::{Formatter, Result as Written};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// All names and values as written, in order, including duplicates.
pub(super) fn members(text: &str) -> Option<Vec<(String, &str)>> {
    let Members(members) = serde_json::from_str(text).ok()?;
    Some(members.into_iter().map(|(name, raw)| (name, raw.get())).collect())
}

/// The object with some values replaced.
pub(super) fn replaced(text: &str, value: impl Fn(&str, &str) -> Option<String>) -> Option<String> {
    let mut replaced = text.to_owned();
    // From the end, so that earlier positions stay valid.
    for (name, raw) in members(text)?.into_iter().rev() {
        if let Some(value) = value(&name, raw) {
            let start = raw.as_ptr() as usize - text.as_ptr() as usize;
            replaced.replace_range(start..start + raw.len(), &value);
        }
    }
    Some(replaced)
}

struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members<'de>;

    fn expecting(&self, words: &mut Formatter<'_>) -> Written {
        words.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
