//! Storing the page of a single video. Its run changes this video and nothing else: neither the account of an author that is scraped by
//! itself, nor an author whose row other videos share. ADR 0052.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, PageReport, Platform, Profile};
use sqlx::PgConnection;

use super::accounts::{self, If};
use super::columns::{self, Columns, text};
use super::report::Target;
use super::{erased, page};
use crate::{ApiError, Secrets};

/// Where a video is stored.
struct VideoAccounts {
    /// The account.
    account: i64,
    /// The account that its page names as the author, if that is another one.
    author: Option<i64>,
}

/// Stores what a page shows of the video that was requested for. `times` are when it was observed, and now.
pub(super) async fn store(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &Target,
    video: i64,
    page: &PageReport,
    times: (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), ApiError> {
    let (observed_at, now) = times;
    // Where a short link leads is said at the end. What comes later might be about any video.
    if target.has_ended {
        return Ok(());
    }
    let Some(seen) = requested_observation(connection, video, page).await? else {
        return Ok(());
    };
    let (platform, profile) = (target.platform, page.profile.as_ref());
    if erased::is_erased(connection, secrets, platform, profile, &seen.author_username).await? {
        return Ok(());
    }
    let profile = profile.filter(|profile| !profile.platform_id.is_empty());
    let accounts_of_video = match stored(connection, platform, profile, seen).await? {
        Some(accounts_of_video) => accounts_of_video,
        None => new(connection, target, profile, seen, now).await?,
    };
    let columns = Columns::of([seen], platform, now);
    let newest = columns::posted_at(seen, now);
    page::put(
        connection,
        target,
        accounts_of_video.account,
        &columns,
        observed_at,
        newest,
    )
    .await?;
    if let Some(author) = accounts_of_video.author {
        sqlx::query!(
            "SELECT link_author($1, $2, $3)",
            author,
            platform.code(),
            seen.external_id
        )
        .fetch_one(&mut *connection)
        .await?;
    }
    link(connection, video).await
}

/// Returns the observation of the video that was requested for. Behind a short link may be any video, so that one which is stored or tracked
/// already is left to its own run.
async fn requested_observation<'p>(
    connection: &mut PgConnection,
    video: i64,
    page: &'p PageReport,
) -> Result<Option<&'p Observation>, ApiError> {
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

async fn is_of_another_run(connection: &mut PgConnection, video: i64, id: &str) -> Result<bool, ApiError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM posts p WHERE p.platform = 'tiktok' AND p.external_id = $2)
               OR EXISTS (SELECT FROM tracked_videos v WHERE v.video_id = $2 AND v.id <> $1) AS "is!""#,
        video,
        id
    )
    .fetch_one(connection)
    .await?)
}

/// Returns where the video is stored already. Its author is locked, as by a deletion, before the counters are.
async fn stored(
    connection: &mut PgConnection,
    platform: Platform,
    profile: Option<&Profile>,
    seen: &Observation,
) -> Result<Option<VideoAccounts>, ApiError> {
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
        accounts::note(connection, account.id, profile, If::AnyId, &[]).await?;
    }
    Ok(Some(VideoAccounts {
        account: account.id,
        author: None,
    }))
}

/// Returns where a video is to be stored that is new: under its author, unless a group tracks that account and this run does not read
/// it. Then it gets an account of its own until the list of the author shows the video.
async fn new(
    connection: &mut PgConnection,
    target: &Target,
    profile: Option<&Profile>,
    seen: &Observation,
    now: DateTime<Utc>,
) -> Result<VideoAccounts, ApiError> {
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
        (None, None) => return Err(ApiError::invalid("a single video needs its author's name")),
    };
    if is_of_another_batch(connection, target, author).await? {
        let username = username.unwrap_or_else(|| "unknown".to_owned()).to_lowercase();
        let account = stand_in(connection, platform, &seen.external_id, &username, now).await?;
        let author = Some(author);
        return Ok(VideoAccounts { account, author });
    }
    if let Some(profile) = profile
        && is_only_of(connection, author, &seen.external_id).await?
    {
        accounts::note(connection, author, profile, If::AnyId, &[]).await?;
    }
    Ok(VideoAccounts {
        account: author,
        author: None,
    })
}

/// Returns the account of this name, made untracked when it is new. One that another id has is of somebody who gave up the name.
async fn by_name(
    connection: &mut PgConnection,
    platform: Platform,
    profile: Option<&Profile>,
    username: &str,
    now: DateTime<Utc>,
) -> Result<i64, ApiError> {
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

/// Whether a group tracks the account, and the run of the unit does not read it.
async fn is_of_another_batch(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
) -> Result<bool, ApiError> {
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

/// Whether nothing but this video makes the account known: no group tracks it, and no other item is stored under it.
async fn is_only_of(connection: &mut PgConnection, account: i64, id: &str) -> Result<bool, ApiError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = $1)
              AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = $1 AND p.external_id <> $2) AS "is!""#,
        account,
        id
    )
    .fetch_one(connection)
    .await?)
}

/// Returns the account that a video has to itself. No id of the platform looks like its id. It counts as claimed, so that nobody who adds
/// the username gets this account.
async fn stand_in(
    connection: &mut PgConnection,
    platform: Platform,
    id: &str,
    username: &str,
    now: DateTime<Utc>,
) -> Result<i64, ApiError> {
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

/// Connects every group's row of a video with its item, not only at the end of its reading: a deletion in between takes what
/// nobody tracks. Where a short link leads is known at the end.
async fn link(connection: &mut PgConnection, video: i64) -> Result<(), ApiError> {
    sqlx::query!(
        "UPDATE tracked_videos v SET post_id = p.id
         FROM tracked_videos requested JOIN posts p ON p.platform = 'tiktok' AND p.external_id = requested.video_id
         WHERE requested.id = $1 AND v.video_id = requested.video_id AND v.post_id IS DISTINCT FROM p.id",
        video
    )
    .execute(connection)
    .await?;
    Ok(())
}
