//! The server's secret, and what is derived from it.

use std::fmt;

use domain::mobile::MobileNumber;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use store::{Seal, Sealed};

/// What a stored code, address or name is sealed with: without it, a copy of the database tells
/// nobody which six digits were sent.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

/// What a seal is for. One made for one purpose is worth nothing for another.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// A one-time code, with its challenge.
    Code,
    /// A network address.
    Address,
    /// A mobile number that has to be recognised and not read.
    Number,
    /// The key of a referral that was erased.
    Referral,
    /// A puzzle, with whom it was given to.
    Puzzle,
    /// A login code of the operator's.
    LoginCode,
    /// A recovery code, with its owner's number.
    RecoveryCode,
    /// The secret of a member's authenticator app, with their id and a random part.
    Totp,
    /// An account's number or a network address that an allowance is counted for.
    Allowance,
    /// The key of a retry, with whoever sent it.
    IdempotencyKey,
    /// All that was sent under such a key.
    Fingerprint,
    /// The secret of a webhook, of its seed.
    Webhook,
}

impl Secret {
    /// How many bytes a secret has at least.
    pub const LEAST: usize = 32;

    /// A secret of these bytes; `None` if they are fewer than [`Secret::LEAST`].
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let mac = Hmac::new_from_slice(bytes).ok();
        mac.filter(|_| bytes.len() >= Self::LEAST).map(Self)
    }

    /// An HMAC-SHA-256 over texts. Where one ends and the next begins counts.
    pub fn seal(&self, purpose: Purpose, texts: &[&[u8]]) -> [u8; 32] {
        self.mac(purpose, texts).finalize().into_bytes().into()
    }

    /// By which a number is recognised by whoever has the secret, and read by nobody: without a key,
    /// all numbers of ten digits can be tried in minutes.
    pub fn number(&self, mobile: &MobileNumber) -> [u8; 32] {
        self.hashed_number(&Sha256::digest(mobile.as_str().as_bytes()))
    }

    /// The same, of the SHA-256 of a number: older programs have kept no more of some.
    pub fn hashed_number(&self, hash: &[u8]) -> [u8; 32] {
        self.seal(Purpose::Number, &[hash])
    }

    /// How the database keeps what it only has to recognise.
    pub fn fingerprints(&self) -> Seal {
        let secret = self.clone();
        Seal::by(move |kind, hash| match kind {
            Sealed::Number => secret.hashed_number(hash),
            Sealed::Referral => secret.seal(Purpose::Referral, &[hash]),
        })
    }

    /// Whether this is the seal of these texts, in a time that does not depend on the answer.
    pub fn is_seal(&self, purpose: Purpose, texts: &[&[u8]], seal: &[u8; 32]) -> bool {
        self.mac(purpose, texts).verify_slice(seal).is_ok()
    }

    /// What is kept of a recovery code.
    pub(crate) fn recovery_code(&self, number: &MobileNumber, code: &str) -> [u8; 32] {
        self.seal(Purpose::RecoveryCode, &[number.as_str().as_bytes(), code.as_bytes()])
    }

    /// The secret of a member's authenticator app. Only its random part is stored: a copy of the
    /// database shows nobody a code.
    pub(crate) fn totp(&self, staff: &str, part: &[u8]) -> [u8; 32] {
        self.seal(Purpose::Totp, &[staff.as_bytes(), part])
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

/// The SHA-256 of a session's token. The token is random through and through, so a plain hash is
/// all that a thief of the database must not reverse.
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
    fn a_seal_is_of_its_texts_its_purpose_and_its_secret() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let seal = secret.seal(Purpose::Code, &[b"ab", b"c"]);
        assert!(secret.is_seal(Purpose::Code, &[b"ab", b"c"], &seal));
        assert!(!secret.is_seal(Purpose::Code, &[b"a", b"bc"], &seal));
        assert!(!secret.is_seal(Purpose::Address, &[b"ab", b"c"], &seal));
        let other = Secret::new(&[8; 32]).unwrap();
        assert!(!other.is_seal(Purpose::Code, &[b"ab", b"c"], &seal));
    }

    #[test]
    fn a_number_is_told_from_others_only_with_the_secret() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let number = |text| secret.number(&MobileNumber::parse(text).unwrap());
        assert_eq!(number("9876543210"), number("9876543210"));
        assert_ne!(number("9876543210"), number("9876543211"));
        let other = Secret::new(&[8; 32]).unwrap();
        let mobile = MobileNumber::parse("9876543210").unwrap();
        assert_ne!(number("9876543210"), other.number(&mobile));
    }

    #[test]
    fn a_recovery_code_is_its_numbers_own_and_no_two_tokens_have_one_hash() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let sealed =
            |number, code| secret.recovery_code(&MobileNumber::parse(number).unwrap(), code);
        assert_ne!(sealed("9876543210", "1"), sealed("9876543210", "2"));
        assert_ne!(sealed("9876543210", "1"), sealed("9876543211", "1"));
        assert_ne!(hash(&[1; 32]), hash(&[2; 32]));
    }

    #[test]
    fn a_short_secret_is_none() {
        assert!(Secret::new(&[7; 31]).is_none());
        assert_eq!(format!("{:?}", Secret::new(&[7; 32]).unwrap()), "Secret");
    }
}
