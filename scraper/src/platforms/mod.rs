//! The platforms that Clipmeter reads. Shared code uses them only through [`Platform`] and [`PlatformClient`]; a new platform needs a
//! folder and a line in [`PLATFORMS`].

pub mod instagram;
#[cfg(feature = "loopreel")]
mod loopreel;
pub mod tiktok;

use std::str::FromStr;
use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::v1::{self, AccountTarget, Address, Outcome, VideoTarget};
use serde_json::Value;
use url::Url;

use crate::core::failure::FetchError;
use crate::core::fetcher::{Fetcher, Hosts, TransportPool};
use crate::core::model::{ItemIdScheme, ParsedResponse, RawResponse, ResponseKind};
use crate::core::report::Pool;
use crate::core::unit::{UnitResult, UnitWork};
use crate::error::ScraperError;

/// Every platform.
pub static PLATFORMS: &[&dyn Platform] = &[
    &instagram::Instagram,
    &tiktok::Tiktok,
    #[cfg(feature = "loopreel")]
    &loopreel::Loopreel,
];

/// A platform: its constants, its parser, and its client.
pub trait Platform: Send + Sync {
    /// Returns the platform's value in messages.
    fn id(&self) -> v1::Platform;

    /// Returns how the base URL is configured.
    fn base_url(&self) -> BaseUrl;

    /// Returns the platform's own hosts.
    fn hosts(&self) -> Hosts;

    /// Returns the hosts that serve the platform's pictures.
    fn media_hosts(&self) -> Hosts;

    fn item_ids(&self) -> &'static ItemIdScheme;

    fn response_kinds(&self) -> &'static [ResponseKind];

    /// Parses one response. Never fails: a response that cannot be parsed has a corresponding outcome.
    fn read<'a>(&self, kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a>;

    /// Returns the members that `scraper parse` prints only for this platform; `body` is the body of the response.
    fn printed_members(&self, parsed: &ParsedResponse<'_>, body: &[u8]) -> Vec<(&'static str, Value)>;

    /// Creates the client of one run. Returns an error if the default proxy cannot be used.
    fn client(&self, fetcher: Fetcher, access: RunAccess) -> Result<Box<dyn PlatformClient>, ScraperError>;
}

/// A platform's client in one run.
#[async_trait]
pub trait PlatformClient: Send + Sync {
    /// Returns how many units may be read in parallel.
    fn at_once(&self) -> usize;

    /// Returns whether nothing more can be read in this run.
    fn is_over(&self) -> bool {
        false
    }

    /// Reads an account and reports its items.
    async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<UnitResult, FetchError>;

    /// Reads a single video and reports it.
    async fn video(&self, _: &VideoTarget, _: &UnitWork) -> Result<UnitResult, FetchError> {
        Ok(unsupported_unit())
    }
}

/// The configuration of a platform's base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseUrl {
    /// Name of the environment variable.
    pub variable: &'static str,
    /// The URL if the variable is not set.
    pub default: &'static str,
}

/// The resources for a run's requests to its platform.
pub struct RunAccess {
    pub base: Url,
    pub platform_config: Arc<PlatformConfig>,
    /// Revision of the platform configuration; 0: the built-in one.
    pub config_revision: u64,
    /// The pool that sessions are leased from.
    pub pool: Pool,
    /// The address that requests leave from, and the endpoint history of its anonymous clients.
    pub address: Address,
    pub transports: TransportPool,
    /// Whether the run may search for query documents in the platform's scripts.
    pub may_discover: bool,
}

/// Returns the platform with this value in messages; `None` if this version does not support it.
#[must_use]
pub fn find(id: v1::Platform) -> Option<&'static dyn Platform> {
    PLATFORMS.iter().copied().find(|platform| platform.id() == id)
}

/// Returns the hosts to which requests may be sent for a platform at `base`. If another of the platform's own names is chosen, all its
/// names are allowed, because its links lead over all of them.
#[must_use]
pub fn allowed_hosts(base: &Url) -> Hosts {
    let mut known = PLATFORMS.iter().map(|platform| platform.hosts());
    known
        .find(|hosts| hosts.allows(base))
        .unwrap_or_else(|| Hosts::Chosen(base.origin()))
}

/// Returns the result of a unit that this version cannot read.
pub(crate) fn unsupported_unit() -> UnitResult {
    UnitResult::new(
        Outcome::UnknownError,
        "this version of the scraper cannot read such a unit",
    )
}

