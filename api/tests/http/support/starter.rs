//! A fake scraper whose outcome a test defines.

use std::sync::{Arc, Mutex, OnceLock};

use async_trait::async_trait;
use clipmeter_api::control_plane::{RunStarter, StartRunError};
use clipmeter_db::runs::RunStore;
use tokio::sync::Notify;
use uuid::Uuid;

/// The behavior of the scraper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// Ends every unit with this outcome, and the run.
    End(&'static str),
    /// Starts, and makes no progress.
    Hang,
    /// Exits immediately; its supervisor closes the run.
    Die,
    /// Cannot be started.
    Fail,
}

#[derive(Debug)]
pub(crate) struct FakeStarter {
    script: Mutex<Script>,
    pub(crate) started: Mutex<Vec<Uuid>>,
    runs: OnceLock<RunStore>,
    owner: sqlx::PgPool,
    some_started: Notify,
}

impl FakeStarter {
    pub(crate) fn new(owner: sqlx::PgPool) -> Arc<Self> {
        let script = Mutex::new(Script::End("ok"));
        Arc::new(Self {
            script,
            started: Mutex::default(),
            runs: OnceLock::new(),
            owner,
            some_started: Notify::new(),
        })
    }

    pub(crate) fn works_with(&self, runs: RunStore) {
        self.runs.set(runs).unwrap();
    }

    /// Waits for the first run to be started.
    pub(crate) async fn first_start(&self) -> Uuid {
        self.some_started.notified().await;
        self.started.lock().unwrap()[0]
    }

    pub(crate) fn set(&self, script: Script) {
        *self.script.lock().unwrap() = script;
    }
}

#[async_trait]
impl RunStarter for FakeStarter {
    async fn start(&self, run: Uuid) -> Result<(), StartRunError> {
        let script = *self.script.lock().unwrap();
        self.started.lock().unwrap().push(run);
        self.some_started.notify_one();
        let runs = self.runs.get().unwrap();
        match script {
            Script::End(outcome) => {
                sqlx::query(
                    "WITH ended AS (
                         UPDATE run_units SET outcome = $2, assigned = false, items_new = 3 WHERE run_id = $1
                         RETURNING account_id
                     )
                     UPDATE platform_accounts SET last_outcome = $2, last_attempt_at = created_at,
                            consecutive_failures = CASE $2 WHEN 'ok' THEN 0 ELSE 1 END,
                            last_success_at = CASE $2 WHEN 'ok' THEN created_at END
                     WHERE id IN (SELECT account_id FROM ended)",
                )
                .bind(run)
                .bind(outcome)
                .execute(&self.owner)
                .await
                .unwrap();
                runs.close_run(run, "the script ended").await.unwrap();
            }
            Script::Hang => {}
            Script::Die => runs.close_run(run, "the scraper died").await.unwrap(),
            Script::Fail => return Err(StartRunError::new("no such program")),
        }
        Ok(())
    }
}
