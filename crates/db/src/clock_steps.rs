//! Moves stored times when the clock was set, so that leases, cooldowns, limits and schedules continue unchanged.
//!
//! Times that only record when something happened stay as they are: history, audit, dates of posts.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_runtime::clock::ClockStep;
use sqlx::PgConnection;

use crate::DbError;
use crate::database::connections::Pool;
use crate::runs::lease::LEASE_LENGTH;

/// Key of the advisory lock that lets one program move the times of a shared database: "clockset" in ASCII.
const LOCK: i64 = 0x636c_6f63_6b73_6574;

/// Programs on several machines notice the same step within this time.
const SEEN_TOGETHER: TimeDelta = TimeDelta::minutes(10);

/// The clocks of several machines differ by at most this much, and so do the sizes of the same step on each.
pub const MACHINES_DIFFER: TimeDelta = TimeDelta::minutes(1);

/// Timeout of one statement of a step, which may touch millions of posts.
const STATEMENT_TIMEOUT: &str = "10min";

/// How long a step waits for a locked row. The step is retried after a second, and until then reports are
/// stored.
const LOCK_TIMEOUT: &str = "2s";

/// Returns the time of the database's machine.
pub async fn database_time(pool: &Pool) -> Result<DateTime<Utc>, DbError> {
    Ok(sqlx::query_scalar!(r#"SELECT clock_timestamp() AS "now!""#)
        .fetch_one(pool.statement())
        .await?)
}

/// Returns the latest time at which something is known to have happened.
pub async fn newest(pool: &Pool) -> Result<Option<DateTime<Utc>>, DbError> {
    Ok(sqlx::query_scalar!(
        "SELECT greatest((SELECT max(used_at) FROM rate_limit_buckets), (SELECT max(last_leased_at) FROM sessions),
                         (SELECT max(coalesce(taken_at, opened_at)) FROM runs WHERE ended_at IS NULL),
                         (SELECT max(lease_expires_at) - interval '30 seconds' FROM runs WHERE ended_at IS NULL),
                         (SELECT max(last_attempt_at) FROM platform_accounts))"
    )
    .fetch_one(pool.statement())
    .await?)
}

/// Detects that the clock was set back while no program was running: the latest known event is in the future.
/// A clock that was set forward cannot be distinguished from elapsed time.
pub async fn unseen(pool: &Pool, now: DateTime<Utc>) -> Result<Option<ClockStep>, DbError> {
    let step = newest(pool).await?.map(|before| ClockStep { before, after: now });
    Ok(step.filter(|step| step.by() < -MACHINES_DIFFER))
}

/// Which programs noticed a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepObserver {
    /// Only this program.
    One,
    /// Possibly others over the same database too. One of them moves the times.
    Several,
    /// No program: rows that were written since the step stay.
    None,
}

/// Moves every stored time that a duration or a wait is measured from, all or nothing. `followed` is called
/// before the commit, so that transactions waiting for a row continue with the new setting.
pub async fn follow(
    pool: &Pool,
    step: ClockStep,
    observer: StepObserver,
    followed: impl FnOnce(),
) -> Result<(), DbError> {
    let mut transaction = pool.begin().await?;
    // When the clock is set back, millions of posts are scanned. Reports wait meanwhile, so the step does not
    // wait for locks for long.
    sqlx::query("SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)")
        .bind(STATEMENT_TIMEOUT)
        .bind(LOCK_TIMEOUT)
        .execute(&mut *transaction)
        .await?;
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", LOCK)
        .execute(&mut *transaction)
        .await?;
    if observer == StepObserver::Several && is_known(&mut transaction, step).await? {
        followed();
        return Ok(());
    }
    let shift = TimeShift {
        seconds: step.by().num_seconds(),
        after: step.after,
        is_unseen: observer == StepObserver::None,
    };
    shift.runs(&mut transaction).await?;
    shift.sessions(&mut transaction).await?;
    shift.rate_limit_buckets(&mut transaction).await?;
    shift.endpoints(&mut transaction).await?;
    shift.schedule(&mut transaction).await?;
    shift.deletions(&mut transaction).await?;
    if shift.seconds < 0 {
        cap_future_times(&mut transaction, step.after).await?;
    }
    sqlx::query!(
        "INSERT INTO clock_steps (at, seconds) VALUES ($1, $2)",
        step.after,
        shift.seconds
    )
    .execute(&mut *transaction)
    .await?;
    followed();
    transaction.commit().await?;
    Ok(())
}

