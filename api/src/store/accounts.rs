//! Who an account is: found by name at first, by the platform's id once that is known.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Platform, Profile};
use sqlx::PgConnection;

use super::columns::{count, text};
use crate::ApiError;

/// Whether a profile is that of the account that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// It is, or nothing speaks against it. The id may be another row's, into which the one asked for was merged.
    Same(i64),
    /// The name belongs to somebody else now.
    Changed,
    /// There is no such account: it was deleted, or whom it shows was erased.
    Nobody,
}

/// Compares the profile with what is known of the account and notes what it says: the id at first, a new name later. Nothing is
/// noted of whom one of `erased` stands for.
pub(super) async fn identify(
    connection: &mut PgConnection,
    account: i64,
    platform: Platform,
    profile: Option<&Profile>,
    erased: &[Vec<u8>],
) -> Result<Identity, ApiError> {
    let Some(profile) = profile.filter(|profile| !profile.platform_id.is_empty()) else {
        return Ok(Identity::Same(account));
    };
    let Some(known) = note(connection, account, profile, If::IdIsKnown, erased).await? else {
        return Ok(Identity::Nobody);
    };
    if let Some(id) = known {
        return Ok(if id == profile.platform_id {
            Identity::Same(account)
        } else {
            Identity::Changed
        });
    }
    let account = match find(connection, platform, &profile.platform_id).await? {
        Some(owner) => {
            merge(connection, owner, account).await?;
            owner
        }
        None => account,
    };
    note(connection, account, profile, If::AnyId, &[]).await?;
    Ok(Identity::Same(account))
}

/// The account of a single video's author, made untracked when it is new.
pub(super) async fn author(
    connection: &mut PgConnection,
    platform: Platform,
    profile: Option<&Profile>,
    username: &str,
    now: DateTime<Utc>,
) -> Result<i64, ApiError> {
    let profile = profile.filter(|profile| !profile.platform_id.is_empty());
    if let Some(profile) = profile
        && let Some(account) = find(connection, platform, &profile.platform_id).await?
    {
        note(connection, account, profile, If::AnyId, &[]).await?;
        return Ok(account);
    }
    let username = [profile.map_or("", |profile| &profile.username), username]
        .into_iter()
        .find_map(text)
        .ok_or_else(|| ApiError::invalid("a single video needs its author's name"))?
        .to_lowercase();
    let Some(profile) = profile else {
        return Ok(sqlx::query_scalar!(
            r#"SELECT register_account($1, $2, $3) AS "id!""#,
            platform.code(),
            username,
            now
        )
        .fetch_one(connection)
        .await?);
    };
    // A row that waits for its identity gets it; one that another id has is of somebody who gave up the name.
    let account = sqlx::query_scalar!(
        "INSERT INTO platform_accounts AS a (platform, username, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (platform, username) WHERE platform_id IS NULL DO UPDATE SET username = a.username
         RETURNING id",
        platform.code(),
        username,
        now
    )
    .fetch_one(&mut *connection)
    .await?;
    note(connection, account, profile, If::AnyId, &[]).await?;
    Ok(account)
}

async fn find(
    connection: &mut PgConnection,
    platform: Platform,
    platform_id: &str,
) -> Result<Option<i64>, ApiError> {
    Ok(sqlx::query_scalar!(
        "SELECT id FROM platform_accounts WHERE platform = $1 AND platform_id = $2 FOR UPDATE",
        platform.code(),
        platform_id
    )
    .fetch_optional(connection)
    .await?)
}

/// `duplicate` waited for its identity under a name of `owner`: units of open runs and everything else move over, and the
/// account is found by that name, too.
async fn merge(connection: &mut PgConnection, owner: i64, duplicate: i64) -> Result<(), ApiError> {
    sqlx::query!(
        "UPDATE platform_accounts o SET former_usernames = array_append(o.former_usernames, d.username)
         FROM platform_accounts d
         WHERE o.id = $1 AND d.id = $2 AND d.username <> ALL (array_append(o.former_usernames, o.username))",
        owner,
        duplicate
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE run_units SET account_id = $1,
             held = held AND NOT EXISTS (SELECT FROM run_units o WHERE o.account_id = $1 AND o.held)
         WHERE account_id = $2",
        owner,
        duplicate
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("SELECT merge_accounts($1, $2)", owner, duplicate)
        .fetch_one(connection)
        .await?;
    Ok(())
}

/// When an account is noted what a profile says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum If {
    /// It is known by the profile's id already.
    IdIsKnown,
    /// Whatever is known of it.
    AnyId,
}

/// Locks an account and notes what a profile says. What it leaves out stays; a former name is kept so that a person still finds
/// the account. Who shows itself by its own id has its name, whoever had it meanwhile. Returns the id by which the account was
/// known, or None where there is none or one of `erased` was erased.
async fn note(
    connection: &mut PgConnection,
    account: i64,
    profile: &Profile,
    condition: If,
    erased: &[Vec<u8>],
) -> Result<Option<Option<String>>, ApiError> {
    let known = sqlx::query_scalar!(
        r#"WITH o AS (
             SELECT a.* FROM platform_accounts a
             WHERE a.id = $1
               AND NOT EXISTS (SELECT FROM erased_handles e WHERE e.platform = a.platform AND e.digest = ANY ($11))
             FOR UPDATE OF a
         ), n AS (
             SELECT o.id, $2::text AS platform_id, coalesce($3::text, o.sec_uid) AS sec_uid,
                    coalesce($4::text, o.username) AS username, coalesce($5::text, o.display_name) AS display_name,
                    coalesce($6::bool, o.is_private) AS is_private, coalesce($7::bigint, o.follower_count) AS follower_count,
                    coalesce($8::bigint, o.following_count) AS following_count,
                    coalesce($9::bigint, o.item_count) AS item_count
             FROM o WHERE $10 OR o.platform_id = $2
         ), noted AS (
             UPDATE platform_accounts a SET
                 platform_id = n.platform_id, sec_uid = n.sec_uid, username = n.username,
                 former_usernames = CASE WHEN n.username = a.username THEN a.former_usernames
                     ELSE array_append(array_remove(a.former_usernames, n.username), a.username) END,
                 display_name = n.display_name, is_private = n.is_private, follower_count = n.follower_count,
                 following_count = n.following_count, item_count = n.item_count,
                 claimed_at = NULL, claimed_id = NULL, claimed_username = NULL, claimed_display_name = NULL,
                 claimed_followers = NULL
             FROM n
             WHERE a.id = n.id
               AND (a.claimed_at IS NOT NULL OR
                   (a.platform_id, a.sec_uid, a.username, a.display_name, a.is_private, a.follower_count,
                    a.following_count, a.item_count)
                   IS DISTINCT FROM
                   (n.platform_id, n.sec_uid, n.username, n.display_name, n.is_private, n.follower_count,
                    n.following_count, n.item_count))
         )
         SELECT platform_id FROM o"#,
        account,
        profile.platform_id,
        text(&profile.sec_uid),
        text(&profile.username).map(|name| name.to_lowercase()),
        text(&profile.display_name),
        profile.is_private,
        count(profile.follower_count),
        count(profile.following_count),
        count(profile.item_count),
        condition == If::AnyId,
        erased
    )
    .fetch_optional(connection)
    .await?;
    Ok(known)
}
