//! Sends the oldest platform configuration to the API, or its absence.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{PlatformConfig, managed_by, oldest};
use clipmeter_proto::v1::SyncPlatformConfigRequest;
use futures::StreamExt as _;
use kube::{Api, Client, Resource as _, ResourceExt as _};
use tokio::time::sleep;

use super::state::{ObjectRevision, PlatformConfigState, SyncResult, SyncedConfig};
use crate::api::ApiClient;
use crate::error::Error;
use crate::error_log::ErrorLog;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::store::{ObjectStore, WatchEvent};
use crate::kubernetes::watch::{self, intent, watched};
use crate::metrics::Metrics;
use crate::status::StatusCache;

/// Interval for acting on changes and for updating statuses.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval for resending the configuration to the API, in case the API lost it.
const RESYNC_AFTER: Duration = Duration::from_mins(10);

/// The controller of platform configurations.
pub(crate) struct PlatformConfigController {
    client: Client,
    api: ApiClient,
    metrics: Arc<Metrics>,
    pub(super) status_cache: StatusCache<PlatformConfig>,
    pub(super) state: PlatformConfigState,
}

impl PlatformConfigController {
    pub(crate) fn new(client: Client, api: ApiClient, metrics: Arc<Metrics>) -> Self {
        Self {
            client,
            api,
            metrics,
            status_cache: StatusCache::new(ObjectStore::parsed()),
            state: PlatformConfigState::default(),
        }
    }

    /// Keeps the store up to date until it is dropped.
    pub(crate) async fn watch(self: Arc<Self>) {
        let api: Api<PlatformConfig> = Api::all(self.client.clone());
        let metrics = Arc::clone(&self.metrics);
        let store = Arc::clone(self.status_cache.store());
        watched(api, watch::all(), store, intent, metrics)
            .for_each(async |event| {
                if event == WatchEvent::InitialList {
                    self.state.initial_sync.set();
                }
            })
            .await;
    }

    /// Runs until it is dropped.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut last_sync: Option<(DesiredPlatformConfig, Instant)> = None;
        let mut error_log = ErrorLog::default();
        self.state.initial_sync.wait().await;
        loop {
            let objects = self.status_cache.store().all();
            match desired(objects.iter().map(|object| &**object)) {
                Err(error) => error_log.log(&error, "cannot send the platform configuration to the API"),
                Ok(desired) => {
                    let is_synced = last_sync
                        .as_ref()
                        .is_some_and(|(before, at)| *before == desired && at.elapsed() < RESYNC_AFTER);
                    if !is_synced {
                        last_sync = self.sync(desired, &mut error_log).await;
                    }
                }
            }
            for object in &objects {
                self.status_cache.touch(&ObjectKey::of(&**object));
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Sends the configuration. Returns it with the time, or `None` if it must be sent again.
    async fn sync(
        &self,
        desired: DesiredPlatformConfig,
        error_log: &mut ErrorLog,
    ) -> Option<(DesiredPlatformConfig, Instant)> {
        let result = self.api.sync_platform_config(desired.request.clone()).await;
        match &result {
            Ok(_) => error_log.clear(),
            Err(error) => error_log.log(error, "the API did not accept the platform configuration"),
        }
        let result = SyncResult::from(&result);
        let is_synced = !matches!(result, SyncResult::Failed(_));
        let synced = desired
            .object_revision
            .clone()
            .map(|object_revision| SyncedConfig {
                name: desired.request.resource.clone(),
                object_revision,
                result,
            });
        self.state.set_synced(synced);
        is_synced.then(|| (desired, Instant::now()))
    }
}

/// The configuration to send to the API.
#[derive(Clone, Debug, PartialEq)]
struct DesiredPlatformConfig {
    request: SyncPlatformConfigRequest,
    /// `None` if there is no platform configuration.
    object_revision: Option<ObjectRevision>,
}

/// Returns the configuration of the oldest object; objects that are being deleted are ignored.
fn desired<'a>(objects: impl Iterator<Item = &'a PlatformConfig>) -> Result<DesiredPlatformConfig, Error> {
    let active = objects.filter(|object| object.meta().deletion_timestamp.is_none());
    let Some(object) = oldest(active) else {
        return Ok(DesiredPlatformConfig {
            request: SyncPlatformConfigRequest::default(),
            object_revision: None,
        });
    };
    let request = SyncPlatformConfigRequest {
        resource: object.name_any(),
        document: object.spec.document()?.to_string(),
        managed_by: managed_by(object.meta()).to_owned(),
    };
    Ok(DesiredPlatformConfig {
        request,
        object_revision: Some(ObjectRevision::of(object)),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn platform_config(name: &str, second: u8, spec: &Value) -> PlatformConfig {
        let metadata = json!({
            "name": name, "uid": name, "generation": 3, "creationTimestamp": format!("2026-11-21T10:00:{second:02}Z"),
            "managedFields": [{"manager": "kubectl"}],
        });
        serde_json::from_value(json!({"metadata": metadata, "spec": spec})).unwrap()
    }

    #[test]
    fn platform_config_is_taken_from_oldest_live_object() {
        let spec = json!({"instagram": {"app_id": "1", "rate_limits": {"session": {"spread": 0.5}}}});
        let mut objects = vec![
            platform_config("b", 2, &json!({})),
            platform_config("a", 3, &json!({})),
        ];
        objects.push(platform_config("c", 1, &spec));
        let first = desired(objects.iter()).unwrap();
        assert_eq!(first.request.resource, "c");
        assert_eq!(first.request.managed_by, "kubectl");
        let document: Value = serde_json::from_str(&first.request.document).unwrap();
        assert_eq!(document, spec);

        objects[2].metadata.deletion_timestamp = objects[2].metadata.creation_timestamp.clone();
        let second = desired(objects.iter()).unwrap();
        assert_eq!(
            (second.request.resource.as_str(), second.request.document.as_str()),
            ("b", "{}")
        );

        let none = desired([].into_iter()).unwrap();
        assert_eq!(
            (none.request, none.object_revision),
            (SyncPlatformConfigRequest::default(), None)
        );
    }

    #[test]
    fn platform_config_is_synced_again_for_recreated_object() {
        let one = platform_config("a", 1, &json!({}));
        let mut other = one.clone();
        other.metadata.uid = Some("other".to_owned());
        assert_ne!(
            desired([&one].into_iter()).unwrap(),
            desired([&other].into_iter()).unwrap()
        );
    }
}
