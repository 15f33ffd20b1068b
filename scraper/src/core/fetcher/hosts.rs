//! Hosts to which a client may send requests.

use url::{Host, Origin, Url};

/// The allowed hosts of one client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hosts {
    /// The platform itself: these names, over https and on the default port, at public addresses.
    Platform(&'static [&'static str]),
    /// The platform's media servers: these domains and all below them, over https and on the default port, at public addresses.
    Media(&'static [&'static str]),
    /// A replacement for the platform chosen by the operator, at any location: this scheme, host and port.
    Chosen(Origin),
}

impl Hosts {
    /// Whether a request may go to this URL.
    #[must_use]
    pub fn allows(&self, url: &Url) -> bool {
        let is_anonymous = url.username().is_empty() && url.password().is_none();
        is_anonymous
            && match self {
                Self::Platform(names) => {
                    is_default_https(url)
                        && matches!(url.host(), Some(Host::Domain(name)) if names.contains(&name))
                }
                Self::Media(domains) => {
                    is_default_https(url)
                        && matches!(url.host(), Some(Host::Domain(name)) if is_below(name, domains))
                }
                Self::Chosen(origin) => url.origin() == *origin,
            }
    }
}

fn is_default_https(url: &Url) -> bool {
    url.scheme() == "https" && url.port().is_none()
}

/// Returns whether a name is one of the domains, or below one.
fn is_below(name: &str, domains: &[&str]) -> bool {
    domains.iter().any(|domain| {
        name.strip_suffix(domain).is_some_and(|before| {
            before.is_empty() || before.strip_suffix('.').is_some_and(|below| !below.is_empty())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asvs_13_2_4_hosts_allow_only_platform_names_or_configured_base_url() {
        let platform = Hosts::Platform(&["www.platform.example", "m.platform.example"]);
        let chosen = Hosts::Chosen(Url::parse("http://127.0.0.1:8080").unwrap().origin());
        for (url, hosts) in [
            ("https://www.platform.example/graphql/query", &platform),
            ("https://m.platform.example/ZMabc/", &platform),
            ("http://127.0.0.1:8080/@u", &chosen),
        ] {
            assert!(hosts.allows(&Url::parse(url).unwrap()), "{url}");
        }
        for (url, hosts) in [
            ("http://www.platform.example/", &platform),
            ("https://www.platform.example:8443/", &platform),
            ("https://www.platform.example./", &platform),
            ("https://u@www.platform.example/", &platform),
            ("https://other.example/", &platform),
            ("https://1.1.1.1/", &platform),
            ("https://www.platform.example/", &chosen),
            ("http://127.0.0.1:8081/", &chosen),
            ("https://127.0.0.1:8080/", &chosen),
        ] {
            assert!(!hosts.allows(&Url::parse(url).unwrap()), "{url}");
        }
    }
}
