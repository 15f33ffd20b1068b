//! `top`: groups and accounts by age of their numbers, failures or views, the queue, the leader, and the scraper pools.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use clipmeter_crds::{ClientGroup, ConditionType, ScrapePolicy, ScraperPool};
use clipmeter_domain::Platform;
use k8s_openapi::jiff::Timestamp;
use kube::Api;
use kube::ResourceExt as _;
use kube::api::ListParams;
use serde::Serialize;

use crate::cli::{self, Sort};
use crate::cluster::{Cluster, Observed, Scope};
use crate::error::Error;
use crate::installation::{Leader, find_leader};
use crate::items::{self, Item, Kind, availability, condition};
use crate::output::{Answer, count, table};
use crate::time::{seconds_between, span};

/// What `-o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<Queue>,
    leader: String,
    /// Empty if the user may not read them.
    pools: Vec<PoolRow>,
    groups: Vec<GroupRow>,
    accounts: Vec<AccountRow>,
}

/// The queue, from the policy's status.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Queue {
    due: i32,
    oldest_due_seconds: i64,
    running_jobs: i32,
    max_jobs: i32,
    suspended: bool,
    /// The condition `Ready` or `OnSchedule` of the policy, if it is not True.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// A scraper pool, from its status.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PoolRow {
    pool: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    running_jobs: i32,
    /// The reason of the condition `Ready`; empty before the first status.
    reason: String,
    waiting: Vec<PlatformWait>,
}

