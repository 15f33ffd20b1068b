//! Addresses of TikTok: which hosts may be asked, and which video an address means.

use url::{Host, Url};

/// Hosts that short links live on or lead to. Nothing else is ever fetched, whatever a redirect says.
const HOSTS: [&str; 7] = [
    "tiktok.com",
    "www.tiktok.com",
    "m.tiktok.com",
    "vm.tiktok.com",
    "vt.tiktok.com",
    "t.tiktok.com",
    "www.tiktokv.com",
];

/// Lengths of a video id in digits: 19 today, 17 in the first years.
const ID_LENGTH: std::ops::RangeInclusive<usize> = 17..=20;

/// An address that may be fetched: https, one of the hosts, the usual port, nobody's name in it.
pub(super) fn allowed(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    let host_is_known = matches!(url.host(), Some(Host::Domain(host)) if HOSTS.contains(&host));
    let is_plain = url.scheme() == "https" && url.port().is_none() && url.username().is_empty();
    (host_is_known && is_plain && url.password().is_none()).then_some(url)
}

/// The video that the path names, whichever of the site's forms it has.
pub(super) fn video_id(url: &Url) -> Option<String> {
    let parts: Vec<&str> = url.path_segments()?.filter(|part| !part.is_empty()).collect();
    let id = match parts.as_slice() {
        [user, "video" | "photo", id, ..] if user.starts_with('@') => id,
        ["share", "video", id, ..]
        | ["embed", "v2" | "v3", id, ..]
        | ["player", "v1", id, ..]
        | ["embed", id] => id,
        ["v", file] => file.strip_suffix(".html")?,
        _ => return None,
    };
    is_video_id(id).then(|| (*id).to_owned())
}

/// Whether the text can be a video's id. Anything else must not get into a path.
pub(super) fn is_video_id(text: &str) -> bool {
    ID_LENGTH.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the address is the platform itself rather than a stand-in for it.
pub(super) fn is_platform(url: &Url) -> bool {
    matches!(url.host(), Some(Host::Domain(host)) if HOSTS.contains(&host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_platforms_own_hosts_are_allowed() {
        for text in [
            "https://vm.tiktok.com/ZMabc/",
            "https://www.tiktok.com/t/ZTabc",
            "https://vt.tiktok.com/x?y=1",
        ] {
            assert!(allowed(text).is_some(), "{text}");
        }
        for text in [
            "http://vm.tiktok.com/ZMabc/",
            "https://vm.tiktok.com.evil.example/x",
            "https://tiktok.com@evil.example/x",
            "https://user@vm.tiktok.com/x",
            "https://vm.tiktok.com:8443/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://2130706433/x",
            "file:///etc/passwd",
            "vm.tiktok.com/x",
            "",
        ] {
            assert!(allowed(text).is_none(), "{text}");
        }
    }

    #[test]
    fn every_form_of_a_videos_address_gives_its_id() {
        let id = "7526770564367748360";
        for path in [
            "/@someone/video/ID",
            "/@someone/photo/ID?lang=en",
            "/@/video/ID",
            "/share/video/ID/",
            "/v/ID.html",
            "/embed/v2/ID",
            "/embed/ID",
            "/player/v1/ID",
        ] {
            let url = Url::parse(&format!("https://www.tiktok.com{}", path.replace("ID", id))).unwrap();
            assert_eq!(video_id(&url).as_deref(), Some(id), "{path}");
        }
        for path in [
            "/@someone",
            "/@someone/video/12",
            "/@someone/video/..%2f",
            "/",
            "/v/ID",
            "/foo/7526770564367748360",
        ] {
            let url = Url::parse(&format!("https://www.tiktok.com{path}")).unwrap();
            assert_eq!(video_id(&url), None, "{path}");
        }
    }
}
