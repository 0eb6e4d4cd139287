//! Known devices, on which somebody has logged in. Requests of strangers do not use up their
//! limits. Their owner recognises them by the browser's name.

use crate::login::records::NewDevice;
use api::DEVICE_LIFE_MS;
use axum::http::{HeaderMap, HeaderValue, header::USER_AGENT};
use domain::mobile::MobileNumber;

use crate::{AppState, clock::after, observe::redact, random, secret};

/// Parts of `User-Agent` headers, with the browser's name. Most browsers also claim to be those
/// further down, so the order matters.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("UCBrowser/", "UC Browser"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// The same for operating systems.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The hash of a request's device token. The device may be unknown.
pub(crate) fn token(state: &AppState, headers: &HeaderMap) -> Option<[u8; 32]> {
    state.cookies.device(headers).as_ref().map(secret::hash)
}

/// Stores the device of a request as known and returns its cookie. The token is new, so that a
/// cookie that somebody else has planted is worthless. A failure does not stop the login: the next
/// code may need a proof of work, nothing more.
pub(crate) async fn remember(
    state: &AppState,
    headers: &HeaderMap,
    mobile: &MobileNumber,
    session: [u8; 32],
) -> Option<HeaderValue> {
    let fresh = random::bytes().ok()?;
    let new = NewDevice {
        token: secret::hash(&fresh),
        mobile: mobile.clone(),
        expires_at: after(state.clock.now(), DEVICE_LIFE_MS),
        replaces: token(state, headers),
        session: Some(session),
    };
    match state.store.remember_device(&new).await {
        Ok(()) => state.cookies.set_device(&fresh),
        Err(error) => {
            tracing::warn!(error = redact(&error.to_string()), "a device was not remembered");
            None
        }
    }
}

/// The browser and system, such as "Firefox on Android"; nothing else of the header is stored.
/// `None` if both are unknown.
pub(crate) fn family(headers: &HeaderMap) -> Option<String> {
    let agent = headers.get(USER_AGENT)?.to_str().ok()?;
    let named = |table: &[(&str, &'static str)]| {
        table.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn of(agent: &'static str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, HeaderValue::from_static(agent));
        family(&headers)
    }

    #[test]
    fn a_browser_is_named_despite_the_others_in_its_user_agent() {
        for (agent, family) in [
            (
                "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
                "Firefox on Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Linux",
            ),
        ] {
            assert_eq!(of(agent).as_deref(), Some(family));
        }
    }

    #[test]
    fn a_client_that_is_not_a_browser_has_no_name() {
        assert_eq!(of("curl/8.14.1"), None);
        assert_eq!(family(&HeaderMap::new()), None);
    }
}
