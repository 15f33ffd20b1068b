//! Interprets external URLs. No external text is ever fetched: it is parsed by the single parser of the platform's URL
//! forms, and only a newly built URL is requested.

use clipmeter_domain::VideoAddress;
use url::Url;

/// The longest redirect target that is parsed, in bytes. Share links redirect to a few hundred bytes, mostly tracking.
const MAX_TARGET_LENGTH: usize = 8 * 1024;

/// Redirects must be encrypted, so that they cannot be changed on the network path.
const SCHEME: &str = "https://";

/// Returns the video of a redirect target or of a page's canonical URL. A path alone refers to the same host.
pub(super) fn target(from: Option<&Url>, text: &str) -> Option<VideoAddress> {
    if text.len() > MAX_TARGET_LENGTH {
        return None;
    }
    let scheme = text.get(..SCHEME.len());
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME)) {
        return VideoAddress::parse(text);
    }
    // Two slashes, and characters that browsers treat as two slashes, start another host.
    let path = text
        .strip_prefix('/')
        .filter(|path| !path.starts_with(['/', '\\']))?;
    VideoAddress::parse(&format!("{SCHEME}{}/{path}", from?.host_str()?))
}

/// Returns whether the text is a video's ID. Anything else must not get into a path.
pub(super) fn is_video_id(text: &str) -> bool {
    VideoAddress::of_id(text).is_some()
}

#[cfg(test)]
mod tests {
    use clipmeter_domain::malicious_urls::{self, ID};

    use super::*;

    #[test]
    fn hop_rejects_malicious_redirect_targets_and_video_ids() {
        let from = Url::parse("https://vm.tiktok.com/ZMabc1234/").ok();
        for text in malicious_urls::hops(8080) {
            assert_eq!(target(from.as_ref(), &text), None, "{text}");
            assert!(!is_video_id(&text), "{text}");
        }
        let long = format!("https://www.tiktok.com/@u/video/{ID}?{}", "x".repeat(300_000));
        assert_eq!(target(from.as_ref(), &long), None);
        assert!(is_video_id(ID));
    }

    #[test]
    fn hop_resolves_path_against_its_own_host() {
        let from = Url::parse("https://www.tiktok.com/t/ZTabc1234/").ok();
        let short = VideoAddress::parse("https://www.tiktok.com/t/ZTnext12/");
        assert_eq!(target(from.as_ref(), "/t/ZTnext12?k=1"), short);
        assert_eq!(target(None, "/t/ZTnext12"), None);
        assert_eq!(target(None, "HTTPS://www.tiktok.com/t/ZTnext12"), short);
    }
}
