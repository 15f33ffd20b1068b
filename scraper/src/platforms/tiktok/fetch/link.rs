//! Short links: resolved redirect by redirect, each one checked, none followed automatically.

use clipmeter_domain::VideoAddress;
use clipmeter_proto::v1::Outcome;
use url::Url;

use super::TiktokClient;
use super::hop::target;
use crate::core::failure::{Failure, FetchError};
use crate::core::unit::UnitWork;
use crate::platforms::tiktok::{HOSTS, is_region_notice};

/// Maximum number of redirects that are followed. Share links take one or two.
const MAX_HOPS: usize = 3;

/// The code of short links in reports and permits.
const SHORT_LINK: &str = "short_link";

impl TiktokClient {
    /// Returns the ID of the video behind a short link.
    pub(super) async fn resolve(&self, short_url: &str, work: &UnitWork) -> Result<String, FetchError> {
        let mut address = VideoAddress::parse(short_url).ok_or_else(points_elsewhere)?;
        for _ in 0..MAX_HOPS {
            let url = match address {
                VideoAddress::Video { id, .. } => return Ok(id),
                VideoAddress::Short { url } => Url::parse(&url).map_err(|_| points_elsewhere())?,
            };
            let request = self.link_request(self.at_base(&url));
            let hop = self.send(SHORT_LINK, &request, work, |response| {
                let hop = next_hop(&url, response.status, response.location());
                let outcome = hop.as_ref().err().map_or(Outcome::Ok, |failure| failure.outcome);
                (outcome, hop)
            });
            address = hop.await??;
        }
        match address {
            VideoAddress::Video { id, .. } => Ok(id),
            VideoAddress::Short { .. } => {
                Err(Failure::new(Outcome::UnexpectedPage, "the link leads through too many others").into())
            }
        }
    }

    /// Maps the URL to the configured base if it replaces the platform.
    pub(super) fn at_base(&self, url: &Url) -> Url {
        let mut at_base = url.clone();
        if !HOSTS.allows(&self.base)
            && at_base.set_scheme(self.base.scheme()).is_ok()
            && at_base.set_host(self.base.host_str()).is_ok()
            && at_base.set_port(self.base.port()).is_ok()
        {
            return at_base;
        }
        url.clone()
    }
}

fn next_hop(from: &Url, status: u16, location: Option<&str>) -> Result<VideoAddress, Failure> {
    let Some(location) = location.filter(|_| (300..400).contains(&status)) else {
        let outcome = match status {
            404 | 410 => Outcome::NotFound,
            429 => Outcome::RateLimited,
            403 => Outcome::Blocked,
            500.. => Outcome::Transient,
            _ => Outcome::UnexpectedPage,
        };
        return Err(Failure::new(
            outcome,
            format!("the link returned status {status} and leads nowhere"),
        ));
    };
    target(Some(from), location).ok_or_else(|| refused(from, location))
}

/// Returns the failure for a link that leads to something other than a video. The URL is parsed only for this
/// purpose.
fn refused(from: &Url, location: &str) -> Failure {
    let site = from.join(location).ok().filter(|url| HOSTS.allows(url));
    match site.as_ref().map(Url::path) {
        // Links whose video was removed lead to the home page.
        Some("/") => Failure::new(
            Outcome::NotFound,
            "the link leads to the home page: its video was removed",
        ),
        Some(path) if path.starts_with("/login") => {
            Failure::new(Outcome::LoginRequired, "the link leads to the login page")
        }
        Some(path) if is_region_notice(path) => Failure::new(
            Outcome::RegionBlocked,
            "the link leads to a notice that TikTok is not available in the scraper's region",
        ),
        _ => points_elsewhere(),
    }
}

fn points_elsewhere() -> Failure {
    Failure::new(
        Outcome::UnexpectedPage,
        "the link does not lead to a video of TikTok",
    )
}

#[cfg(test)]
mod tests {
    use clipmeter_domain::malicious_urls;

    use super::*;

    fn hop(status: u16, location: Option<&str>) -> Result<VideoAddress, Outcome> {
        let from = Url::parse("https://vm.tiktok.com/ZMabc/").unwrap();
        next_hop(&from, status, location).map_err(|failure| failure.outcome)
    }

    #[test]
    fn short_link_hop_stays_on_platform_or_ends_resolution() {
        let video = "https://www.tiktok.com/@u/video/7526770564367748360";
        for (location, lands) in [
            (video, video),
            ("https://m.tiktok.com/v/7526770564367748360.html?_r=1", video),
            ("https://www.tiktok.com/t/ZTabcd?k=1", "tiktok.com/t/ZTabcd"),
            ("/ZMother", "vm.tiktok.com/ZMother"),
        ] {
            let id = |address| match address {
                VideoAddress::Video { id, .. } => id,
                VideoAddress::Short { url } => url,
            };
            assert_eq!(
                hop(302, Some(location)).map(id),
                VideoAddress::parse(lands).map(id).ok_or(Outcome::Ok),
                "{location}"
            );
        }
        for (location, outcome) in [
            ("https://www.tiktok.com/?_r=1", Outcome::NotFound),
            (
                "https://www.tiktok.com/login?redirect_url=x",
                Outcome::LoginRequired,
            ),
            ("https://www.tiktok.com/hk/notfound", Outcome::RegionBlocked),
        ] {
            assert_eq!(hop(302, Some(location)), Err(outcome), "{location}");
        }
        assert_eq!(hop(200, Some(video)), Err(Outcome::UnexpectedPage));
        assert_eq!(hop(302, None), Err(Outcome::UnexpectedPage));
        assert_eq!(hop(404, None), Err(Outcome::NotFound));
        assert_eq!(hop(503, None), Err(Outcome::Transient));
    }

    #[test]
    fn short_link_hop_never_leads_off_platform() {
        for location in malicious_urls::hops(8080) {
            let landed = hop(302, Some(&location));
            let is_removed = landed == Err(Outcome::NotFound);
            assert!(
                landed == Err(Outcome::UnexpectedPage) || is_removed && location.ends_with(".tiktok.com/"),
                "{location}: {landed:?}"
            );
        }
    }
}
