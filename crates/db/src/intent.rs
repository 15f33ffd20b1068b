//! Desired state as set in the dashboard, independent of where it is stored.

use std::fmt;

use clipmeter_domain::VideoAddress;
use clipmeter_proto::v1::Platform;

use crate::cost::StoredCost;

/// A part of the desired state. It contains all fields that the dashboard manages, not only the changed ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// The default scrape intervals.
    Policy(PolicyIntent),
    /// The group exists with these settings.
    Group(Box<GroupIntent>),
    /// The group does not exist.
    NoGroup(GroupName),
    /// The group tracks these subjects.
    Track(GroupName, Vec<TrackedIntent>),
    /// The group does not track these subjects.
    Untrack(GroupName, Vec<TrackedName>),
}

/// Default scrape intervals in minutes, unless a group or an account overrides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyIntent {
    pub instagram_minutes: i32,
    /// TikTok accounts and videos.
    pub tiktok_minutes: i32,
}

/// Identifies a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupName {
    /// The name of its resource; None until a control plane has reported it.
    pub resource: Option<String>,
    /// The namespace of its resources; None until a control plane has reported it.
    pub namespace: Option<String>,
    /// The display name before this change. Unique, case-insensitively.
    pub display_name: String,
}

impl fmt::Display for GroupName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The group {}", self.display_name)
    }
}

/// The desired settings of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupIntent {
    /// Identifies the group; a new one has no resource.
    pub name: GroupName,
    /// The new display name.
    pub display_name: String,
    /// May be empty.
    pub description: String,
    /// An inactive group is not scraped and its users cannot sign in.
    pub suspended: bool,
    /// Maximum number of Instagram accounts.
    pub max_instagram_accounts: i32,
    /// Maximum number of TikTok accounts.
    pub max_tiktok_accounts: i32,
    pub max_tiktok_videos: i32,
    /// Minutes; None: the policy's.
    pub instagram_minutes: Option<i32>,
    /// Minutes; None: the policy's.
    pub tiktok_minutes: Option<i32>,
    /// None: the platform's.
    pub cost: Option<StoredCost>,
    /// ISO 4217 code; None: the platform's.
    pub currency: Option<String>,
    /// IANA name of its time zone; None: the installation's.
    pub time_zone: Option<String>,
    /// The name of the scraper pool of its accounts and videos.
    pub scraper_pool: Option<String>,
    /// The names of the scraper pools that its accounts may select instead.
    pub allowed_scraper_pools: Vec<String>,
    /// What it tracks is not purged after its deletion.
    pub retain: bool,
    pub purge_after_seconds: i64,
}

/// Identifies an account or video of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedName {
    /// The name of its resource; None until a control plane has reported it.
    pub resource: Option<String>,
    /// What is tracked.
    pub subject: Subject,
}

/// A subject that a group tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Account {
        platform: Platform,
        /// Lower case, without @.
        username: String,
    },
    /// A single TikTok video by the URL as added: a short link stays one after it was followed.
    Video(VideoAddress),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account { username, .. } => write!(f, "@{username}"),
            Self::Video(VideoAddress::Video { url, .. } | VideoAddress::Short { url }) => {
                write!(f, "The video {url}")
            }
        }
    }
}

/// The desired settings of an account or video.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackedIntent {
    /// Identifies the account or video; a new one has no resource.
    pub name: TrackedName,
    /// Accounts only, minutes; None: the group's.
    pub interval_minutes: Option<i32>,
    /// Accounts only; None: the group's.
    pub cost: Option<StoredCost>,
    /// Accounts only, the name of a scraper pool; None: the group's.
    pub scraper_pool: Option<String>,
}