/// Returns whether another program has already moved the times for this step.
async fn is_known(connection: &mut PgConnection, step: ClockStep) -> Result<bool, DbError> {
    let last = sqlx::query!("SELECT at, seconds FROM clock_steps ORDER BY id DESC LIMIT 1")
        .fetch_optional(connection)
        .await?;
    Ok(last.is_some_and(|last| {
        let differs = (TimeDelta::seconds(last.seconds) - step.by()).abs();
        (last.at - step.after).abs() < SEEN_TOGETHER && differs < MACHINES_DIFFER
    }))
}

/// The shift of stored times by a step.
struct TimeShift {
    seconds: i64,
    after: DateTime<Utc>,
    is_unseen: bool,
}

/// Executes statements: `$1` is the step in seconds, `$2` the time after it, `$3` whether no program noticed it.
macro_rules! shift {
    ($shift:expr, $connection:expr, $($statement:literal),+) => {
        $(
            sqlx::query!($statement, $shift.seconds_as_float(), $shift.after, $shift.is_unseen)
                .execute(&mut *$connection)
                .await?;
        )+
    };
}

impl TimeShift {
    /// Moves open runs and their leases.
    async fn runs(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        shift!(
            self,
            connection,
            "UPDATE runs SET opened_at = opened_at + $1 * interval '1 second', taken_at = taken_at + $1 * interval '1 second',
                 lease_expires_at = lease_expires_at + $1 * interval '1 second'
             WHERE ended_at IS NULL AND (NOT $3 OR coalesce(taken_at, opened_at) > $2)"
        );
        if self.is_unseen {
            let longest = self.after + LEASE_LENGTH;
            sqlx::query!(
                "UPDATE runs SET lease_expires_at = $1 WHERE ended_at IS NULL AND lease_expires_at > $1",
                longest
            )
            .execute(connection)
            .await?;
        }
        Ok(())
    }

    /// Moves cooldowns and limits of sessions, and the order in which they are leased.
    async fn sessions(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        shift!(
            self,
            connection,
            "UPDATE sessions SET last_leased_at = last_leased_at + $1 * interval '1 second',
                 cooling_until = cooling_until + $1 * interval '1 second', refused_at = refused_at + $1 * interval '1 second',
                 slow_until = slow_until + $1 * interval '1 second',
                 limited_at = ARRAY(SELECT at + $1 * interval '1 second' FROM unnest(limited_at) WITH ORDINALITY AS s (at, n) ORDER BY n),
                 state_since = CASE WHEN state_since > $2 THEN $2 ELSE state_since END
             WHERE NOT $3 OR last_leased_at > $2",
            "UPDATE session_breakers SET last_end_at = last_end_at + $1 * interval '1 second',
                 opened_at = opened_at + $1 * interval '1 second', open_until = open_until + $1 * interval '1 second'
             WHERE NOT $3 OR last_end_at > $2"
        );
        Ok(())
    }

