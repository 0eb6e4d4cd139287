//! The one header table. It feeds every answer of this server and, through
//! [`static_hosts`](crate::static_hosts), the `_headers` file of a static host.
//!
//! Left out on purpose:
//! - `upgrade-insecure-requests`: every source in the policy is the site itself or `https:`
//!   already, so there is nothing to upgrade, and on plain `http://127.0.0.1` a browser that
//!   does not exempt loopback would fail to load the site's own scripts.
//! - `Strict-Transport-Security` from this server by itself: it speaks plain HTTP, where it must
//!   not be sent (RFC 6797, 7.2). Static hosts speak HTTPS, so `_headers` has it, and so have all
//!   answers of a server that was told that a proxy speaks HTTPS for it ([`TRANSPORT_SECURITY`]).
//! - `X-XSS-Protection`: its filter is gone from every browser and was a hole while it lived.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::content_policy;

/// Headers of every answer, whatever its status, as lower-case name and value. The content
/// security policy is beside them, because it differs from page to page.
pub const EVERYWHERE: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    // Crawlers that fetch the social picture are not browsers and do not obey this; a page of
    // another site that shows our pictures as its own is what it stops.
    ("cross-origin-resource-policy", "same-origin"),
    // Pictures from a configured host are fetched without cookies, so looking at the site
    // identifies nobody to that host. `require-corp` would break hosts that send no policy.
    ("cross-origin-embedder-policy", "credentialless"),
    ("permissions-policy", PERMISSIONS),
    ("x-frame-options", "DENY"),
];

/// Name and value of the header that only HTTPS answers may carry: two years. Subdomains are
/// left to the company, which knows what else runs on them.
pub const TRANSPORT_SECURITY: (&str, &str) = ("strict-transport-security", "max-age=63072000");

/// Powers over a visitor's person, device or money that the site does not use, so nothing on it
/// may. Powers that reveal little (motion sensors, how a film is shown, a screen that stays lit) are
/// left out: a page has to fit into the first flight of a connection together with its headers.
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), hid=(), \
    microphone=(), midi=(), otp-credentials=(), payment=(), publickey-credentials-create=(), \
    publickey-credentials-get=(), serial=(), usb=()";

/// The content security policy of an answer that no browser renders as a page.
pub const BARE_POLICY: &str = content_policy::BARE;

/// A header map that holds [`EVERYWHERE`], to add an answer's own headers to.
#[must_use]
pub fn everywhere() -> HeaderMap {
    EVERYWHERE
        .into_iter()
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
        .collect()
}

/// How long a copy of a file may be used without asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caching {
    /// The name changes with the content, so a copy is good for ever.
    Immutable,
    /// A copy may be kept, but is checked before each use.
    Checked,
    /// A picture, icon or feed: an hour, then it is checked.
    Hour,
    /// Not to be kept at all.
    Never,
}

impl Caching {
    /// The rule for a file of the site, by its path without a leading slash.
    pub(crate) fn of_file(path: &str) -> Self {
        if path.starts_with("assets/") {
            Self::Immutable
        } else if path.ends_with(".html") || path == "config.json" {
            Self::Checked
        } else {
            Self::Hour
        }
    }

    /// The value of `Cache-Control`.
    pub(crate) const fn value(self) -> &'static str {
        match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Checked => "no-cache",
            Self::Hour => "public, max-age=3600, must-revalidate",
            Self::Never => "no-store",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_no_header_twice_and_says_nothing_about_https() {
        let headers = everywhere();
        assert_eq!(headers.len(), EVERYWHERE.len());
        assert!(!headers.contains_key(TRANSPORT_SECURITY.0));
    }

    #[test]
    fn hashed_assets_are_kept_pages_are_checked_and_the_rest_lives_an_hour() {
        assert_eq!(Caching::of_file("assets/app-1a2b3c4d.js"), Caching::Immutable);
        assert_eq!(Caching::of_file("services.html"), Caching::Checked);
        assert_eq!(Caching::of_file("blog/a-post.html"), Caching::Checked);
        assert_eq!(Caching::of_file("config.json"), Caching::Checked);
        assert_eq!(Caching::of_file("pictures/hotel.svg"), Caching::Hour);
        assert_eq!(Caching::of_file("feed.xml"), Caching::Hour);
    }
}
