//! Addresses that lead to the machine itself or its cloud instead of another host: loopback, link-local and metadata services. A user who
//! may name a host to connect to could otherwise reach services that trust every local caller.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Metadata services with an address outside the link-local range: Alibaba, Azure, Oracle.
const METADATA_V4: [Ipv4Addr; 3] = [
    Ipv4Addr::new(100, 100, 100, 200),
    Ipv4Addr::new(168, 63, 129, 16),
    Ipv4Addr::new(192, 0, 0, 192),
];

/// Metadata services over IPv6: AWS, Google Cloud.
const METADATA_V6: [Ipv6Addr; 2] = [
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
];

/// Host names that resolve to a local address everywhere.
const NAMES: [&str; 9] = [
    "localhost",
    "localhost.localdomain",
    "localhost6",
    "ip6-localhost",
    "ip6-loopback",
    "instance-data",
    "metadata",
    "metadata.goog",
    "metadata.google.internal",
];

/// Suffix of names that always resolve to loopback (RFC 6761).
const LOCALHOST_DOMAIN: &str = ".localhost";

/// Whether an address is loopback, link-local, a metadata service, or unspecified (`0.0.0.0`, which connects to loopback).
#[must_use]
pub fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_local_v4(address),
        IpAddr::V6(address) => embedded(address).map_or_else(|| is_local_v6(address), is_local_v4),
    }
}

/// Whether a lower-case name always resolves to a local address. Other names are checked when they are resolved.
pub(crate) fn is_local_name(name: &str) -> bool {
    NAMES.contains(&name) || name.ends_with(LOCALHOST_DOMAIN)
}

fn is_local_v4(address: Ipv4Addr) -> bool {
    let of_this_network = address.octets()[0] == 0;
    of_this_network || address.is_loopback() || address.is_link_local() || METADATA_V4.contains(&address)
}

fn is_local_v6(address: Ipv6Addr) -> bool {
    address.is_loopback()
        || address.is_unspecified()
        || address.is_unicast_link_local()
        || METADATA_V6.contains(&address)
}

/// Returns the IPv4 address that is embedded in an IPv6 address: mapped (`::ffff:0:0/96`), compatible (`::/96`), NAT64 (`64:ff9b::/96`),
/// 6to4 (`2002::/16`).
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => Some(v4(high, low)),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => Some(v4(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_addresses_are_detected_in_every_notation() {
        for (address, expected) in [
            ("127.0.0.1", true),
            ("127.255.255.254", true),
            ("0.0.0.0", true),
            ("169.254.169.254", true),
            ("100.100.100.200", true),
            ("168.63.129.16", true),
            ("192.0.0.192", true),
            ("::1", true),
            ("::", true),
            ("fe80::1", true),
            ("febf::1", true),
            ("fd00:ec2::254", true),
            ("fd20:ce::254", true),
            ("::ffff:127.0.0.1", true),
            ("::ffff:169.254.169.254", true),
            ("::127.0.0.1", true),
            ("64:ff9b::7f00:1", true),
            ("2002:7f00:1::", true),
            ("10.0.0.7", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("100.64.0.1", false),
            ("1.1.1.1", false),
            ("fd00::1", false),
            ("::2", false),
            ("2001:db8::1", false),
            ("::ffff:10.0.0.1", false),
        ] {
            assert_eq!(is_local(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn local_host_names_are_detected() {
        for (name, expected) in [
            ("localhost", true),
            ("proxy.localhost", true),
            ("metadata.google.internal", true),
            ("instance-data", true),
            ("localhost.example", false),
            ("notlocalhost", false),
            ("proxy.example", false),
        ] {
            assert_eq!(is_local_name(name), expected, "{name}");
        }
    }
}
