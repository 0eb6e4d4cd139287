//! Networks in the operator's settings.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

use ipnet::IpNet;

/// A list of networks; empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

/// A text that is not a list of networks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetworks {
    /// Neither an address nor a network.
    #[error("name addresses or networks, with commas between them, such as 127.0.0.1,10.0.0.0/8")]
    Unreadable,
    /// The number of proxies does not say which connections come from them.
    #[error(
        "a count of proxies is not enough: name the addresses or networks that your proxies \
         connect from, such as 127.0.0.1 or 10.0.0.0/8"
    )]
    Count,
}

impl Networks {
    /// This machine.
    pub fn loopback() -> Self {
        let v4 = IpNet::new(Ipv4Addr::LOCALHOST.into(), 8);
        let v6 = IpNet::from(IpAddr::from(Ipv6Addr::LOCALHOST));
        Self(v4.into_iter().map(|net| net.trunc()).chain([v6]).collect())
    }

    /// Whether an address is in one of the networks.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Parses the trusted proxies. `0` means none, as in earlier versions.
    ///
    /// # Errors
    ///
    /// [`BadNetworks`]; for any other number, [`BadNetworks::Count`], which says what to write.
    pub fn trusted_proxies(text: &str) -> Result<Self, BadNetworks> {
        match text.trim().parse::<u32>() {
            Ok(0) => Ok(Self::default()),
            Ok(_) => Err(BadNetworks::Count),
            Err(_) => text.parse(),
        }
    }
}

impl FromStr for Networks {
    type Err = BadNetworks;

    fn from_str(text: &str) -> Result<Self, BadNetworks> {
        let named = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        named.map(network).collect::<Option<_>>().map(Self).ok_or(BadNetworks::Unreadable)
    }
}

fn network(name: &str) -> Option<IpNet> {
    let address = name.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| name.parse::<IpNet>().map(|network| network.trunc())).ok()
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, network) in self.0.iter().enumerate() {
            write!(f, "{}{network}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_read_and_written() {
        let networks: Networks = "127.0.0.1, 10.1.2.3/8,2001:db8::/32".parse().unwrap();
        assert_eq!(networks.to_string(), "127.0.0.1/32,10.0.0.0/8,2001:db8::/32");
        let contains = |text: &str| networks.contains(text.parse().unwrap());
        assert!(contains("10.9.9.9") && contains("::ffff:10.0.0.1") && contains("2001:db8::5"));
        assert!(!contains("127.0.0.2") && !contains("2001:db9::"));
        assert_eq!(Networks::loopback().to_string(), "127.0.0.0/8,::1/128");
        assert_eq!("everybody".parse::<Networks>(), Err(BadNetworks::Unreadable));
    }

    #[test]
    fn a_number_of_proxies_is_refused_except_0() {
        assert_eq!(Networks::trusted_proxies("0"), Ok(Networks::default()));
        assert_eq!(Networks::trusted_proxies("1"), Err(BadNetworks::Count));
        assert!(Networks::trusted_proxies("127.0.0.1").unwrap().contains([127, 0, 0, 1].into()));
    }
}
