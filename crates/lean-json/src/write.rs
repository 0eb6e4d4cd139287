//! From values to texts.

use alloc::string::String;

use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, Serializer};

use crate::Error;

/// The text of a value, on one line and without spaces. Fails on a type that has no form here,
/// never on a value.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut out = String::new();
    value.serialize(Writer { out: &mut out })?;
    Ok(out)
}

struct Writer<'o> {
    out: &'o mut String,
}

/// An array or an object that has been opened.
struct Collection<'o> {
    out: &'o mut String,
    close: char,
    first: bool,
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Collection<'o>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Collection<'o>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        // The places from the highest that counts down to the ones.
        let mut place = 1;
        while value / place >= 10 {
            place *= 10;
        }
        while place > 0 {
            self.out.push(char::from(b'0' + (value / place % 10) as u8));
            place /= 10;
        }
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        quote(self.out, value);
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Collection<'o>, Error> {
        Ok(Collection::open(self.out, '[', ']'))
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Collection<'o>, Error> {
        Ok(Collection::open(self.out, '{', '}'))
    }

    fn serialize_i8(self, _: i8) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_i16(self, _: i16) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_i32(self, _: i32) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_i64(self, _: i64) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_char(self, _: char) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_tuple(self, _length: usize) -> Result<Self::SerializeTuple, Error> {
        Err(Error)
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleStruct, Error> {
        Err(Error)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error)
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(Error)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error)
    }
}

impl<'o> Collection<'o> {
    fn open(out: &'o mut String, open: char, close: char) -> Self {
        out.push(open);
        Self { out, close, first: true }
    }

    fn next(&mut self) -> Writer<'_> {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        Writer { out: self.out }
    }

    fn end(self) -> Result<(), Error> {
        self.out.push(self.close);
        Ok(())
    }
}

impl SerializeSeq for Collection<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(self.next())
    }

    fn end(self) -> Result<(), Error> {
        Self::end(self)
    }
}

impl SerializeStruct for Collection<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let writer = self.next();
        quote(writer.out, key);
        writer.out.push(':');
        value.serialize(writer)
    }

    fn end(self) -> Result<(), Error> {
        Self::end(self)
    }
}

/// Writes a string. What has to be escaped is: the quote, the backslash and control characters.
fn quote(out: &mut String, value: &str) {
    out.push('"');
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..' ' => {
                out.push_str(if character < '\u{10}' { "\\u000" } else { "\\u001" });
                out.push(char::from_digit(u32::from(character) & 0xf, 16).unwrap_or('0'));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
