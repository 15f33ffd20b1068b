//! Sends all scraper pools to the API.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::ScraperPool;
use clipmeter_proto::v1::SyncScraperPoolsRequest;
use futures::StreamExt as _;
use kube::{Api, Client};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::build::request;
use crate::api::ApiClient;
use crate::error_log::ErrorLog;
use crate::kubernetes::store::WatchEvent;
use crate::kubernetes::watch::{self, intent, watched};
use crate::metrics::Metrics;
use crate::state::{Groups, Pools};

/// Interval for acting on changes and for updating statuses.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval for resending the pools to the API, in case the API lost them.
const RESYNC_AFTER: Duration = Duration::from_mins(10);

/// The controller of scraper pools.
pub(crate) struct ScraperPoolController {
    pub(crate) client: Client,
    pub(crate) api: ApiClient,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pools: Arc<Pools>,
    pub(crate) groups: Arc<Groups>,
    pub(crate) schedule_wake: Arc<Notify>,
}

impl ScraperPoolController {
    /// Keeps the pools up to date until it is dropped.
    pub(crate) async fn watch(self: Arc<Self>) {
        let api: Api<ScraperPool> = Api::all(self.client.clone());
        let metrics = Arc::clone(&self.metrics);
        let store = Arc::clone(self.pools.status_cache.store());
        watched(api, watch::all(), store, intent, metrics)
            .for_each(async |event| self.on_event(&event))
            .await;
    }

    fn on_event(&self, event: &WatchEvent) {
        match event {
            WatchEvent::Changed(_) => self.refresh(),
            WatchEvent::Deleted(key) => {
                self.pools.status_cache.remove(key);
                self.refresh();
            }
            WatchEvent::InitialList => {
                self.refresh();
                self.pools.initial_sync.set();
                self.groups.update_all_counts();
            }
            // The loop updates the statuses every second.
            WatchEvent::Written(_) => {}
        }
    }

    fn refresh(&self) {
        if self.pools.refresh() {
            // Their statuses report pools that do not exist.
            self.groups.update_all_counts();
            self.schedule_wake.notify_one();
        }
    }

    /// Runs until it is dropped.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut last_sync: Option<(SyncScraperPoolsRequest, Instant)> = None;
        let mut error_log = ErrorLog::default();
        // An incomplete list would delete pools.
        self.pools.initial_sync.wait().await;
        loop {
            let request = request(&self.pools.effective());
            let is_synced = last_sync
                .as_ref()
                .is_some_and(|(before, at)| *before == request && at.elapsed() < RESYNC_AFTER);
            if !is_synced {
                last_sync = self.sync(request, &mut error_log).await;
            }
            for key in self.pools.status_cache.store().keys() {
                self.pools.status_cache.touch(&key);
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Sends the pools. Returns them with the time, or `None` if they must be sent again.
    async fn sync(
        &self,
        request: SyncScraperPoolsRequest,
        error_log: &mut ErrorLog,
    ) -> Option<(SyncScraperPoolsRequest, Instant)> {
        let result = self.api.sync_scraper_pools(request.clone()).await;
        match &result {
            Ok(()) => error_log.clear(),
            Err(error) => error_log.log(error, "the API did not accept the scraper pools"),
        }
        let is_synced = result.is_ok();
        let result = result.map_err(|error| error.to_string());
        if self.pools.set_synced(request.clone(), result) {
            // They were not registered until now.
            self.groups.requeue_with_pools();
        }
        if is_synced {
            self.schedule_wake.notify_one();
        }
        is_synced.then(|| (request, Instant::now()))
    }
}
