//! The platforms. Everything that differs between them and needs no I/O is in their [`Descriptor`], so that other code looks it up;
//! the platform's own crates of the scraper and the simulator have its formats. docs/dev/add-a-platform.md lists the steps for a new
//! one.

mod instagram;
#[cfg(feature = "loopreel")]
mod loopreel;
mod per_platform;
mod tiktok;

use std::str::FromStr;

use crate::Username;
use crate::metric::Metric;

pub use per_platform::PerPlatform;

/// A platform, with its number in messages of the gRPC contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Platform {
    /// A message without a platform.
    #[default]
    Unspecified = 0,
    /// Instagram.
    Instagram = 1,
    /// TikTok.
    Tiktok = 2,
    /// The example; in no shipped program.
    #[cfg(feature = "loopreel")]
    Loopreel = 1000,
}

/// What distinguishes a platform.
#[derive(Debug)]
pub struct Descriptor {
    /// In SQL, JSON and paths.
    pub code: &'static str,
    /// For display.
    pub name: &'static str,
    /// What an item is called: a post or a video.
    pub item: ItemNoun,
    /// The kind of the Kubernetes resources of its accounts.
    pub account_resource: &'static str,
    /// Valid usernames.
    pub usernames: Username,
    /// Hosts of profile URLs.
    pub profile_hosts: &'static [&'static str],
    /// Returns the username in the path of a profile's URL, given as its non-empty segments in lower case. None if it is
    /// another page.
    pub profile_name: for<'a> fn(&[&'a str]) -> Option<&'a str>,
    /// Returns the links to an item. Nothing that a scraper reports of them is used without a check.
    pub links: fn(&ItemRef<'_>) -> ItemLinks,
    /// Whether items have a short name in their links.
    pub has_shortcodes: bool,
    /// Longest caption, in characters.
    pub max_caption_length: usize,
    /// Scrape interval of accounts until it is changed, minutes.
    pub default_interval_minutes: i32,
    /// How many accounts a group may track until it is changed.
    pub default_max_accounts: i32,
    /// Items on a page of an account's list.
    pub list_page: u32,
    /// How many runs may read the platform at once.
    pub concurrency: Concurrency,
    /// Whether scrapers use the pool of sessions.
    pub has_sessions: bool,
    /// Whether single items can be tracked without their account.
    pub has_single_items: bool,
    /// The metrics that the platform does not report.
    pub missing_metrics: &'static [Metric],
    /// The codes of the endpoints that its scraper requests, for metrics; others are counted as one.
    pub endpoints: &'static [&'static str],
}

/// What an item is called in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemNoun {
    /// Of one.
    pub one: &'static str,
    /// Of several.
    pub many: &'static str,
}

impl ItemNoun {
    pub(crate) const POST: Self = Self {
        one: "post",
        many: "posts",
    };
    pub(crate) const VIDEO: Self = Self {
        one: "video",
        many: "videos",
    };
}

/// An item as reported by a scraper.
#[derive(Clone, Copy, Debug)]
pub struct ItemRef<'a> {
    /// The platform's number.
    pub id: u64,
    /// May be in upper case, and anything but a username.
    pub author: &'a str,
    /// The link that the platform sent.
    pub url: &'a str,
}

/// The links to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemLinks {
    /// The short name in its link, if the platform has one.
    pub shortcode: Option<String>,
    /// The link to its page.
    pub url: String,
}

/// What limits the runs that read a platform at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concurrency {
    /// One run for each usable session; one without any, because anonymous clients still get some data.
    Sessions,
    /// So many runs for each address: one uses up its rate limit, and the next one starts while that one ends.
    PerAddress(u32),
}

/// Of a message without a platform: nothing is known, and nothing is allowed.
const UNSPECIFIED: Descriptor = Descriptor {
    code: "unspecified",
    name: "an unknown platform",
    item: ItemNoun::POST,
    account_resource: "",
    usernames: Username {
        site: "an unknown platform",
        shortest: 1,
        longest: 0,
        reserved: &[],
    },
    profile_hosts: &[],
    profile_name: |_| None,
    links: |_| ItemLinks {
        shortcode: None,
        url: String::new(),
    },
    has_shortcodes: false,
    max_caption_length: 0,
    default_interval_minutes: crate::interval::MAX,
    default_max_accounts: 0,
    list_page: 1,
    concurrency: Concurrency::PerAddress(0),
    has_sessions: false,
    has_single_items: false,
    missing_metrics: &[],
    endpoints: &[],
};

