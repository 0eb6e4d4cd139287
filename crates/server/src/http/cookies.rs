//! The cookies: one has the session, one identifies a known device, one says that a form was sent
//! without script.

use api::{DEVICE_LIFE_MS, SESSION_LIFE_MS};
use axum::http::{HeaderMap, HeaderValue, header::COOKIE};

use crate::random;

/// The name of the session's cookie on a site with HTTPS.
pub(crate) const SESSION_COOKIE: &str = "__Host-session";

/// How long the page after a sent form can be reloaded, in seconds.
const SENT_LIFE_S: u64 = 300;

/// The attributes of the cookies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookies {
    /// With HTTPS only, for exactly this host and all paths: `__Host-session`, `__Host-device`.
    Secure,
    /// With plain HTTP, for development on this machine: `session`, `device`.
    Loopback,
}

/// The purpose of a cookie.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The session's token.
    Session,
    /// The token of a known device.
    Device,
    /// The path of a form that was just sent without script, never its content.
    Sent,
}

impl Cookies {
    /// The `Set-Cookie` value for a session with this token.
    pub(crate) fn set_session(self, token: &[u8; 32]) -> Option<HeaderValue> {
        self.header(Kind::Session, &random::encode(token), SESSION_LIFE_MS / 1000)
    }

    /// The `Set-Cookie` value that removes the session.
    pub(crate) fn clear_session(self) -> Option<HeaderValue> {
        self.header(Kind::Session, "", 0)
    }

    /// The session token of a request.
    pub(crate) fn session(self, headers: &HeaderMap) -> Option<[u8; 32]> {
        random::decode(self.value(Kind::Session, headers)?)
    }

    /// Whether a request has a session cookie, valid or not.
    pub(crate) fn has_session(self, headers: &HeaderMap) -> bool {
        self.value(Kind::Session, headers).is_some()
    }

    /// The `Set-Cookie` value for a known device.
    pub(crate) fn set_device(self, token: &[u8; 32]) -> Option<HeaderValue> {
        self.header(Kind::Device, &random::encode(token), DEVICE_LIFE_MS / 1000)
    }

    /// The `Set-Cookie` value that removes the device's token.
    pub(crate) fn clear_device(self) -> Option<HeaderValue> {
        self.header(Kind::Device, "", 0)
    }

    /// The device token of a request.
    pub(crate) fn device(self, headers: &HeaderMap) -> Option<[u8; 32]> {
        random::decode(self.value(Kind::Device, headers)?)
    }

    /// The `Set-Cookie` value that says that the form at this path was sent.
    pub(crate) fn set_sent(self, path: &str) -> Option<HeaderValue> {
        self.header(Kind::Sent, path, SENT_LIFE_S)
    }

    /// Whether the form at this path was sent just now.
    pub(crate) fn was_sent(self, headers: &HeaderMap, path: &str) -> bool {
        self.value(Kind::Sent, headers) == Some(path)
    }

    fn value(self, kind: Kind, headers: &HeaderMap) -> Option<&str> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|it| it.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim() == self.name(kind))?;
        Some(value.trim())
    }

    fn name(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::Secure, Kind::Session) => SESSION_COOKIE,
            (Self::Secure, Kind::Device) => "__Host-device",
            (Self::Secure, Kind::Sent) => "__Host-sent",
            (Self::Loopback, Kind::Session) => "session",
            (Self::Loopback, Kind::Device) => "device",
            (Self::Loopback, Kind::Sent) => "sent",
        }
    }

    fn header(self, kind: Kind, value: &str, seconds: u64) -> Option<HeaderValue> {
        let name = self.name(kind);
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
        let value = Cookies::Secure.set_session(&[0; 32]).unwrap();
        let token = "A".repeat(43);
        assert_eq!(
            value.to_str().unwrap(),
            format!(
                "__Host-session={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure"
            )
        );
        assert_eq!(
            Cookies::Loopback.clear_session().unwrap(),
            "session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
        );
    }

    #[test]
    fn a_device_cookie_lasts_half_a_year_and_is_http_only() {
        let value = Cookies::Secure.set_device(&[0; 32]).unwrap();
        let token = "A".repeat(43);
        assert_eq!(
            value.to_str().unwrap(),
            format!(
                "__Host-device={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure"
            )
        );
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let token = random::encode(&[5; 32]);
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("scheme=dark; session2=x"));
        let line = format!("a=b; session={token}");
        headers.append(COOKIE, HeaderValue::try_from(line).unwrap());
        assert_eq!(Cookies::Loopback.session(&headers), Some([5; 32]));
        assert_eq!(Cookies::Secure.session(&headers), None);
        assert!(Cookies::Loopback.has_session(&headers) && !Cookies::Secure.has_session(&headers));
    }
}
