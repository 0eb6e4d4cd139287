//! What is written, letter by letter.

#![cfg(test)]

use compact_json::to_string;
use serde::Serialize;

/// Some controls have an escape of their own, the others a number; all else stands for itself.
#[test]
fn every_character_is_written_as_serde_json_writes_it() {
    let beyond = ['\u{80}', '\u{2028}', '\u{ffff}', '\u{1f600}'];
    for character in ('\0'..='\u{7f}').chain(beyond) {
        let text = format!("a{character}b");
        assert_eq!(to_string(&text), serde_json::to_string(&text).unwrap(), "{character:?}");
    }
}

#[test]
fn every_width_of_number_is_written() {
    assert_eq!(to_string(&vec![0_u8, 9, 10, 255]), "[0,9,10,255]");
    assert_eq!(to_string(&u16::MAX), "65535");
    assert_eq!(to_string(&u32::MAX), "4294967295");
    assert_eq!(to_string(&u64::MAX), "18446744073709551615");
}

#[test]
fn a_wrapped_value_is_written_without_its_wrapping() {
    #[derive(Serialize)]
    struct Wrapped(Option<bool>);

    assert_eq!(to_string(&Wrapped(Some(true))), "true");
    assert_eq!(to_string(&Wrapped(None)), "null");
}
