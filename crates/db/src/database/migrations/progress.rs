//! What a program that migrates the database does at the moment, for the log, the probes and events.

use std::fmt;
use std::time::Duration;

/// What a starting program does until the database schema is up to date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum MigrationProgress {
    /// Nothing to migrate is known yet, or everything is applied.
    #[default]
    Connecting,
    /// The last attempt to connect failed, and is repeated.
    Unreachable(String),
    /// Another program holds the lock of migrations.
    Locked {
        /// Process, role and name of the program; empty if it has just released the lock.
        holder: String,
        waited: Duration,
    },
    /// These migrations are left to another program.
    Pending(Vec<String>),
    /// A migration is being applied.
    Running {
        /// Number and description.
        migration: String,
        elapsed: Duration,
        /// `None` before the first look at the server's statistics, and if they cannot be read.
        step: Option<MigrationStep>,
    },
}

/// A step of a migration, from the statistics of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MigrationStep {
    /// The phase of an index build, as in `pg_stat_progress_create_index`.
    pub phase: Option<String>,
    /// Of that phase; `None` if the server does not count.
    pub percent: Option<u8>,
    /// Process, role and name of each session that the migration waits for.
    pub blocked_by: Vec<String>,
}

impl MigrationStep {
    /// Returns the share of a phase. The server counts tuples only in phases that do not read blocks.
    pub(super) fn percent(phase: &str, blocks: (i64, i64), tuples: (i64, i64)) -> Option<u8> {
        let (done, total) = if tuples.1 > 0 { tuples } else { blocks };
        if total <= 0 || phase.starts_with("waiting") {
            return None;
        }
        u8::try_from(done.clamp(0, total) * 100 / total).ok()
    }
}

impl fmt::Display for MigrationProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connecting => f.write_str("connecting to the database"),
            Self::Unreachable(error) => write!(f, "retrying: {error}"),
            Self::Locked { holder, waited } => {
                write!(
                    f,
                    "waiting for {} s for another program that migrates the database",
                    waited.as_secs()
                )?;
                if !holder.is_empty() {
                    write!(f, ": {holder}")?;
                }
                Ok(())
            }
            Self::Pending(migrations) => {
                write!(
                    f,
                    "waiting for the migration Job (`api migrate`); pending: {}",
                    migrations.join(", ")
                )
            }
            Self::Running {
                migration,
                elapsed,
                step,
            } => {
                write!(
                    f,
                    "migrating the database: {migration}, for {} s",
                    elapsed.as_secs()
                )?;
                step.iter().try_for_each(|step| write!(f, "{step}"))
            }
        }
    }
}

impl fmt::Display for MigrationStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(phase) = &self.phase {
            write!(f, ", {phase}")?;
        }
        if let Some(percent) = self.percent {
            write!(f, ", {percent}%")?;
        }
        if !self.blocked_by.is_empty() {
            write!(f, ", waits for {}", self.blocked_by.join(" and "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentage_is_that_of_current_phase() {
        for (phase, blocks, tuples, expected) in [
            ("building index: scanning table", (0, 400), (0, 0), Some(0)),
            ("building index: scanning table", (399, 400), (0, 0), Some(99)),
            // The table has grown since the scan began.
            ("index validation: scanning table", (500, 400), (0, 0), Some(100)),
            (
                "building index: loading tuples in tree",
                (400, 400),
                (1, 4),
                Some(25),
            ),
            ("initializing", (0, 0), (0, 0), None),
            // The counts are those of the phase before.
            ("waiting for old snapshots", (400, 400), (0, 0), None),
        ] {
            assert_eq!(MigrationStep::percent(phase, blocks, tuples), expected, "{phase}");
        }
    }

    #[test]
    fn progress_is_one_sentence() {
        let running = |step| MigrationProgress::Running {
            migration: "0021 index of posts".to_owned(),
            elapsed: Duration::from_millis(40_500),
            step,
        };
        for (progress, text) in [
            (
                MigrationProgress::Locked {
                    holder: "process 7 (clipmeter)".to_owned(),
                    waited: Duration::from_secs(3),
                },
                "waiting for 3 s for another program that migrates the database: process 7 (clipmeter)",
            ),
            (
                MigrationProgress::Pending(vec!["0021 a".to_owned(), "0022 b".to_owned()]),
                "waiting for the migration Job (`api migrate`); pending: 0021 a, 0022 b",
            ),
            (
                running(None),
                "migrating the database: 0021 index of posts, for 40 s",
            ),
            (
                running(Some(MigrationStep {
                    phase: Some("building index: scanning table".to_owned()),
                    percent: Some(35),
                    blocked_by: Vec::new(),
                })),
                "migrating the database: 0021 index of posts, for 40 s, building index: scanning table, 35%",
            ),
            (
                running(Some(MigrationStep {
                    blocked_by: vec!["process 7 (clipmeter_app)".to_owned(), "process 8".to_owned()],
                    ..MigrationStep::default()
                })),
                "migrating the database: 0021 index of posts, for 40 s, waits for process 7 (clipmeter_app) and process 8",
            ),
        ] {
            assert_eq!(progress.to_string(), text);
        }
    }
}
