//! Who an account is: found by name at first, by the platform's id once that is known.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Platform, Profile};
use sqlx::PgConnection;

use super::columns::{count, display_name, text};
use super::identity::CONFIRMED_AFTER;
use crate::ApiError;

/// Whether a profile is that of the account that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// It is, or nothing speaks against it.
    Same(i64),
    /// Somebody else answered.
    Changed,
    /// There is no such account any more: it was deleted, whom it shows was erased, or it was merged into the row that has the id, which
    /// this run may not change.
    Missing,
}

/// Compares the profile with what is known of the account and notes what it says: the id at first, a new name later. An account whose id is
/// not known takes that of a profile with its own name at once, and of one with another name when that is confirmed. Nothing is noted of whom
/// one of `erased` stands for.
pub(super) async fn identify(
    connection: &mut PgConnection,
    account: i64,
    platform: Platform,
    profile: Option<&Profile>,
    erased: &[Vec<u8>],
    now: DateTime<Utc>,
) -> Result<Identity, ApiError> {
    let Some(profile) = profile.filter(|profile| !profile.platform_id.is_empty()) else {
        return Ok(Identity::Same(account));
    };
    let Some(known) = note(connection, account, profile, If::IdIsKnown, erased).await? else {
        return Ok(Identity::Missing);
    };
    match &known.platform_id {
        Some(id) if *id == profile.platform_id => return Ok(Identity::Same(account)),
        None if known.takes(profile, now) => {}
        _ => return Ok(Identity::Changed),
    }
    if let Some(owner) = find(connection, platform, &profile.platform_id).await? {
        merge(connection, owner, account).await?;
        return Ok(Identity::Missing);
    }
    note(connection, account, profile, If::AnyId, &[]).await?;
    Ok(Identity::Same(account))
}

/// Returns the account with this id of the platform, locked.
pub(super) async fn find(
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

/// `duplicate` waited for its identity under a name of `owner`: everything moves over, and the account is found by that name, too. Units of
/// open runs forget the account when it is deleted: their run was not opened for `owner`, which the next run reads.
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
        "UPDATE run_units u SET account_id = $1
         WHERE account_id = $2 AND EXISTS (SELECT FROM runs r WHERE r.id = u.run_id AND r.ended_at IS NOT NULL)",
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

/// What was known of an account before a profile was noted.
pub(super) struct AccountIdentity {
    platform_id: Option<String>,
    username: String,
    former_usernames: Vec<String>,
    doubted_id: Option<String>,
    doubted_at: Option<DateTime<Utc>>,
}

impl AccountIdentity {
    /// Whether an account without an id is the one of the profile: it has a name of the account, or was seen long enough ago for the first
    /// time.
    fn takes(&self, profile: &Profile, now: DateTime<Utc>) -> bool {
        let name = text(&profile.username).map(|name| name.to_lowercase());
        name.is_none_or(|name| self.username == name || self.former_usernames.contains(&name))
            || (self.doubted_id.as_ref() == Some(&profile.platform_id)
                && self.doubted_at.is_some_and(|at| now - at >= CONFIRMED_AFTER))
    }
}

/// When an account is noted what a profile says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum If {
    /// It is known by the profile's id already.
    IdIsKnown,
    /// Whatever is known of it.
    AnyId,
}

/// Locks an account and notes what a profile says. What it leaves out stays; a former name is kept so that a person still finds
/// the account. Who shows itself by its own id has its name, whoever had it meanwhile. Returns what was known of the account, or None
/// where there is none or one of `erased` was erased.
pub(super) async fn note(
    connection: &mut PgConnection,
    account: i64,
    profile: &Profile,
    condition: If,
    erased: &[Vec<u8>],
) -> Result<Option<AccountIdentity>, ApiError> {
    let known = sqlx::query_as!(
        AccountIdentity,
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
                 handle_conflict_at = NULL, new_owner_id = NULL, new_owner_username = NULL, new_owner_display_name = NULL,
                 new_owner_followers = NULL, doubted_at = NULL, doubted_id = NULL
             FROM n
             WHERE a.id = n.id
               AND (a.handle_conflict_at IS NOT NULL OR a.doubted_at IS NOT NULL OR
                   (a.platform_id, a.sec_uid, a.username, a.display_name, a.is_private, a.follower_count,
                    a.following_count, a.item_count)
                   IS DISTINCT FROM
                   (n.platform_id, n.sec_uid, n.username, n.display_name, n.is_private, n.follower_count,
                    n.following_count, n.item_count))
         )
         SELECT platform_id, username AS "username!", former_usernames AS "former_usernames!", doubted_id, doubted_at FROM o"#,
        account,
        profile.platform_id,
        text(&profile.sec_uid),
        text(&profile.username).map(|name| name.to_lowercase()),
        display_name(&profile.display_name),
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
