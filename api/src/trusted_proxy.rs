//! Reverse proxies whose forwarding headers are trusted.

use std::fmt;
use std::net::{AddrParseError, IpAddr};
use std::str::FromStr;

use ipnet::IpNet;

/// A reverse proxy, or a network of them, whose forwarding headers are trusted. Written as an address or in CIDR
/// notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrustedProxy(IpNet);

impl TrustedProxy {
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

impl FromStr for TrustedProxy {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<IpNet>()
            .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
            .map(Self)
    }
}

impl fmt::Display for TrustedProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trusted_proxy_must_be_an_address_or_network() {
        for text in ["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"] {
            assert!(text.parse::<TrustedProxy>().is_ok(), "{text}");
        }
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0.1:80", "10.0.0"] {
            assert!(text.parse::<TrustedProxy>().is_err(), "{text}");
        }
    }
}
