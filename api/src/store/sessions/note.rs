//! What the platform did to sessions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::SessionFate;
use clipmeter_proto::v1::{Outcome, Tally};
use clipmeter_scheduler::rest::{Record, State, clean_answers, session_after};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::ApiError;

/// Notes what the platform did to a session of a run. One that was another run's since is left alone, and so is one that
/// waits for a person.
pub(in crate::store) async fn note(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    session: i64,
    outcome: Outcome,
    retry_after_seconds: Option<u32>,
) -> Result<(), ApiError> {
    let Some(record) = record(connection, run, session).await? else {
        return Ok(());
    };
    let retry_after = retry_after_seconds.map(i64::from);
    let after = session_after(&record, outcome, retry_after, now.timestamp(), rand::random());
    write(connection, session, &after).await?;
    sqlx::query!(
        "UPDATE sessions SET last_outcome = $2 WHERE id = $1",
        session,
        outcome.code()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a run has a session, or had it last.
pub(in crate::store) async fn is_of(
    connection: &mut PgConnection,
    run: Uuid,
    session: i64,
) -> Result<bool, ApiError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sessions WHERE id = $1 AND (leased_run_id = $2 OR last_run_id = $2)) AS "is!""#,
        session,
        run
    )
    .fetch_one(connection)
    .await?)
}

/// Counts the answers that sessions of a run got while it read a unit: after enough clean ones, a limit is forgotten.
pub(in crate::store) async fn count(
    connection: &mut PgConnection,
    run: Uuid,
    tallies: &[Tally],
) -> Result<(), ApiError> {
    for (session, answers) in clean(tallies) {
        if let Some(record) = record(connection, run, session).await? {
            write(connection, session, &clean_answers(&record, answers)).await?;
        }
    }
    Ok(())
}

/// Clean answers by session. Those of a session that was refused within the unit came before the refusal, which has been
/// noted already, and count no more.
fn clean(tallies: &[Tally]) -> BTreeMap<i64, u32> {
    let mut answers = BTreeMap::new();
    for tally in tallies.iter().filter(|tally| tally.session_id != 0) {
        let is_clean = tally.outcome().reaction().session == SessionFate::Keep;
        let counted = answers.entry(tally.session_id).or_insert(Some(0_u32));
        *counted = counted
            .filter(|_| is_clean)
            .map(|counted| counted.saturating_add(tally.requests));
    }
    answers
        .into_iter()
        .filter_map(|(session, counted)| Some((session, counted.filter(|counted| *counted > 0)?)))
        .collect()
}

/// Locks a session that the run has, or had last.
async fn record(connection: &mut PgConnection, run: Uuid, session: i64) -> Result<Option<Record>, ApiError> {
    let row = sqlx::query!(
        "SELECT state, cooling_until, strikes, rung, clean, slow_until FROM sessions
         WHERE id = $1 AND (leased_run_id = $2 OR (leased_run_id IS NULL AND last_run_id = $2))
           AND state IN ('active', 'cooling')
         FOR UPDATE",
        session,
        run
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Record {
        state: if row.state == State::Cooling.code() {
            State::Cooling
        } else {
            State::Active
        },
        until: row.cooling_until.map(|time| time.timestamp()),
        strikes: row.strikes.iter().map(DateTime::timestamp).collect(),
        rung: row.rung.unsigned_abs(),
        clean: row.clean.unsigned_abs(),
        slow_until: row.slow_until.map(|time| time.timestamp()),
    }))
}

async fn write(connection: &mut PgConnection, session: i64, record: &Record) -> Result<(), ApiError> {
    let time = |seconds: i64| DateTime::from_timestamp(seconds, 0);
    let strikes: Vec<DateTime<Utc>> = record.strikes.iter().copied().filter_map(time).collect();
    sqlx::query!(
        "UPDATE sessions SET state = $2, cooling_until = $3, strikes = $4, rung = $5, clean = $6, slow_until = $7
         WHERE id = $1",
        session,
        record.state.code(),
        record.until.and_then(time),
        &strikes,
        i32::try_from(record.rung).unwrap_or(i32::MAX),
        i32::try_from(record.clean).unwrap_or(i32::MAX),
        record.slow_until.and_then(time)
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(session_id: i64, outcome: Outcome, requests: u32) -> Tally {
        Tally {
            session_id,
            outcome: outcome.into(),
            requests,
            ..Tally::default()
        }
    }

    #[test]
    fn answers_count_for_the_session_that_got_them_unless_it_was_refused() {
        let tallies = [
            tally(7, Outcome::Ok, 3),
            tally(0, Outcome::Ok, 9),
            tally(8, Outcome::Ok, 5),
            tally(7, Outcome::NotFound, 1),
            tally(8, Outcome::RateLimited, 1),
            tally(8, Outcome::Ok, 5),
        ];
        assert_eq!(clean(&tallies), BTreeMap::from([(7, 4)]));
    }
}
