//! What all parts of a leading operator share.

use std::sync::Arc;

use clipmeter_crds::{
    ClientGroup, InstagramAccount, PlatformFacts, ScrapePolicy, ScrapePolicySpec, TikTokAccount, TikTokVideo,
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
use crate::facts::FactsState;
use crate::group::Groups;
use crate::key::Key;
use crate::metrics::Metrics;
use crate::pace::Pace;
use crate::policy::{POLICY, PolicyState};
use crate::schedule::{Asked, Bell, Requests};
use crate::settings::ScraperSettings;
use crate::status::Ledger;
use crate::tracked::Tracker;

/// All of it. Nothing in here is kept when the operator ends: what has to be is in the database or in a status.
pub(crate) struct Context {
    pub(crate) cli: Cli,
    pub(crate) settings: ScraperSettings,
    pub(crate) client: Client,
    pub(crate) api: ApiClient,
    pub(crate) events: Events,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pace: Pace,
    pub(crate) groups: Groups,
    pub(crate) instagram_accounts: Tracker<InstagramAccount>,
    pub(crate) tiktok_accounts: Tracker<TikTokAccount>,
    pub(crate) tiktok_videos: Tracker<TikTokVideo>,
    pub(crate) policies: Ledger<ScrapePolicy>,
    pub(crate) policy: PolicyState,
    pub(crate) platform_facts: Ledger<PlatformFacts>,
    pub(crate) facts: FactsState,
    pub(crate) requests: Requests,
    /// Rung when there may be something to schedule.
    pub(crate) schedule: Bell,
    /// Has groups looked at.
    pub(crate) group_nudges: UnboundedSender<ObjectRef<ClientGroup>>,
}

impl Context {
    /// Has everything in the namespace looked at, or everything there is.
    pub(crate) fn nudge(&self, namespace: Option<&str>) {
        self.instagram_accounts.nudge(namespace);
        self.tiktok_accounts.nudge(namespace);
        self.tiktok_videos.nudge(namespace);
    }

    /// What somebody asked for has its Job.
    pub(crate) fn handled(&self, asked: Asked) {
        let Asked { kind, key, value } = asked;
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
            .get(&Key::new("", POLICY))
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
