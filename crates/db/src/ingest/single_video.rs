//! Stores the page of a single video. Its run changes only this video: neither the account of an author that
//! is scraped separately, nor an author whose row other videos share. ADR 0040.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, PageReport, Platform, Profile};
use sqlx::PgConnection;

use super::accounts::{self, ProfileCondition};
use super::report::UnitTarget;
use super::{columns, items};
use crate::DbError;
use crate::erasure::erased;
use crate::secrets::Secrets;
use crate::values::text;

/// The accounts of a stored video.
struct VideoAccounts {
    /// The account that it is stored under.
    account: i64,
    /// The author named on its page, if that is another account.
    author: Option<i64>,
}

/// Stores a page's data of the requested video. `times` are the time of the observation and now.
pub(crate) async fn store(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &UnitTarget,
    video: i64,
    page: &PageReport,
    times: (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), DbError> {
    let (observed_at, now) = times;
    // The unit's end reports the target of a short link. Later pages might be about any video.
    if target.has_ended {
        return Ok(());
    }
    let Some(seen) = requested_observation(connection, video, page).await? else {
        return Ok(());
    };
    let (platform, profile) = (target.platform, page.profile.as_ref());
    if erased::is_author_erased(connection, secrets, platform, profile, &seen.author_username).await? {
        return Ok(());
    }
    let profile = profile.filter(|profile| !profile.platform_id.is_empty());
    let VideoAccounts { account, author } = match stored(connection, platform, profile, seen).await? {
        Some(accounts_of_video) => accounts_of_video,
        None => match new(connection, target, profile, seen, now).await? {
            Some(accounts_of_video) => accounts_of_video,
            None => return Ok(()),
        },
    };
    let items = items::Page {
        target,
        account,
        author: author.unwrap_or(account),
        observations: std::slice::from_ref(seen),
        observed_at,
        newest: columns::posted_at(seen, now),
        now,
    };
    items::put(connection, secrets, &items).await?;
    if let Some(author) = author {
        sqlx::query!(
            "SELECT link_author($1, $2, $3)",
            author,
            platform.code(),
            seen.external_id
        )
        .fetch_one(&mut *connection)
        .await?;
    }
    link(connection, video, &seen.external_id).await
}

/// Returns the observation of the requested video. A short link may lead to any video; one that is already
/// stored or tracked is left to its own run.
async fn requested_observation<'p>(
    connection: &mut PgConnection,
    video: i64,
    page: &'p PageReport,
) -> Result<Option<&'p Observation>, DbError> {
    let known = sqlx::query_scalar!("SELECT video_id FROM tracked_videos WHERE id = $1", video)
        .fetch_optional(&mut *connection)
        .await?;
    let seen = match &known {
        None => None,
        Some(Some(id)) => page.observations.iter().rfind(|seen| seen.external_id == *id),
        Some(None) => page.observations.first(),
    };
    let is_short = matches!(known, Some(None));
    let Some(seen) = seen else { return Ok(None) };
    if is_short && is_of_another_run(connection, video, &seen.external_id).await? {
        return Ok(None);
    }
    Ok(Some(seen))
}

async fn is_of_another_run(connection: &mut PgConnection, video: i64, id: &str) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM posts p WHERE p.platform = 'tiktok' AND p.external_id = $2)
               OR EXISTS (SELECT FROM tracked_videos v WHERE v.video_id = $2 AND v.id <> $1) AS "is!""#,
        video,
        id
    )
    .fetch_one(connection)
    .await?)
}

