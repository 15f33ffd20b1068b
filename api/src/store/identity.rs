//! Whose a name is: noted when somebody else answers by it, decided by an admin.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Profile;
use sqlx::PgConnection;

use super::columns::{count, text};
use super::purge;
use super::tracked::TrackedAccount;
use crate::ApiError;

/// Somebody else who answers by an account's name.
#[derive(Clone, Debug)]
pub struct Claimant {
    /// The platform's id.
    pub platform_id: String,
    /// Lower case, without @.
    pub username: String,
    /// May be empty.
    pub display_name: String,
    /// None when the platform does not say.
    pub followers: Option<i64>,
    /// When this was found.
    pub seen_at: DateTime<Utc>,
}

/// Those of the accounts, by `platform_accounts.id`, of whom it is known who has their name.
pub async fn claimants(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, Claimant>, sqlx::Error> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        r#"SELECT id, claimed_id AS "platform_id!", claimed_username AS "username!",
                  coalesce(claimed_display_name, '') AS "display_name!", claimed_followers, claimed_at AS "seen_at!"
           FROM platform_accounts WHERE id = ANY ($1) AND claimed_id IS NOT NULL"#,
        accounts
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let claimant = Claimant {
                platform_id: row.platform_id,
                username: row.username,
                display_name: row.display_name,
                followers: row.claimed_followers,
                seen_at: row.seen_at,
            };
            (row.id, claimant)
        })
        .collect())
}

/// Notes that somebody else has the account's name, and who, as far as the platform said.
pub(super) async fn claim(
    connection: &mut PgConnection,
    account: i64,
    claimant: Option<&Profile>,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let claimant = claimant.filter(|profile| !profile.platform_id.is_empty());
    sqlx::query!(
        "UPDATE platform_accounts SET claimed_at = $2, claimed_id = $3,
             claimed_username = CASE WHEN $3::text IS NOT NULL THEN coalesce($4, username) END,
             claimed_display_name = $5, claimed_followers = $6
         WHERE id = $1",
        account,
        now,
        claimant.map(|profile| &profile.platform_id),
        claimant
            .and_then(|profile| text(&profile.username))
            .map(|name| name.to_lowercase()),
        claimant.and_then(|profile| text(&profile.display_name)),
        claimant.and_then(|profile| count(profile.follower_count))
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// What an admin decides about a name that somebody else has now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whoever has the name is the account, under a new id.
    Same,
    /// The group follows the name and lets go of the account that had it.
    Replace,
}

/// Decides about an account that a group tracks, in the scope of an admin. Returns the `tracked_accounts.id` that the group has it
/// by from now on; None: nobody else has the name.
pub async fn decide(
    connection: &mut PgConnection,
    account: &TrackedAccount,
    decision: Decision,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    purge::begin(connection, &[account.account_id], &[]).await?;
    // Sums of capped costs follow from both models: the account's and the group's change one after the other.
    sqlx::query!("SELECT lock_group($1)", account.group_id)
        .fetch_one(&mut *connection)
        .await?;
    match decision {
        Decision::Same => {
            sqlx::query_scalar!("SELECT accept_claim($1, $2)", account.id, now)
                .fetch_one(connection)
                .await
        }
        Decision::Replace => {
            sqlx::query_scalar!("SELECT follow_claim($1, $2)", account.id, now)
                .fetch_one(connection)
                .await
        }
    }
}
