//! Reading values from texts.

use alloc::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::Error;
use crate::text::Text;

/// Reads a value.
pub fn from_str<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Error> {
    let mut text = Text::new(text);
    let value = T::deserialize(&mut text)?;
    text.end()?;
    Ok(value)
}

impl<'de> Deserializer<'de> for &mut Text<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.peek() {
            b'"' => self.deserialize_str(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_unit(visitor),
            _ => self.deserialize_u64(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let value = self.peek() == b't';
        self.word(if value { "true" } else { "false" })?;
        visitor.visit_bool(value)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(self.integer()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.string()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.word("null")?;
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.peek() == b'n' {
            self.word("null")?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Collection::open(self, b'[')?)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Collection::open(self, b'{')?)
    }

    /// Refuses arrays, which serde would also accept for a struct. No other reader of these texts
    /// does.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.string()?.into_deserializer())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.value()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 f32 f64 char bytes byte_buf unit_struct tuple tuple_struct
    }
}

/// An array or object that is being read.
pub(crate) struct Collection<'a, 't> {
    pub(crate) text: &'a mut Text<'t>,
    close: u8,
    first: bool,
}

impl<'a, 't> Collection<'a, 't> {
    pub(crate) fn open(text: &'a mut Text<'t>, bracket: u8) -> Result<Self, Error> {
        text.expect(bracket)?;
        // In ASCII, a closing bracket is the opening one plus two.
        Ok(Self { text, close: bracket + 2, first: true })
    }

    /// Reads the comma before the next entry, or the bracket after the last.
    pub(crate) fn has_next(&mut self) -> Result<bool, Error> {
        if self.text.takes(self.close) {
            return Ok(false);
        }
        if !self.first {
            self.text.expect(b',')?;
        }
        self.first = false;
        Ok(true)
    }
}

impl<'de> SeqAccess<'de> for Collection<'_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        if self.has_next()? { seed.deserialize(&mut *self.text).map(Some) } else { Ok(None) }
    }
}

impl<'de> MapAccess<'de> for Collection<'_, 'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        if self.has_next()? { seed.deserialize(&mut *self.text).map(Some) } else { Ok(None) }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        self.text.expect(b':')?;
        seed.deserialize(&mut *self.text)
    }
}
