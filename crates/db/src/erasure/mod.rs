//! Erases a person's handle everywhere.

pub mod erased;
pub(crate) mod mentions;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::secrets::Secrets;
use crate::tracking::accounts::{self, TrackedResource};
use crate::tracking::videos;
use crate::{DbError, deletion};

#[derive(Clone, Copy, Debug)]
pub struct ErasureRequest<'a> {
    pub platform: Platform,
    /// Lower case, without @.
    pub username: &'a str,
    /// Username of the user who erases it; empty for the command line.
    pub erased_by: &'a str,
}

/// The result of an erasure.
#[derive(Clone, Debug)]
pub struct Erased {
    /// Id of the erasure; deleting the erasure allows the handle to be added again.
    pub id: i64,
    /// Accounts that have or had the name.
    pub accounts: i64,
    /// Items of those accounts.
    pub items: i64,
    /// Measurements of those items.
    pub measurements: i64,
    /// Captions of other accounts that mentioned the erased ones.
    pub captions: i64,
    /// Audit log entries that named the erased accounts.
    pub audit_entries: i64,
    /// Resources that tracked the accounts and their videos.
    pub resources: Vec<TrackedResource>,
}

impl Erased {
    /// Returns the groups that tracked any of the accounts or videos.
    #[must_use]
    pub fn groups(&self) -> BTreeSet<i64> {
        self.resources.iter().map(|resource| resource.group_id).collect()
    }

    /// Returns the details for the audit log: numbers, and nothing that identifies the person.
    #[must_use]
    pub fn details(&self, platform: Platform) -> Value {
        json!({
            "platform": platform.code(),
            "erasure": self.id,
            "accounts": self.accounts,
            "items": self.items,
            "groups": self.groups(),
        })
    }
}

/// Erases every account that has or had the name, with all data collected about it, and stores digests of its
/// names and ids, so that it is not collected again. In the scope of an admin.
pub async fn erase(
    connection: &mut PgConnection,
    secrets: &Secrets,
    request: ErasureRequest<'_>,
    now: DateTime<Utc>,
) -> Result<Erased, DbError> {
    let ErasureRequest {
        platform, username, ..
    } = request;
    let (person, resources) = locked(connection, secrets, platform, username).await?;
    sqlx::query!("SELECT delete_links($1)", &person.accounts)
        .fetch_one(&mut *connection)
        .await?;
    let counts = sqlx::query!(
        r#"SELECT items AS "items!", measurements AS "measurements!", captions AS "captions!",
                  audit_entries AS "audit_entries!"
           FROM erase_accounts($1, $2, $3, $4)"#,
        platform.code(),
        &person.accounts,
        &person.names,
        &person.ids
    )
    .fetch_one(&mut *connection)
    .await?;
    let mut erased = Erased {
        id: 0,
        accounts: saturate::<i64>(person.accounts.len()),
        items: counts.items,
        measurements: counts.measurements,
        captions: counts.captions,
        audit_entries: counts.audit_entries,
        resources: resources.all,
    };
    erased.id = note(connection, request, &erased, now).await?;
    block(connection, secrets, platform, erased.id, &person).await?;
    Ok(erased)
}

/// The accounts that have or had a name.
#[derive(PartialEq, Eq)]
struct Person {
    /// By `platform_accounts.id`.
    accounts: Vec<i64>,
    /// All names of the accounts, and the requested one; sorted.
    names: Vec<String>,
    /// The platform's ids of those accounts that were read.
    ids: Vec<String>,
}

impl Person {
    async fn find(
        connection: &mut PgConnection,
        platform: Platform,
        username: &str,
    ) -> Result<Self, sqlx::Error> {
        let rows = sqlx::query!(
            "SELECT id, platform_id, username, former_usernames FROM platform_accounts
             WHERE platform = $1 AND (username = $2 OR $2 = ANY (former_usernames)) ORDER BY id",
            platform.code(),
            username
        )
        .fetch_all(connection)
        .await?;
        let mut names = BTreeSet::from([username.to_owned()]);
        let (mut accounts, mut ids) = (Vec::new(), Vec::new());
        for row in rows {
            accounts.push(row.id);
            ids.extend(row.platform_id);
            names.insert(row.username);
            names.extend(row.former_usernames);
        }
        Ok(Self {
            accounts,
            names: names.into_iter().collect(),
            ids,
        })
    }
}

