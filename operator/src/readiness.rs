//! Nothing can be done before the resource definitions are installed. Which one is waited for is said where people look.

use std::fmt::Debug;
use std::time::Duration;

use clipmeter_crds::{ClientGroup, Event, InstagramAccount, ScrapePolicy, TikTokAccount, TikTokVideo};
use k8s_openapi::api::core::v1::ObjectReference;
use kube::api::{Api, ListParams};
use kube::{Client, Resource};
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::events::Events;
use crate::health::Health;

/// An installation takes this much longer than it must, at most.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Returns once all definitions are there.
pub(crate) async fn definitions(client: &Client, health: &Health, events: &Events, pod: &ObjectReference) {
    let mut reported = Vec::new();
    loop {
        match missing(client).await {
            Ok(missing) => {
                health.waits_for_definitions(&missing);
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
                tracing::warn!(%error, "cannot check the resource definitions; trying again");
                health.waits_for_cluster();
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// The names of the definitions that are not installed, of those that nothing can be done without. `PlatformConfig` is not one of them: beside
/// a chart of the version before there is neither the definition nor a right to it, and the facts stay as they are.
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

/// Listing needs no right that the operator has not anyway, unlike reading the definition.
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
