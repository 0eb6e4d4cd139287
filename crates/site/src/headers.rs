//! The headers of every response and, through [`static_hosts`](crate::static_hosts), of the
//! `_headers` file for static hosts.
//!
//! Left out on purpose:
//! - `upgrade-insecure-requests`: every source in the policy is the site itself or `https:`, so there
//!   is nothing to upgrade, and a browser that does not exempt loopback could not load the site's
//!   own scripts from `http://127.0.0.1`.
//! - `Strict-Transport-Security` over plain HTTP, where it must not be sent (RFC 6797, 7.2). Static
//!   hosts speak HTTPS, so `_headers` has it, and so have all responses of a server that was told
//!   that a proxy speaks HTTPS for it ([`TRANSPORT_SECURITY`]).
//! - `X-XSS-Protection`: no browser has that filter any more, and it was a security hole.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header::CONTENT_SECURITY_POLICY};

/// The service worker, which makes the site readable offline.
pub(crate) const WORKER: &str = "sw.js";

/// The headers of every response, as lower-case name and value. The content security policy is not
/// among them, because it differs between pages.
pub const SECURITY_HEADERS: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    // Stops other sites from embedding our pictures. Crawlers that fetch the social picture are not
    // browsers and ignore it.
    ("cross-origin-resource-policy", "same-origin"),
    // Pictures from a configured host are fetched without cookies, so that the host cannot identify
    // the visitor. `require-corp` would break hosts that send no policy.
    ("cross-origin-embedder-policy", "credentialless"),
    ("permissions-policy", PERMISSIONS),
    ("x-frame-options", "DENY"),
];

/// The header for HTTPS responses: two years. Subdomains are not included, because only the company
/// knows what else they serve.
pub const TRANSPORT_SECURITY: (&str, &str) = ("strict-transport-security", "max-age=63072000");

/// The policy of responses that are not rendered as pages: texts, scripts, fonts, JSON.
pub const DENY_ALL_POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Browser features that reach a visitor's person, device or money. The site uses none of them, so
/// nothing on it may. Harmless ones (motion sensors, wake lock) are not listed: a page and its
/// headers have to fit into the first round trip of a connection. Passkeys are not either: staff use
/// them, and only in the page itself.
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), hid=(), \
    microphone=(), midi=(), otp-credentials=(), payment=(), serial=(), usb=()";

/// [`SECURITY_HEADERS`] with [`DENY_ALL_POLICY`], and with [`TRANSPORT_SECURITY`] if a proxy serves
/// HTTPS. A page replaces the policy by its own.
#[must_use]
pub fn security_headers(behind_https: bool) -> HeaderMap {
    SECURITY_HEADERS
        .into_iter()
        .chain([(CONTENT_SECURITY_POLICY.as_str(), DENY_ALL_POLICY)])
        .chain(behind_https.then_some(TRANSPORT_SECURITY))
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
        .collect()
}

/// How long a browser or proxy may use its copy without asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caching {
    /// For ever, because the file's name changes with its content.
    Immutable,
    /// Never without asking, but the copy may be kept and revalidated.
    Revalidate,
    /// For an hour: pictures, icons, feeds.
    OneHour,
    /// The copy must not be kept.
    NoStore,
}

impl Caching {
    /// The caching of a file, by its path without a leading slash.
    pub(crate) fn of_file(path: &str) -> Self {
        if path.starts_with("assets/") {
            Self::Immutable
        } else if path.ends_with(".html") || ["config.json", WORKER].contains(&path) {
            Self::Revalidate
        } else {
            Self::OneHour
        }
    }

    /// The value of `Cache-Control`.
    pub(crate) const fn value(self) -> &'static str {
        match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Revalidate => "no-cache",
            Self::OneHour => "public, max-age=3600, must-revalidate",
            Self::NoStore => "no-store",
        }
    }
}