    /// Moves the rate-limit buckets. Slots begin at whole five minutes; rounding up makes their counts apply
    /// longer rather than shorter.
    async fn rate_limit_buckets(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        shift!(
            self,
            connection,
            "UPDATE rate_limit_buckets SET used_at = used_at + $1 * interval '1 second', full_at = full_at + $1 * interval '1 second',
                 ready_at = ready_at + $1 * interval '1 second', blocked_until = blocked_until + $1 * interval '1 second',
                 counted_at = counted_at + $1 * interval '1 second', probe_until = probe_until + $1 * interval '1 second',
                 hits_from = date_bin('5 minutes', hits_from + $1 * interval '1 second' + interval '299 seconds', 'epoch'),
                 reserved = ARRAY(SELECT at + $1 * interval '1 second' FROM unnest(reserved) WITH ORDINALITY AS a (at, n) ORDER BY n)
             WHERE NOT $3 OR used_at > $2"
        );
        Ok(())
    }

    /// Moves endpoint cooldowns, working endpoints, and the search for query ids.
    async fn endpoints(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        // No cooldown is longer than a day.
        shift!(
            self,
            connection,
            "UPDATE endpoint_cooldowns SET until = CASE WHEN $3 THEN least(until, $2::timestamptz + interval '24 hours')
                                                       ELSE until + $1 * interval '1 second' END",
            "UPDATE working_endpoints SET since = since + $1 * interval '1 second' WHERE NOT $3 OR since > $2",
            "UPDATE discoveries SET done_at = done_at + $1 * interval '1 second' WHERE NOT $3 OR done_at > $2"
        );
        Ok(())
    }

    /// Moves the times until which deleted accounts, videos and groups can be restored.
    async fn deletions(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        shift!(
            self,
            connection,
            "UPDATE tombstones SET purge_at = purge_at + $1 * interval '1 second'
             WHERE purge_at IS NOT NULL AND (NOT $3 OR deleted_at > $2)"
        );
        Ok(())
    }

    /// Moves the last attempts of accounts and videos, from which their schedules continue, and the times since which items are missing.
    async fn schedule(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        shift!(
            self,
            connection,
            "UPDATE platform_accounts SET last_attempt_at = last_attempt_at + $1 * interval '1 second',
                 last_success_at = last_success_at + $1 * interval '1 second',
                 week_read_at = week_read_at + $1 * interval '1 second', month_read_at = month_read_at + $1 * interval '1 second',
                 last_full_crawl_at = last_full_crawl_at + $1 * interval '1 second',
                 gap_checked_at = gap_checked_at + $1 * interval '1 second', doubted_at = doubted_at + $1 * interval '1 second'
             WHERE last_attempt_at IS NOT NULL AND (NOT $3 OR last_attempt_at > $2)",
            "UPDATE suspected_removals SET missing_since = missing_since + $1 * interval '1 second' WHERE NOT $3 OR missing_since > $2",
            "UPDATE tracked_videos SET last_attempt_at = last_attempt_at + $1 * interval '1 second',
                 last_success_at = last_success_at + $1 * interval '1 second'
             WHERE last_attempt_at IS NOT NULL AND (NOT $3 OR last_attempt_at > $2)"
        );
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "a step is far below 2^52 s")]
    fn seconds_as_float(&self) -> f64 {
        self.seconds as f64
    }
}

/// Caps the stored times of items at now: observations older than the stored ones are ignored, so nothing
/// would change until the clock has caught up.
async fn cap_future_times(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), DbError> {
    macro_rules! cap {
        ($($statement:literal),+) => {
            $(
                sqlx::query!($statement, now).execute(&mut *connection).await?;
            )+
        };
    }
    cap!(
        "UPDATE posts SET updated_at = least(updated_at, $1),
             unavailable_since = CASE WHEN unavailable_since > $1 THEN $1 ELSE unavailable_since END
         WHERE updated_at > $1 OR unavailable_since > $1",
        "UPDATE platform_config_revisions SET made_at = $1 WHERE made_at > $1",
        // A failed picture is tried again a day later, not when the clock has caught up.
        "UPDATE post_pictures SET checked_at = $1 WHERE checked_at > $1",
        "UPDATE account_pictures SET checked_at = $1 WHERE checked_at > $1"
    );
    Ok(())
}
