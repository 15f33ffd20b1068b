//! Opening runs for accounts, or joining those that read them already, and waiting.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_proto::v1::{Outcome, Platform, RunTrigger, UnitKey, unit_key};
use futures::future::try_join_all;
use uuid::Uuid;

use crate::control_plane::RunStarter;
use crate::http::error::{Code, Problem};
use crate::store::RunStore;

/// Accounts of one run: the scheduler's batch, so that "scrape all" of a large group starts few processes.
const ACCOUNTS_PER_RUN: usize = 50;

/// A run can end between finding its accounts held and joining it; then they are free and a second look takes them.
const LOOKS: usize = 3;

/// Carries out requests to scrape.
pub(crate) struct Scrapes {
    runs: RunStore,
    starter: Arc<dyn RunStarter>,
    wait: Duration,
}

/// What came of a request by the time of the answer.
#[derive(Debug, Default)]
pub(crate) struct Scraped {
    /// Nothing more will come.
    pub ended: bool,
    /// How the accounts ended, by `platform_accounts.id`; those that have not are absent.
    pub accounts: BTreeMap<i64, AccountEnd>,
}

/// How the scrape of one account ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AccountEnd {
    /// What the scraper reported.
    pub outcome: Outcome,
    /// Items seen for the first time.
    pub items_new: i64,
}

impl Scrapes {
    /// `wait` is how long an answer waits for the end.
    pub(crate) fn new(runs: RunStore, starter: Arc<dyn RunStarter>, wait: Duration) -> Self {
        Self { runs, starter, wait }
    }

    /// Has these accounts (`platform_accounts.id`) scraped and waits a while.
    pub(crate) async fn scrape(&self, platform: Platform, accounts: &[i64]) -> Result<Scraped, Problem> {
        let runs = self.start_or_join(platform, accounts).await?;
        let results = try_join_all(runs.iter().map(|run| self.runs.wait(*run, self.wait))).await?;
        let wanted: BTreeSet<i64> = accounts.iter().copied().collect();
        let mut scraped = Scraped {
            ended: results.iter().all(|result| result.ended),
            ..Scraped::default()
        };
        for unit in results.iter().flat_map(|result| &result.units) {
            if let (Some(account), Some(outcome)) = (unit.account_id, unit.outcome)
                && wanted.contains(&account)
            {
                scraped.accounts.insert(
                    account,
                    AccountEnd {
                        outcome,
                        items_new: unit.items_new,
                    },
                );
            }
        }
        scraped.ended |= wanted
            .iter()
            .all(|account| scraped.accounts.contains_key(account));
        Ok(scraped)
    }

    /// The runs that read the accounts: those that read them already, and new ones for the rest.
    async fn start_or_join(&self, platform: Platform, accounts: &[i64]) -> Result<BTreeSet<Uuid>, Problem> {
        let mut runs = BTreeSet::new();
        let mut left: BTreeSet<i64> = accounts.iter().copied().collect();
        for _ in 0..LOOKS {
            let batch: Vec<i64> = left.iter().copied().collect();
            for accounts in batch.chunks(ACCOUNTS_PER_RUN) {
                if let Some((run, held)) = self.open_and_start(platform, accounts).await? {
                    runs.insert(run);
                    left.retain(|account| !held.contains(account));
                }
            }
            if left.is_empty() {
                break;
            }
            let batch: Vec<i64> = left.iter().copied().collect();
            for (run, held) in self.runs.holders(platform, &batch).await? {
                runs.insert(run);
                left.retain(|account| !held.contains(account));
            }
            if left.is_empty() {
                break;
            }
        }
        Ok(runs)
    }

    /// Opens a run for those of the accounts that no other run holds, and starts it. The run, and the accounts it holds.
    async fn open_and_start(
        &self,
        platform: Platform,
        accounts: &[i64],
    ) -> Result<Option<(Uuid, Vec<i64>)>, Problem> {
        let run = Uuid::now_v7();
        let units: Vec<UnitKey> = accounts
            .iter()
            .map(|account| UnitKey {
                platform: platform.into(),
                id: Some(unit_key::Id::AccountId(*account)),
            })
            .collect();
        if self
            .runs
            .open_run(run, platform, &units, RunTrigger::Request)
            .await?
            == 0
        {
            return Ok(None);
        }
        let held = self
            .runs
            .result(run)
            .await?
            .units
            .iter()
            .filter_map(|unit| unit.account_id)
            .collect();
        if let Err(error) = self.starter.start(run).await {
            tracing::error!(%error, %run, "a requested run was not started");
            self.runs.close_run(run, &error.to_string()).await?;
            return Err(Problem::new(
                Code::Unavailable,
                "The scraper could not be started. Please try again in a moment.",
            ));
        }
        Ok(Some((run, held)))
    }
}
