//! The units of a run with their results and the groups that track them.

use clipmeter_proto::v1::Outcome;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::sessions::class::SessionClass;

/// An account or single video of a run.
#[derive(Clone, Debug)]
pub struct UnitRow {
    /// Id within the run.
    pub id: i64,
    /// The account's name; `None` for a single video, and for an account that was deleted since.
    pub username: Option<String>,
    /// The single video's id; `None` for an account, and while only a short link is known.
    pub video_id: Option<String>,
    /// Public URL of the single video.
    pub url: Option<String>,
    /// Ids and names of the groups that track it now.
    pub groups: Vec<(i64, String)>,
    /// `None` until it has ended.
    pub outcome: Option<Outcome>,
    /// Human-readable detail of the failure.
    pub detail: String,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
    /// Requests to the platform.
    pub requests: i32,
    /// Bytes of the platform's responses.
    pub bytes: i64,
    /// Duration in seconds; `None` while unknown.
    pub seconds: Option<i32>,
    /// Whether its requests used sessions; `None` while unknown.
    pub session_class: Option<SessionClass>,
}

/// Returns whether the run has ended, and its units in the order in which they are read. `None` if there is
/// no such run in scope.
pub async fn list(
    connection: &mut PgConnection,
    run: Uuid,
) -> Result<Option<(bool, Vec<UnitRow>)>, sqlx::Error> {
    let ended = sqlx::query_scalar!(
        r#"SELECT ended_at IS NOT NULL AS "ended!" FROM runs WHERE id = $1"#,
        run
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(ended) = ended else { return Ok(None) };
    // A video that several groups track is read by one of their rows.
    let rows = sqlx::query!(
        r#"SELECT u.id, a.username AS "username?", v.video_id, v.url AS "url?", u.outcome, u.detail, u.items_new,
                  u.items_updated, u.requests, u.bytes, u.seconds, u.session_class,
                  ARRAY(SELECT g.id FROM groups g WHERE g.id = ANY (by.ids) ORDER BY g.name, g.id) AS "group_ids!",
                  ARRAY(SELECT g.name FROM groups g WHERE g.id = ANY (by.ids) ORDER BY g.name, g.id) AS "group_names!"
           FROM run_units u
           LEFT JOIN platform_accounts a ON a.id = u.account_id
           LEFT JOIN tracked_videos v ON v.id = u.tracked_video_id
           CROSS JOIN LATERAL (SELECT ARRAY(
               SELECT t.group_id FROM tracked_accounts t WHERE t.account_id = u.account_id
               UNION
               SELECT same.group_id FROM tracked_videos same
               WHERE coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)) AS ids) by
           WHERE u.run_id = $1 ORDER BY u.id"#,
        run
    )
    .fetch_all(connection)
    .await?;
    let units = rows
        .into_iter()
        .map(|row| UnitRow {
            id: row.id,
            username: row.username,
            video_id: row.video_id,
            url: row.url,
            groups: row.group_ids.into_iter().zip(row.group_names).collect(),
            outcome: row.outcome.and_then(|code| code.parse().ok()),
            detail: row.detail,
            items_new: row.items_new,
            items_updated: row.items_updated,
            requests: row.requests,
            bytes: row.bytes,
            seconds: row.seconds,
            session_class: row.session_class.as_deref().and_then(SessionClass::of_code),
        })
        .collect();
    Ok(Some((ended, units)))
}
