//! What people want who work in the dashboard, in terms that do not depend on where it is kept.

use std::fmt;

use clipmeter_proto::v1::Platform;
use clipmeter_rules::VideoAddress;

use crate::store::cost::StoredCost;

/// Something that is to be so from now on. It says the whole of what the dashboard knows of a thing, not what changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// How often everything is scraped.
    Policy(PolicyIntent),
    /// There is such a group.
    Group(GroupIntent),
    /// There is no such group.
    NoGroup(GroupName),
    /// A group tracks these.
    Track(GroupName, Vec<TrackedIntent>),
    /// A group does not track these.
    Untrack(GroupName, Vec<TrackedName>),
}

/// How often accounts are scraped unless their group or they themselves say otherwise; minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyIntent {
    /// Instagram accounts.
    pub instagram_minutes: i32,
    /// TikTok accounts and videos.
    pub tiktok_minutes: i32,
}

/// By what a group is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupName {
    /// The name of its resource; None until a control plane has told it.
    pub resource: Option<String>,
    /// The namespace of its resources; None until a control plane has told it.
    pub namespace: Option<String>,
    /// The name that people saw before this change. Of two groups never the same, whatever the case.
    pub display_name: String,
}

impl fmt::Display for GroupName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The group {}", self.display_name)
    }
}

/// A group as the dashboard wants it.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupIntent {
    /// Which one; a new one has no resource.
    pub name: GroupName,
    /// The name that people see from now on.
    pub display_name: String,
    /// May be empty.
    pub description: String,
    /// Nothing of it is scraped and its users cannot sign in.
    pub suspended: bool,
    /// Most Instagram accounts.
    pub max_instagram_accounts: i32,
    /// Most TikTok accounts.
    pub max_tiktok_accounts: i32,
    /// Minutes; None: the policy's.
    pub instagram_minutes: Option<i32>,
    /// Minutes; None: the policy's.
    pub tiktok_minutes: Option<i32>,
    /// None: the platform's.
    pub cost: Option<StoredCost>,
}

/// By what an account or video of a group is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedName {
    /// The name of its resource; None until a control plane has told it.
    pub resource: Option<String>,
    /// What is tracked.
    pub subject: Subject,
}

/// What a group tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An account.
    Account {
        /// Where it is.
        platform: Platform,
        /// Lower case, without @.
        username: String,
    },
    /// A single TikTok video, as it was added: a short link stays one after it was followed.
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

/// An account or video as the dashboard wants it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackedIntent {
    /// Which one; a new one has no resource.
    pub name: TrackedName,
    /// Accounts only, minutes; None: the group's.
    pub interval_minutes: Option<i32>,
    /// Accounts only; None: the group's.
    pub cost: Option<StoredCost>,
}
