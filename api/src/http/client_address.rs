//! Determines the client address of a request from the headers of trusted proxies.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use http::{HeaderMap, HeaderName};

use crate::TrustedProxy;
use crate::auth::UNKNOWN_ADDRESS;

/// Each proxy appends the address that it received the request from.
static FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The scheme with which the browser reached the outermost proxy.
static FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientInfo {
    address: IpAddr,
    /// Whether the browser used TLS to reach the proxy in front of this server.
    pub(crate) tls: bool,
}

impl ClientInfo {
    /// The peer of the connection or, when the peer is a trusted proxy, the address it forwards for: the last address
    /// in the header that belongs to no trusted proxy. Earlier entries can be forged by the client.
    pub(crate) fn of(peer: Option<SocketAddr>, headers: &HeaderMap, trusted: &[TrustedProxy]) -> Self {
        let is_trusted = |address: IpAddr| trusted.iter().any(|proxy| proxy.contains(address));
        let Some(peer) = peer.map(|peer| peer.ip().to_canonical()) else {
            return Self {
                address: UNKNOWN_ADDRESS,
                tls: false,
            };
        };
        let mut address = peer;
        let values = headers.get_all(&FORWARDED_FOR).iter().rev();
        for claim in values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(',')) {
            if !is_trusted(address) {
                break;
            }
            let Some(claimed) = parse(claim.trim()) else {
                break;
            };
            address = claimed;
        }
        let nearest = headers.get_all(&FORWARDED_PROTO).iter().next_back();
        let scheme = nearest
            .and_then(|value| value.to_str().ok()?.rsplit(',').next())
            .unwrap_or_default();
        Self {
            address,
            tls: is_trusted(peer) && scheme.trim().eq_ignore_ascii_case("https"),
        }
    }
}

/// Parses an address with or without a port; proxies write both.
fn parse(text: &str) -> Option<IpAddr> {
    let address = text
        .parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()))
        .or_else(|_| {
            text.trim_start_matches('[')
                .trim_end_matches(']')
                .parse::<IpAddr>()
        });
    address.ok().map(|address| address.to_canonical())
}

/// Extracts the client address in a handler.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

impl ClientAddress {
    /// Returns the client address of the request.
    pub(crate) fn of(parts: &Parts) -> Self {
        let client_info = parts.extensions.get::<ClientInfo>();
        Self(client_info.map_or(UNKNOWN_ADDRESS, |client_info| client_info.address))
    }
}

/// Returns the peer of a connection; None on a Unix socket.
pub(crate) fn peer(extensions: &http::Extensions) -> Option<SocketAddr> {
    let info = extensions.get::<ConnectInfo<SocketAddr>>();
    info.map(|ConnectInfo(address)| *address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_info(peer: &str, headers: &[(&'static str, &str)], trusted: &[&str]) -> ClientInfo {
        let trusted: Vec<TrustedProxy> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        ClientInfo::of(Some(peer.parse().unwrap()), &map, &trusted)
    }

    #[test]
    fn client_address_is_rightmost_untrusted_forwarded_address() {
        const PROXY: &[&str] = &["10.0.0.0/8", "2001:db8::1"];
        for (peer, forwarded, trusted, expected) in [
            // No proxy is trusted, or not this one.
            ("192.0.2.1:5", &["203.0.113.9"][..], &[][..], "192.0.2.1"),
            ("192.0.2.1:5", &["203.0.113.9"], PROXY, "192.0.2.1"),
            // A trusted proxy without the header.
            ("10.0.0.1:5", &[], PROXY, "10.0.0.1"),
            ("10.0.0.1:5", &["203.0.113.9"], PROXY, "203.0.113.9"),
            // Values written by the client are on the left.
            ("10.0.0.1:5", &["1.2.3.4, 203.0.113.9"], PROXY, "203.0.113.9"),
            ("10.0.0.1:5", &["10.9.9.9, 203.0.113.9"], PROXY, "203.0.113.9"),
            ("10.0.0.1:5", &["1.2.3.4", "203.0.113.9"], PROXY, "203.0.113.9"),
            // Several trusted proxies.
            (
                "10.0.0.1:5",
                &["1.2.3.4,203.0.113.9,10.0.0.2,10.0.0.3"],
                PROXY,
                "203.0.113.9",
            ),
            ("10.0.0.1:5", &["203.0.113.9", "10.0.0.2"], PROXY, "203.0.113.9"),
            ("10.0.0.1:5", &["10.0.0.3, 10.0.0.2"], PROXY, "10.0.0.3"),
            // An unparsable value ends the search.
            ("10.0.0.1:5", &["203.0.113.9, unknown"], PROXY, "10.0.0.1"),
            (
                "10.0.0.1:5",
                &["203.0.113.9, unknown, 10.0.0.2"],
                PROXY,
                "10.0.0.2",
            ),
            ("10.0.0.1:5", &[""], PROXY, "10.0.0.1"),
            ("10.0.0.1:5", &["203.0.113.9, "], PROXY, "10.0.0.1"),
            // Ports and IPv6.
            ("10.0.0.1:5", &["203.0.113.9:4711"], PROXY, "203.0.113.9"),
            ("10.0.0.1:5", &["[2001:db8::7]:4711"], PROXY, "2001:db8::7"),
            ("[2001:db8::1]:5", &["[2001:db8::7]"], PROXY, "2001:db8::7"),
            ("[2001:db8::2]:5", &["2001:db8::7"], PROXY, "2001:db8::2"),
            (
                "[::ffff:10.0.0.1]:5",
                &["::ffff:203.0.113.9"],
                PROXY,
                "203.0.113.9",
            ),
        ] {
            let headers: Vec<_> = forwarded
                .iter()
                .map(|value| ("x-forwarded-for", *value))
                .collect();
            let address = client_info(peer, &headers, trusted).address;
            assert_eq!(
                address,
                expected.parse::<IpAddr>().unwrap(),
                "{peer} {forwarded:?}"
            );
        }
    }

    #[test]
    fn client_tls_is_believed_only_from_trusted_proxy() {
        let https = [("x-forwarded-proto", "https")];
        assert!(client_info("10.0.0.1:5", &https, &["10.0.0.1"]).tls);
        assert!(!client_info("10.0.0.2:5", &https, &["10.0.0.1"]).tls);
        assert!(!client_info("10.0.0.1:5", &[("x-forwarded-proto", "http")], &["10.0.0.1"]).tls);
        assert!(!client_info("10.0.0.1:5", &[], &["10.0.0.1"]).tls);
    }

    #[test]
    fn client_address_of_unix_socket_is_unknown() {
        let trusted = ["0.0.0.0/0".parse().unwrap()];
        let headers = HeaderMap::from_iter([(FORWARDED_FOR.clone(), "203.0.113.9".parse().unwrap())]);
        let client_info = ClientInfo::of(None, &headers, &trusted);
        assert_eq!(client_info.address, UNKNOWN_ADDRESS);
    }
}
