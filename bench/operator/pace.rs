//! Statuses that are written while accounts are scraped at the default intervals.

use std::path::Path;
use std::time::Duration;

use clipmeter_fixtures::fake_api::{Rows, now};
use tokio::time::{Instant, interval, sleep_until};

use crate::accounts::World;
use crate::{Failure, start};

/// Attempts a second for each account: half of the accounts are read every 15 minutes, half every 60.
const ATTEMPTS: f64 = f64::midpoint(1.0 / 900.0, 1.0 / 3600.0);
/// Time in which the rate limit adapts.
const WARM_UP: Duration = Duration::from_mins(3);
const MEASURED: Duration = Duration::from_mins(5);

pub(crate) const HEADER: &str = "\
| accounts | scrapes a second | statuses a second | queued at the end | of one core | resident memory | peak |
|---|---|---|---|---|---|---|";

pub(crate) async fn measure(operator: &Path, world: &World) -> Result<String, Failure> {
    let (api, _cluster, program) = start(operator, world).await?;
    let accounts = world.accounts.len();

    #[allow(clippy::cast_precision_loss, reason = "a number of accounts")]
    let per_second = accounts as f64 * ATTEMPTS;
    let scraping = async {
        let mut every_second = interval(Duration::from_secs(1));
        let (mut owed, mut next) = (0.0, 0);
        loop {
            every_second.tick().await;
            owed += per_second;
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "less than a thousand"
            )]
            let attempts = owed as usize;
            #[allow(clippy::cast_precision_loss, reason = "less than a thousand")]
            let done = attempts as f64;
            owed -= done;
            scrape(&mut api.rows(), next, attempts);
            next = (next + attempts) % accounts;
        }
    };
    let measuring = async {
        let begun = Instant::now();
        sleep_until(begun + WARM_UP).await;
        program.memory()?;
        let before = (program.statuses().await?, program.processor_time()?);
        sleep_until(begun + WARM_UP + MEASURED).await;
        let after = (program.statuses().await?, program.processor_time()?);
        let memory = program.memory()?;
        #[allow(clippy::cast_precision_loss, reason = "thousands")]
        let written = (after.0 - before.0) as f64 / MEASURED.as_secs_f64();
        let busy = after.1.saturating_sub(before.1).as_secs_f64() / MEASURED.as_secs_f64();
        Ok(format!(
            "| {accounts} | {per_second:.1} | {written:.1} | {} | {:.1} % | {} | {} |",
            program.queued().await?,
            busy * 100.0,
            memory.resident,
            memory.peak
        ))
    };
    tokio::select! {
        () = scraping => unreachable!("it never ends"),
        measured = measuring => measured,
    }
}

/// Records a successful attempt for accounts in turn.
fn scrape(rows: &mut Rows, first: usize, attempts: usize) {
    let accounts = rows.tracked.len();
    let now = now();
    let end = first + attempts;
    for (index, row) in rows.tracked.values_mut().enumerate() {
        if (first..end).contains(&index) || index + accounts < end {
            row.progress.last_attempt_at = Some(now);
            row.progress.last_success_at = Some(now);
            row.progress.views = row.progress.views.map(|views| views + 1);
        }
    }
}