/// Returns the response kinds of all platforms.
pub fn response_kinds() -> impl Iterator<Item = ResponseKind> {
    PLATFORMS
        .iter()
        .flat_map(|platform| platform.response_kinds().iter().copied())
}

/// A text that is not the code of a response kind.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a response type; use one of {types}", types = response_kinds().map(ResponseKind::code).collect::<Vec<_>>().join(", "))]
pub struct UnknownResponseKind(String);

impl FromStr for ResponseKind {
    type Err = UnknownResponseKind;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        response_kinds()
            .find(|kind| kind.code() == code)
            .ok_or_else(|| UnknownResponseKind(code.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_kind_round_trips_through_its_code() {
        for kind in response_kinds() {
            assert_eq!(kind.code().parse::<ResponseKind>().unwrap(), kind);
        }
    }

    #[test]
    fn response_kind_error_lists_known_kinds() {
        let error = "ig_reels".parse::<ResponseKind>().unwrap_err().to_string();
        assert!(
            error.contains("`ig_reels`") && error.contains("ig_clips_user"),
            "{error}"
        );
    }

    #[test]
    fn media_hosts_refuse_every_other_url() {
        use v1::Platform::{Instagram, Tiktok};
        for (platform, url, is_allowed) in [
            (
                Instagram,
                "https://scontent-lax3-2.cdninstagram.com/v/a.jpg?x=1",
                true,
            ),
            (Instagram, "https://instagram.fcps3-1.fna.fbcdn.net/v/a.jpg", true),
            (Instagram, "https://CDNinstagram.com/a.jpg", true),
            (Instagram, "https://cdninstagram.com:443/a.jpg", true),
            (
                Tiktok,
                "https://p16-sign.tiktokcdn-us.com/obj/a?x-expires=1",
                true,
            ),
            (Tiktok, "https://p77-sign-sg.tiktokcdn.com/a.jpeg", true),
            (Tiktok, "https://p16.muscdn.com/a.jpeg", true),
            (Instagram, "https://p16-sign.tiktokcdn-us.com/a.jpg", false),
            (Instagram, "https://www.instagram.com/a.jpg", false),
            (Tiktok, "https://scontent.cdninstagram.com/a.jpg", false),
            (Instagram, "http://scontent.cdninstagram.com/a.jpg", false),
            (Instagram, "https://scontent.cdninstagram.com:8443/a.jpg", false),
            (Instagram, "https://u:p@scontent.cdninstagram.com/a.jpg", false),
            (Instagram, "https://u@scontent.cdninstagram.com/a.jpg", false),
            (
                Instagram,
                "https://scontent.cdninstagram.com@evil.example/a.jpg",
                false,
            ),
            (Instagram, "https://evilcdninstagram.com/a.jpg", false),
            (Instagram, "https://cdninstagram.com.evil.example/a.jpg", false),
            (Instagram, "https://scontent.cdninstagram.com./a.jpg", false),
            (Instagram, "https://.cdninstagram.com/a.jpg", false),
            (Instagram, r"https://evil.example\.cdninstagram.com/a.jpg", false),
            (Instagram, "https://evil.example/.cdninstagram.com", false),
            (Instagram, "https://evil.example#.cdninstagram.com", false),
            (Instagram, "https://127.0.0.1/a.jpg", false),
            (Instagram, "https://2130706433/a.jpg", false),
            (Instagram, "https://[::1]/a.jpg", false),
            (Instagram, "https://169.254.169.254/latest/meta-data", false),
            (Instagram, "file:///etc/passwd", false),
            (Instagram, "data:image/png;base64,AAAA", false),
        ] {
            let media = find(platform).unwrap().media_hosts();
            let allowed = Url::parse(url).is_ok_and(|url| media.allows(&url));
            assert_eq!(allowed, is_allowed, "{url}");
        }
    }

    #[test]
    fn hosts_are_all_of_platform_or_configured_base_url() {
        let hosts = |url: &str| allowed_hosts(&Url::parse(url).unwrap());
        assert_eq!(hosts("https://www.instagram.com"), instagram::HOSTS);
        for name in ["www.tiktok.com", "m.tiktok.com"] {
            assert_eq!(hosts(&format!("https://{name}")), tiktok::HOSTS);
        }
        let chosen = Url::parse("http://127.0.0.1:8080").unwrap();
        assert_eq!(allowed_hosts(&chosen), Hosts::Chosen(chosen.origin()));
    }
}
