//! The chain from the policy to the last result, in words. Each step states only what its objects contain.

use clipmeter_crds::{ClientGroup, Condition, ConditionType, ScrapePolicy, ScraperPool};
use clipmeter_domain::Platform;
use k8s_openapi::jiff::Timestamp;
use serde::Serialize;

use crate::cluster::Observed;
use crate::installation::{ActiveRun, Leader};
use crate::items::{Item, Kind, availability, condition};
use crate::output::count;
use crate::time::{age, span};

/// What was read from the cluster.
pub(super) struct Snapshot {
    pub(super) item: Item,
    pub(super) policy: Observed<ScrapePolicy>,
    pub(super) group: Observed<ClientGroup>,
    pub(super) pools: Observed<Vec<ScraperPool>>,
    pub(super) leader: Observed<Leader>,
    pub(super) runs: Observed<Vec<ActiveRun>>,
    pub(super) now: Timestamp,
}

/// A step of the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Step {
    #[serde(rename = "step")]
    pub(super) name: &'static str,
    pub(super) state: State,
    #[serde(rename = "explanation")]
    pub(super) lines: Vec<String>,
}

/// Whether a step lets the account be scraped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Ok,
    /// It is missing, or the user may not read it.
    Unknown,
    /// It delays scrapes.
    Waits,
    /// It prevents scrapes until someone changes something.
    Stops,
}

impl State {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Unknown => "unknown",
            Self::Waits => "waits",
            Self::Stops => "stops",
        }
    }
}

/// Collects the lines of a step. The state is the worst of its lines.
struct Lines {
    state: State,
    lines: Vec<String>,
}

impl Lines {
    fn new() -> Self {
        Self {
            state: State::Ok,
            lines: Vec::new(),
        }
    }

    fn add(&mut self, state: State, line: impl Into<String>) {
        self.state = self.state.max(state);
        self.lines.push(line.into());
    }

    /// Adds the conditions of these types that are False.
    fn add_failed(&mut self, conditions: Option<&[Condition]>, types: &[ConditionType], now: Timestamp) {
        let conditions = conditions.unwrap_or_default();
        let found = types.iter().filter_map(|type_| condition(conditions, *type_));
        for failed in found.filter(|it| it.status == "False") {
            self.add(State::Waits, sentence(failed, now));
        }
    }

    fn step(self, name: &'static str) -> Step {
        Step {
            name,
            state: self.state,
            lines: self.lines,
        }
    }
}

/// Returns the steps in the order in which they decide about a scrape.
pub(super) fn steps(snapshot: &Snapshot) -> Vec<Step> {
    let first = [operator(snapshot), policy(snapshot), group(snapshot)];
    let last = [account(snapshot), last_result(snapshot), active_runs(snapshot)];
    first.into_iter().chain(pool(snapshot)).chain(last).collect()
}

fn operator(snapshot: &Snapshot) -> Step {
    let mut lines = Lines::new();
    match &snapshot.leader {
        Observed::Known(leader) if leader.is_active(snapshot.now) => {
            lines.add(State::Ok, leader.describe(snapshot.now));
        }
        Observed::Known(leader) => {
            lines.add(State::Stops, leader.describe(snapshot.now));
            lines.add(
                State::Stops,
                "nothing is started, and the statuses below are at least that old",
            );
        }
        Observed::Missing => lines.add(State::Unknown, "no Deployment of the operator, or no lease yet"),
        Observed::Forbidden => lines.add(
            State::Unknown,
            "you may not read the operator's Deployment or lease",
        ),
    }
    lines.step("Operator")
}

fn policy(snapshot: &Snapshot) -> Step {
    let mut lines = Lines::new();
    match &snapshot.policy {
        Observed::Known(policy) => {
            let spec = &policy.spec;
            if spec.suspend {
                lines.add(State::Stops, "suspended: no runs are started");
            } else if spec.concurrency.max_jobs == 0 {
                lines.add(State::Stops, "concurrency.maxJobs is 0: no runs are started");
            } else {
                lines.add(
                    State::Ok,
                    format!(
                        "not suspended, at most {} at once",
                        count_jobs(spec.concurrency.max_jobs)
                    ),
                );
            }
            lines.add(
                State::Ok,
                format!(
                    "interval {} min; a due account waits up to {} s for others",
                    policy_interval(policy, snapshot.item.kind),
                    spec.batch.window_seconds
                ),
            );
            let conditions = policy.status.as_ref().map(|status| status.conditions.as_slice());
            lines.add_failed(
                conditions,
                &[ConditionType::Ready, ConditionType::OnSchedule],
                snapshot.now,
            );
            // Those of a scraper pool are in its own step.
            if selected_pool(snapshot).is_none() {
                let types = availability(snapshot.item.kind.platform());
                lines.add_failed(conditions, types, snapshot.now);
            }
        }
        Observed::Missing => lines.add(State::Ok, "there is no ScrapePolicy: the defaults apply"),
        Observed::Forbidden => lines.add(State::Unknown, "you may not read the ScrapePolicy"),
    }
    lines.step("Policy")
}

