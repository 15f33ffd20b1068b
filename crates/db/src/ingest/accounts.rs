//! Identity of platform accounts: found by name at first, and by the platform's id once it is known.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Platform, Profile};
use sqlx::PgConnection;

use crate::DbError;
use crate::tracking::identity::CONFIRMED_AFTER;
use crate::values::{count, display_name, text};

/// Whether a profile belongs to the requested account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identity {
    /// The profile belongs to the account, or nothing contradicts it.
    Same(i64),
    /// The profile is another account's.
    Changed,
    /// The account no longer exists: it was deleted or erased, or merged into the row with the profile's id,
    /// which this run may not change.
    Missing,
}

/// Compares the profile with the stored account and updates it: the id at first, a new name later. An account
/// without a known id takes the id of a profile with its own name at once, and of one with another name when
/// the id is confirmed. Stores nothing about an account that one of `erased` matches.
pub(crate) async fn identify(
    connection: &mut PgConnection,
    account: i64,
    platform: Platform,
    profile: Option<&Profile>,
    erased: &[Vec<u8>],
    now: DateTime<Utc>,
) -> Result<Identity, DbError> {
    let Some(profile) = profile.filter(|profile| !profile.platform_id.is_empty()) else {
        return Ok(Identity::Same(account));
    };
    let Some(known) = note(connection, account, profile, ProfileCondition::IdIsKnown, erased).await? else {
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
    // Again: the search waits for an erasure of the account with this id.
    let is_known = note(connection, account, profile, ProfileCondition::AnyId, erased).await?;
    Ok(is_known.map_or(Identity::Missing, |_| Identity::Same(account)))
}

/// Returns and locks the account with this platform id.
pub(crate) async fn find(
    connection: &mut PgConnection,
    platform: Platform,
    platform_id: &str,
) -> Result<Option<i64>, DbError> {
    Ok(sqlx::query_scalar!(
        "SELECT id FROM platform_accounts WHERE platform = $1 AND platform_id = $2 FOR UPDATE",
        platform.code(),
        platform_id
    )
    .fetch_optional(connection)
    .await?)
}

/// Merges `duplicate`, whose id was unknown under a name of `owner`, into `owner`: all rows move, and the
/// account is also found by that name. Units of open runs lose the account when it is deleted: their run was
/// not opened for `owner`, which the next run reads.
async fn merge(connection: &mut PgConnection, owner: i64, duplicate: i64) -> Result<(), DbError> {
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

/// The stored identity of an account before a profile was applied.
pub(crate) struct AccountIdentity {
    platform_id: Option<String>,
    username: String,
    former_usernames: Vec<String>,
    doubted_id: Option<String>,
    doubted_at: Option<DateTime<Utc>>,
}

impl AccountIdentity {
    /// Returns whether a profile's id may be given to this account, which has none: the profile has a name of the
    /// account, or its id was first seen long enough ago.
    fn takes(&self, profile: &Profile, now: DateTime<Utc>) -> bool {
        let name = text(&profile.username).map(|name| name.to_lowercase());
        name.is_none_or(|name| self.username == name || self.former_usernames.contains(&name))
            || (self.doubted_id.as_ref() == Some(&profile.platform_id)
                && self.doubted_at.is_some_and(|at| now - at >= CONFIRMED_AFTER))
    }
}

/// The condition for applying a profile to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProfileCondition {
    /// The account already has the profile's id.
    IdIsKnown,
    /// Unconditional.
    AnyId,
}

/// Locks an account and applies a profile. Fields that the profile lacks stay; a former name is kept so that
/// users still find the account. A profile with the account's own id takes its name, even if another account
/// had it in between. Returns the identity before the change, or `None` where the account does not exist or
/// one of `erased` was erased.
pub(crate) async fn note(
    connection: &mut PgConnection,
    account: i64,
    profile: &Profile,
    condition: ProfileCondition,
    erased: &[Vec<u8>],
) -> Result<Option<AccountIdentity>, DbError> {
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
                    coalesce($6::bool, o.is_private) AS is_private, merged_count(o.follower_count, $7::bigint, $12) AS follower_count,
                    merged_count(o.following_count, $8::bigint, $13) AS following_count,
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
        condition == ProfileCondition::AnyId,
        erased,
        may_be_rounded(profile.follower_count),
        may_be_rounded(profile.following_count)
    )
    .fetch_optional(connection)
    .await?;
    Ok(known)
}

/// Smallest count that the platforms round where they round.
const ROUNDED_FROM: i64 = 10_000;

/// Returns whether a count of a profile may be rounded: profiles have no flag for that, and platforms show at least the first two digits
/// and at most three.
fn may_be_rounded(count: Option<i64>) -> bool {
    count.is_some_and(|count| count >= ROUNDED_FROM && count % 10_i64.pow(count.ilog10() - 2) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_with_more_than_three_digits_before_zeros_is_exact() {
        for (count, expected) in [
            (None, false),
            (Some(-1), false),
            (Some(0), false),
            (Some(9_900), false),
            (Some(10_000), true),
            (Some(38_500), true),
            (Some(38_490), false),
            (Some(1_600_000), true),
            (Some(1_585_000), false),
            (Some(i64::MAX), false),
        ] {
            assert_eq!(may_be_rounded(count), expected, "{count:?}");
        }
    }
}
