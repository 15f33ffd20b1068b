//! The cookies of one run, RFC 6265.

use chrono::NaiveDateTime;
use parking_lot::Mutex;
use url::Url;

/// Maximum number of cookies that are stored, RFC 6265 section 6.1. The platform sets about ten.
const MAX_COOKIES: usize = 50;

/// Longest cookie including its name, bytes, from the same section.
const MAX_COOKIE_LENGTH: usize = 4096;

/// Cookies from responses, for requests to the hosts that they apply to.
#[derive(Debug, Default)]
pub(super) struct Jar(Mutex<Vec<Cookie>>);

struct Cookie {
    name: String,
    value: String,
    /// The host of the cookie, and whether it also applies to its subdomains.
    domain: String,
    with_subdomains: bool,
    path: String,
    is_secure: bool,
    /// Seconds since 1970.
    expires: Option<i64>,
}

impl std::fmt::Debug for Cookie {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The platform trusts the value, so it is secret.
        f.debug_struct("Cookie")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Jar {
    /// Stores the cookie of a `Set-Cookie` header in a response from `url`. A cookie of the same name, host and path is replaced; an
    /// expired one is removed. A header that is malformed or meant for another host is ignored.
    pub(super) fn set(&self, header: &str, url: &Url, now: i64) {
        let Some(cookie) = Cookie::parse(header, url, now) else {
            return;
        };
        let mut cookies = self.0.lock();
        cookies.retain(|kept| {
            (&kept.name, &kept.domain, &kept.path) != (&cookie.name, &cookie.domain, &cookie.path)
        });
        if cookie.is_current(now) {
            if cookies.len() == MAX_COOKIES {
                cookies.remove(0);
            }
            cookies.push(cookie);
        }
    }

    /// Returns the `Cookie` header of a request to `url`; `None` without cookies.
    pub(super) fn header(&self, url: &Url, now: i64) -> Option<String> {
        let cookies = self.0.lock();
        let pairs: Vec<String> = cookies
            .iter()
            .filter(|cookie| cookie.is_current(now) && cookie.is_for(url))
            .map(|cookie| format!("{}={}", cookie.name, cookie.value))
            .collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

impl Cookie {
    fn parse(header: &str, url: &Url, now: i64) -> Option<Self> {
        if header.len() > MAX_COOKIE_LENGTH {
            return None;
        }
        let host = url.host_str()?;
        let mut parts = header.split(';');
        let (name, value) = parts.next()?.split_once('=')?;
        let mut cookie = Self {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
            domain: host.to_owned(),
            with_subdomains: false,
            path: default_path(url).to_owned(),
            is_secure: false,
            expires: None,
        };
        let mut max_age = None;
        for attribute in parts {
            let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "domain" => {
                    let domain = value.trim_start_matches('.').to_ascii_lowercase();
                    if !domain.is_empty() {
                        cookie.domain = domain;
                        cookie.with_subdomains = true;
                    }
                }
                "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
                "secure" => cookie.is_secure = true,
                "expires" => cookie.expires = date(value).or(cookie.expires),
                "max-age" => max_age = value.parse::<i64>().ok().or(max_age),
                _ => {}
            }
        }
        // Max-Age takes precedence.
        if let Some(seconds) = max_age {
            cookie.expires = Some(now.saturating_add(seconds.max(0)));
        }
        // A host may set cookies for itself and its parent domains, but not for a whole top-level domain.
        let is_own =
            is_within(host, &cookie.domain) && (cookie.domain == host || cookie.domain.contains('.'));
        (!cookie.name.is_empty() && is_own).then_some(cookie)
    }

    fn is_current(&self, now: i64) -> bool {
        self.expires.is_none_or(|expires| expires > now)
    }

    fn is_for(&self, url: &Url) -> bool {
        let is_for_host = url.host_str().is_some_and(|host| {
            host == self.domain || (self.with_subdomains && is_within(host, &self.domain))
        });
        let path = url.path();
        let is_for_path = path
            .strip_prefix(self.path.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || self.path.ends_with('/'));
        is_for_host && is_for_path && (!self.is_secure || url.scheme() == "https")
    }
}

/// Returns whether a host is a domain or one of its subdomains.
fn is_within(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

/// Returns the default path of section 5.1.4: the path of the request up to its last slash.
fn default_path(url: &Url) -> &str {
    match url.path().rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((folder, _)) => folder,
    }
}

/// Parses a date in the forms that servers send: `Wed, 21 Oct 2026 07:28:00 GMT`, and with hyphens.
fn date(text: &str) -> Option<i64> {
    let text = text.replace('-', " ");
    ["%a, %d %b %Y %H:%M:%S GMT", "%a, %d %b %y %H:%M:%S GMT"]
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok())
        .map(|date| date.and_utc().timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_790_000_000;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn jar_sends_cookie_only_to_matching_hosts_and_paths() {
        const FROM: &str = "https://www.tiktok.com/embed/@a";
        for (header, to, is_sent) in [
            ("a=1", "https://www.tiktok.com/embed/x", true),
            ("a=1", "https://www.tiktok.com/@a", false),
            ("a=1; Path=/", "https://www.tiktok.com/@a", true),
            ("a=1; Path=/", "https://m.tiktok.com/", false),
            ("a=1; Path=/; Domain=.tiktok.com", "https://m.tiktok.com/", true),
            ("a=1; path=/; domain=TikTok.com", "https://tiktok.com/", true),
            ("a=1; Path=/; Domain=.tiktok.com", "https://nottiktok.com/", false),
            ("a=1; Path=/; Domain=com", "https://www.tiktok.com/", false),
            (
                "a=1; Path=/; Domain=example.org",
                "https://www.tiktok.com/",
                false,
            ),
            ("a=1; Path=/emb", "https://www.tiktok.com/embed/x", false),
            ("a=1; Path=/embed/", "https://www.tiktok.com/embed/x", true),
            ("a=1; Path=/; Secure", "https://www.tiktok.com/", true),
            ("a=1; Path=/; Secure", "http://www.tiktok.com/", false),
            ("a=1; Path=/; Max-Age=0", "https://www.tiktok.com/", false),
            ("a=1; Path=/; Max-Age=60", "https://www.tiktok.com/", true),
            (
                "a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "https://www.tiktok.com/",
                false,
            ),
            (
                "a=1; Path=/; Expires=Thu, 01-Jan-2060 00:00:00 GMT",
                "https://www.tiktok.com/",
                true,
            ),
            (
                "a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60",
                "https://www.tiktok.com/",
                true,
            ),
            ("a=1; Path=/; Expires=nonsense", "https://www.tiktok.com/", true),
            ("no pair; Path=/", "https://www.tiktok.com/", false),
            ("=1; Path=/", "https://www.tiktok.com/", false),
        ] {
            let jar = Jar::default();
            jar.set(header, &url(FROM), NOW);
            let expected = is_sent.then(|| "a=1".to_owned());
            assert_eq!(jar.header(&url(to), NOW), expected, "{header} to {to}");
        }
    }

    #[test]
    fn jar_replaces_expires_and_removes_cookies() {
        let (jar, page) = (Jar::default(), url("http://127.0.0.1:8080/@a"));
        let sent = |now: i64| jar.header(&page, now);
        jar.set("a=1; Path=/; Max-Age=60", &page, NOW);
        jar.set("b=x=y", &page, NOW);
        assert_eq!(sent(NOW).as_deref(), Some("a=1; b=x=y"));
        let later = NOW + 61;
        assert_eq!(sent(later).as_deref(), Some("b=x=y"));
        jar.set("a=2; Path=/", &page, NOW);
        assert_eq!(sent(later).as_deref(), Some("b=x=y; a=2"));
        jar.set("a=; Path=/; Max-Age=-1", &page, NOW);
        assert_eq!(sent(NOW).as_deref(), Some("b=x=y"));
    }

    #[test]
    fn jar_limits_number_and_length_of_cookies() {
        let (jar, page) = (Jar::default(), url("https://www.tiktok.com/"));
        for number in 0..1_000 {
            jar.set(&format!("c{number}=1"), &page, NOW);
        }
        jar.set(&format!("long={}", "x".repeat(MAX_COOKIE_LENGTH)), &page, NOW);
        let sent = jar.header(&page, NOW).unwrap();
        assert_eq!(sent.split("; ").count(), MAX_COOKIES);
        assert!(sent.ends_with("c999=1") && !sent.contains("long"), "{sent}");
    }
}
