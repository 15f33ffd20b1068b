//! Sets up one run: an API, a platform, a configuration without delays, a fixed clock.

use std::sync::{Arc, MutexGuard};

use chrono::DateTime;
use clipmeter_fixtures::fake_api::{FakeApi, Recorded};
use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{
    AccountTarget, CompleteRunResponse, FetchBatchResponse, Platform, Session, Unit, VideoTarget,
};
use clipmeter_runtime::{ManualClock, Random};
use clipmeter_scraper::config::{RunArgs, RunConfig};
use clipmeter_scraper::error::ScraperError;
use clipmeter_scraper::run::{RunDependencies, work};
use tokio_util::sync::CancellationToken;

use super::fake_platform::FakePlatform;

pub(crate) const TOKEN: &str = "run-token-that-nobody-may-see";
pub(crate) const SESSION: &str = "4815162342:QsessionValueThatNobodyMaySee:8:AYabc";
/// 2026-11-14T12:00:00Z
pub(crate) const NOW: i64 = 1_794_657_600;

pub(crate) struct Setup {
    pub(crate) api: FakeApi,
    pub(crate) platform: FakePlatform,
    pub(crate) config: RunConfig,
    pub(crate) dependencies: RunDependencies,
}

impl Setup {
    pub(crate) async fn new(platform: Platform, units: Vec<Unit>) -> Self {
        Self::with_session(platform, units, None).await
    }

    pub(crate) async fn with_session(platform: Platform, units: Vec<Unit>, session: Option<&str>) -> Self {
        let api = FakeApi::start();
        api.recorded.lock().unwrap().batch = FetchBatchResponse {
            lease_token: "lease-token".to_owned(),
            lease_seconds: 0,
            platform: platform.into(),
            units,
            ..FetchBatchResponse::default()
        };
        let session = session.map(|value| Session {
            session_id: 7,
            value: value.to_owned(),
            ..Session::default()
        });
        api.recorded.lock().unwrap().pool.extend(session);
        let platform = FakePlatform::start().await;
        let args = RunArgs {
            run_id: uuid::Uuid::from_u128(1),
            api: api.url(),
            api_ca: None,
            stop_with_stdin: false,
            deadline_seconds: None,
        };
        let url = platform.url();
        let config = RunConfig::new(args, |name| match name {
            "CLIPMETER_RUN_TOKEN" => Some(TOKEN.to_owned()),
            "CLIPMETER_INSTAGRAM_URL" | "CLIPMETER_TIKTOK_URL" => Some(url.clone()),
            "CLIPMETER_REQUEST_DELAY_FACTOR" => Some("0".to_owned()),
            // The tests' proxies are on this machine too.
            "CLIPMETER_ALLOW_LOCAL_PROXIES" => Some("true".to_owned()),
            _ => None,
        })
        .unwrap();
        let dependencies = RunDependencies {
            clock: Arc::new(ManualClock::new(DateTime::from_timestamp(NOW, 0).unwrap())),
            random: Arc::new(Random::seeded(1)),
            stop: CancellationToken::new(),
            api: Arc::new(config.api_client().unwrap()),
            transports: Arc::new(config.http_transports()),
        };
        Self {
            api,
            platform,
            config,
            dependencies,
        }
    }

    pub(crate) async fn run(&self) -> Result<Option<CompleteRunResponse>, ScraperError> {
        work(&self.config, &self.dependencies).await
    }

    pub(crate) fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.api.recorded.lock().unwrap()
    }

    /// Returns the outcome code of each unit, in the order of their numbers.
    pub(crate) fn outcomes(&self) -> Vec<&'static str> {
        let mut units = self.recorded().units();
        units.sort_by_key(|unit| unit.unit_id);
        units.iter().map(|unit| unit.outcome().code()).collect()
    }
}

pub(crate) fn account(unit_id: i64, username: &str) -> Unit {
    known_account(unit_id, username, "", "")
}

pub(crate) fn known_account(unit_id: i64, username: &str, platform_id: &str, sec_uid: &str) -> Unit {
    let target = AccountTarget {
        username: username.to_owned(),
        platform_id: platform_id.to_owned(),
        sec_uid: sec_uid.to_owned(),
        max_items: 200,
        ..AccountTarget::default()
    };
    Unit {
        unit_id,
        target: Some(Target::Account(target)),
    }
}

pub(crate) fn limited(mut unit: Unit, max_items: u32) -> Unit {
    if let Some(Target::Account(account)) = &mut unit.target {
        account.max_items = max_items;
    }
    unit
}

pub(crate) fn video(unit_id: i64, video_id: &str, short_url: &str) -> Unit {
    let target = VideoTarget {
        video_id: video_id.to_owned(),
        short_url: short_url.to_owned(),
    };
    Unit {
        unit_id,
        target: Some(Target::Video(target)),
    }
}
