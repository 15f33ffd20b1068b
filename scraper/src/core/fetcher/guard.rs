//! Restricts requests to the public internet: a platform's host name that resolves into the operator's own network must not be
//! fetched.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use clipmeter_domain::is_local;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Whether the address belongs to the public internet (IANA special-purpose registries, RFC 6890).
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b); // carrier-grade NAT, also used inside clusters
    let protocol = a == 192 && b == 0 && c == 0;
    let relay = a == 192 && b == 88 && c == 99; // 6to4 relays
    let benchmark = a == 198 && (b == 18 || b == 19);
    !(a == 0
        || a >= 240
        || shared
        || protocol
        || relay
        || benchmark
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    let [a, b, ..] = address.segments();
    // Other ranges are loopback, link-local, private and multicast addresses, and those that embed any IPv4 address.
    let global_unicast = (0x2000..0x4000).contains(&a);
    let six_to_four = a == 0x2002; // reaches any IPv4 address
    let protocol = a == 0x2001 && b < 0x200; // Teredo, which reaches any IPv4 address, benchmarks, overlays
    let documentation = (a == 0x2001 && b == 0xdb8) || (a == 0x3fff && b < 0x1000);
    global_unicast && !six_to_four && !protocol && !documentation
}

/// A resolver that omits addresses that must not be connected to. A proxy may be in the operator's own network, but not on this
/// machine.
pub(super) struct GuardedAddresses {
    /// The host of the proxy that requests are sent through.
    pub(super) proxy: Option<String>,
    /// Whether the proxy may be on this machine, its link or a metadata service.
    pub(super) local_proxy: bool,
    /// Whether all other names must resolve to the public internet.
    pub(super) only_public: bool,
}

impl Resolve for GuardedAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        let host = name.as_str().to_owned();
        let is_proxy = self.proxy.as_deref() == Some(name.as_str());
        let (local_proxy, only_public) = (self.local_proxy, self.only_public);
        let is_allowed = move |address: IpAddr| {
            if is_proxy {
                local_proxy || !is_local(address)
            } else {
                !only_public || is_public(address)
            }
        };
        Box::pin(async move {
            // The port is replaced by that of the request.
            let all = tokio::net::lookup_host((host.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = all.filter(|address| is_allowed(address.ip())).collect();
            if allowed.is_empty() {
                return Err("the name has no address that may be connected to".into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asvs_1_3_6_guard_refuses_private_addresses_in_every_notation() {
        let refused = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "192.88.99.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::7f00:1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "3fff::1",
            "3fff:fff::1",
            "5f00::1",
            "fec0::1",
            "2002:7f00:1::",
            "2001:db8::1",
            "ff02::1",
        ];
        for address in refused {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "1.1.1.1",
            "157.240.1.174",
            "2001:4860:4860::8888",
            "2a03:2880:f12f:83:face:b00c:0:25de",
            "3fff:1000::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn guard_connects_to_localhost_only_where_allowed() {
        // The proxy, whether it may be local, whether platforms must be public, and whether an address is returned.
        for (proxy, local_proxy, only_public, expected) in [
            (None, false, true, false),
            (None, true, true, false),
            (None, false, false, true),
            (Some("localhost"), false, true, false),
            (Some("localhost"), false, false, false),
            (Some("localhost"), true, true, true),
        ] {
            let guard = GuardedAddresses {
                proxy: proxy.map(str::to_owned),
                local_proxy,
                only_public,
            };
            let resolved = guard.resolve("localhost".parse().unwrap()).await;
            assert_eq!(
                resolved.is_ok(),
                expected,
                "{proxy:?} {local_proxy} {only_public}"
            );
        }
    }
}
