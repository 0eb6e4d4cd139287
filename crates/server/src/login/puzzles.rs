//! Client puzzles: proofs of work for unknown devices that request a code. The server stores
//! nothing until a puzzle is solved, because the puzzle's text is an HMAC that covers whom it is
//! for.

use crate::login::records::UsedProof;
use api::{PROOF_LIFE_MS, Proof, Puzzle};
use domain::referral::Instant;
use sha2::{Digest, Sha256};

use crate::{
    clock::after,
    random::{self, NoRandomness},
    secret::{Purpose, Secret},
};

/// Whom a puzzle is for: a number and a network, both as HMACs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requester<'a> {
    pub(crate) number: &'a [u8; 32],
    pub(crate) address: &'a [u8; 32],
}

/// Makes a puzzle that takes about 2^`bits` hashes.
pub(crate) fn make(
    secret: &Secret,
    asker: Requester<'_>,
    bits: u32,
    now: Instant,
) -> Result<Puzzle, NoRandomness> {
    let (salt, expires_at) = (random::id()?, after(now, PROOF_LIFE_MS));
    let terms = terms(bits, expires_at, &salt);
    let hmac = secret.hmac(Purpose::Puzzle, &[asker.number, asker.address, terms.as_bytes()]);
    Ok(Puzzle { text: random::encode(&hmac), bits, expires_at, salt })
}

/// Checks a proof: solved, in time, by the client it was given to. The store knows whether it was
/// used before.
pub(crate) fn check(
    secret: &Secret,
    asker: Requester<'_>,
    proof: &Proof,
    now: Instant,
) -> Option<UsedProof> {
    let Puzzle { text, bits, expires_at, salt } = &proof.puzzle;
    let terms = terms(*bits, *expires_at, salt);
    let hmac = random::decode(text)?;
    let texts: [&[u8]; 3] = [asker.number, asker.address, terms.as_bytes()];
    let good = secret.verify_hmac(Purpose::Puzzle, &texts, &hmac)
        && now < *expires_at
        && zeros(text, proof.solution) >= *bits;
    good.then_some(UsedProof { proof: hmac, bits: *bits, expires_at: *expires_at })
}

/// The part of a puzzle that the HMAC protects.
fn terms(bits: u32, expires_at: Instant, salt: &str) -> String {
    format!("{bits} {} {salt}", expires_at.as_millis())
}

/// The number of leading zero bits of the hash.
fn zeros(text: &str, solution: u64) -> u32 {
    let hash = Sha256::new().chain_update(text).chain_update(solution.to_string()).finalize();
    let whole = hash.iter().take_while(|byte| **byte == 0).count();
    let rest = hash.get(whole).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(whole * 8).unwrap_or(u32::MAX).saturating_add(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_790_000_000_000;

    fn at(millis: u64) -> Instant {
        Instant::try_from(millis).unwrap()
    }

    fn solve(puzzle: Puzzle) -> Proof {
        let solution = (0..).find(|number| zeros(&puzzle.text, *number) >= puzzle.bits).unwrap();
        Proof { puzzle, solution }
    }

    #[test]
    fn a_solution_is_valid_for_its_requester_until_it_expires() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let asker = Requester { number: &[1; 32], address: &[2; 32] };
        let proof = solve(make(&secret, asker, 10, at(NOW)).unwrap());
        let last = at(NOW + PROOF_LIFE_MS - 1);
        let used = check(&secret, asker, &proof, last).unwrap();
        assert_eq!(used.expires_at, at(NOW + PROOF_LIFE_MS));
        assert_eq!(check(&secret, asker, &proof, at(NOW + PROOF_LIFE_MS)), None);
        for other in [
            Requester { number: &[3; 32], ..asker },
            Requester { address: &[3; 32], ..asker },
            Requester { number: &[2; 32], address: &[1; 32] },
        ] {
            assert_eq!(check(&secret, other, &proof, last), None);
        }
        let changed = |change: fn(&mut Puzzle)| {
            let mut proof = proof.clone();
            change(&mut proof.puzzle);
            check(&secret, asker, &proof, last)
        };
        assert_eq!(changed(|puzzle| puzzle.bits = 0), None);
        assert_eq!(changed(|puzzle| puzzle.expires_at = at(NOW + 2 * PROOF_LIFE_MS)), None);
        assert_eq!(changed(|puzzle| puzzle.salt.clear()), None);
        assert_eq!(changed(|puzzle| puzzle.text.clear()), None);
    }

    #[test]
    fn a_wrong_solution_is_no_proof() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let asker = Requester { number: &[1; 32], address: &[2; 32] };
        let puzzle = make(&secret, asker, 10, at(NOW)).unwrap();
        let wrong = (0..).find(|number| zeros(&puzzle.text, *number) == 9).unwrap();
        let proof = Proof { puzzle, solution: wrong };
        assert_eq!(check(&secret, asker, &proof, at(NOW)), None);
    }

    #[test]
    fn zeros_are_counted_bit_by_bit() {
        // SHA-256 of "9" is 19581e27…, of "text690" 00fb4fc0…, and of "text3731" 0006a2a7….
        assert_eq!([zeros("", 9), zeros("text", 690), zeros("text", 3731)], [3, 8, 13]);
    }
}
