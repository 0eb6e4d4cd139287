//! The server's secret, and what is derived from it.

use std::fmt;

use crate::db::fingerprints::{FingerprintKind, KeyedHash};
use domain::mobile::MobileNumber;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The key for everything that is stored as an HMAC: codes, addresses, numbers. Without it, a copy
/// of the database does not reveal which code was sent.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

/// The purpose of an HMAC. The same text has different HMACs for different purposes.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// A one-time code, with its challenge.
    Code,
    /// A network address.
    Address,
    /// A mobile number that must be recognised, but not readable.
    Number,
    /// The key of an erased referral.
    Referral,
    /// A puzzle, with whom it is for.
    Puzzle,
    /// The operator's login code.
    LoginCode,
    /// A recovery code, with its owner's number.
    RecoveryCode,
    /// The secret of a member's authenticator app, with their id and a random part.
    Totp,
    /// The account or network address of a daily limit.
    Allowance,
    /// An idempotency key, with its sender.
    IdempotencyKey,
    /// The content of a request with an idempotency key.
    Fingerprint,
    /// The secret of a webhook, derived from its seed.
    Webhook,
    /// The secret itself, by which a database knows its own.
    Secret,
}

impl Secret {
    /// The minimum length of a secret in bytes.
    pub const BYTES_MIN: usize = 32;

    /// A secret from these bytes; `None` if they are fewer than [`Secret::BYTES_MIN`].
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let mac = Hmac::new_from_slice(bytes).ok();
        mac.filter(|_| bytes.len() >= Self::BYTES_MIN).map(Self)
    }

    /// HMAC-SHA-256 over several texts. It depends on where one text ends and the next begins.
    pub fn hmac(&self, purpose: Purpose, texts: &[&[u8]]) -> [u8; 32] {
        self.mac(purpose, texts).finalize().into_bytes().into()
    }

    /// The fingerprint of a number. It needs the key, because for a plain hash all ten-digit
    /// numbers can be tried in minutes.
    pub fn number(&self, mobile: &MobileNumber) -> [u8; 32] {
        self.hmac(Purpose::Number, &[&Sha256::digest(mobile.as_str().as_bytes())])
    }

    /// The function with which the database makes fingerprints.
    pub fn keyed_hash(&self) -> KeyedHash {
        let secret = self.clone();
        KeyedHash::by(move |kind, hash| match kind {
            FingerprintKind::Number => secret.hmac(Purpose::Number, &[hash]),
            FingerprintKind::Referral => secret.hmac(Purpose::Referral, &[hash]),
            FingerprintKind::Secret => secret.hmac(Purpose::Secret, &[hash]),
        })
    }

    /// Whether this is the HMAC of these texts. The comparison takes constant time.
    pub fn verify_hmac(&self, purpose: Purpose, texts: &[&[u8]], hmac: &[u8; 32]) -> bool {
        self.mac(purpose, texts).verify_slice(hmac).is_ok()
    }

    /// The stored form of a recovery code.
    pub(crate) fn recovery_code(&self, number: &MobileNumber, code: &str) -> [u8; 32] {
        self.hmac(Purpose::RecoveryCode, &[number.as_str().as_bytes(), code.as_bytes()])
    }

    /// The secret of a member's authenticator app. Only its random part is stored, so that a copy
    /// of the database is not enough to compute a code.
    pub(crate) fn totp(&self, staff: &str, part: &[u8]) -> [u8; 32] {
        self.hmac(Purpose::Totp, &[staff.as_bytes(), part])
    }

    fn mac(&self, purpose: Purpose, texts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(purpose.name());
        for text in texts {
            mac.update(&(text.len() as u64).to_be_bytes());
            mac.update(text);
        }
        mac
    }
}

/// The SHA-256 of a session's token. A plain hash is enough, because the token is random and cannot
/// be guessed.
pub(crate) fn hash(token: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(token).into()
}

impl Purpose {
    fn name(self) -> &'static [u8] {
        match self {
            Self::Code => b"code",
            Self::Address => b"address",
            Self::Number => b"number",
            Self::Referral => b"referral",
            Self::Puzzle => b"puzzle",
            Self::LoginCode => b"login code",
            Self::RecoveryCode => b"recovery-code",
            Self::Totp => b"totp",
            Self::Allowance => b"allowance",
            Self::IdempotencyKey => b"retry",
            Self::Fingerprint => b"fingerprint",
            Self::Webhook => b"webhook",
            Self::Secret => b"secret",
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hmac_depends_on_its_texts_its_purpose_and_its_secret() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let hmac = secret.hmac(Purpose::Code, &[b"ab", b"c"]);
        assert!(secret.verify_hmac(Purpose::Code, &[b"ab", b"c"], &hmac));
        assert!(!secret.verify_hmac(Purpose::Code, &[b"a", b"bc"], &hmac));
        assert!(!secret.verify_hmac(Purpose::Address, &[b"ab", b"c"], &hmac));
        let other = Secret::new(&[8; 32]).unwrap();
        assert!(!other.verify_hmac(Purpose::Code, &[b"ab", b"c"], &hmac));
    }

    #[test]
    fn a_fingerprint_needs_the_secret_to_be_recognised() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let number = |text| secret.number(&MobileNumber::parse(text).unwrap());
        assert_eq!(number("9876543210"), number("9876543210"));
        assert_ne!(number("9876543210"), number("9876543211"));
        let other = Secret::new(&[8; 32]).unwrap();
        let mobile = MobileNumber::parse("9876543210").unwrap();
        assert_ne!(number("9876543210"), other.number(&mobile));
    }

    #[test]
    fn hashes_of_recovery_codes_and_tokens_are_unique() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let stored =
            |number, code| secret.recovery_code(&MobileNumber::parse(number).unwrap(), code);
        assert_ne!(stored("9876543210", "1"), stored("9876543210", "2"));
        assert_ne!(stored("9876543210", "1"), stored("9876543211", "1"));
        assert_ne!(hash(&[1; 32]), hash(&[2; 32]));
    }

    #[test]
    fn a_short_secret_is_refused() {
        assert!(Secret::new(&[7; 31]).is_none());
        assert_eq!(format!("{:?}", Secret::new(&[7; 32]).unwrap()), "Secret");
    }
}
