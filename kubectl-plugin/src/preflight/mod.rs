//! `preflight`: what a cluster lacks for an installation or upgrade, and what is wrong with an installation.

mod checks;
mod permissions;
mod snapshot;

use serde::Serialize;

use self::checks::{Check, State, checks};
use self::snapshot::Snapshot;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::output::{Answer, count, table};

/// What `-o json` prints.
#[derive(Serialize)]
struct Report {
    checks: Vec<Check>,
    problems: usize,
    warnings: usize,
}

pub(crate) async fn run(cluster: &Cluster, has_namespace: bool) -> Result<Answer, Error> {
    let snapshot = Snapshot::read(cluster, has_namespace).await?;
    let checks = checks(&snapshot);
    let of = |state: State| checks.iter().filter(|check| check.state == state).count();
    let report = Report {
        problems: of(State::Problem),
        warnings: of(State::Warning),
        checks,
    };
    let exit_code = u8::from(report.problems > 0);
    Ok(Answer::new(text(&report), &report)?.with_exit_code(exit_code))
}

fn text(report: &Report) -> String {
    let rows: Vec<[String; 3]> = report
        .checks
        .iter()
        .map(|check| {
            [
                check.name.to_owned(),
                check.state.as_str().to_owned(),
                check.finding.clone(),
            ]
        })
        .collect();
    let mut text = table(["CHECK", "STATE", "FINDING"], &rows);
    let remedies = report.checks.iter().filter_map(|check| check.remedy.as_deref());
    let remedies: Vec<String> = remedies.map(|remedy| format!("- {remedy}\n")).collect();
    if remedies.is_empty() {
        text += "\nNothing to do.\n";
    } else {
        let (problems, warnings) = (
            count(report.problems, "problem"),
            count(report.warnings, "warning"),
        );
        text += &[
            format!("\n{problems}, {warnings}. What to do:\n"),
            remedies.concat(),
        ]
        .concat();
    }
    text
}
