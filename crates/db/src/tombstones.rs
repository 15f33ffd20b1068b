//! Deleted accounts, videos and groups that can be restored until they are purged. ADR 0050.

use chrono::{DateTime, Utc};
use clipmeter_domain::VideoAddress;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::cost::StoredCost;
use crate::intent::{Subject, TrackedIntent, TrackedName};
use crate::{DbError, codes, deletion};

/// Tombstones purged in one transaction, while reports for the same accounts wait: each may hold the history of a
/// large account.
const PURGED_AT_ONCE: i32 = 20;

/// When something is deleted, and whether it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Burial {
    pub at: DateTime<Utc>,
    /// Whether it is kept until it is restored or erased; `None`: according to its own setting or its group's.
    pub retained: Option<bool>,
}

impl Burial {
    /// Returns a deletion according to the settings.
    #[must_use]
    pub fn at(at: DateTime<Utc>) -> Self {
        Self { at, retained: None }
    }
}

/// Leaves tombstones of those of the `tracked_accounts` that are in scope; the caller deletes them afterwards.
pub(crate) async fn bury_accounts(
    connection: &mut PgConnection,
    ids: &[i64],
    burial: Burial,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT bury_accounts($1, $2, $3, NULL)",
        ids,
        burial.at,
        burial.retained
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// Leaves tombstones of those of the `tracked_videos` that are in scope; the caller deletes them afterwards.
pub(crate) async fn bury_videos(
    connection: &mut PgConnection,
    ids: &[i64],
    burial: Burial,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT bury_videos($1, $2, $3, NULL)",
        ids,
        burial.at,
        burial.retained
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// A deleted account, video or group.
#[derive(Clone, Debug)]
pub struct Tombstone {
    pub id: i64,
    /// `account`, `video` or `group`.
    pub kind: String,
    /// Code; `None` for a group.
    pub platform: Option<String>,
    /// Username, URL, or the group's name, at the time of the deletion.
    pub name: String,
    /// The group that tracked it, or the group itself.
    pub group_id: i64,
    pub group_name: String,
    /// Whether the group was deleted too. It must be restored first.
    pub group_is_deleted: bool,
    pub deleted_at: DateTime<Utc>,
    /// `None`: it is kept until it is restored or erased.
    pub purge_at: Option<DateTime<Utc>>,
}

/// Returns a page of the objects that can be restored, latest first, without those that are restored with their
/// group. `name` is a part of the names, ignoring case. Needs the scope of an admin.
pub async fn list(
    connection: &mut PgConnection,
    name: &str,
    skip: i64,
    take: i64,
) -> Result<Vec<Tombstone>, sqlx::Error> {
    select(connection, None, name, skip, take).await
}

/// Counts what [`list`] returns in parts.
pub async fn count(connection: &mut PgConnection, name: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
           FROM tombstones d
           LEFT JOIN groups g ON g.id = d.group_id
           WHERE (d.kind = 'group' OR g.id IS NOT NULL OR NOT d.with_group)
             AND strpos(lower(d.name), lower($1)) > 0"#,
        name
    )
    .fetch_one(connection)
    .await
}

/// Returns a tombstone. Needs the scope of an admin.
pub async fn find(connection: &mut PgConnection, id: i64) -> Result<Option<Tombstone>, sqlx::Error> {
    Ok(select(connection, Some(id), "", 0, 1).await?.pop())
}

async fn select(
    connection: &mut PgConnection,
    id: Option<i64>,
    name: &str,
    skip: i64,
    take: i64,
) -> Result<Vec<Tombstone>, sqlx::Error> {
    sqlx::query_as!(
        Tombstone,
        r#"SELECT d.id, d.kind, d.platform, d.name, d.group_id, coalesce(g.name, o.name, '') AS "group_name!",
                  g.id IS NULL AS "group_is_deleted!", d.deleted_at, d.purge_at
           FROM tombstones d
           LEFT JOIN groups g ON g.id = d.group_id
           LEFT JOIN tombstones o ON o.kind = 'group' AND o.group_id = d.group_id
           WHERE CASE WHEN $1::bigint IS NULL THEN d.kind = 'group' OR g.id IS NOT NULL OR NOT d.with_group ELSE d.id = $1 END
             AND strpos(lower(d.name), lower($2)) > 0
           ORDER BY d.deleted_at DESC, d.id DESC
           LIMIT $4 OFFSET $3"#,
        id,
        name,
        skip,
        take
    )
    .fetch_all(connection)
    .await
}

/// Returns until when what was deleted last in a group can be restored; see [`Tombstone::purge_at`]. Needs the scope of
/// an admin.
pub async fn last_purge_at(
    connection: &mut PgConnection,
    group_id: i64,
) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    let found = sqlx::query_scalar!(
        "SELECT purge_at FROM tombstones WHERE group_id = $1 ORDER BY deleted_at DESC, kind = 'group' DESC, id DESC LIMIT 1",
        group_id
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.flatten())
}

/// Makes the group track a deleted account again. Returns the `tracked_accounts.id`, the same as before; `None` if
/// the group tracks it already. Needs the scope of an admin, and a lock on the group.
pub async fn restore_account(
    connection: &mut PgConnection,
    id: i64,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "INSERT INTO tracked_accounts (group_id, account_id, created_at)
         SELECT group_id, account_id, $2 FROM tombstones WHERE id = $1 AND kind = 'account'
         ON CONFLICT (group_id, account_id) DO NOTHING
         RETURNING id",
        id,
        now
    )
    .fetch_optional(connection)
    .await
}

