//! Runs as shown to users: only the units that the scope tracks.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, Platform};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::codes;

#[derive(Clone, Debug)]
pub struct WatchedRun {
    pub id: Uuid,
    pub platform: Platform,
    /// When it was requested or due.
    pub opened_at: DateTime<Utc>,
    /// Whether a scraper has taken its lease.
    pub taken: bool,
    /// `None` while it is open.
    pub ended_at: Option<DateTime<Utc>>,
    /// Accounts in alphabetical order, then single videos.
    pub units: Vec<WatchedUnit>,
}

/// An account or single video of a run.
#[derive(Clone, Debug)]
pub struct WatchedUnit {
    /// The account's name; `None` for a single video, and for an account that was deleted since.
    pub username: Option<String>,
    /// False for a video that was deleted since.
    pub is_video: bool,
    /// `None` until it has ended.
    pub outcome: Option<Outcome>,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
}

/// Returns a run with its units in scope; `None` if there is no such run, or none of its units is in scope.
pub async fn run(connection: &mut PgConnection, id: Uuid) -> Result<Option<WatchedRun>, sqlx::Error> {
    let Some(run) = sqlx::query!(
        r#"SELECT platform, opened_at, lease_expires_at IS NOT NULL AS "taken!", ended_at FROM runs WHERE id = $1"#,
        id
    )
    .fetch_optional(&mut *connection)
    .await?
    else {
        return Ok(None);
    };
    let units = sqlx::query!(
        r#"SELECT a.username AS "username?", u.tracked_video_id IS NOT NULL AS "is_video!", u.outcome, u.items_new,
                  u.items_updated
           FROM run_units u LEFT JOIN platform_accounts a ON a.id = u.account_id
           WHERE u.run_id = $1 ORDER BY a.username, u.id"#,
        id
    )
    .fetch_all(connection)
    .await?;
    Ok(Some(WatchedRun {
        id,
        platform: codes::platform(&run.platform),
        opened_at: run.opened_at,
        taken: run.taken,
        ended_at: run.ended_at,
        units: units
            .into_iter()
            .map(|unit| WatchedUnit {
                username: unit.username,
                is_video: unit.is_video,
                outcome: unit.outcome.and_then(|code| code.parse().ok()),
                items_new: unit.items_new,
                items_updated: unit.items_updated,
            })
            .collect(),
    }))
}