/// Finds the accounts and what tracks them, and locks both. A report that this waited for may have renamed, merged or first identified an
/// account, so the accounts are searched again until nothing has changed.
async fn locked(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    username: &str,
) -> Result<(Person, TrackingResources), DbError> {
    deletion::extend_timeouts(connection).await?;
    let mut person = Person::find(connection, platform, username).await?;
    let mut tracking = resources(connection, platform, &person.accounts, &person.names).await?;
    loop {
        // In the order of a report: its unit, and then the names.
        deletion::begin(connection, &person.accounts, &tracking.videos).await?;
        erased::lock(connection, secrets, platform, &person.names).await?;
        let found = Person::find(connection, platform, username).await?;
        let of_found = resources(connection, platform, &found.accounts, &found.names).await?;
        if found == person && of_found.videos == tracking.videos {
            return Ok((found, of_found));
        }
        (person, tracking) = (found, of_found);
    }
}

/// The resources that track the accounts and their videos.
struct TrackingResources {
    /// By `tracked_videos.id`.
    videos: Vec<i64>,
    all: Vec<TrackedResource>,
}

async fn resources(
    connection: &mut PgConnection,
    platform: Platform,
    accounts: &[i64],
    names: &[String],
) -> Result<TrackingResources, DbError> {
    let tracking = sqlx::query_scalar!(
        "SELECT id FROM tracked_accounts WHERE account_id = ANY ($1)",
        accounts
    )
    .fetch_all(&mut *connection)
    .await?;
    // A video that was not read yet is known only by its URL.
    let of_videos = sqlx::query_scalar!(
        r#"SELECT v.id FROM tracked_videos v LEFT JOIN posts p ON p.id = v.post_id
           WHERE p.account_id = ANY ($1)
              OR ($2 = 'tiktok' AND lower(substring(v.url FROM '/@([^/?#]+)')) = ANY ($3))
           ORDER BY v.id"#,
        accounts,
        platform.code(),
        names
    )
    .fetch_all(&mut *connection)
    .await?;
    let accounts = accounts::resources(connection, platform, &tracking).await?;
    let videos = videos::resources(connection, &of_videos).await?;
    Ok(TrackingResources {
        videos: of_videos,
        all: accounts.into_values().chain(videos.into_values()).collect(),
    })
}

async fn note(
    connection: &mut PgConnection,
    request: ErasureRequest<'_>,
    erased: &Erased,
    now: DateTime<Utc>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "INSERT INTO erasures (platform, at, erased_by, accounts, items, measurements, captions, audit_entries)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        request.platform.code(),
        now,
        request.erased_by,
        erased.accounts,
        erased.items,
        erased.measurements,
        erased.captions,
        erased.audit_entries
    )
    .fetch_one(connection)
    .await
}

async fn block(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    erasure: i64,
    person: &Person,
) -> Result<(), DbError> {
    let mut digests = Vec::with_capacity(person.names.len() + person.ids.len());
    for name in &person.names {
        digests.push(secrets.digest_of_name(platform.code(), name)?.to_vec());
    }
    for id in &person.ids {
        digests.push(secrets.digest_of_id(platform.code(), id)?.to_vec());
    }
    // Lifting the later erasure also lifts the earlier one.
    sqlx::query!(
        "INSERT INTO erased_handles AS h (platform, digest, erasure_id)
         SELECT $1, digest, $3 FROM unnest($2::bytea[]) AS d (digest) ORDER BY digest
         ON CONFLICT (platform, digest) DO UPDATE SET erasure_id = excluded.erasure_id",
        platform.code(),
        &digests,
        erasure
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A completed erasure. It does not identify the person.
#[derive(Clone, Debug)]
pub struct Erasure {
    pub id: i64,
    /// Platform of the handle.
    pub platform: String,
    /// Time of the erasure.
    pub at: DateTime<Utc>,
    /// Username of the user who did it; empty for the command line.
    pub erased_by: String,
    /// Accounts that had the name.
    pub accounts: i64,
    /// Items of those accounts.
    pub items: i64,
}

/// Lists all erasures, latest first.
pub async fn list(connection: &mut PgConnection) -> Result<Vec<Erasure>, sqlx::Error> {
    sqlx::query_as!(
        Erasure,
        "SELECT id, platform, at, erased_by, accounts, items FROM erasures ORDER BY at DESC, id DESC"
    )
    .fetch_all(connection)
    .await
}

/// Lifts an erasure, so that the data may be collected again. Returns its platform; `None` if there is no
/// such erasure.
pub async fn lift(connection: &mut PgConnection, id: i64) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("DELETE FROM erasures WHERE id = $1 RETURNING platform", id)
        .fetch_optional(connection)
        .await
}