/// Returns the accounts of a video that is already stored. Locks its author before the counters, as a
/// deletion does.
async fn stored(
    connection: &mut PgConnection,
    platform: Platform,
    profile: Option<&Profile>,
    seen: &Observation,
) -> Result<Option<VideoAccounts>, DbError> {
    let account = sqlx::query!(
        r#"SELECT a.id, a.platform_id FROM posts p JOIN platform_accounts a ON a.id = p.account_id
           WHERE p.platform = $1 AND p.external_id = $2 FOR UPDATE OF a"#,
        platform.code(),
        seen.external_id
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(account) = account else { return Ok(None) };
    if let Some(profile) = profile
        && is_only_of(connection, account.id, &seen.external_id).await?
        && match &account.platform_id {
            Some(id) => *id == profile.platform_id,
            None => accounts::find(connection, platform, &profile.platform_id)
                .await?
                .is_none(),
        }
    {
        accounts::note(connection, account.id, profile, ProfileCondition::AnyId, &[]).await?;
    }
    Ok(Some(VideoAccounts {
        account: account.id,
        author: None,
    }))
}

/// Returns the accounts for a new video: its author, unless a group tracks that account and this run does not
/// read it. In that case the video gets a stand-in account until the author's list shows the video. `None` if the page names no author.
async fn new(
    connection: &mut PgConnection,
    target: &UnitTarget,
    profile: Option<&Profile>,
    seen: &Observation,
    now: DateTime<Utc>,
) -> Result<Option<VideoAccounts>, DbError> {
    let platform = target.platform;
    let named = profile.map_or("", |profile| profile.username.as_str());
    let username = [named, seen.author_username.as_str()].into_iter().find_map(text);
    let known = match profile {
        Some(profile) => accounts::find(connection, platform, &profile.platform_id).await?,
        None => None,
    };
    let author = match (known, &username) {
        (Some(author), _) => author,
        (None, Some(username)) => {
            by_name(connection, platform, profile, &username.to_lowercase(), now).await?
        }
        (None, None) => {
            tracing::warn!(
                video = seen.external_id,
                "the page of a new single video names no author, so it was not stored"
            );
            return Ok(None);
        }
    };
    if is_of_another_batch(connection, target, author).await? {
        let username = username.unwrap_or_else(|| "unknown".to_owned()).to_lowercase();
        let account = stand_in(connection, platform, &seen.external_id, &username, now).await?;
        let author = Some(author);
        return Ok(Some(VideoAccounts { account, author }));
    }
    if let Some(profile) = profile
        && is_only_of(connection, author, &seen.external_id).await?
    {
        accounts::note(connection, author, profile, ProfileCondition::AnyId, &[]).await?;
    }
    Ok(Some(VideoAccounts {
        account: author,
        author: None,
    }))
}

/// Returns the account with this name; creates it, untracked, if it is new. An existing account with another
/// id has given up the name.
async fn by_name(
    connection: &mut PgConnection,
    platform: Platform,
    profile: Option<&Profile>,
    username: &str,
    now: DateTime<Utc>,
) -> Result<i64, DbError> {
    if profile.is_none() {
        return Ok(sqlx::query_scalar!(
            r#"SELECT register_account($1, $2, $3) AS "id!""#,
            platform.code(),
            username,
            now
        )
        .fetch_one(connection)
        .await?);
    }
    Ok(sqlx::query_scalar!(
        "INSERT INTO platform_accounts AS a (platform, username, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (platform, username) WHERE platform_id IS NULL DO UPDATE SET username = a.username
         RETURNING id",
        platform.code(),
        username,
        now
    )
    .fetch_one(connection)
    .await?)
}

/// Returns whether a group tracks the account and the unit's run does not read it.
async fn is_of_another_batch(
    connection: &mut PgConnection,
    target: &UnitTarget,
    account: i64,
) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = $1)
              AND NOT EXISTS (SELECT FROM run_units u JOIN run_units o ON o.run_id = u.run_id
                              WHERE u.id = $2 AND o.account_id = $1) AS "is!""#,
        account,
        target.unit
    )
    .fetch_one(connection)
    .await?)
}

/// Returns whether the account is known only from this video: no group tracks it, and no other item is stored under
/// it.
async fn is_only_of(connection: &mut PgConnection, account: i64, id: &str) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = $1)
              AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = $1 AND p.external_id <> $2) AS "is!""#,
        account,
        id
    )
    .fetch_one(connection)
    .await?)
}

/// Returns the stand-in account of a video. No platform id looks like its id. It is marked as having a handle
/// conflict, so that adding the username does not select this account.
async fn stand_in(
    connection: &mut PgConnection,
    platform: Platform,
    id: &str,
    username: &str,
    now: DateTime<Utc>,
) -> Result<i64, DbError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO platform_accounts AS a (platform, platform_id, username, created_at, handle_conflict_at)
         VALUES ($1, 'video:' || $2::text, $3, $4, $4)
         ON CONFLICT (platform, platform_id) WHERE platform_id IS NOT NULL DO UPDATE SET username = a.username
         RETURNING id",
        platform.code(),
        id,
        username,
        now
    )
    .fetch_one(connection)
    .await?)
}

/// Links every group's row of a video to its item, not only when the unit ends: a deletion in between would
/// delete an untracked item, and of a short link, whose target is known at the end, leave the item for good.
async fn link(connection: &mut PgConnection, video: i64, id: &str) -> Result<(), DbError> {
    sqlx::query!(
        "UPDATE tracked_videos v SET post_id = p.id
         FROM tracked_videos requested JOIN posts p ON p.platform = 'tiktok' AND p.external_id = $2
         WHERE requested.id = $1 AND v.post_id IS DISTINCT FROM p.id
           AND (v.video_id = requested.video_id
                OR requested.video_id IS NULL AND v.video_id IS NULL AND v.short_url = requested.short_url)",
        video,
        id
    )
    .execute(connection)
    .await?;
    Ok(())
}
