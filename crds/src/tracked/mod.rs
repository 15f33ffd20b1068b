//! The tracked kinds, the trait that they share, and the fields that their statuses share.

mod instagram_account;
#[cfg(feature = "loopreel")]
mod loopreel;
mod rules;
mod tiktok_account;
mod tiktok_video;

use clipmeter_domain::VideoAddress;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use kube::core::NamespaceResourceScope;
use kube::{CustomResourceExt as _, KubeSchema, Resource};
use serde::{Deserialize, Serialize};

pub use self::instagram_account::{InstagramAccount, InstagramAccountSpec, InstagramAccountStatus};
pub use self::tiktok_account::{TikTokAccount, TikTokAccountSpec, TikTokAccountStatus};
pub use self::tiktok_video::{TikTokVideo, TikTokVideoSpec, TikTokVideoStatus};

/// Returns the definitions of the tracked kinds.
pub(crate) fn definitions() -> Vec<CustomResourceDefinition> {
    Vec::from([
        InstagramAccount::crd(),
        TikTokAccount::crd(),
        TikTokVideo::crd(),
        #[cfg(feature = "loopreel")]
        loopreel::LoopreelAccount::crd(),
    ])
}

/// The state of scraping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: Registered, Ready, Scraped and Fresh; Stalled while the object is rejected; Waiting while a due scrape
    /// cannot run; `PoolInEffect` while another group decides the scraper pool; Purging during deletion.
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
    /// Outcome of the last scrape, for example `ok`, `private` or `rate_limited`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_outcome: Option<String>,
    /// Number of failed scrapes since the last successful one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consecutive_failures: Option<i32>,
    /// The last handled value of the annotation `clipmeter.io/scrape-requested-at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_handled_request: Option<String>,
}

/// An account or video that a group tracks.
pub trait Tracked: Resource<DynamicType = (), Scope = NamespaceResourceScope> {
    /// Returns the subject on its platform. Two objects of a kind with the same subject track the same account or video. The subject
    /// of a short link is the link itself, until `status.videoId` contains the video that it leads to.
    fn subject(&self) -> String;

    /// Returns the state of scraping, if there is one yet.
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
            // The CRD's rules reject other URLs; the subject of an object that is older than the rules is its URL.
            None => self.spec.url.clone(),
        })
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}
