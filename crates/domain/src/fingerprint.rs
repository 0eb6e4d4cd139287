//! Hashes for texts: short, and the same on every machine.

use alloc::string::String;

/// How many hexadecimal digits a hash has.
pub(crate) const DIGITS: usize = 16;

/// Writes a number as 16 hexadecimal digits.
pub(crate) fn hex(number: u64, text: &mut String) {
    let digit = |place: usize| char::from_digit((number >> (4 * place)) as u32 & 0xf, 16);
    text.extend((0..DIGITS).rev().filter_map(digit));
}

/// 64-bit FNV-1a over the texts. Each text ends with a byte that never occurs in UTF-8, so that
/// moving a character from one text to the next changes the hash.
pub(crate) fn fingerprint(texts: &[&str]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_fnv_1a_over_texts_that_each_end_with_a_byte() {
        assert_eq!(fingerprint(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(&["a"]), 0x089b_c907_b544_c769);
        assert_eq!(fingerprint(&["Asha", ""]), 0x5ac6_3a83_b30a_c740);
    }

    #[test]
    fn the_boundary_between_texts_matters() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["", "a"]), fingerprint(&["a", ""]));
        assert_ne!(fingerprint(&["a"]), fingerprint(&["a", ""]));
    }
}
