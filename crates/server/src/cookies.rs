//! The cookie that carries a session.

use axum::http::{HeaderMap, HeaderValue, header::COOKIE};
use domain::hosted::SESSION_LIFE_MS;

use crate::random;

/// How the cookie is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookies {
    /// Over HTTPS only, for this very host and all of it: `__Host-session`.
    Secure,
    /// Over plain HTTP, for development on one's own machine: `session`.
    Loopback,
}

impl Cookies {
    /// The value of `Set-Cookie` that brings a token.
    pub(crate) fn bring(self, token: &[u8; 32]) -> Option<HeaderValue> {
        self.header(&random::encode(token), SESSION_LIFE_MS / 1000)
    }

    /// The value of `Set-Cookie` that takes the token away.
    pub(crate) fn take_away(self) -> Option<HeaderValue> {
        self.header("", 0)
    }

    /// The token that came with a request.
    pub(crate) fn token(self, headers: &HeaderMap) -> Option<[u8; 32]> {
        random::decode(self.value(headers)?)
    }

    /// Whether the cookie came with a request, whatever it holds.
    pub(crate) fn came(self, headers: &HeaderMap) -> bool {
        self.value(headers).is_some()
    }

    fn value(self, headers: &HeaderMap) -> Option<&str> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|it| it.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim() == self.name())?;
        Some(value.trim())
    }

    fn name(self) -> &'static str {
        match self {
            Self::Secure => "__Host-session",
            Self::Loopback => "session",
        }
    }

    fn header(self, value: &str, seconds: u64) -> Option<HeaderValue> {
        let name = self.name();
        let secure = if self == Self::Secure { "; Secure" } else { "" };
        let text =
            format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
        HeaderValue::try_from(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_of_a_secure_site_is_bound_to_its_host() {
        let value = Cookies::Secure.bring(&[0; 32]).unwrap();
        let token = "A".repeat(43);
        assert_eq!(
            value.to_str().unwrap(),
            format!(
                "__Host-session={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure"
            )
        );
        assert_eq!(
            Cookies::Loopback.take_away().unwrap(),
            "session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
        );
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let token = random::encode(&[5; 32]);
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("scheme=dark; session2=x"));
        let line = format!("a=b; session={token}");
        headers.append(COOKIE, HeaderValue::try_from(line).unwrap());
        assert_eq!(Cookies::Loopback.token(&headers), Some([5; 32]));
        assert_eq!(Cookies::Secure.token(&headers), None);
        assert!(Cookies::Loopback.came(&headers) && !Cookies::Secure.came(&headers));
    }
}