fn count_jobs(jobs: i32) -> String {
    count(usize::try_from(jobs).unwrap_or_default(), "Job")
}

fn policy_interval(policy: &ScrapePolicy, kind: Kind) -> i32 {
    match kind.platform() {
        Platform::Instagram => policy.spec.intervals.instagram_minutes,
        _ => policy.spec.intervals.tiktok_minutes,
    }
}

fn group_interval(group: &ClientGroup, kind: Kind) -> Option<i32> {
    let intervals = group.spec.intervals?;
    match kind.platform() {
        Platform::Instagram => intervals.instagram_minutes,
        _ => intervals.tiktok_minutes,
    }
}

fn group(snapshot: &Snapshot) -> Step {
    let mut lines = Lines::new();
    match &snapshot.group {
        Observed::Known(group) => {
            let name = group.metadata.name.as_deref().unwrap_or_default();
            if group.metadata.deletion_timestamp.is_some() {
                lines.add(State::Stops, format!("{name} is being deleted"));
            } else if group.spec.suspend {
                lines.add(
                    State::Stops,
                    format!("{name} is suspended: its accounts are not scraped"),
                );
            } else {
                lines.add(State::Ok, format!("{name} is not suspended"));
            }
            lines.add(State::Ok, limit(group, snapshot.item.kind));
            if let Some(minutes) = group_interval(group, snapshot.item.kind) {
                lines.add(
                    State::Ok,
                    format!("interval {minutes} min, instead of the policy's"),
                );
            }
            let conditions = group.status.as_ref().map(|status| status.conditions.as_slice());
            let ready = condition(conditions.unwrap_or_default(), ConditionType::Ready);
            if let Some(ready) = ready.filter(|ready| ready.status != "True") {
                lines.add(State::Waits, sentence(ready, snapshot.now));
            }
        }
        Observed::Missing => lines.add(
            State::Stops,
            format!(
                "no ClientGroup has the namespace {}: create the account in a group's namespace",
                snapshot.item.namespace
            ),
        ),
        Observed::Forbidden => lines.add(State::Unknown, "you may not read ClientGroups"),
    }
    lines.step("Group")
}

/// Returns the scraper pool that the object selects, or else its group.
fn selected_pool(snapshot: &Snapshot) -> Option<&str> {
    let group = snapshot.group.known();
    let of_group = group.and_then(|group| group.spec.scraper_pool.as_deref());
    snapshot.item.scraper_pool.as_deref().or(of_group)
}

/// Returns the step of the selected scraper pool, if there is one.
fn pool(snapshot: &Snapshot) -> Option<Step> {
    let name = selected_pool(snapshot)?;
    let mut lines = Lines::new();
    if snapshot.item.scraper_pool.is_some() {
        lines.add(State::Ok, format!("{name}, instead of the group's"));
    } else {
        lines.add(State::Ok, format!("{name}, selected by the group"));
    }
    let is_named = |pool: &&ScraperPool| pool.metadata.name.as_deref() == Some(name);
    match &snapshot.pools {
        Observed::Known(pools) => match pools.iter().find(is_named) {
            Some(pool) => {
                let conditions = pool.status.as_ref().map(|status| status.conditions.as_slice());
                lines.add_failed(conditions, &[ConditionType::Ready], snapshot.now);
                let types = availability(snapshot.item.kind.platform());
                lines.add_failed(conditions, types, snapshot.now);
            }
            None => lines.add(
                State::Stops,
                format!("no ScraperPool {name} exists: nothing is read until it is created"),
            ),
        },
        Observed::Missing => lines.add(
            State::Stops,
            "the cluster has no ScraperPools: install or upgrade the chart clipmeter-crds",
        ),
        Observed::Forbidden => lines.add(State::Unknown, "you may not read ScraperPools"),
    }
    Some(lines.step("Pool"))
}

/// Describes the limit of the kind, with the number of accounts or videos.
fn limit(group: &ClientGroup, kind: Kind) -> String {
    let limits = &group.spec.limits;
    let status = group.status.as_ref();
    let counts = status.and_then(|status| status.accounts);
    let (most, what, tracked) = match kind {
        Kind::InstagramAccount => (
            limits.instagram_accounts,
            "Instagram accounts",
            counts.map(|it| it.instagram.tracked),
        ),
        Kind::TikTokAccount => (
            limits.tiktok_accounts,
            "TikTok accounts",
            counts.map(|it| it.tiktok.tracked),
        ),
        Kind::TikTokVideo => (
            limits.tiktok_videos,
            "single videos",
            status.and_then(|status| status.videos).map(|it| it.tracked),
        ),
    };
    match tracked {
        Some(tracked) => format!("tracks {tracked} of at most {most} {what}"),
        None => format!("may track at most {most} {what}"),
    }
}

