//! Authenticator apps: time-based one-time passwords (RFC 6238).

use std::fmt;

use domain::referral::Instant;
use totp_rs::{Builder, Totp};

use crate::random;

/// The length of a secret that is made here: that of the SHA-1 behind the password.
const SECRET_BYTES: usize = 20;

/// The number of digits of a code.
pub const APP_CODE_DIGITS: u8 = 6;

/// The secret that an authenticator app and this server share.
#[derive(Clone)]
pub struct TotpKey(Totp);

/// A text is not a valid secret.
#[derive(Debug, thiserror::Error)]
#[error(
    "the secret of the authenticator app is base32, of at least 16 bytes: `server totp > FILE` makes \
     one"
)]
pub struct BadSecret;

impl TotpKey {
    /// Parses a secret in base32. Spaces and case are ignored.
    pub fn read(secret: &str) -> Result<Self, BadSecret> {
        let plain: String = secret.chars().filter(|letter| !letter.is_whitespace()).collect();
        let plain = plain.to_ascii_uppercase();
        let secret = totp_rs::Secret::try_from_base32(plain.trim_end_matches('='));
        Self::of(secret.map_err(|_| BadSecret)?)
    }

    /// Makes a new secret.
    pub fn make() -> Result<Self, random::NoRandomness> {
        let bytes = random::bytes::<SECRET_BYTES>()?;
        Ok(Self::of_bytes(&bytes, "admin"))
    }

    /// The factor with a secret that begins with these bytes. `name` identifies it in an app.
    pub(crate) fn of_bytes(bytes: &[u8], name: &str) -> Self {
        let bytes = bytes.get(..SECRET_BYTES).unwrap_or(bytes).to_vec();
        // A colon would end the name.
        let name: String = name.chars().filter(|&letter| letter != ':').collect();
        let builder = builder(totp_rs::Secret::from(bytes)).with_account_name(name);
        Self(builder.build_noncompliant())
    }

    /// The secret in base32, for the settings.
    pub fn secret(&self) -> String {
        self.0.secret().to_base32()
    }

    /// The `otpauth` address for authenticator apps.
    pub fn uri(&self) -> String {
        // The only names in it are the ones below, which are valid in addresses.
        self.0.to_url().unwrap_or_default()
    }

    /// The time step that a code belongs to, among the present one and its two neighbours; `None`
    /// if it is wrong.
    pub fn step_of(&self, code: &str, now: Instant) -> Option<u64> {
        self.0.check(code.trim(), now.as_millis() / 1000)
    }

    /// The code at an instant.
    pub fn code_at(&self, now: Instant) -> String {
        self.0.generate(now.as_millis() / 1000).to_string()
    }

    fn of(secret: totp_rs::Secret) -> Result<Self, BadSecret> {
        builder(secret).build().map(Self).map_err(|_| BadSecret)
    }
}

fn builder(secret: totp_rs::Secret) -> Builder {
    Builder::new()
        .with_digits(APP_CODE_DIGITS)
        .with_skew(1)
        .with_step_duration(30)
        .with_account_name("admin")
        .with_issuer(Some("Referral programme"))
        .with_secret(secret)
}

impl fmt::Debug for TotpKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Instant {
        Instant::try_from(seconds * 1000).unwrap()
    }

    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        // Appendix B, of which six digits are shown: the secret is "12345678901234567890".
        let factor = TotpKey::read("gezd gnbv gy3t qojq GEZDGNBVGY3TQOJQ").unwrap();
        assert_eq!(factor.code_at(at(59)), "287082");
        assert_eq!(factor.code_at(at(1_111_111_109)), "081804");
    }

    #[test]
    fn a_code_is_valid_one_step_before_and_after_its_own() {
        let factor = TotpKey::make().unwrap();
        let code = factor.code_at(at(3000));
        for seconds in [2970, 3000, 3059] {
            assert_eq!(factor.step_of(&code, at(seconds)), Some(100), "{seconds}");
        }
        for seconds in [2969, 3060] {
            assert_eq!(factor.step_of(&code, at(seconds)), None, "{seconds}");
        }
    }

    #[test]
    fn a_generated_secret_can_be_parsed_and_others_cannot() {
        let made = TotpKey::make().unwrap();
        let read = TotpKey::read(&made.secret()).unwrap();
        assert_eq!(read.code_at(at(0)), made.code_at(at(0)));
        assert!(made.uri().starts_with("otpauth://totp/"), "{}", made.uri());
        for bad in ["", "GEZDGNBV", "not base32!", "11111111111111111111111111111111"] {
            assert!(TotpKey::read(bad).is_err(), "{bad}");
        }
    }
}
