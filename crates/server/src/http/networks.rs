//! Networks in the operator's settings.

use std::{fmt, net::IpAddr, str::FromStr};

use ipnet::IpNet;

/// A list of networks; empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

/// A text that is not a list of networks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("name addresses or networks, with commas between them, such as 127.0.0.1,10.0.0.0/8")]
pub struct BadNetworks;

impl Networks {
    /// Whether an address is in one of the networks.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Networks {
    type Err = BadNetworks;

    fn from_str(text: &str) -> Result<Self, BadNetworks> {
        let named = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        named.map(network).collect::<Option<_>>().map(Self).ok_or(BadNetworks)
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
        assert_eq!("".parse(), Ok(Networks::default()));
        for text in ["everybody", "1"] {
            assert_eq!(text.parse::<Networks>(), Err(BadNetworks), "{text}");
        }
    }
}
