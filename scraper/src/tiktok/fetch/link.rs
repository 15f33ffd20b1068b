//! Short links: resolved hop by hop, each hop checked, nothing followed by itself.

use clipmeter_proto::v1::Outcome;
use url::Url;

use super::Tiktok;
use super::address::{allowed, is_platform, video_id};
use crate::failure::Failure;
use crate::transport::FetchError;
use crate::unit::UnitWork;

/// Redirects that are followed. Share links take one or two.
const MAX_HOPS: usize = 3;

impl Tiktok {
    /// The video behind a short link.
    pub(super) async fn resolve(&self, short_url: &str, work: &UnitWork) -> Result<String, FetchError> {
        let mut url = checked(short_url)?;
        for _ in 0..MAX_HOPS {
            let request = self.link_request(self.at_base(&url));
            let response = self.fetcher.send(&request, &work.traffic).await?;
            url = next_hop(&url, response.status, response.location())?;
            if let Some(id) = video_id(&url) {
                return Ok(id);
            }
        }
        Err(Failure::new(Outcome::UnexpectedPage, "the link leads through too many others").into())
    }

    /// The address at the stand-in, where one is in place of the platform.
    pub(super) fn at_base(&self, url: &Url) -> Url {
        let mut at_base = url.clone();
        if !is_platform(&self.base)
            && at_base.set_scheme(self.base.scheme()).is_ok()
            && at_base.set_host(self.base.host_str()).is_ok()
            && at_base.set_port(self.base.port()).is_ok()
        {
            return at_base;
        }
        url.clone()
    }
}

fn next_hop(from: &Url, status: u16, location: Option<&str>) -> Result<Url, Failure> {
    let target = location
        .filter(|_| (300..400).contains(&status))
        .and_then(|location| from.join(location).ok());
    let Some(target) = target else {
        let outcome = match status {
            404 | 410 => Outcome::NotFound,
            429 => Outcome::RateLimited,
            403 => Outcome::Blocked,
            500.. => Outcome::Transient,
            _ => Outcome::UnexpectedPage,
        };
        return Err(Failure::new(
            outcome,
            format!("the link answered with status {status} and leads nowhere"),
        ));
    };
    let target = checked(target.as_str())?;
    // Links whose video is gone lead to the home page.
    if target.path() == "/" {
        return Err(Failure::new(
            Outcome::NotFound,
            "the link leads to the home page: its video is gone",
        ));
    }
    Ok(target)
}

fn checked(text: &str) -> Result<Url, Failure> {
    allowed(text).ok_or_else(|| Failure::new(Outcome::UnexpectedPage, "the link leads away from TikTok"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(status: u16, location: Option<&str>) -> Result<String, Outcome> {
        let from = Url::parse("https://vm.tiktok.com/ZMabc/").unwrap();
        next_hop(&from, status, location)
            .map(String::from)
            .map_err(|failure| failure.outcome)
    }

    #[test]
    fn a_hop_stays_on_the_platform_or_ends_the_walk() {
        let video = "https://www.tiktok.com/@u/video/7526770564367748360";
        assert_eq!(hop(301, Some(video)), Ok(video.to_owned()));
        assert_eq!(
            hop(302, Some("/t/ZTx")),
            Ok("https://vm.tiktok.com/t/ZTx".to_owned())
        );
        assert_eq!(
            hop(302, Some("https://www.tiktok.com/?_r=1")),
            Err(Outcome::NotFound)
        );
        assert_eq!(
            hop(302, Some("http://169.254.169.254/latest/")),
            Err(Outcome::UnexpectedPage)
        );
        assert_eq!(hop(302, Some("//evil.example/x")), Err(Outcome::UnexpectedPage));
        assert_eq!(hop(200, Some(video)), Err(Outcome::UnexpectedPage));
        assert_eq!(hop(404, None), Err(Outcome::NotFound));
        assert_eq!(hop(503, None), Err(Outcome::Transient));
    }
}
