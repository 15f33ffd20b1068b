//! Adds tracked accounts, one or thousands at once.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use crate::groups;

/// Accounts to track.
#[derive(Clone, Copy, Debug)]
pub struct NewAccounts<'a> {
    pub platform: Platform,
    /// The tracking group.
    pub group_id: i64,
    /// Lower case, without @; no duplicates.
    pub usernames: &'a [String],
    /// The user who adds them; `None` for automatic additions.
    pub added_by: Option<i64>,
}

/// The result for one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddOutcome {
    /// It is now tracked, under this id.
    Tracked(i64),
    /// The group already tracks it.
    Exists,
    /// The group has reached its limit.
    LimitReached,
}

/// The results for all accounts.
#[derive(Clone, Debug)]
pub struct AddedAccounts {
    /// In the order of the usernames.
    pub outcomes: Vec<AddOutcome>,
    /// The group's limit on accounts of the platform.
    pub limit: i32,
}

/// Adds accounts to a group, the first ones as far as its limit allows. Locks the group, so that the limit is
/// exact however many requests add at once. `None` if there is no such group in scope.
pub async fn add(
    connection: &mut PgConnection,
    new: NewAccounts<'_>,
    now: DateTime<Utc>,
) -> Result<Option<AddedAccounts>, sqlx::Error> {
    if !groups::lock(connection, new.group_id).await? {
        return Ok(None);
    }
    let places = places(connection, new).await?;
    let tracked = already_tracked(connection, new).await?;
    let mut free = (i64::from(places.limit) - places.used).max(0);
    let mut outcomes = vec![AddOutcome::LimitReached; new.usernames.len()];
    let mut chosen = Vec::new();
    for (place, username) in new.usernames.iter().enumerate() {
        if tracked.contains(username) {
            outcomes[place] = AddOutcome::Exists;
        } else if free > 0 {
            free -= 1;
            chosen.push((place, username.clone()));
        }
    }
    let (chosen, usernames): (Vec<usize>, Vec<String>) = chosen.into_iter().unzip();
    let ids = insert(connection, new, &usernames, now).await?;
    for (place, username) in chosen.into_iter().zip(usernames) {
        outcomes[place] = ids
            .get(&username)
            .map_or(AddOutcome::Exists, |id| AddOutcome::Tracked(*id));
    }
    Ok(Some(AddedAccounts {
        outcomes,
        limit: places.limit,
    }))
}

struct Places {
    limit: i32,
    used: i64,
}

async fn places(connection: &mut PgConnection, new: NewAccounts<'_>) -> Result<Places, sqlx::Error> {
    sqlx::query_as!(
        Places,
        r#"SELECT account_limit(g, p) AS "limit!",
                  (SELECT count(*) FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
                   WHERE t.group_id = g.id AND a.platform = p.code) AS "used!"
           FROM groups g, platforms p WHERE g.id = $1 AND p.code = $2"#,
        new.group_id,
        new.platform.code()
    )
    .fetch_one(connection)
    .await
}

async fn already_tracked(
    connection: &mut PgConnection,
    new: NewAccounts<'_>,
) -> Result<HashSet<String>, sqlx::Error> {
    let names = sqlx::query_scalar!(
        r#"SELECT k.username AS "username!"
           FROM known_accounts($1, $2) k
           JOIN tracked_accounts t ON t.account_id = k.id AND t.group_id = $3"#,
        new.platform.code(),
        new.usernames,
        new.group_id
    )
    .fetch_all(connection)
    .await?;
    Ok(names.into_iter().collect())
}

/// Inserts the accounts and returns their ids by name. A name is absent if a concurrent scrape finds that it
/// belongs to an account that the group already tracks.
async fn insert(
    connection: &mut PgConnection,
    new: NewAccounts<'_>,
    usernames: &[String],
    now: DateTime<Utc>,
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH registered AS MATERIALIZED (
               SELECT username, id FROM register_accounts($1, $2, $3)
           ), added AS (
               INSERT INTO tracked_accounts (group_id, account_id, added_by, created_at)
               SELECT $4, id, $5, $3 FROM registered
               ON CONFLICT (group_id, account_id) DO NOTHING
               RETURNING id, account_id
           )
           SELECT r.username AS "username!", a.id
           FROM registered r JOIN added a ON a.account_id = r.id"#,
        new.platform.code(),
        usernames,
        now,
        new.group_id,
        new.added_by
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.username, row.id)).collect())
}
