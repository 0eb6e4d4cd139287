//! From which network address a request comes.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{Extensions, HeaderMap, request::Parts},
};

use crate::AppState;

/// The address of whoever asks: the connection's other end, or what the proxies in front say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    /// Finds the address. Each of `proxies` has added an entry at the end of `X-Forwarded-For`;
    /// what stands before those is whatever the client made up.
    pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions, proxies: usize) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        if proxies == 0 {
            return Self(peer.to_canonical());
        }
        let lines = headers.get_all("x-forwarded-for").iter();
        let lines = lines.filter_map(|line| line.to_str().ok());
        let entries: Vec<_> = lines.flat_map(|line| line.split(',')).collect();
        let entry = entries.len().checked_sub(proxies).and_then(|place| entries.get(place));
        Self(entry.and_then(|text| read(text.trim())).unwrap_or(peer).to_canonical())
    }
}

/// Some proxies add the port.
fn read(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|addr| addr.ip()))
}

/// The network that limits count by. A household or a server has 2^64 addresses of IPv6, and only
/// one such network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let bits = address.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        }
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.extensions, state.trusted_proxies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: usize, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 80))));
        Client::of(&headers, &extensions, proxies).0.to_string()
    }

    #[test]
    fn only_what_trusted_proxies_have_added_is_believed() {
        assert_eq!(client(0, &["1.1.1.1"]), "10.0.0.1");
        assert_eq!(client(1, &["1.1.1.1, 2.2.2.2"]), "2.2.2.2");
        assert_eq!(client(1, &["1.1.1.1", "2.2.2.2:4711"]), "2.2.2.2");
        assert_eq!(client(2, &["6.6.6.6, 1.1.1.1, 2.2.2.2"]), "1.1.1.1");
        assert_eq!(client(2, &["2.2.2.2"]), "10.0.0.1");
        assert_eq!(client(1, &["1.1.1.1, nonsense"]), "10.0.0.1");
    }

    #[test]
    fn a_network_of_the_new_kind_counts_as_one() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
    }
}
