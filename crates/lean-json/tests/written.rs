//! What is written, letter by letter, and what is not.

#![cfg(test)]

use lean_json::{Error, to_string};
use serde::Serialize;
use serde::ser::Serializer;

/// Some controls have an escape of their own, the others a number; all else stands for itself.
#[test]
fn every_character_is_written_as_serde_json_writes_it() {
    let beyond = ['\u{80}', '\u{2028}', '\u{ffff}', '\u{1f600}'];
    for character in ('\0'..='\u{7f}').chain(beyond) {
        let text = format!("a{character}b");
        assert_eq!(to_string(&text), Ok(serde_json::to_string(&text).unwrap()), "{character:?}");
    }
}

#[test]
fn every_width_of_number_is_written() {
    assert_eq!(to_string(&vec![0_u8, 9, 10, 255]), Ok("[0,9,10,255]".to_owned()));
    assert_eq!(to_string(&u16::MAX), Ok("65535".to_owned()));
    assert_eq!(to_string(&u32::MAX), Ok("4294967295".to_owned()));
    assert_eq!(to_string(&u64::MAX), Ok("18446744073709551615".to_owned()));
}

#[test]
fn a_wrapped_value_is_written_without_its_wrapping() {
    #[derive(Serialize)]
    struct Wrapped(Option<bool>);

    assert_eq!(to_string(&Wrapped(Some(true))), Ok("true".to_owned()));
    assert_eq!(to_string(&Wrapped(None)), Ok("null".to_owned()));
}

struct Bytes;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(b"a")
    }
}

/// Better no text than half of one.
#[test]
fn no_part_of_a_type_without_a_form_is_written() {
    #[derive(Serialize)]
    struct Nothing;

    #[derive(Serialize)]
    enum Either {
        Wrapped(u8),
        Pair(u8, u8),
        Fields { a: u8 },
    }

    assert_eq!(to_string(&1_i8), Err(Error));
    assert_eq!(to_string(&1_i16), Err(Error));
    assert_eq!(to_string(&1_i64), Err(Error));
    assert_eq!(to_string(&1_f32), Err(Error));
    assert_eq!(to_string(&Bytes), Err(Error));
    assert_eq!(to_string(&Nothing), Err(Error));
    for either in [Either::Wrapped(1), Either::Pair(1, 2), Either::Fields { a: 1 }] {
        assert_eq!(to_string(&either), Err(Error));
    }
}