/// Makes the group track a deleted video again. Returns the `tracked_videos.id`, the same as before; `None` if the
/// group tracks it already. Needs the scope of an admin, and a lock on the group.
pub async fn restore_video(
    connection: &mut PgConnection,
    id: i64,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "INSERT INTO tracked_videos (group_id, url, video_id, short_url, created_at)
         SELECT group_id, name, video_id, short_url, $2 FROM tombstones WHERE id = $1 AND kind = 'video'
         ON CONFLICT DO NOTHING
         RETURNING id",
        id,
        now
    )
    .fetch_optional(connection)
    .await
}

/// Restores a deleted group, with its users and what was deleted with it. Returns its id, the same as before; `None`
/// if there is no such tombstone. Needs the scope of an admin.
pub async fn restore_group(
    connection: &mut PgConnection,
    id: i64,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    deletion::extend_timeouts(connection).await?;
    let restored = sqlx::query_scalar!("SELECT restore_group($1, $2)", id, now)
        .fetch_one(connection)
        .await;
    match restored {
        Err(error) if is_name_taken(&error) => Err(DbError::Taken(
            "another group has the name; rename that group first".to_owned(),
        )),
        restored => Ok(restored?),
    }
}

fn is_name_taken(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.constraint())
        .is_some_and(|constraint| constraint == "groups_name_key")
}

/// What was restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restored {
    /// By `tracked_accounts.id`.
    Account(i64),
    /// By `tracked_videos.id`.
    Video(i64),
    /// All accounts and videos of a group.
    Group,
}

/// Returns the desired state of what was restored in a group, with the settings that it had.
pub async fn intents(
    connection: &mut PgConnection,
    group_id: i64,
    restored: Restored,
) -> Result<Vec<TrackedIntent>, sqlx::Error> {
    let (account, video) = match restored {
        Restored::Account(id) => (Some(id), None),
        Restored::Video(id) => (None, Some(id)),
        Restored::Group => (None, None),
    };
    let is_group = restored == Restored::Group;
    let accounts = sqlx::query!(
        r#"SELECT a.platform, a.username, t.interval_minutes, to_jsonb(t.cost) AS "cost: Json<StoredCost>", t.scraper_pool
           FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
           WHERE t.group_id = $1 AND ($2 OR t.id = $3) ORDER BY t.id"#,
        group_id,
        is_group,
        account
    )
    .fetch_all(&mut *connection)
    .await?;
    let videos = sqlx::query!(
        r#"SELECT url, coalesce(video_id, '') AS "video_id!", short_url FROM tracked_videos
           WHERE group_id = $1 AND ($2 OR id = $3) ORDER BY id"#,
        group_id,
        is_group,
        video
    )
    .fetch_all(connection)
    .await?;
    let intent = |subject, interval_minutes, cost, scraper_pool| TrackedIntent {
        name: TrackedName {
            resource: None,
            subject,
        },
        interval_minutes,
        cost,
        scraper_pool,
    };
    let accounts = accounts.into_iter().map(|row| {
        let subject = Subject::Account {
            platform: codes::platform(&row.platform),
            username: row.username,
        };
        intent(
            subject,
            row.interval_minutes,
            row.cost.map(|cost| cost.0),
            row.scraper_pool,
        )
    });
    let videos = videos.into_iter().map(|row| {
        let address = match row.short_url {
            Some(url) => VideoAddress::Short { url },
            None => VideoAddress::Video {
                id: row.video_id,
                url: row.url,
            },
        };
        intent(Subject::Video(address), None, None, None)
    });
    Ok(accounts.chain(videos).collect())
}

/// Returns the latest tombstone of a group with this name, regardless of case. Needs the scope of an admin.
pub async fn group_named(connection: &mut PgConnection, name: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT id FROM tombstones WHERE kind = 'group' AND lower(name) = lower($1) ORDER BY deleted_at DESC, id DESC LIMIT 1",
        name
    )
    .fetch_optional(connection)
    .await
}

/// Returns the current username of a deleted account of a group that had this name before, unless another account
/// has it now. Needs the scope of an admin.
pub async fn renamed_account(
    connection: &mut PgConnection,
    group_id: i64,
    platform: &str,
    username: &str,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT a.username FROM tombstones d JOIN platform_accounts a ON a.id = d.account_id
         WHERE d.group_id = $1 AND a.platform = $2 AND a.former_usernames @> ARRAY[$3]
           AND NOT EXISTS (SELECT FROM known_accounts($2, ARRAY[$3]))
         ORDER BY d.id DESC LIMIT 1",
        group_id,
        platform,
        username
    )
    .fetch_optional(connection)
    .await
}

/// Deletes a tombstone before its time, with the data that only it holds; of a group, with everything that was
/// deleted from it. Returns false if there is no such tombstone. Needs the scope of an admin.
pub async fn discard(connection: &mut PgConnection, id: i64) -> Result<bool, sqlx::Error> {
    deletion::extend_timeouts(connection).await?;
    sqlx::query_scalar!(r#"SELECT discard_tombstone($1) AS "existed!""#, id)
        .fetch_one(connection)
        .await
}

/// Purges some of the tombstones that can no longer be restored. Returns how many, and whether there may be more.
pub async fn purge(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(u64, bool), sqlx::Error> {
    deletion::extend_timeouts(connection).await?;
    let purged = sqlx::query_scalar!(r#"SELECT purge_tombstones($1, $2) AS "n!""#, now, PURGED_AT_ONCE)
        .fetch_one(connection)
        .await?;
    Ok((purged.unsigned_abs(), purged == i64::from(PURGED_AT_ONCE)))
}
