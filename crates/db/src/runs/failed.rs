//! The failed units of a run, for a retry.

use clipmeter_proto::Schedule;
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::Target;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::codes;

/// Returns whether another attempt may have a different outcome. A unit that waits for an admin's decision does not
/// qualify.
#[must_use]
pub fn is_to_be_retried(outcome: Outcome) -> bool {
    !outcome.is_success() && outcome.policy().schedule != Schedule::AwaitDecision
}

/// Returns the codes of the outcomes that wait for an admin's decision.
#[must_use]
pub fn undecided() -> Vec<String> {
    Outcome::all()
        .filter(|outcome| outcome.policy().schedule == Schedule::AwaitDecision)
        .map(|outcome| outcome.code().to_owned())
        .collect()
}

/// Returns the run's platform and its failed units that are still tracked; once the run has ended, also the
/// units that it did not reach. `None` if there is no such run in scope.
pub async fn of_run(
    connection: &mut PgConnection,
    run: Uuid,
) -> Result<Option<(Platform, Vec<Target>)>, sqlx::Error> {
    let found = sqlx::query!(
        r#"SELECT platform, ended_at IS NOT NULL AS "ended!" FROM runs WHERE id = $1"#,
        run
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let units = sqlx::query!(
        "SELECT u.account_id, u.tracked_video_id, u.outcome FROM run_units u
         WHERE u.run_id = $1
           AND (EXISTS (SELECT FROM tracked_accounts t JOIN groups g ON g.id = t.group_id AND g.is_active
                        JOIN platform_accounts a ON a.id = t.account_id AND a.handle_conflict_at IS NULL
                        WHERE t.account_id = u.account_id AND NOT t.suspended)
             OR EXISTS (SELECT FROM tracked_videos v
                        JOIN tracked_videos same
                            ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
                        JOIN groups g ON g.id = same.group_id AND g.is_active
                        WHERE v.id = u.tracked_video_id AND NOT same.suspended))
         ORDER BY u.id",
        run
    )
    .fetch_all(connection)
    .await?;
    let targets = units
        .into_iter()
        .filter(|unit| {
            unit.outcome.as_deref().map_or(found.ended, |code| {
                code.parse::<Outcome>().is_ok_and(is_to_be_retried)
            })
        })
        .filter_map(|unit| {
            unit.account_id
                .map(Target::Account)
                .or(unit.tracked_video_id.map(Target::Video))
        })
        .collect();
    Ok(Some((codes::platform(&found.platform), targets)))
}
