//! The end of a unit that reads a single video.

use chrono::{DateTime, Utc};
use clipmeter_proto::Schedule;
use clipmeter_proto::v1::Outcome;
use sqlx::PgConnection;

use crate::DbError;
use crate::values::text;

/// Stores the outcome in every group's row of this video. A short link gets its target's id, unless the group
/// already tracks that id in another row. Other rows with that id are left to the runs that read it by its
/// id. Returns whether the id was known before.
pub(super) async fn end(
    connection: &mut PgConnection,
    video: i64,
    outcome: Outcome,
    detail: &str,
    resolved_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let schedule = outcome.policy().schedule;
    let was_known = sqlx::query_scalar!(
        r#"WITH named AS (
             SELECT video_id AS known, coalesce(video_id, $2) AS video_id, short_url FROM tracked_videos WHERE id = $1
         )
         UPDATE tracked_videos v SET
             video_id = CASE WHEN v.video_id IS NULL AND NOT EXISTS (
                     SELECT FROM tracked_videos o WHERE o.group_id = v.group_id AND o.video_id = n.video_id)
                 THEN n.video_id ELSE v.video_id END,
             post_id = coalesce(
                 (SELECT p.id FROM posts p WHERE p.platform = 'tiktok' AND p.external_id = n.video_id), v.post_id),
             last_outcome = $3, last_detail = $4, last_attempt_at = $5,
             last_success_at = CASE WHEN $6 THEN $5 ELSE v.last_success_at END,
             consecutive_failures = CASE
                 WHEN $6 THEN 0
                 WHEN $7 THEN v.consecutive_failures
                 -- Earlier failures of other kinds are no evidence that it does not exist.
                 WHEN $8 AND v.last_outcome IS DISTINCT FROM $3 THEN 1
                 ELSE v.consecutive_failures + 1 END
         FROM named n
         WHERE v.video_id = n.known OR (n.known IS NULL AND v.video_id IS NULL AND v.short_url = n.short_url)
         RETURNING n.known IS NOT NULL AS "was_known!""#,
        video,
        text(resolved_id),
        outcome.code(),
        detail,
        now,
        outcome.is_success(),
        schedule == Schedule::Defer,
        schedule == Schedule::Weekly
    )
    .fetch_all(connection)
    .await?;
    Ok(was_known.contains(&true))
}
