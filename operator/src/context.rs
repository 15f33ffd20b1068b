//! What all parts of a leading operator share.

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

/// All of it. Nothing in here is kept when the operator ends: what has to be is in the database or in a status.
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
    /// Rung when there may be something to schedule.
    pub(crate) schedule_wake: WakeFlag,
    /// Has groups looked at.
    pub(crate) group_requeues: UnboundedSender<ObjectRef<ClientGroup>>,
}

impl Context {
    /// Has everything in the namespace looked at, or everything there is.
    pub(crate) fn requeue(&self, namespace: Option<&str>) {
        self.instagram_accounts.requeue(namespace);
        self.tiktok_accounts.requeue(namespace);
        self.tiktok_videos.requeue(namespace);
    }

    /// What somebody asked for has its Job.
    pub(crate) fn handled(&self, scrape_request: ScrapeRequest) {
        let ScrapeRequest { kind, key, value } = scrape_request;
        match kind {
            TrackedKind::InstagramAccount => self.instagram_accounts.handled(&key, value),
            TrackedKind::TiktokAccount => self.tiktok_accounts.handled(&key, value),
            TrackedKind::TiktokVideo => self.tiktok_videos.handled(&key, value),
            TrackedKind::Unspecified => {}
        }
    }

    /// The policy, or what holds without one.
    pub(crate) fn policy_spec(&self) -> ScrapePolicySpec {
        self.policies
            .get(&ObjectKey::new("", POLICY))
            .map(|policy| policy.spec.clone())
            .unwrap_or_default()
    }
}

/// The time of day, seconds since 1970-01-01T00:00:00Z.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_second()
}

/// A time as statuses have it.
pub(crate) fn time(second: i64) -> Time {
    Time(Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH))
}
