//! Which addresses belong to the public internet. A name is resolved, all its addresses are
//! checked, and the connection uses only checked addresses.

use std::net::IpAddr;

use axum::http::Uri;

use ureq::{
    Error,
    config::Config,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};

/// Resolves names, and fails if one of the addresses is not public.
#[derive(Debug)]
pub(crate) struct PublicResolver {
    to_loopback: bool,
    inner: DefaultResolver,
}

/// A name stands for an address that is not public.
#[derive(Debug, thiserror::Error)]
#[error("the address is not one of the public internet")]
pub(crate) struct PrivateAddress;

impl PublicResolver {
    /// With `to_loopback`, this machine counts as public.
    pub(crate) fn new(to_loopback: bool) -> Self {
        Self { to_loopback, inner: DefaultResolver::default() }
    }
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        if found.iter().all(|address| may_be_posted_to(address.ip(), self.to_loopback)) {
            Ok(found)
        } else {
            Err(Error::Other(Box::new(PrivateAddress)))
        }
    }
}

/// Whether something may be posted to an address. With `to_loopback`, this machine counts as
/// public.
pub(crate) fn may_be_posted_to(address: IpAddr, to_loopback: bool) -> bool {
    is_public(address) || (to_loopback && address.is_loopback())
}

/// Whether an address belongs to the public internet: not to this machine, a private network or a
/// cloud provider's internal services, and not an address that stands for another one (IANA's
/// special-purpose registries, RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let private = match address.octets() {
                [0 | 10 | 127 | 224..=255, ..] => true,
                [100, second, ..] => (64..128).contains(&second),
                [169, 254, ..] | [192, 168, ..] => true,
                [172, second, ..] => (16..32).contains(&second),
                [192, 0, 0 | 2, _] | [192, 88, 99, _] | [198, 51, 100, _] => true,
                [198, 18 | 19, ..] | [203, 0, 113, _] => true,
                // Azure's internal service, which only its own machines can reach.
                [168, 63, 129, 16] => true,
                _ => false,
            };
            !private
        }
        IpAddr::V6(address) => match address.segments() {
            // Tunnels and documentation, within the public range.
            [0x2001, second, ..] => second >= 0x200 && second != 0xdb8,
            [0x2002, ..] => false,
            [0x3fff, second, ..] => second >= 0x1000,
            [first, ..] => (0x2000..0x4000).contains(&first),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        let public = |text: &str| is_public(text.parse().unwrap());
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.168.1.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "fec0::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::",
            "3fff::1",
            "5f00::1",
        ] {
            assert!(!public(text), "{text}");
        }
        for text in [
            "1.1.1.1",
            "9.255.255.255",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.1.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "2a00::1",
            "3fff:1000::1",
        ] {
            assert!(public(text), "{text}");
        }
    }
}