fn account(snapshot: &Snapshot) -> Step {
    let item = &snapshot.item;
    let mut lines = Lines::new();
    if let Some(deleted) = &item.deleted_at {
        lines.add(
            State::Stops,
            format!("is being deleted since {}", age(deleted, snapshot.now)),
        );
    }
    if item.suspend {
        lines.add(State::Stops, "suspended: spec.suspend is set");
    } else {
        lines.add(State::Ok, "not suspended");
    }
    if let Some(minutes) = item.interval_minutes {
        lines.add(
            State::Ok,
            format!("interval {minutes} min, instead of the group's"),
        );
    }
    if item.progress.observed_generation.is_some() && item.progress.observed_generation != item.generation {
        lines.add(
            State::Waits,
            "the operator has not handled the last change of the spec yet",
        );
    }
    let mut is_reported = false;
    for (type_, bad) in [
        (ConditionType::Ready, State::Stops),
        (ConditionType::Stalled, State::Stops),
        (ConditionType::Scraped, State::Ok),
        (ConditionType::Fresh, State::Ok),
        (ConditionType::PoolInEffect, State::Ok),
        (ConditionType::Waiting, State::Waits),
        (ConditionType::Purging, State::Stops),
    ] {
        let Some(found) = item.condition(type_) else {
            continue;
        };
        is_reported = true;
        // Ready is positive; Stalled, Waiting and Purging are present while they are True. The others only describe results.
        let is_good = (type_ == ConditionType::Ready) == (found.status == "True");
        lines.add(
            if is_good { State::Ok } else { bad },
            sentence(found, snapshot.now),
        );
    }
    if !is_reported {
        lines.add(State::Waits, "the operator has not written a status yet");
    }
    lines.step(if item.kind == Kind::TikTokVideo {
        "Video"
    } else {
        "Account"
    })
}

fn last_result(snapshot: &Snapshot) -> Step {
    let progress = &snapshot.item.progress;
    let mut lines = Lines::new();
    match &progress.last_outcome {
        Some(outcome) => lines.add(State::Ok, format!("last attempt: {outcome}")),
        None => lines.add(State::Unknown, "no attempt has been reported"),
    }
    if let Some(time) = &progress.last_scrape_time {
        lines.add(State::Ok, format!("last success {} ago", age(time, snapshot.now)));
    }
    if let Some(failures) = progress.consecutive_failures.filter(|failures| *failures > 0) {
        let failures = count(usize::try_from(failures).unwrap_or_default(), "failure");
        lines.add(
            State::Waits,
            format!("{failures} since the last success, which delays the next attempts"),
        );
    }
    lines.step("Last")
}

fn active_runs(snapshot: &Snapshot) -> Step {
    let platform = snapshot.item.kind.platform();
    let mut lines = Lines::new();
    match &snapshot.runs {
        Observed::Known(runs) => {
            let runs: Vec<&ActiveRun> = runs.iter().filter(|run| run.is_of(platform)).collect();
            let name = platform.descriptor().name;
            match runs.first() {
                Some(oldest) => {
                    let queued = runs.iter().filter(|run| run.is_queued).count();
                    let queued = if queued == 0 {
                        String::new()
                    } else {
                        format!(", {queued} of them queued")
                    };
                    lines.add(
                        State::Ok,
                        format!(
                            "{} of {name} active{queued}, the oldest for {}: {}/{}",
                            count(runs.len(), "run"),
                            span(oldest.age_seconds),
                            oldest.namespace,
                            oldest.job
                        ),
                    );
                    lines.add(
                        State::Ok,
                        "a Job does not name its accounts, so this account may be in one of them",
                    );
                }
                None => lines.add(State::Ok, format!("no run of {name} is active")),
            }
        }
        Observed::Missing => lines.add(State::Ok, "no runs are active"),
        Observed::Forbidden => lines.add(State::Unknown, "you may not list the Jobs of runs"),
    }
    if let Some(request) = &snapshot.item.request {
        lines.add(
            State::Waits,
            format!("a scrape is requested ({request}), and has no Job yet"),
        );
    }
    lines.step("Runs")
}

/// Describes a condition: `Scraped is False (private) for 3m: message`.
pub(super) fn sentence(condition: &Condition, now: Timestamp) -> String {
    let mut text = format!(
        "{} is {} ({}) for {}",
        condition.type_,
        condition.status,
        condition.reason,
        age(&condition.last_transition_time, now)
    );
    if !condition.message.is_empty() {
        text = format!("{text}: {}", condition.message);
    }
    text
}

#[cfg(test)]
#[path = "chain_tests.rs"]
pub(super) mod tests;
