//! The proof of work that a server may ask for before it sends a code.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A puzzle (`{ "text", "bits" }`) with its solution: the number with which, behind the text, SHA-256
/// begins with so many zero bits.
///
/// # Panics
///
/// If it is no puzzle, or one that a phone would work at for minutes (above 26 bits).
#[must_use]
pub fn proof(puzzle: &Value) -> Value {
    let (text, bits) = (puzzle["text"].as_str().unwrap(), puzzle["bits"].as_u64().unwrap());
    assert!(bits <= 26, "a phone would work for minutes: {bits} bits");
    let begins = Sha256::new_with_prefix(text);
    let is_solved = |number: &u64| {
        let hash = begins.clone().chain_update(number.to_string()).finalize();
        let first: [u8; 8] = hash[..8].try_into().unwrap();
        u64::from(u64::from_be_bytes(first).leading_zeros()) >= bits
    };
    json!({ "puzzle": puzzle, "solution": (0..).find(is_solved).unwrap() })
}
