//! Counts the statements that sqlx logs.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::sync::Arc;

use parking_lot::Mutex;
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// The statements since the last reset, with their durations in seconds as seen by the client. BEGIN is not logged.
#[derive(Clone, Default)]
pub(crate) struct Statements(Arc<Mutex<BTreeMap<String, Vec<f64>>>>);

impl Statements {
    /// Installs the subscriber for the whole process.
    pub(crate) fn watch() -> Self {
        let statements = Self::default();
        tracing_subscriber::registry().with(statements.clone()).init();
        statements
    }

    pub(crate) fn clear(&self) {
        self.0.lock().clear();
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.lock().values().map(|took| took.len() as u64).sum()
    }

    /// Returns the rows of a table: how often each statement was executed in the last of several passes over `pages` pages, and its duration.
    pub(crate) fn table(&self, label: &str, pages: usize) -> String {
        let pass = pages / (super::PASSES - 1);
        let mut seen: Vec<(String, Vec<f64>)> = self.0.lock().clone().into_iter().collect();
        seen.sort_by(|one, other| other.1.iter().sum::<f64>().total_cmp(&one.1.iter().sum()));
        let mut table = String::new();
        // Other statements begin and end the run.
        seen.retain(|(_, took)| took.len() >= pass);
        for (statement, mut took) in seen {
            took.sort_by(f64::total_cmp);
            // Writing to a String cannot fail.
            let _ = writeln!(
                table,
                "| {label} | `{statement}` | {:.2} | {:.3} |",
                f64::from(u32::try_from(took.len()).unwrap_or(u32::MAX))
                    / f64::from(u32::try_from(pass).unwrap_or(u32::MAX)),
                took[took.len() / 2] * 1e3
            );
        }
        table
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        self.0
            .lock()
            .entry(statement.summary)
            .or_default()
            .push(statement.seconds);
    }
}

#[derive(Default)]
struct Statement {
    summary: String,
    seconds: f64,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            value.clone_into(&mut self.summary);
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
