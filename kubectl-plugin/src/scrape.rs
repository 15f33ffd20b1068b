//! `scrape`: requests scrapes by annotation, and waits for their results.

use std::time::Duration;

use clipmeter_crds::{ConditionType, InstagramAccount, Reason, TikTokAccount, TikTokVideo, keys};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::jiff::Timestamp;
use kube::api::{Patch, PatchParams};
use kube::{Api, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

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

/// The state of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "camelCase")]
enum State {
    /// It was not requested, for this reason.
    Skipped { reason: String },
    /// The annotation is set; there may be a reason why it has to wait.
    Requested {
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// There is a Job.
    Started,
    /// An attempt was reported after the request.
    Finished { outcome: String, success: bool },
    /// The object was deleted in the meantime.
    Deleted,
}

impl State {
    fn is_final(&self) -> bool {
        matches!(self, Self::Skipped { .. } | Self::Finished { .. } | Self::Deleted)
    }

    fn cells(&self) -> [String; 2] {
        let (state, details) = match self {
            Self::Skipped { reason } => ("skipped", reason.clone()),
            Self::Requested { reason } => ("requested", reason.clone().unwrap_or_default()),
            Self::Started => ("started", String::new()),
            Self::Finished {
                outcome,
                success: true,
            } => ("succeeded", outcome.clone()),
            Self::Finished {
                outcome,
                success: false,
            } => ("failed", outcome.clone()),
            Self::Deleted => ("deleted", String::new()),
        };
        [state.to_owned(), details]
    }
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
    let (blocked, requested): (Vec<_>, Vec<_>) = chosen
        .into_iter()
        .map(|item| (blocked(&item), item))
        .partition(|(reason, _)| reason.is_some());
    stream::iter(&requested)
        .map(|(_, item)| request(cluster, item, &value))
        .buffer_unordered(AT_ONCE)
        .try_collect::<()>()
        .await?;
    let mut rows: Vec<(Item, State)> = blocked
        .into_iter()
        .map(|(reason, item)| {
            (
                item,
                State::Skipped {
                    reason: reason.unwrap_or_default(),
                },
            )
        })
        .collect();
    rows.extend(
        requested
            .into_iter()
            .map(|(_, item)| (item, State::Requested { reason: None })),
    );
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

/// Returns why a request would stay pending until someone changes something.
fn blocked(item: &Item) -> Option<String> {
    if item.deleted_at.is_some() {
        return Some("the object is being deleted".to_owned());
    }
    if item.suspend {
        return Some("suspended: unset spec.suspend first".to_owned());
    }
    let ready = item.condition(ConditionType::Ready)?;
    let is_suspended = [Reason::GroupSuspended, Reason::PolicySuspended]
        .iter()
        .any(|reason| reason.as_str() == ready.reason);
    if ready.status == "True" && !is_suspended {
        return None;
    }
    // A new object becomes ready in a moment, and the operator retries an API that cannot be reached.
    if ready.status != "False" && !is_suspended || ready.reason == Reason::ApiUnavailable.as_str() {
        return None;
    }
    let details = if ready.message.is_empty() {
        String::new()
    } else {
        format!(": {}", ready.message)
    };
    Some(format!("{}{details}", ready.reason))
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

/// Compares the object with itself at the time of the request. An attempt changes the time of the last success, or the number of
/// failures.
fn state_of(before: &Item, now: Option<&Item>) -> State {
    let Some(now) = now.filter(|now| now.deleted_at.is_none()) else {
        return State::Deleted;
    };
    if now.request.is_some() {
        let waiting = now.condition(ConditionType::Waiting);
        let reason = waiting.map(|waiting| format!("{}: {}", waiting.reason, waiting.message));
        return State::Requested {
            reason: reason.or_else(|| blocked(now)),
        };
    }
    let attempt = |item: &Item| {
        let progress = &item.progress;
        (
            progress.last_scrape_time.clone(),
            progress.consecutive_failures,
            progress.last_outcome.clone(),
        )
    };
    if attempt(before) == attempt(now) {
        return State::Started;
    }
    let scraped = now.condition(ConditionType::Scraped);
    State::Finished {
        outcome: now.progress.last_outcome.clone().unwrap_or_default(),
        success: scraped.is_some_and(|scraped| scraped.status == "True"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::items::tests::account;

    fn condition(type_: &str, status: &str, reason: &str, message: &str) -> Value {
        json!({
            "type": type_, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": "2026-11-25T09:00:00Z",
        })
    }

    #[test]
    fn objects_that_cannot_be_scraped_are_skipped_with_reason() {
        for (suspend, status, reason, message, expected) in [
            (false, "True", "UpToDate", "", None),
            (
                true,
                "True",
                "Suspended",
                "",
                Some("suspended: unset spec.suspend first"),
            ),
            (false, "True", "GroupSuspended", "", Some("GroupSuspended")),
            (false, "True", "PolicySuspended", "", Some("PolicySuspended")),
            (
                false,
                "False",
                "Duplicate",
                "old tracks it",
                Some("Duplicate: old tracks it"),
            ),
            (false, "Unknown", "Pending", "", None),
            (false, "False", "ApiUnavailable", "away", None),
        ] {
            let conditions = json!([condition("Ready", status, reason, message)]);
            let item = account(&json!({"suspend": suspend}), &json!({"conditions": conditions}));
            assert_eq!(blocked(&item).as_deref(), expected, "{reason}");
        }
        assert_eq!(blocked(&account(&json!({}), &Value::Null)), None, "a new object");
    }

    #[test]
    fn request_is_finished_when_an_attempt_was_reported_after_it_was_handled() {
        let at = |time: &str, failures: i32, outcome: &str, request: Option<&str>, conditions: Value| {
            let mut item = account(
                &json!({}),
                &json!({
                    "lastScrapeTime": time, "consecutiveFailures": failures, "lastOutcome": outcome,
                    "conditions": conditions,
                }),
            );
            item.request = request.map(str::to_owned);
            item
        };
        let (old, new) = ("2026-11-25T09:00:00Z", "2026-11-25T10:00:00Z");
        let scraped = |status: &str| json!([condition("Scraped", status, "x", "")]);
        let before = at(old, 1, "private", None, json!([]));
        let requested = |reason: Option<&str>| State::Requested {
            reason: reason.map(str::to_owned),
        };
        let finished = |outcome: &str, success| State::Finished {
            outcome: outcome.to_owned(),
            success,
        };
        for (now, expected) in [
            (at(old, 1, "private", Some("r"), json!([])), requested(None)),
            (
                at(
                    old,
                    1,
                    "private",
                    Some("r"),
                    json!([condition("Waiting", "True", "RateLimit", "until 10:20")]),
                ),
                requested(Some("RateLimit: until 10:20")),
            ),
            // An attempt of an earlier run.
            (at(new, 0, "ok", Some("r"), scraped("True")), requested(None)),
            (at(old, 1, "private", None, json!([])), State::Started),
            (
                at(old, 2, "private", None, scraped("False")),
                finished("private", false),
            ),
            (at(new, 0, "ok", None, scraped("True")), finished("ok", true)),
        ] {
            assert_eq!(state_of(&before, Some(&now)), expected, "{now:?}");
        }
        assert_eq!(state_of(&before, None), State::Deleted);
    }

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
