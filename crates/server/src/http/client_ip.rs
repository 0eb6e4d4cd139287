//! The network address of a client.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::{
    extract::ConnectInfo,
    http::{Extensions, HeaderMap},
};

use crate::http::networks::Networks;

/// The headers in which proxies name their client.
const FORWARDING: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

/// The address of the client: of the connection, or as trusted proxies say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientIp(pub(crate) IpAddr);

impl ClientIp {
    /// Finds the address. Each proxy appends the address of its own client to `X-Forwarded-For`.
    /// Reading from the end, entries of trusted proxies are skipped; the first other entry is the
    /// client. Earlier entries may be invented by the client.
    pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions, proxies: &Networks) -> Self {
        Self(client(headers, extensions, proxies).unwrap_or_else(|last| last))
    }
}

/// The client's address; or that of the last trusted proxy, if it names no client.
fn client(
    headers: &HeaderMap,
    extensions: &Extensions,
    proxies: &Networks,
) -> Result<IpAddr, IpAddr> {
    let mut client = peer(extensions);
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    // Each entry is parsed separately, so that an invented one does not spoil those of the proxies.
    let entries = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
    for entry in entries.map(<[u8]>::trim_ascii).filter(|entry| !entry.is_empty()) {
        if !proxies.contains(client) {
            return Ok(client);
        }
        client = read(entry).ok_or(client)?.to_canonical();
    }
    if proxies.contains(client) { Err(client) } else { Ok(client) }
}

/// The proxy's address, if the request came (or seems to have come) through a proxy that is not
/// trusted, or through one that does not name its client. With `behind_https`, every request comes
/// through a proxy, because this server does not speak HTTPS itself.
pub(crate) fn unknown_proxy(
    headers: &HeaderMap,
    extensions: &Extensions,
    proxies: &Networks,
    behind_https: bool,
) -> Option<IpAddr> {
    let peer = peer(extensions);
    let is_forwarded = FORWARDING.iter().any(|name| headers.contains_key(*name));
    if (behind_https || is_forwarded) && !proxies.contains(peer) {
        return Some(peer);
    }
    client(headers, extensions, proxies).err()
}

/// The other end of the connection.
fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip().to_canonical())
}

/// Some proxies append the port.
fn read(entry: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(entry).ok()?;
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|addr| addr.ip()))
}

/// The network that limits count by: an IPv4 address, or an IPv6 /48. A /48 is what a site gets;
/// with a /64 one site could have 65,536 shares.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let bits = address.to_bits() & (u128::MAX << 80);
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 80))));
        ClientIp::of(&headers, &extensions, &proxies.parse().unwrap()).0.to_string()
    }

    #[test]
    fn only_addresses_added_by_trusted_proxies_count() {
        assert_eq!(client("", &["1.1.1.1"]), "10.0.0.1");
        assert_eq!(client("10.9.0.0/16", &["1.1.1.1"]), "10.0.0.1", "straight to the port");
        assert_eq!(client("10.0.0.1", &["1.1.1.1, 2.2.2.2"]), "2.2.2.2");
        assert_eq!(client("10.0.0.1", &["1.1.1.1", "2.2.2.2:4711"]), "2.2.2.2");
        assert_eq!(client("10.0.0.1,2.2.2.0/24", &["6.6.6.6, 1.1.1.1, 2.2.2.2"]), "1.1.1.1");
        assert_eq!(client("10.0.0.1,2.2.2.0/24", &["2.2.2.2"]), "2.2.2.2");
        assert_eq!(client("10.0.0.1", &["1.1.1.1, nonsense"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn an_untrusted_proxy_or_one_without_the_clients_address_is_unknown() {
        let met = |proxies: &str, header: &'static str, value: &str, behind_https| {
            let headers = HeaderMap::from_iter([(header.parse().unwrap(), value.parse().unwrap())]);
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 80))));
            unknown_proxy(&headers, &extensions, &proxies.parse().unwrap(), behind_https).is_some()
        };
        let unknown = |proxies: &str, header, value: &str| met(proxies, header, value, false);
        assert!(unknown("", "x-forwarded-for", "1.1.1.1"));
        assert!(!unknown("", "accept", "text/html"));
        assert!(!unknown("10.0.0.1", "x-forwarded-for", "1.1.1.1"));
        assert!(unknown("10.0.0.1", "accept", "text/html"), "it adds nothing");
        assert!(
            unknown("10.0.0.1,2.2.2.2", "x-forwarded-for", "2.2.2.2"),
            "the first adds nothing"
        );
        assert!(met("", "accept", "text/html", true), "nobody comes directly");
        assert!(!met("10.0.0.1", "x-forwarded-for", "1.1.1.1", true));
        assert!(unknown("10.0.0.1", "x-forwarded-for", "nonsense"));
        assert!(unknown("10.0.0.1", "x-forwarded-for", ""));
        assert!(unknown("10.0.0.1", FORWARDING[0], ","));
    }

    #[test]
    fn all_networks_of_one_site_count_as_one() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1::");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
    }
}
