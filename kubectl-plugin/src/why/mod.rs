//! `why`: explains the state of an account or video from the objects of the cluster.

mod chain;
mod next;

use clipmeter_crds::{ClientGroup, ScrapePolicy, ScraperPool};
use kube::Api;
use kube::api::ListParams;
use serde::Serialize;

use self::chain::{Snapshot, Step, steps};
use self::next::{Next, next};
use crate::cli;
use crate::cluster::{Cluster, Observed};
use crate::error::Error;
use crate::installation::{find_leader, read_active_runs};
use crate::items::{self, Kind};
use crate::output::{Answer, table};

/// What `-o json` prints.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    kind: String,
    namespace: &'a str,
    name: &'a str,
    subject: &'a str,
    steps: &'a [Step],
    next: &'a Next,
}

pub(crate) async fn run(cluster: &Cluster, arguments: &cli::Why) -> Result<Answer, Error> {
    let (kind, _) = items::parse_reference(&arguments.account)?;
    let kinds = kind.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
    let all = items::list(cluster, &cluster.scope(), &kinds).await?;
    let item = items::find(&all, &arguments.account, &cluster.namespace)?.clone();

    let now = cluster.now().await?;
    let policies: Api<ScrapePolicy> = Api::all(cluster.client.clone());
    let policy = Observed::of(policies.get_opt("default").await)?;
    let groups: Api<ClientGroup> = Api::all(cluster.client.clone());
    let groups = groups.list(&ListParams::default()).await;
    let groups = Observed::of(groups.map(|list| Some(list.items)))?;
    let group = groups.map(|groups| items::group_of(&groups, &item.namespace).cloned());
    let pools: Api<ScraperPool> = Api::all(cluster.client.clone());
    let pools = pools.list(&ListParams::default()).await;
    let pools = Observed::of(pools.map(|list| Some(list.items)))?;
    let leader = find_leader(cluster).await?;
    let runs = read_active_runs(cluster, now).await?;
    let snapshot = Snapshot {
        item,
        policy,
        group,
        pools,
        leader,
        runs,
        now,
    };
    let steps = steps(&snapshot);
    let next = next(&snapshot);
    let report = Report {
        kind: snapshot.item.kind.name(),
        namespace: &snapshot.item.namespace,
        name: &snapshot.item.name,
        subject: &snapshot.item.subject,
        steps: &steps,
        next: &next,
    };
    Answer::new(text(&report), &report)
}

fn text(report: &Report<'_>) -> String {
    let mut rows: Vec<[String; 3]> = Vec::new();
    let next = Step {
        name: "Next",
        state: report.next.state,
        lines: vec![report.next.text.clone()],
    };
    for step in report.steps.iter().chain([&next]) {
        for (index, line) in step.lines.iter().enumerate() {
            let (name, state) = if index == 0 {
                (step.name, step.state.as_str())
            } else {
                ("", "")
            };
            rows.push([name.to_owned(), state.to_owned(), line.clone()]);
        }
    }
    format!(
        "{} {} ({}) in {}\n\n{}",
        report.kind,
        report.name,
        report.subject,
        report.namespace,
        table(["STEP", "STATE", "EXPLANATION"], &rows)
    )
}
