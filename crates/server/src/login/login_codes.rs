//! Login codes that an operator makes for somebody who gets no messages. They are too long to
//! guess, and each is its own challenge, so that wrong tries of others do not count against it.

use api::{LoginRequest, RECOVERY_CODE_DIGITS};

use crate::{
    login::recovery,
    random,
    secret::{Purpose, Secret},
};

/// The challenge under which a code is stored.
pub(crate) fn challenge(secret: &Secret, code: &str) -> String {
    let hmac = secret.hmac(Purpose::LoginCode, &[code.as_bytes()]);
    random::encode(&hmac[..16])
}

/// Replaces the challenge of a login with such a code by the code's own. Other logins stay as they
/// are.
pub(crate) fn resolve(secret: &Secret, request: LoginRequest) -> LoginRequest {
    match read(&request.code) {
        Some(code) => LoginRequest { challenge: challenge(secret, &code), code, ..request },
        None => request,
    }
}

/// Parses a code as people write it: as many digits as a recovery code, with or without groups.
fn read(text: &str) -> Option<String> {
    let code = recovery::without_groups(text);
    let whole = code.len() == RECOVERY_CODE_DIGITS as usize;
    (whole && code.bytes().all(|sign| sign.is_ascii_digit())).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::account::LoginMode;

    #[test]
    fn an_operators_code_is_read_in_any_spelling() {
        let code = "01234567890123456789";
        for text in [code, " 01234-56789-01234-56789 ", "01234 56789 01234 56789"] {
            assert_eq!(read(text).unwrap(), code, "{text}");
        }
    }

    #[test]
    fn a_login_with_such_a_code_names_its_own_challenge() {
        let secret = Secret::new(&[7; 32]).unwrap();
        let login = |code: &str| {
            let (challenge, code) = ("the page's".to_owned(), code.to_owned());
            resolve(&secret, LoginRequest { challenge, mode: LoginMode::Login, code })
        };
        let request = login("01234-56789-01234-56789");
        assert_eq!(request.code, "01234567890123456789");
        assert_eq!(request.challenge, challenge(&secret, &request.code));
        assert_ne!(request.challenge, login("01234-56789-01234-56780").challenge);
        let sent = login("123456");
        assert_eq!((&*sent.challenge, &*sent.code), ("the page's", "123456"));
    }

    #[test]
    fn other_texts_are_not_an_operators_code() {
        for other in ["", "123456", "012345678901234567890", "0123456789012345678x", "٠"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
