//! The tracked kinds, the trait that they share, and the fields that their statuses share.

mod instagram_account;
mod rules;
mod tiktok_account;
mod tiktok_video;

use clipmeter_domain::VideoAddress;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use kube::core::NamespaceResourceScope;
use kube::{KubeSchema, Resource};
use serde::{Deserialize, Serialize};

pub use self::instagram_account::{InstagramAccount, InstagramAccountSpec, InstagramAccountStatus};
pub use self::tiktok_account::{TikTokAccount, TikTokAccountSpec, TikTokAccountStatus};
pub use self::tiktok_video::{TikTokVideo, TikTokVideoSpec, TikTokVideoStatus};

/// The state of scraping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Registered, Scraped, Ready, and Purging during deletion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// Total views of the collected items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<i64>,
    /// Time of the last successful scrape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_scrape_time: Option<Time>,
    /// Time of the next scrape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_scrape_time: Option<Time>,
    /// Outcome of the last attempt: `ok`, `private`, `rate_limited`, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_outcome: Option<String>,
    /// Failed attempts since the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consecutive_failures: Option<i32>,
    /// The value of the annotation `clipmeter.io/scrape-requested-at` that was handled last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_handled_request: Option<String>,
}

/// An account or video that a group tracks.
pub trait Tracked: Resource<DynamicType = (), Scope = NamespaceResourceScope> {
    /// Returns the subject on its platform: two objects of a kind with the same subject track the same account or video. A short
    /// link's subject is the link until `status.videoId` holds its target.
    fn subject(&self) -> String;

    /// Returns the state of scraping, if any is known yet.
    fn progress(&self) -> Option<&Progress>;
}

impl Tracked for InstagramAccount {
    fn subject(&self) -> String {
        self.spec.username.clone()
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}

impl Tracked for TikTokAccount {
    fn subject(&self) -> String {
        self.spec.username.clone()
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}

impl Tracked for TikTokVideo {
    fn subject(&self) -> String {
        let known = self.status.as_ref().and_then(|status| status.video_id.clone());
        known.unwrap_or_else(|| match VideoAddress::parse(&self.spec.url) {
            Some(VideoAddress::Video { id, .. }) => id,
            Some(VideoAddress::Short { url }) => url,
            // Rejected by the definition's rules; an object that predates them is its own subject.
            None => self.spec.url.clone(),
        })
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}
