//! `scrape`: requests scrapes by annotation, and waits for their results.

mod state;

use std::time::Duration;

use clipmeter_crds::{InstagramAccount, TikTokAccount, TikTokVideo, keys};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::jiff::Timestamp;
use kube::api::{Patch, PatchParams};
use kube::{Api, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use self::state::{State, blocked, state_of};
use crate::cli;
use crate::cluster::{Cluster, FIELD_MANAGER, Scope};
use crate::error::Error;
use crate::items::{self, Item, Kind};
use crate::output::{Answer, count, table};
use crate::wait::{Progress, poll};

/// Requests that are sent at the same time.
const AT_ONCE: usize = 8;

/// A row of the result.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    kind: String,
    namespace: String,
    name: String,
    subject: String,
    #[serde(flatten)]
    state: State,
}

pub(crate) async fn run(cluster: &Cluster, arguments: &cli::Scrape) -> Result<Answer, Error> {
    let scope = if arguments.all_namespaces {
        Scope::All
    } else {
        cluster.scope()
    };
    let all = items::list(cluster, &scope, &Kind::ALL).await?;
    let chosen: Vec<Item> = if arguments.all {
        // Objects that are suspended on purpose are no failures.
        all.into_iter()
            .filter(|item| !item.suspend && item.deleted_at.is_none())
            .collect()
    } else {
        let find = |text: &String| items::find(&all, text, &cluster.namespace).cloned();
        arguments.accounts.iter().map(find).collect::<Result<_, _>>()?
    };
    if chosen.is_empty() {
        return Err(Error::Refused(
            "there are no accounts or videos to scrape here: choose another namespace, or all with -A"
                .to_owned(),
        ));
    }
    let value = Timestamp::now().to_string();
    let mut rows: Vec<(Item, State)> = chosen
        .into_iter()
        .map(|item| {
            let state = blocked(&item).map_or(State::Requested { reason: None }, |reason| State::Skipped {
                reason,
            });
            (item, state)
        })
        .collect();
    // Skipped ones first.
    rows.sort_by_key(|(_, state)| !state.is_final());
    let requested = rows.iter().filter(|(_, state)| !state.is_final());
    stream::iter(requested)
        .map(|(item, _)| request(cluster, item, &value))
        .buffer_unordered(AT_ONCE)
        .try_collect::<()>()
        .await?;
    let is_complete = !arguments.wait || wait(cluster, &scope, &mut rows, arguments.timeout).await?;
    answer(&rows, is_complete)
}

fn answer(rows: &[(Item, State)], is_complete: bool) -> Result<Answer, Error> {
    let report: Vec<Row> = rows
        .iter()
        .map(|(item, state)| Row {
            kind: item.kind.name(),
            namespace: item.namespace.clone(),
            name: item.name.clone(),
            subject: item.subject.clone(),
            state: state.clone(),
        })
        .collect();
    let cells: Vec<[String; 5]> = rows
        .iter()
        .map(|(item, state)| {
            let [state, details] = state.cells();
            [
                item.namespace.clone(),
                item.reference(),
                item.subject.clone(),
                state,
                details,
            ]
        })
        .collect();
    let text = table(["NAMESPACE", "OBJECT", "SUBJECT", "STATE", "DETAILS"], &cells);
    Ok(Answer::new(text, &report)?.with_exit_code(exit_code(rows, is_complete)))
}

fn exit_code(rows: &[(Item, State)], is_complete: bool) -> u8 {
    let has_failed = rows.iter().any(|(_, state)| {
        matches!(
            state,
            State::Skipped { .. } | State::Deleted | State::Finished { success: false, .. }
        )
    });
    match (is_complete, has_failed) {
        (false, _) => 3,
        (true, true) => 1,
        (true, false) => 0,
    }
}

async fn request(cluster: &Cluster, item: &Item, value: &str) -> Result<(), Error> {
    match item.kind {
        Kind::InstagramAccount => annotate::<InstagramAccount>(cluster, item, value).await,
        Kind::TikTokAccount => annotate::<TikTokAccount>(cluster, item, value).await,
        Kind::TikTokVideo => annotate::<TikTokVideo>(cluster, item, value).await,
    }
}

/// Sets the annotation with a merge patch, which replaces requests of other users, too.
async fn annotate<K>(cluster: &Cluster, item: &Item, value: &str) -> Result<(), Error>
where
    K: Resource<DynamicType = (), Scope = NamespaceResourceScope>
        + Clone
        + std::fmt::Debug
        + DeserializeOwned,
{
    let api: Api<K> = Api::namespaced(cluster.client.clone(), &item.namespace);
    let patch = json!({"metadata": {"annotations": {keys::SCRAPE_REQUESTED_AT: value}}});
    let params = PatchParams {
        field_manager: Some(FIELD_MANAGER.to_owned()),
        ..PatchParams::default()
    };
    api.patch_metadata(&item.name, &params, &Patch::Merge(patch))
        .await?;
    Ok(())
}

/// Waits until all requests have a result. Returns whether they have.
async fn wait(
    cluster: &Cluster,
    scope: &Scope,
    rows: &mut [(Item, State)],
    timeout: Duration,
) -> Result<bool, Error> {
    let mut kinds: Vec<Kind> = rows.iter().map(|(item, _)| item.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut progress = Progress::default();
    poll(timeout, async || {
        let current = items::list(cluster, scope, &kinds).await?;
        for (item, state) in rows.iter_mut().filter(|(_, state)| !state.is_final()) {
            let now = current.iter().find(|other| {
                (other.kind, &other.namespace, &other.name) == (item.kind, &item.namespace, &item.name)
            });
            *state = state_of(item, now);
        }
        let finished = rows.iter().filter(|(_, state)| state.is_final()).count();
        progress.show(format!("{finished} of {} finished", count(rows.len(), "request")));
        Ok(finished == rows.len())
    })
    .await
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::items::tests::account;

    #[test]
    fn exit_code_distinguishes_failures_from_timeouts() {
        let row = |state: State| (account(&json!({}), &Value::Null), state);
        let finished = |success| State::Finished {
            outcome: String::new(),
            success,
        };
        for (states, is_complete, expected) in [
            (vec![finished(true)], true, 0),
            (vec![State::Requested { reason: None }], true, 0),
            (vec![finished(true), finished(false)], true, 1),
            (vec![finished(true), State::Deleted], true, 1),
            (
                vec![State::Skipped {
                    reason: String::new(),
                }],
                true,
                1,
            ),
            (vec![finished(false), State::Started], false, 3),
        ] {
            let rows: Vec<_> = states.into_iter().map(row).collect();
            assert_eq!(exit_code(&rows, is_complete), expected, "{rows:?}");
        }
    }
}
