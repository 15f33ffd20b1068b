//! Which pictures of a page are needed.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgExecutor;
use uuid::Uuid;

/// When a failed picture is needed again.
const RETRY_AFTER: TimeDelta = TimeDelta::days(1);

/// When an avatar is needed again. The picture of an item does not change.
const AVATAR_AGE: TimeDelta = TimeDelta::days(30);

/// The pictures that the scraper of a page is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NeededPictures {
    /// External IDs.
    pub items: Vec<String>,
    /// Whether the avatar of the unit's account is needed.
    pub of_account: bool,
}

/// An item or account of a unit whose picture is needed.
pub(crate) struct Needed {
    /// Empty: the account.
    pub(crate) external_id: String,
    pub(crate) post: Option<i64>,
    pub(crate) account: Option<i64>,
}

/// Returns those of the items, and the account if the platform ID is its own, that belong to the unit and whose picture is needed.
/// None while pictures are off.
pub(crate) async fn needed(
    executor: impl PgExecutor<'_>,
    run: Uuid,
    unit: i64,
    items: &[String],
    account: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Vec<Needed>, sqlx::Error> {
    sqlx::query_as!(
        Needed,
        r#"WITH unit AS (
               SELECT r.platform, u.account_id,
                      (SELECT v.post_id FROM tracked_videos v WHERE v.id = u.tracked_video_id) AS video_id
               FROM run_units u JOIN runs r ON r.id = u.run_id
               WHERE u.id = $2 AND r.id = $1 AND (SELECT pictures FROM settings)
           )
           SELECT p.external_id AS "external_id!", p.id AS post, NULL::bigint AS account
           FROM unit u
           JOIN posts p ON p.platform = u.platform AND p.external_id = ANY ($3) AND (p.account_id = u.account_id OR p.id = u.video_id)
           LEFT JOIN post_pictures i ON i.post_id = p.id
           WHERE i.post_id IS NULL OR (i.picture_id IS NULL AND i.checked_at <= $5)
           UNION ALL
           SELECT '', NULL, a.id
           FROM unit u
           JOIN platform_accounts a ON a.id = u.account_id AND a.platform_id = $4
           LEFT JOIN account_pictures i ON i.account_id = a.id
           WHERE i.account_id IS NULL OR i.checked_at <= CASE WHEN i.picture_id IS NULL THEN $5 ELSE $6 END"#,
        run,
        unit,
        items,
        account,
        now - RETRY_AFTER,
        now - AVATAR_AGE
    )
    .fetch_all(executor)
    .await
}
