//! The resource of a single TikTok video.

use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};

use super::Progress;
use super::rules::{self, MAX_URL_LENGTH};
use crate::client_group::DeletionPolicy;

/// The desired state of a tracked video.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[serde(rename_all = "camelCase")]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "TikTokVideo",
    namespaced,
    status = "TikTokVideoStatus",
    derive = "PartialEq",
    doc = "A single TikTok video that the namespace's client group tracks, regardless of who posted it.",
    shortname = "ttv",
    category = "clipmeter",
    selectable = ".spec.suspend",
    selectable = ".status.videoId",
    selectable = ".status.lastOutcome",
    printcolumn(name = "Video", type_ = "string", json_path = ".status.videoId"),
    printcolumn(name = "Author", type_ = "string", json_path = ".status.author"),
    printcolumn(name = "Views", type_ = "integer", json_path = ".status.views"),
    printcolumn(
        name = "Ready",
        type_ = "string",
        json_path = ".status.conditions[?(@.type==\"Ready\")].status"
    ),
    printcolumn(name = "Outcome", type_ = "string", json_path = ".status.lastOutcome"),
    printcolumn(name = "Last-Scraped", type_ = "date", json_path = ".status.lastScrapeTime"),
    printcolumn(name = "URL", type_ = "string", json_path = ".spec.url", priority = 1),
    printcolumn(
        name = "Next",
        type_ = "string",
        json_path = ".status.nextScrapeTime",
        priority = 1
    ),
    printcolumn(
        name = "Suspended",
        type_ = "boolean",
        json_path = ".spec.suspend",
        priority = 1
    ),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
pub struct TikTokVideoSpec {
    /// The video's URL in any form that TikTok provides, including short links. It cannot be changed later.
    #[schemars(length(max = MAX_URL_LENGTH))]
    #[x_kube(validation = rules::video_url())]
    #[x_kube(validation = rules::immutable_subject("url"))]
    pub url: String,
    /// Suspends scraping; collected data is kept.
    #[serde(default)]
    pub suspend: bool,
    /// Whether collected data is purged some time after the video is deleted; the group's policy when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_policy: Option<DeletionPolicy>,
}

/// The state of the tracked video.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct TikTokVideoStatus {
    /// Fields shared by all statuses.
    #[serde(flatten)]
    pub progress: Progress,
    /// TikTok's ID of the video. For a short link, it is set after the link was resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video_id: Option<String>,
    /// The username of the account that posted the video.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}
