//! The address of a proxy. Private hosts are allowed like public ones: administrators choose proxies, and many run their own. Whether
//! a local host is allowed is the operator's decision.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::local_address::{is_local, is_local_name};

/// Longest address, in characters: a host name has 253, and providers encode session settings in the username.
const MAX: usize = 500;

/// Longest host name (RFC 1035).
const MAX_HOST_LENGTH: usize = 253;

/// Proxy schemes that the scraper supports.
const SCHEMES: [&str; 3] = ["http", "https", "socks5"];

/// A proxy for requests. `Debug` shows no credentials.
#[derive(Clone, PartialEq, Eq)]
pub struct ProxyAddress {
    scheme: &'static str,
    /// `USER` or `USER:PASSWORD`, percent-encoded as given.
    credentials: Option<String>,
    host: String,
    port: u16,
}

/// Why a text is not a proxy address. The text is not repeated, because it may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadProxyAddress {
    /// The text exceeds the maximum length.
    #[error("The proxy address may have at most {} characters", MAX)]
    TooLong,
    /// The scheme is missing or not supported by scrapers.
    #[error("The proxy address must begin with http://, https:// or socks5://")]
    Scheme,
    /// Something follows the port.
    #[error("The proxy address must end with the port, without path or query")]
    Path,
    /// The part before the @ is malformed.
    #[error(
        "Write the proxy's user and password as USER:PASSWORD@, and characters other than letters, digits and -._~!$&'()*+,;= as %XX"
    )]
    Credentials,
    /// The host is missing or invalid.
    #[error("The proxy's host must be a name, an IPv4 address, or an IPv6 address in brackets")]
    Host,
    /// The port is missing.
    #[error("The proxy address must include a port from 1 to 65535, as in http://proxy.example:8080")]
    Port,
}

impl ProxyAddress {
    /// Parses an address; surrounding whitespace and one trailing slash are ignored.
    pub fn parse(text: &str) -> Result<Self, BadProxyAddress> {
        let text = text.trim();
        if text.len() > MAX {
            return Err(BadProxyAddress::TooLong);
        }
        let (scheme, rest) = text.split_once("://").ok_or(BadProxyAddress::Scheme)?;
        let scheme = SCHEMES
            .into_iter()
            .find(|known| scheme.eq_ignore_ascii_case(known))
            .ok_or(BadProxyAddress::Scheme)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#', '\\']) {
            return Err(BadProxyAddress::Path);
        }
        let (credentials, place) = match rest.rsplit_once('@') {
            Some((credentials, place)) => (Some(read_credentials(credentials)?), place),
            None => (None, rest),
        };
        let (host, port) = place.rsplit_once(':').ok_or(BadProxyAddress::Port)?;
        Ok(Self {
            scheme,
            credentials,
            host: read_host(host)?,
            port: read_port(port)?,
        })
    }

    /// Whether the address names the machine itself, its link or a metadata service, by IP address or by a name that resolves to one
    /// everywhere. Other names can be checked only when they are resolved.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let number = self.host.trim_start_matches('[').trim_end_matches(']');
        number
            .parse::<IpAddr>()
            .map_or_else(|_| is_local_name(&self.host), is_local)
    }

    /// Returns the whole address, which is a secret.
    #[must_use]
    pub fn url(&self) -> String {
        match &self.credentials {
            Some(credentials) => format!("{}://{credentials}@{}:{}", self.scheme, self.host, self.port),
            None => self.to_string(),
        }
    }
}

/// Formats the address without its credentials.
impl fmt::Display for ProxyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.scheme, self.host, self.port)
    }
}

impl fmt::Debug for ProxyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProxyAddress({self})")
    }
}

/// Validates credentials: characters that need no encoding in a username or password (RFC 3986, `unreserved` and `sub-delims`), the
/// colon between the two, and percent signs.
fn read_credentials(text: &str) -> Result<String, BadProxyAddress> {
    let bytes = text.as_bytes();
    let is_encoded = |at: usize| {
        bytes
            .get(at + 1..at + 3)
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let is_good = (0..bytes.len()).all(|at| match bytes[at] {
        b'%' => is_encoded(at),
        byte => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte),
    });
    if is_good && !text.is_empty() && !text.starts_with(':') {
        Ok(text.to_owned())
    } else {
        Err(BadProxyAddress::Credentials)
    }
}

