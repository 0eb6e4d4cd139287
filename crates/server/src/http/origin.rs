//! The site's public address, and the check that a request was meant for it.

use std::{fmt, net::IpAddr};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, Uri, header::HOST, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{AppState, http::refusal::Refusal, observe::add_security_headers};

/// The scheme, host and port under which visitors know the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    is_https: bool,
    host: String,
    /// `None` for the scheme's own.
    port: Option<u16>,
}

impl Origin {
    /// Parses an address without a path; `None` if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let url: Uri = text.parse().ok()?;
        let (is_https, usual) = match url.scheme_str()? {
            "https" => (true, 443),
            "http" => (false, 80),
            _ => return None,
        };
        let authority = url.authority().filter(|_| url.path() == "/" && url.query().is_none())?;
        let (host, port) = host_and_port(authority)?;
        Some(Self { is_https, host, port: port.filter(|&port| port != usual) })
    }

    /// This machine, for development.
    pub fn of_this_machine(port: u16) -> Self {
        Self { is_https: false, host: "127.0.0.1".to_owned(), port: Some(port) }
    }

    /// Whether its scheme is `https`.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    /// The host name, in lower case.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, if it is not the scheme's own.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether its host is an IP address.
    pub(crate) fn is_address(&self) -> bool {
        address(&self.host).is_some()
    }

    /// Whether a request for this authority is meant for the site. The port may be another one,
    /// because some proxies leave it out. A site of this machine has all names of this machine.
    fn is_meant_by(&self, authority: &Authority) -> bool {
        host_and_port(authority).is_some_and(|(host, _)| {
            host == self.host || (is_this_machine(&host) && is_this_machine(&self.host))
        })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// Refuses requests that are meant for another site: of a page whose name was made to lead to this
/// server (DNS rebinding), or of a proxy that does not pass on the header.
pub(crate) async fn check_host(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let refusal = match is_meant(&request, |authority| state.origin.is_meant_by(authority)) {
        Some(true) => return next.run(request).await,
        Some(false) => Refusal::malformed(format!(
            "This server answers for {} only. A proxy in front of it has to pass on the header \
             Host.",
            state.origin.host()
        ))
        .with_status(StatusCode::MISDIRECTED_REQUEST),
        None => {
            Refusal::malformed("A request has one header Host, with a host and perhaps a port.")
        }
    };
    add_security_headers(&state, refusal.into_response())
}

/// The same for the operators' pages: an address, or a name without dots such as `localhost`. A page
/// of the internet has a name with dots, so none can be made to read these.
pub(crate) async fn check_operators_host(request: Request, next: Next) -> Response {
    let is_own = |authority: &Authority| {
        host_and_port(authority)
            .is_some_and(|(host, _)| address(&host).is_some() || !host.contains('.'))
    };
    if is_meant(&request, is_own) == Some(true) {
        return next.run(request).await;
    }
    let words =
        "Ask for the operators' pages by this machine's address, or by a name without dots.\n";
    (StatusCode::MISDIRECTED_REQUEST, words).into_response()
}

/// Whether each host that a request names is a right one: that of the header, and that of the
/// target (with HTTP/1 a proxy may send a whole URL). `None` if the header is missing, repeated or
/// unreadable.
fn is_meant(request: &Request, is_right: impl Fn(&Authority) -> bool) -> Option<bool> {
    let target = request.uri().authority();
    let host = match host_header(request.headers())? {
        // In HTTP/2 the target has it.
        None if target.is_none() => return None,
        host => host,
    };
    Some(host.iter().chain(target).all(is_right))
}

/// The header, if there is one; `None` if it is repeated or unreadable.
fn host_header(headers: &HeaderMap) -> Option<Option<Authority>> {
    let mut values = headers.get_all(HOST).iter();
    let Some(value) = values.next() else { return Some(None) };
    let authority = Authority::try_from(value.as_bytes()).ok()?;
    values.next().is_none().then_some(Some(authority))
}

/// The host in lower case, an IPv6 address with its brackets, and the port; `None` if there is
/// anything else.
fn host_and_port(authority: &Authority) -> Option<(String, Option<u16>)> {
    let host = authority.host();
    let port = match authority.as_str().strip_prefix(host)? {
        "" => None,
        rest => Some(rest.strip_prefix(':')?.parse().ok()?),
    };
    (!host.is_empty()).then(|| (host.to_ascii_lowercase(), port))
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || address(host).is_some_and(|address| address.is_loopback())
}

fn address(host: &str) -> Option<IpAddr> {
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_an_address_without_a_path() {
        let read = |text: &str| Origin::parse(text).map(|origin| origin.to_string());
        assert_eq!(read("https://Site.Example:443/").as_deref(), Some("https://site.example"));
        assert_eq!(read("http://localhost:8080").as_deref(), Some("http://localhost:8080"));
        for text in [
            "",
            "site.example",
            "https://site.example/path",
            "https://site.example/?query",
            "https://user@site.example",
            "https://site.example:port",
            "ftp://site.example",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_request_is_meant_for_the_host_of_the_origin() {
        let meant = |origin: &str, host: &str| {
            let request = Request::get("/").header(HOST, host).body(axum::body::Body::empty());
            let origin = Origin::parse(origin).unwrap();
            is_meant(&request.unwrap(), |authority| origin.is_meant_by(authority))
        };
        let site = "https://site.example";
        for host in ["site.example", "SITE.example", "site.example:443", "site.example:8080"] {
            assert_eq!(meant(site, host), Some(true), "{host}");
        }
        for host in [
            "evil.example",
            "site.example.evil.example",
            "evil-site.example",
            "site.example.",
            "127.0.0.1",
            "localhost",
            "evil.example@site.example",
            "site.example@evil.example",
            "site.example:none",
        ] {
            assert_ne!(meant(site, host), Some(true), "{host}");
        }
        for host in ["", "site.example/path", "site example", "a, site.example"] {
            assert_eq!(meant(site, host), None, "{host}");
        }
        let own = "http://127.0.0.1:8080";
        for host in ["127.0.0.1:8080", "localhost", "127.0.0.2", "[::1]:8080"] {
            assert_eq!(meant(own, host), Some(true), "{host}");
        }
        for host in ["10.0.0.1", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]"] {
            assert_eq!(meant(own, host), Some(false), "{host}");
        }
    }
}
