//! What a run has still to read.

use clipmeter_proto::v1::{AccountTarget, Unit, VideoTarget, unit};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::ApiError;

/// Units without an outcome whose target still exists.
pub(super) async fn work_left(connection: &mut PgConnection, run: Uuid) -> Result<Vec<Unit>, ApiError> {
    let rows = sqlx::query!(
        r#"
        SELECT u.id, u.max_items, a.username AS "username?", a.platform_id, a.sec_uid,
               v.id AS "tracked_video_id?", v.video_id, v.short_url
        FROM run_units u
        LEFT JOIN platform_accounts a ON a.id = u.account_id
        LEFT JOIN tracked_videos v ON v.id = u.tracked_video_id
        WHERE u.run_id = $1 AND u.outcome IS NULL AND (a.id IS NOT NULL OR v.id IS NOT NULL)
        ORDER BY u.id
        "#,
        run
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Unit {
            unit_id: row.id,
            target: Some(match row.username {
                Some(username) => unit::Target::Account(AccountTarget {
                    username,
                    platform_id: row.platform_id.unwrap_or_default(),
                    sec_uid: row.sec_uid.unwrap_or_default(),
                    max_items: row.max_items.unwrap_or_default().unsigned_abs(),
                    ..AccountTarget::default()
                }),
                None => unit::Target::Video(VideoTarget {
                    short_url: if row.video_id.is_some() {
                        String::new()
                    } else {
                        row.short_url.unwrap_or_default()
                    },
                    video_id: row.video_id.unwrap_or_default(),
                }),
            }),
        })
        .collect())
}