#[derive(Debug, Serialize)]
struct PlatformWait {
    platform: &'static str,
    reason: String,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct GroupRow {
    /// The group, or the namespace in parentheses if its group is unknown.
    group: String,
    items: usize,
    /// Items whose last attempt failed.
    failing: usize,
    /// Items whose numbers are more than two intervals old.
    stale: usize,
    views: i64,
    /// Age of the oldest numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest_seconds: Option<i64>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountRow {
    group: String,
    namespace: String,
    kind: String,
    name: String,
    subject: String,
    /// Age of the numbers; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    age_seconds: Option<i64>,
    failures: i32,
    outcome: String,
    views: i64,
    #[serde(skip)]
    reference: String,
}

pub(crate) async fn run(
    cluster: &Cluster,
    arguments: &cli::Top,
    has_namespace: bool,
) -> Result<Answer, Error> {
    let scope = if has_namespace {
        cluster.scope()
    } else {
        Scope::All
    };
    let items = items::list(cluster, &scope, &Kind::ALL).await?;
    let groups: Api<ClientGroup> = Api::all(cluster.client.clone());
    let groups = Observed::of(
        groups
            .list(&ListParams::default())
            .await
            .map(|list| Some(list.items)),
    )?;
    let groups = groups.known().cloned().unwrap_or_default();
    let policies: Api<ScrapePolicy> = Api::all(cluster.client.clone());
    let policy = Observed::of(policies.get_opt("default").await)?;
    let pools: Api<ScraperPool> = Api::all(cluster.client.clone());
    let pools = pools.list(&ListParams::default()).await;
    let pools = Observed::of(pools.map(|list| Some(list.items)))?;
    let leader = find_leader(cluster).await?;
    let now = cluster.now().await?;
    let mut accounts = account_rows(&items, &groups, arguments.sort, now);
    let total = accounts.len();
    if arguments.limit > 0 {
        accounts.truncate(arguments.limit);
    }
    let report = Report {
        queue: policy.known().map(|policy| queue(policy, now)),
        leader: leader_text(&leader, now),
        pools: pools.known().into_iter().flatten().map(pool_row).collect(),
        groups: group_rows(&items, &groups, now),
        accounts,
    };
    Answer::new(text(&report, total), &report)
}

fn leader_text(leader: &Observed<Leader>, now: Timestamp) -> String {
    match leader {
        Observed::Known(leader) => leader.describe(now),
        Observed::Missing => "no lease of an operator was found".to_owned(),
        Observed::Forbidden => "you may not read the operator's Deployment or lease".to_owned(),
    }
}

fn queue(policy: &ScrapePolicy, now: Timestamp) -> Queue {
    let status = policy.status.clone().unwrap_or_default();
    let problem = [ConditionType::Ready, ConditionType::OnSchedule]
        .into_iter()
        .filter_map(|type_| condition(&status.conditions, type_))
        .find(|condition| condition.status != "True");
    Queue {
        due: status.queue_depth.unwrap_or_default(),
        oldest_due_seconds: status.oldest_due_seconds.unwrap_or_default(),
        running_jobs: status.running_jobs.unwrap_or_default(),
        max_jobs: policy.spec.concurrency.max_jobs,
        suspended: policy.spec.suspend,
        problem: problem.map(|problem| {
            let age = span(seconds_between(problem.last_transition_time.0, now));
            format!(
                "{} is {} ({}) for {age}",
                problem.type_, problem.status, problem.reason
            )
        }),
    }
}

fn pool_row(pool: &ScraperPool) -> PoolRow {
    let status = pool.status.clone().unwrap_or_default();
    let ready = condition(&status.conditions, ConditionType::Ready);
    let mut waiting = Vec::new();
    for platform in Platform::ALL {
        let types = availability(platform).iter();
        let found = types.filter_map(|type_| condition(&status.conditions, *type_));
        for failed in found.filter(|it| it.status == "False") {
            waiting.push(PlatformWait {
                platform: platform.code(),
                reason: failed.reason.clone(),
            });
        }
    }
    PoolRow {
        pool: pool.name_any(),
        region: pool.spec.region.clone(),
        running_jobs: status.running_jobs.unwrap_or_default(),
        reason: ready.map(|ready| ready.reason.clone()).unwrap_or_default(),
        waiting,
    }
}

fn group_name(item: &Item, groups: &[ClientGroup]) -> String {
    items::group_of(groups, &item.namespace)
        .map_or_else(|| format!("({})", item.namespace), ClientGroup::name_any)
}

fn age_seconds(item: &Item, now: Timestamp) -> Option<i64> {
    let last = item.progress.last_scrape_time.as_ref()?;
    Some(seconds_between(last.0, now).max(0))
}

fn is_false(item: &Item, type_: ConditionType) -> bool {
    item.condition(type_).is_some_and(|found| found.status == "False")
}

/// Returns the groups with the most stale items first.
fn group_rows(items: &[Item], groups: &[ClientGroup], now: Timestamp) -> Vec<GroupRow> {
    let mut rows: BTreeMap<String, GroupRow> = BTreeMap::new();
    for item in items {
        let group = group_name(item, groups);
        let row = rows.entry(group.clone()).or_insert(GroupRow {
            group,
            items: 0,
            failing: 0,
            stale: 0,
            views: 0,
            oldest_seconds: None,
        });
        row.items += 1;
        row.failing += usize::from(is_false(item, ConditionType::Scraped));
        row.stale += usize::from(is_false(item, ConditionType::Fresh));
        row.views = row.views.saturating_add(item.progress.views.unwrap_or_default());
        row.oldest_seconds = row.oldest_seconds.max(age_seconds(item, now));
    }
    let mut rows: Vec<GroupRow> = rows.into_values().collect();
    rows.sort_by_key(|row| (Reverse(row.stale), Reverse(row.oldest_seconds)));
    rows
}

/// Returns the accounts in this order. Suspended ones are left out of the order by age, because their numbers age on purpose.
fn account_rows(items: &[Item], groups: &[ClientGroup], sort: Sort, now: Timestamp) -> Vec<AccountRow> {
    let mut rows: Vec<AccountRow> = items
        .iter()
        .filter(|item| sort != Sort::Age || !item.suspend)
        .map(|item| AccountRow {
            group: group_name(item, groups),
            namespace: item.namespace.clone(),
            kind: item.kind.name(),
            name: item.name.clone(),
            subject: item.subject.clone(),
            age_seconds: age_seconds(item, now),
            failures: item.progress.consecutive_failures.unwrap_or_default(),
            outcome: item.progress.last_outcome.clone().unwrap_or_default(),
            views: item.progress.views.unwrap_or_default(),
            reference: item.reference(),
        })
        .collect();
    // Without numbers, an account is older than all others.
    let age = |row: &AccountRow| row.age_seconds.unwrap_or(i64::MAX);
    match sort {
        Sort::Age => rows.sort_by_key(|row| Reverse(age(row))),
        Sort::Failures => rows.sort_by_key(|row| (Reverse(row.failures), Reverse(age(row)))),
        Sort::Views => rows.sort_by_key(|row| Reverse(row.views)),
    }
    rows
}

/// Describes the report, with the number of accounts without the limit.
fn text(report: &Report, total: usize) -> String {
    let mut text = match &report.queue {
        Some(queue) => queue_text(queue),
        None => "Queue: unknown, because there is no ScrapePolicy that you may read\n".to_owned(),
    };
    text += &["Operator: ", &report.leader, "\n\n"].concat();
    text += &pools_text(&report.pools);
    if report.groups.is_empty() {
        text.push_str("No accounts or videos.\n");
        return text;
    }
    let age = |seconds: Option<i64>| seconds.map_or_else(|| "never".to_owned(), span);
    let groups: Vec<[String; 6]> = report
        .groups
        .iter()
        .map(|row| {
            [
                row.group.clone(),
                row.items.to_string(),
                row.failing.to_string(),
                row.stale.to_string(),
                row.views.to_string(),
                age(row.oldest_seconds),
            ]
        })
        .collect();
    text.push_str(&table(
        ["GROUP", "ITEMS", "FAILING", "STALE", "VIEWS", "OLDEST"],
        &groups,
    ));
    text.push('\n');
    let accounts: Vec<[String; 7]> = report
        .accounts
        .iter()
        .map(|row| {
            [
                row.group.clone(),
                row.reference.clone(),
                row.subject.clone(),
                age(row.age_seconds),
                row.failures.to_string(),
                row.outcome.clone(),
                row.views.to_string(),
            ]
        })
        .collect();
    let header = [
        "GROUP", "OBJECT", "SUBJECT", "SCRAPED", "FAILURES", "OUTCOME", "VIEWS",
    ];
    text.push_str(&table(header, &accounts));
    if report.accounts.len() < total {
        text += &[
            "The first ",
            &report.accounts.len().to_string(),
            " of ",
            &count(total, "item"),
            "; --limit 0 lists all\n",
        ]
        .concat();
    }
    text
}

fn queue_text(queue: &Queue) -> String {
    let oldest = if queue.due > 0 {
        format!(", the oldest for {}", span(queue.oldest_due_seconds))
    } else {
        String::new()
    };
    let suspended = if queue.suspended { "; suspended" } else { "" };
    let problem = queue
        .problem
        .as_ref()
        .map(|problem| format!("; {problem}"))
        .unwrap_or_default();
    format!(
        "Queue: {} due{oldest}; {} of {} Jobs running{suspended}{problem}\n",
        queue.due, queue.running_jobs, queue.max_jobs
    )
}

/// Returns the table of scraper pools with an empty line at the end, or nothing if there are none.
fn pools_text(pools: &[PoolRow]) -> String {
    if pools.is_empty() {
        return String::new();
    }
    let rows: Vec<[String; 5]> = pools
        .iter()
        .map(|row| {
            let waiting = row.waiting.iter();
            let waiting = waiting.map(|wait| format!("{}: {}", wait.platform, wait.reason));
            [
                row.pool.clone(),
                row.region.clone().unwrap_or_default(),
                row.running_jobs.to_string(),
                row.reason.clone(),
                waiting.collect::<Vec<_>>().join(", "),
            ]
        })
        .collect();
    let mut text = table(["POOL", "REGION", "JOBS", "REASON", "WAITING"], &rows);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::items::tests::account;

    fn item(name: &str, namespace: &str, minute: Option<u8>, failures: i32, views: i64) -> Item {
        let condition = |type_: &str, is_true: bool| {
            let status = if is_true { "True" } else { "False" };
            json!({
                "type": type_, "status": status, "reason": "x", "message": "",
                "lastTransitionTime": "2026-11-25T09:00:00Z",
            })
        };
        let status = json!({
            "lastScrapeTime": minute.map(|minute| format!("2026-11-25T09:{minute:02}:00Z")),
            "consecutiveFailures": failures, "views": views,
            "conditions": [condition("Scraped", failures == 0), condition("Fresh", minute.is_some())],
        });
        Item {
            name: name.to_owned(),
            namespace: namespace.to_owned(),
            ..account(&json!({}), &status)
        }
    }

    fn groups() -> Vec<ClientGroup> {
        let group = json!({"metadata": {"name": "acme"}, "spec": {"displayName": "Acme"}});
        vec![serde_json::from_value(group).unwrap()]
    }

    fn now() -> Timestamp {
        "2026-11-25T10:00:00Z".parse().unwrap()
    }

    #[test]
    fn accounts_are_sorted() {
        let mut suspended = item("suspended", "cg-acme", Some(0), 9, 1);
        suspended.suspend = true;
        let items = [
            item("fresh", "cg-acme", Some(59), 0, 30),
            item("old", "cg-acme", Some(10), 1, 20),
            item("never", "cg-acme", None, 0, 0),
            suspended,
        ];
        for (sort, expected) in [
            (Sort::Age, ["never", "old", "fresh"].as_slice()),
            (Sort::Failures, &["suspended", "old", "never", "fresh"]),
            (Sort::Views, &["fresh", "old", "suspended", "never"]),
        ] {
            let rows = account_rows(&items, &groups(), sort, now());
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            assert_eq!(names, expected, "{sort:?}");
        }
    }

    #[test]
    fn groups_are_summed_up() {
        let items = [
            item("a", "cg-acme", Some(30), 0, 5),
            item("b", "cg-acme", None, 3, 7),
            item("c", "elsewhere", Some(50), 0, 1),
        ];
        let rows = group_rows(&items, &groups(), now());
        let row = |group: &str, items, failing, stale, views, oldest| GroupRow {
            group: group.to_owned(),
            items,
            failing,
            stale,
            views,
            oldest_seconds: Some(oldest),
        };
        assert_eq!(
            rows,
            [
                row("acme", 2, 1, 1, 12, 1800),
                row("(elsewhere)", 1, 0, 0, 1, 600)
            ]
        );
    }

    #[test]
    fn queue_is_described_from_the_policys_status() {
        let queue_of = |spec: Value, status: Value| {
            let policy = json!({"metadata": {"name": "default"}, "spec": spec, "status": status});
            queue_text(&queue(&serde_json::from_value(policy).unwrap(), now()))
        };
        let late = json!([{
            "type": "OnSchedule", "status": "False", "reason": "Throttled", "message": "",
            "lastTransitionTime": "2026-11-25T09:00:00Z",
        }]);
        for (spec, status, expected) in [
            (json!({}), json!({}), "Queue: 0 due; 0 of 20 Jobs running\n"),
            (
                json!({"suspend": true}),
                json!({"queueDepth": 7, "oldestDueSeconds": 130, "runningJobs": 2, "conditions": late}),
                "Queue: 7 due, the oldest for 2m10s; 2 of 20 Jobs running; suspended; OnSchedule is False (Throttled) for 60m\n",
            ),
        ] {
            assert_eq!(queue_of(spec, status), expected);
        }
    }

    #[test]
    fn pools_are_listed_with_jobs_and_reasons() {
        let condition = |type_: &str, status: &str, reason: &str| {
            json!({
                "type": type_, "status": status, "reason": reason, "message": "",
                "lastTransitionTime": "2026-11-25T09:00:00Z",
            })
        };
        let row_of = |name: &str, spec: Value, status: Value| {
            let pool = json!({"metadata": {"name": name}, "spec": spec, "status": status});
            pool_row(&serde_json::from_value(pool).unwrap())
        };
        let waiting = json!([
            condition("Ready", "False", "ProxyMissing"),
            condition("SessionsAvailable", "False", "NoUsableSessions"),
            condition("InstagramAvailable", "False", "ProxyMissing"),
            condition("TikTokAvailable", "False", "AddressCooldown"),
        ]);
        let ready = json!([
            condition("Ready", "True", "UpToDate"),
            condition("TikTokAvailable", "True", "Available"),
        ]);
        let rows = [
            row_of(
                "eu",
                json!({"region": "eu-central-1"}),
                json!({"conditions": waiting}),
            ),
            row_of("us", json!({}), json!({"conditions": ready, "runningJobs": 3})),
            row_of("new", json!({}), Value::Null),
        ];
        let expected = [
            "POOL   REGION         JOBS   REASON         WAITING",
            "eu     eu-central-1   0      ProxyMissing   instagram: NoUsableSessions, instagram: ProxyMissing, tiktok: AddressCooldown",
            "us                    3      UpToDate",
            "new                   0",
            "",
        ];
        let text = pools_text(&rows);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        assert_eq!(pools_text(&[]), "");
    }
}
