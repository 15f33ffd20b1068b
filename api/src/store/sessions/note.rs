//! What the platform did to sessions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::SessionFate;
use clipmeter_proto::v1::{Outcome, SessionReport, Tally};
use clipmeter_scheduler::breaker::Verdict;
use clipmeter_scheduler::rest::{
    self, Record, clean_answers, cleared, is_not_understood, session_after, suspect,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::hours::{self, Answers};
use super::{SHUT, breaker, claim, record};
use crate::{ApiError, Secrets};

/// What became of a report about a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::store) enum Noted {
    /// It was stored.
    Stored,
    /// The session would have ended, but the circuit breaker is open: the address that it was used from is the suspect.
    Held {
        /// It was closed until now.
        opens: bool,
    },
}

/// Notes what the platform did to a session of a run. One that was another run's since is left alone, and so is one that
/// waits for a person. `roll` is a number from 0 to 1 that spreads its rest. A session that would end while others do, does not: the circuit
/// breaker makes it suspect.
pub(in crate::store) async fn note(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    run: Uuid,
    report: &SessionReport,
    roll: f64,
) -> Result<Noted, ApiError> {
    let (session, outcome) = (report.session_id, report.outcome());
    // The breaker is locked before any session: two reports of ends wait for each other here and nowhere else.
    let breaker = match outcome.reaction().session {
        SessionFate::Park | SessionFate::Dead => Some(breaker::lock(connection).await?),
        _ => None,
    };
    let Some(record) = record::of_run(connection, run, session).await? else {
        return Ok(Noted::Stored);
    };
    let retry_after = report.retry_after_seconds.map(i64::from);
    let mut after = session_after(&record, outcome, retry_after, now.timestamp(), roll);
    let mut noted = Noted::Stored;
    if let Some(breaker) = breaker.filter(|_| after.state.is_end()) {
        let verdict = breaker::judge(connection, breaker, session, now, roll).await?;
        if let Verdict::Held { opens } = verdict {
            after = cleared(&suspect(&record, now.timestamp(), roll));
            noted = Noted::Held { opens };
        }
    }
    record::write(connection, session, &after, outcome.code(), now).await?;
    if !outcome.is_success() {
        sqlx::query!(
            "UPDATE sessions SET last_error = $2, last_error_at = $3 WHERE id = $1",
            session,
            outcome.code(),
            now
        )
        .execute(&mut *connection)
        .await?;
    }
    if !report.claim.is_empty() {
        claim::keep(connection, secrets, session, &report.claim).await?;
    }
    Ok(noted)
}

/// Notes that every way to something is closed to a session, which the caller has locked, until then. It rests, so that the accounts are
/// read with others; an administrator who has seen to it may end that.
pub(in crate::store) async fn shut(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    session: i64,
    record: &Record,
    until: DateTime<Utc>,
) -> Result<(), ApiError> {
    let after = rest::shut(record, until.timestamp());
    record::write(connection, session, &after, SHUT, now).await
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

/// Counts the answers that sessions of a run got while it read a unit: after enough clean ones, a limit is forgotten. A session that got none
/// but answers that were not understood is suspect; `roll` is a number from 0 to 1 that spreads its cooldown.
pub(in crate::store) async fn count(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    tallies: &[Tally],
    roll: f64,
) -> Result<(), ApiError> {
    for (session, answers) in answers(tallies) {
        if !is_of(connection, run, session).await? {
            continue;
        }
        hours::add(connection, now, session, answers).await?;
        // Those before a refusal, which has been noted already, count no more.
        if answers.refused == 0
            && let Some(record) = record::of_run(connection, run, session).await?
        {
            let (after, reason) = if answers.is_strange() {
                (suspect(&record, now.timestamp(), roll), Outcome::UnexpectedPage)
            } else {
                let counted = clean_answers(&record, answers.requests);
                let is_answered = answers.succeeded > 0;
                (if is_answered { cleared(&counted) } else { counted }, Outcome::Ok)
            };
            record::write(connection, session, &after, reason.code(), now).await?;
        }
    }
    Ok(())
}

/// What each session was asked.
fn answers(tallies: &[Tally]) -> BTreeMap<i64, Answers> {
    let mut answers = BTreeMap::<_, Answers>::new();
    for tally in tallies
        .iter()
        .filter(|tally| tally.session_id != 0 && tally.requests > 0)
    {
        let counted = answers.entry(tally.session_id).or_default();
        counted.requests = counted.requests.saturating_add(tally.requests);
        if tally.outcome().reaction().session != SessionFate::Keep {
            counted.refused = counted.refused.saturating_add(tally.requests);
        }
        if tally.outcome().is_success() {
            counted.succeeded = counted.succeeded.saturating_add(tally.requests);
        }
        if is_not_understood(tally.outcome()) {
            counted.strange = counted.strange.saturating_add(tally.requests);
        }
    }
    answers
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
    fn answers_count_for_the_session_that_got_them() {
        let tallies = [
            tally(7, Outcome::Ok, 3),
            tally(0, Outcome::Ok, 9),
            tally(8, Outcome::Ok, 5),
            tally(7, Outcome::NotFound, 1),
            tally(8, Outcome::RateLimited, 1),
            tally(8, Outcome::Ok, 5),
            tally(9, Outcome::UnexpectedPage, 1),
            tally(9, Outcome::EmptyBody, 2),
        ];
        let counted = |requests, refused, succeeded, strange| Answers {
            requests,
            refused,
            succeeded,
            strange,
        };
        let answers = answers(&tallies);
        assert_eq!(
            answers,
            BTreeMap::from([
                (7, counted(4, 0, 3, 0)),
                (8, counted(11, 1, 10, 0)),
                (9, counted(3, 0, 0, 3))
            ])
        );
        let strange: Vec<_> = answers.values().map(|answers| answers.is_strange()).collect();
        assert_eq!(strange, [false, false, true]);
    }
}