/// A text that is not the code of a platform.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a platform; use {codes}", codes = Platform::CODES.join(" or "))]
pub struct UnknownPlatform(String);

impl Platform {
    /// Every platform, in display order.
    #[cfg(not(feature = "loopreel"))]
    pub const ALL: [Self; 2] = [Self::Instagram, Self::Tiktok];

    /// Every platform, in display order.
    #[cfg(feature = "loopreel")]
    pub const ALL: [Self; 3] = [Self::Instagram, Self::Tiktok, Self::Loopreel];

    /// The codes of all platforms, in display order.
    pub const CODES: [&'static str; Self::ALL.len()] = {
        let mut codes = [""; Self::ALL.len()];
        let mut index = 0;
        while index < codes.len() {
            codes[index] = Self::ALL[index].code();
            index += 1;
        }
        codes
    };

    /// Returns what distinguishes the platform.
    #[must_use]
    pub const fn descriptor(self) -> &'static Descriptor {
        match self {
            Self::Unspecified => &UNSPECIFIED,
            Self::Instagram => &instagram::DESCRIPTOR,
            Self::Tiktok => &tiktok::DESCRIPTOR,
            #[cfg(feature = "loopreel")]
            Self::Loopreel => &loopreel::DESCRIPTOR,
        }
    }

    /// Returns the code of this platform in SQL, JSON and paths; `unspecified` only for the reserved value of the contract.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.descriptor().code
    }

    /// Returns the display name.
    #[must_use]
    pub const fn display_name(self) -> &'static str {
        self.descriptor().name
    }

    /// Returns the rules of usernames.
    #[must_use]
    pub const fn usernames(self) -> Username {
        self.descriptor().usernames
    }

    /// Returns whether the platform reports a metric.
    #[must_use]
    pub fn reports(self, metric: Metric) -> bool {
        !self.descriptor().missing_metrics.contains(&metric)
    }
}

impl FromStr for Platform {
    type Err = UnknownPlatform;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|platform| platform.code() == text)
            .ok_or_else(|| UnknownPlatform(text.to_owned()))
    }
}

/// A number of a platform that this version does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not the number of a platform")]
pub struct UnknownNumber(pub i32);

impl TryFrom<i32> for Platform {
    type Error = UnknownNumber;

    fn try_from(number: i32) -> Result<Self, Self::Error> {
        std::iter::once(Self::Unspecified)
            .chain(Self::ALL)
            .find(|platform| i32::from(*platform) == number)
            .ok_or(UnknownNumber(number))
    }
}

impl From<Platform> for i32 {
    fn from(platform: Platform) -> Self {
        platform as Self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{allowance, interval};

    #[test]
    fn platform_codes_and_numbers_round_trip() {
        for platform in Platform::ALL {
            assert_eq!(platform.code().parse::<Platform>().unwrap(), platform);
            assert_eq!(Platform::try_from(i32::from(platform)), Ok(platform));
        }
        assert_eq!(Platform::try_from(0), Ok(Platform::Unspecified));
        assert_eq!(Platform::try_from(3), Err(UnknownNumber(3)));
        assert!("unspecified".parse::<Platform>().is_err());
    }

    #[test]
    fn platform_reports_all_but_its_missing_metrics() {
        for (platform, metric, reported) in [
            (Platform::Instagram, Metric::Views, true),
            (Platform::Instagram, Metric::Saves, false),
            (Platform::Tiktok, Metric::Saves, true),
        ] {
            assert_eq!(platform.reports(metric), reported, "{platform:?} {metric:?}");
        }
    }

    #[test]
    fn unknown_platform_error_names_known_codes() {
        let error = "youtube".parse::<Platform>().unwrap_err().to_string();
        assert!(
            error.starts_with("`youtube` is not a platform; use instagram or tiktok"),
            "{error}"
        );
    }

    #[test]
    fn descriptors_differ_and_have_valid_defaults() {
        let mut codes = HashSet::new();
        for platform in Platform::ALL {
            let descriptor = platform.descriptor();
            assert!(codes.insert(descriptor.code) && codes.insert(descriptor.account_resource));
            assert!((interval::MIN..=interval::MAX).contains(&descriptor.default_interval_minutes));
            assert!((0..=allowance::MAX).contains(&descriptor.default_max_accounts));
            assert!(descriptor.list_page > 0 && !descriptor.endpoints.is_empty());
            assert_eq!(
                descriptor.concurrency == Concurrency::Sessions,
                descriptor.has_sessions
            );
        }
    }
}