fn read_host(text: &str) -> Result<String, BadProxyAddress> {
    let is_ipv6 = || {
        let number = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        number.is_some_and(|number| number.parse::<Ipv6Addr>().is_ok())
    };
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let is_name = || {
        // A host that ends in a number, even a hexadecimal one, must be an IPv4 address: programs disagree on other forms.
        let ends_in_number = text.rsplit('.').next().is_some_and(|last| {
            let hex = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
            hex.map_or_else(
                || last.bytes().all(|byte| byte.is_ascii_digit()),
                |hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
            )
        });
        text.len() <= MAX_HOST_LENGTH && text.split('.').all(is_label) && !ends_in_number
    };
    if text.parse::<Ipv4Addr>().is_ok() || is_ipv6() || is_name() {
        Ok(text.to_ascii_lowercase())
    } else {
        Err(BadProxyAddress::Host)
    }
}

fn read_port(text: &str) -> Result<u16, BadProxyAddress> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(port) if is_number && port != 0 => Ok(port),
        _ => Err(BadProxyAddress::Port),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxy_address_round_trips_and_hides_credentials() {
        for (text, url, shown) in [
            (
                "http://proxy.example:8080",
                "http://proxy.example:8080",
                "http://proxy.example:8080",
            ),
            (
                " SOCKS5://Ann:s3cr%40t@10.0.0.7:1080/ ",
                "socks5://Ann:s3cr%40t@10.0.0.7:1080",
                "socks5://10.0.0.7:1080",
            ),
            (
                "https://user-session-7@[2001:DB8::1]:443",
                "https://user-session-7@[2001:db8::1]:443",
                "https://[2001:db8::1]:443",
            ),
            ("http://gate_way:1", "http://gate_way:1", "http://gate_way:1"),
        ] {
            let address = ProxyAddress::parse(text).unwrap();
            assert_eq!(
                (address.url().as_str(), address.to_string().as_str()),
                (url, shown)
            );
            assert_eq!(ProxyAddress::parse(url), Ok(address.clone()));
            assert!(!format!("{address:?}").contains("s3cr"), "{address:?}");
            assert!(url::Url::parse(url).is_ok(), "{url}");
        }
    }

    #[test]
    fn proxy_address_parse_error_names_invalid_part() {
        use BadProxyAddress::{Credentials, Host, Path, Port, Scheme, TooLong};
        let long = format!("http://{}.example:80", "a".repeat(500));
        let long_name = format!("http://{}example:80", "a.".repeat(130));
        for (text, wrong) in [
            ("", Scheme),
            ("proxy.example:8080", Scheme),
            ("ftp://proxy.example:21", Scheme),
            ("socks5h://proxy.example:1080", Scheme),
            ("http://proxy.example", Port),
            ("http://proxy.example:", Port),
            ("http://proxy.example:0", Port),
            ("http://proxy.example:65536", Port),
            ("http://proxy.example:+80", Port),
            ("http://proxy.example:80/path", Path),
            ("http://proxy.example:80?a", Path),
            ("http://proxy.example:80\\@other.example:80", Path),
            ("http://:80", Host),
            ("http://a b:80", Host),
            ("http://2001:db8::1:80", Host),
            ("http://1.2.3:80", Host),
            ("http://1.2.3.256:80", Host),
            ("http://2130706433:80", Host),
            ("http://0177.0.0.1:80", Host),
            ("http://127.1:80", Host),
            ("http://0x7f000001:80", Host),
            ("socks5://0X7F000001:80", Host),
            ("http://127.0.0.0x1:80", Host),
            ("http://0x:80", Host),
            ("http://localhost.:80", Host),
            ("http://[fe80::1%25eth0]:80", Host),
            ("http://-a.example:80", Host),
            ("http://a..example:80", Host),
            ("http://@proxy.example:80", Credentials),
            ("http://:password@proxy.example:80", Credentials),
            ("http://ann:a@b@proxy.example:80", Credentials),
            ("http://ann:%4@proxy.example:80", Credentials),
            ("http://ann:a\r\nb@proxy.example:80", Credentials),
            (&long, TooLong),
            (&long_name, Host),
        ] {
            assert_eq!(ProxyAddress::parse(text), Err(wrong), "{text}");
        }
    }

    #[test]
    fn proxy_address_detects_local_hosts_in_every_accepted_notation() {
        for (text, expected) in [
            ("http://127.0.0.1:80", true),
            ("socks5://127.0.0.1:80", true),
            ("http://LOCALHOST:80", true),
            ("http://ann:secret@proxy.localhost:80", true),
            ("https://[::1]:443", true),
            ("https://[::ffff:127.0.0.1]:443", true),
            ("socks5://[fe80::1]:1080", true),
            ("http://169.254.169.254:80", true),
            ("http://metadata.google.internal:80", true),
            ("http://10.0.0.7:80", false),
            ("http://proxy.example:80", false),
        ] {
            assert_eq!(ProxyAddress::parse(text).unwrap().is_local(), expected, "{text}");
        }
    }
}
