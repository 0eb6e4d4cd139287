//! Writing values to texts.
//!
//! Writing cannot fail: the error type has no value, and a type without a JSON form does not
//! compile. Its method refers to a constant that cannot be computed, and the compiler computes it
//! only if a type uses that method.

use alloc::string::String;
use core::fmt::{self, Display};
use core::marker::PhantomData;

use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, Serializer};

/// Writes a value on one line without spaces. A type without a JSON form does not compile:
///
/// ```
/// assert_eq!(compact_json::to_string(&vec![Some("a"), None]), r#"["a",null]"#);
/// ```
///
/// ```compile_fail
/// compact_json::to_string(&-1);
/// ```
///
/// A type whose own `Serialize` can fail does not compile either:
///
/// ```compile_fail
/// struct Sometimes;
/// impl serde::Serialize for Sometimes {
///     fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
///         Err(serde::ser::Error::custom("not today"))
///     }
/// }
/// compact_json::to_string(&Sometimes);
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    let Ok(()) = value.serialize(Writer::<Compact> { out: &mut out, form: PhantomData });
    out
}

/// The error of writing, which has no value.
#[derive(Clone, Copy, Debug)]
pub enum Never {}

/// Makes the writer's methods generic, so that only those that are used are compiled.
struct Compact;

/// What a type without a JSON form refers to.
struct Without<T>(PhantomData<T>);

impl<T> Without<T> {
    const FORM: Never = panic!("this type has no form in compact JSON, or can fail to be written");
}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl core::error::Error for Never {}

impl serde::ser::Error for Never {
    fn custom<T: Display>(_: T) -> Self {
        Without::<T>::FORM
    }
}

struct Writer<'o, F> {
    out: &'o mut String,
    form: PhantomData<F>,
}

/// An array or object that is being written.
struct Collection<'o, F> {
    writer: Writer<'o, F>,
    close: char,
    first: bool,
}

/// The methods for values that have no form.
macro_rules! refuse {
    ($($method:ident($($argument:ty),*) -> $Ok:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$Ok, Never> {
            Err(Without::<F>::FORM)
        })*
    };
}

impl<'o, F> Serializer for Writer<'o, F> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Collection<'o, F>;
    type SerializeTuple = Impossible<(), Never>;
    type SerializeTupleStruct = Impossible<(), Never>;
    type SerializeTupleVariant = Impossible<(), Never>;
    type SerializeMap = Impossible<(), Never>;
    type SerializeStruct = Collection<'o, F>;
    type SerializeStructVariant = Impossible<(), Never>;

    fn serialize_bool(self, value: bool) -> Result<(), Never> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Never> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Never> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Never> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Never> {
        digits(self.out, value);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        quote(self.out, value);
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Collection<'o, F>, Never> {
        Ok(Collection::open(self, '[', ']'))
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Collection<'o, F>, Never> {
        Ok(Collection::open(self, '{', '}'))
    }

    refuse! {
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeStructVariant;
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<(), Never> {
        Err(Without::<F>::FORM)
    }
}

impl<'o, F> Collection<'o, F> {
    fn open(writer: Writer<'o, F>, open: char, close: char) -> Self {
        writer.out.push(open);
        Self { writer, close, first: true }
    }

    fn next(&mut self) -> Writer<'_, F> {
        if !self.first {
            self.writer.out.push(',');
        }
        self.first = false;
        Writer { out: self.writer.out, form: PhantomData }
    }

    fn end(self) -> Result<(), Never> {
        self.writer.out.push(self.close);
        Ok(())
    }
}

impl<F> SerializeSeq for Collection<'_, F> {
    type Ok = ();
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(self.next())
    }

    fn end(self) -> Result<(), Never> {
        Self::end(self)
    }
}

impl<F> SerializeStruct for Collection<'_, F> {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        let writer = self.next();
        quote(writer.out, key);
        writer.out.push(':');
        value.serialize(writer)
    }

    fn end(self) -> Result<(), Never> {
        Self::end(self)
    }
}

/// Writes a number in decimal digits.
fn digits(out: &mut String, value: u64) {
    if value >= 10 {
        digits(out, value / 10);
    }
    out.push(char::from(b'0' + (value % 10) as u8));
}

/// Writes a string and escapes the quote, the backslash and control characters.
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
