//! Handle conflicts: recorded when another account is found under a tracked handle twice, resolved by an
//! admin.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Platform, Profile};
use sqlx::PgConnection;

use super::accounts::TrackedAccount;
use crate::values::{count, display_name, text};
use crate::{DbError, deletion};

/// The account that now owns a tracked account's handle.
#[derive(Clone, Debug)]
pub struct NewOwner {
    pub platform_id: String,
    /// Lower case, without @.
    pub username: String,
    /// May be empty.
    pub display_name: String,
    /// `None` when the platform does not report it.
    pub followers: Option<i64>,
    /// Time of the observation.
    pub seen_at: DateTime<Utc>,
}

/// Returns the known new owners of the accounts' handles, by `platform_accounts.id`.
pub async fn new_owners(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, NewOwner>, sqlx::Error> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        r#"SELECT id, new_owner_id AS "platform_id!", new_owner_username AS "username!",
                  coalesce(new_owner_display_name, '') AS "display_name!", new_owner_followers, handle_conflict_at AS "seen_at!"
           FROM platform_accounts WHERE id = ANY ($1) AND new_owner_id IS NOT NULL"#,
        accounts
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let new_owner = NewOwner {
                platform_id: row.platform_id,
                username: row.username,
                display_name: row.display_name,
                followers: row.new_owner_followers,
                seen_at: row.seen_at,
            };
            (row.id, new_owner)
        })
        .collect())
}

/// Minimum time between the first observation of another id and the one that confirms it: responses that a
/// cache or a proxy mixes up occur within minutes, while a handle that changed hands stays with its new
/// owner.
pub const CONFIRMED_AFTER: TimeDelta = TimeDelta::minutes(10);

/// Records that another account was found under the account's handle, and returns whether the conflict is
/// confirmed. A first observation, one too soon after it, one with another id, and one of an account with
/// another name confirm nothing.
pub async fn observe_other_owner(
    connection: &mut PgConnection,
    account: i64,
    new_owner: Option<&Profile>,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let new_owner = new_owner.filter(|profile| !profile.platform_id.is_empty());
    let observed = sqlx::query!(
        r#"UPDATE platform_accounts SET
             doubted_at = CASE WHEN doubted_id = $2 THEN doubted_at ELSE $3 END, doubted_id = $2
         WHERE id = $1
         RETURNING doubted_at <= $4 AND coalesce($5 = username, true) AS "is_confirmed!",
             handle_conflict_at IS NOT NULL AS "has_handle_conflict!""#,
        account,
        new_owner.map_or("", |profile| &profile.platform_id),
        now,
        now - CONFIRMED_AFTER,
        new_owner
            .and_then(|profile| text(&profile.username))
            .map(|name| name.to_lowercase())
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(observed) = observed else {
        return Ok(false);
    };
    if observed.is_confirmed {
        record_handle_conflict(connection, account, new_owner, now).await?;
    }
    Ok(observed.is_confirmed || observed.has_handle_conflict)
}

/// Returns whether the last known observation of the account's handle was of another account.
pub(crate) async fn is_uncertain(connection: &mut PgConnection, account: i64) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM platform_accounts
                          WHERE id = $1 AND (doubted_at IS NOT NULL OR handle_conflict_at IS NOT NULL)) AS "is!""#,
        account
    )
    .fetch_one(connection)
    .await?)
}

/// Returns whether a name belongs to another known account: if all items of a list are by that account, its list was
/// mixed up with this account's.
pub async fn is_name_of_another(
    connection: &mut PgConnection,
    account: i64,
    platform: Platform,
    username: &str,
) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM platform_accounts
                          WHERE platform = $1 AND username = $2 AND id <> $3 AND platform_id IS NOT NULL
                            AND $2 <> ALL (SELECT unnest(username || former_usernames) FROM platform_accounts WHERE id = $3)) AS "is!""#,
        platform.code(),
        username.to_lowercase(),
        account
    )
    .fetch_one(connection)
    .await?)
}

/// Records a handle conflict, with the new owner as far as the platform reported it.
async fn record_handle_conflict(
    connection: &mut PgConnection,
    account: i64,
    new_owner: Option<&Profile>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    sqlx::query!(
        "UPDATE platform_accounts SET
             handle_conflict_at = CASE WHEN handle_conflict_at IS NOT NULL AND new_owner_id IS NOT DISTINCT FROM $3 THEN handle_conflict_at ELSE $2 END, new_owner_id = $3,
             new_owner_username = CASE WHEN $3::text IS NOT NULL THEN coalesce($4, username) END,
             new_owner_display_name = $5, new_owner_followers = $6
         WHERE id = $1",
        account,
        now,
        new_owner.map(|profile| &profile.platform_id),
        new_owner
            .and_then(|profile| text(&profile.username))
            .map(|name| name.to_lowercase()),
        new_owner.and_then(|profile| display_name(&profile.display_name)),
        new_owner.and_then(|profile| count(profile.follower_count))
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// An admin's decision about a handle that has a new owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The new owner is the same account under a new id.
    Same,
    /// The group tracks the new owner and stops tracking the account that had the handle.
    Replace,
}

/// Applies the decision for an account that a group tracks, in the scope of an admin. Returns the
/// `tracked_accounts.id` by which the group tracks it from now on; `None` if there is no handle conflict.
pub async fn decide(
    connection: &mut PgConnection,
    account: &TrackedAccount,
    decision: Decision,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    deletion::begin(connection, &[account.account_id], &[]).await?;
    // Sums of capped costs depend on the models of both the account and the group, so changes to the two are
    // serialized.
    sqlx::query!("SELECT lock_group($1)", account.group_id)
        .fetch_one(&mut *connection)
        .await?;
    match decision {
        Decision::Same => {
            sqlx::query_scalar!("SELECT accept_new_owner($1, $2)", account.id, now)
                .fetch_one(connection)
                .await
        }
        Decision::Replace => {
            sqlx::query_scalar!("SELECT follow_handle($1, $2)", account.id, now)
                .fetch_one(connection)
                .await
        }
    }
}
