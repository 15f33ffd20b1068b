//! Hosts to which a client may send requests.

use url::{Host, Origin, Url};

/// The allowed hosts of one client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hosts {
    /// The platform itself: these names, over https and on the default port, at public addresses.
    Platform(&'static [&'static str]),
    /// A replacement for the platform chosen by the operator, at any location: this scheme, host and port.
    Chosen(Origin),
}

impl Hosts {
    /// Instagram and the host of its pages' scripts.
    pub const INSTAGRAM: Self = Self::Platform(&["www.instagram.com", "static.cdninstagram.com"]);
    /// TikTok and the hosts of its short links.
    pub const TIKTOK: Self = Self::Platform(&[
        "www.tiktok.com",
        "tiktok.com",
        "m.tiktok.com",
        "vm.tiktok.com",
        "vt.tiktok.com",
    ]);

    /// Returns the allowed hosts for a platform at `base`. If another of the platform's own names is chosen, all its names are allowed,
    /// because its links lead over all of them.
    #[must_use]
    pub fn of(base: &Url) -> Self {
        let platform = [Self::INSTAGRAM, Self::TIKTOK]
            .into_iter()
            .find(|hosts| hosts.allows(base));
        platform.unwrap_or_else(|| Self::Chosen(base.origin()))
    }

    /// Whether a request may go to this URL.
    #[must_use]
    pub fn allows(&self, url: &Url) -> bool {
        let is_anonymous = url.username().is_empty() && url.password().is_none();
        is_anonymous
            && match self {
                Self::Platform(names) => {
                    url.scheme() == "https"
                        && url.port().is_none()
                        && matches!(url.host(), Some(Host::Domain(name)) if names.contains(&name))
                }
                Self::Chosen(origin) => url.origin() == *origin,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(url: &str) -> Hosts {
        Hosts::of(&Url::parse(url).unwrap())
    }

    #[test]
    fn hosts_allow_only_platform_names_or_configured_base_url() {
        assert_eq!(base("https://www.instagram.com"), Hosts::INSTAGRAM);
        for name in ["www.tiktok.com", "m.tiktok.com"] {
            assert_eq!(base(&format!("https://{name}")), Hosts::TIKTOK);
        }
        let chosen = base("http://127.0.0.1:8080");
        for (url, hosts) in [
            ("https://vm.tiktok.com/ZMabc/", &Hosts::TIKTOK),
            ("https://www.instagram.com/graphql/query", &Hosts::INSTAGRAM),
            ("http://127.0.0.1:8080/@u", &chosen),
        ] {
            assert!(hosts.allows(&Url::parse(url).unwrap()), "{url}");
        }
        for (url, hosts) in [
            ("http://www.tiktok.com/", &Hosts::TIKTOK),
            ("https://www.tiktok.com:8443/", &Hosts::TIKTOK),
            ("https://www.tiktok.com./", &Hosts::TIKTOK),
            ("https://u@www.tiktok.com/", &Hosts::TIKTOK),
            ("https://www.instagram.com/", &Hosts::TIKTOK),
            ("https://1.1.1.1/", &Hosts::TIKTOK),
            ("https://www.tiktok.com/", &chosen),
            ("http://127.0.0.1:8081/", &chosen),
            ("https://127.0.0.1:8080/", &chosen),
        ] {
            assert!(!hosts.allows(&Url::parse(url).unwrap()), "{url}");
        }
    }
}
