//! Shared state of the leading operator.

use std::sync::Arc;

use clipmeter_crds::{
    ClientGroup, InstagramAccount, PlatformConfig, ScrapePolicy, ScrapePolicySpec, TikTokAccount, TikTokVideo,
};
use clipmeter_proto::v1::TrackedKind;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use k8s_openapi::jiff::Timestamp;
use kube::Client;
use kube::runtime::reflector::ObjectRef;
use tokio::sync::mpsc::UnboundedSender;

use crate::api::ApiClient;
use crate::cli::Cli;
use crate::events::Events;
use crate::group::Groups;
use crate::metrics::Metrics;
use crate::object_key::ObjectKey;
use crate::platform_config::PlatformConfigState;
use crate::policy::{POLICY, PolicyState};
use crate::schedule::{ScrapeRequest, ScrapeRequests, WakeFlag};
use crate::settings::ScraperSettings;
use crate::status::StatusCache;
use crate::tracked::Tracker;
use crate::write_throttle::WriteThrottle;

/// Shared state of the leader. It is lost when the operator ends: persistent state is in the database or in a status.
pub(crate) struct Context {
    pub(crate) cli: Cli,
    pub(crate) settings: ScraperSettings,
    pub(crate) client: Client,
    pub(crate) api: ApiClient,
    pub(crate) events: Events,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) write_throttle: WriteThrottle,
    pub(crate) groups: Groups,
    pub(crate) instagram_accounts: Tracker<InstagramAccount>,
    pub(crate) tiktok_accounts: Tracker<TikTokAccount>,
    pub(crate) tiktok_videos: Tracker<TikTokVideo>,
    pub(crate) policies: StatusCache<ScrapePolicy>,
    pub(crate) policy: PolicyState,
    pub(crate) platform_configs: StatusCache<PlatformConfig>,
    pub(crate) platform_config: PlatformConfigState,
    pub(crate) requests: ScrapeRequests,
    /// Set when there may be something to schedule.
    pub(crate) schedule_wake: WakeFlag,
    /// Queue of groups to reconcile again.
    pub(crate) group_requeues: UnboundedSender<ObjectRef<ClientGroup>>,
}

impl Context {
    /// Requeues all tracked objects of the namespace, or of all namespaces.
    pub(crate) fn requeue(&self, namespace: Option<&str>) {
        self.instagram_accounts.requeue(namespace);
        self.tiktok_accounts.requeue(namespace);
        self.tiktok_videos.requeue(namespace);
    }

    /// Records that the Job for a scrape request was created.
    pub(crate) fn handled(&self, scrape_request: ScrapeRequest) {
        let ScrapeRequest { kind, key, value } = scrape_request;
        match kind {
            TrackedKind::InstagramAccount => self.instagram_accounts.handled(&key, value),
            TrackedKind::TiktokAccount => self.tiktok_accounts.handled(&key, value),
            TrackedKind::TiktokVideo => self.tiktok_videos.handled(&key, value),
            TrackedKind::Unspecified => {}
        }
    }

    /// Returns the policy's spec, or the defaults without a policy.
    pub(crate) fn policy_spec(&self) -> ScrapePolicySpec {
        self.policies
            .get(&ObjectKey::new("", POLICY))
            .map(|policy| policy.spec.clone())
            .unwrap_or_default()
    }
}

/// Returns the current time in seconds since 1970-01-01T00:00:00Z.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_second()
}

/// Formats a time for a status.
pub(crate) fn time(second: i64) -> Time {
    Time(Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH))
}
