//! Waits until the resource definitions that the operator needs are installed, and reports missing ones.

use std::fmt::Debug;
use std::time::Duration;

use clipmeter_crds::{ClientGroup, Event, InstagramAccount, ScrapePolicy, TikTokAccount, TikTokVideo};
use k8s_openapi::api::core::v1::ObjectReference;
use kube::api::{Api, ListParams};
use kube::{Client, Resource};
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::health::Health;
use crate::kubernetes::events::Events;

/// Poll interval, and therefore the maximum delay of the start after the definitions are installed.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Returns once all definitions are installed.
pub(crate) async fn wait_for_definitions(
    client: &Client,
    health: &Health,
    events: &Events,
    pod: &ObjectReference,
) {
    let mut reported = Vec::new();
    loop {
        match missing(client).await {
            Ok(missing) => {
                health.set_missing_definitions(&missing);
                if missing.is_empty() {
                    return;
                }
                if reported != missing {
                    let note = format!(
                        "Not installed: {}. Install the chart clipmeter-crds",
                        missing.join(", ")
                    );
                    tracing::warn!("{note}");
                    events.publish(pod, Event::WaitingForDefinition, &note).await;
                    reported = missing;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot check the resource definitions; retrying");
                health.set_cluster_unreachable();
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns the names of required definitions that are not installed. `PlatformConfig` and `ScraperPool` are not required, because the
/// chart of an earlier version has neither the definitions nor permission to read them; the platform configuration then stays
/// unchanged, and no pool is used.
async fn missing(client: &Client) -> Result<Vec<String>, Error> {
    let found = [
        name_if_missing::<ClientGroup>(client).await?,
        name_if_missing::<InstagramAccount>(client).await?,
        name_if_missing::<TikTokAccount>(client).await?,
        name_if_missing::<TikTokVideo>(client).await?,
        name_if_missing::<ScrapePolicy>(client).await?,
    ];
    Ok(found.into_iter().flatten().collect())
}

/// Returns the name of the definition if it is missing. Listing needs no additional permission, unlike reading the definition.
async fn name_if_missing<K>(client: &Client) -> Result<Option<String>, Error>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned,
{
    let api: Api<K> = Api::all(client.clone());
    match api
        .list_metadata(&ListParams::default().limit(1))
        .await
        .map_err(Error::from)
    {
        Ok(_) => Ok(None),
        Err(error) if error.is_not_found() => Ok(Some(format!("{}.{}", K::plural(&()), K::group(&())))),
        Err(error) => Err(error),
    }
}
