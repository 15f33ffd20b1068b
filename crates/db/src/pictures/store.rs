//! Stores the pictures that a run sends.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Picture;
use clipmeter_runtime::saturate;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::needs::Needed;
use crate::DbError;
use crate::secrets::fill_random;

/// Stores the pictures that are needed, and returns their number.
pub(crate) async fn put(
    connection: &mut PgConnection,
    needed: &[Needed],
    pictures: &[Picture],
    now: DateTime<Utc>,
) -> Result<u32, DbError> {
    let sent: HashMap<&str, &[u8]> = pictures
        .iter()
        .map(|picture| (picture.external_id.as_str(), picture.webp.as_slice()))
        .collect();
    let hashed = |one: &Needed| {
        let bytes = sent
            .get(one.external_id.as_str())
            .filter(|bytes| !bytes.is_empty())?;
        Some((Sha256::digest(bytes).to_vec(), *bytes))
    };
    let hashed: Vec<Option<(Vec<u8>, &[u8])>> = needed.iter().map(hashed).collect();
    let by_hash = hashed.iter().flatten().cloned().collect();
    let ids = ids_of(connection, &by_hash, now).await?;
    let pictures = hashed.iter().map(|one| ids.get(&one.as_ref()?.0).copied());
    let (mut posts, mut of_posts, mut accounts, mut of_accounts) = (vec![], vec![], vec![], vec![]);
    for (one, picture) in needed.iter().zip(pictures) {
        if let Some(post) = one.post {
            posts.push(post);
            of_posts.push(picture);
        }
        if let Some(account) = one.account {
            accounts.push(account);
            of_accounts.push(picture);
        }
    }
    // An avatar that cannot be replaced is kept.
    sqlx::query!(
        "WITH of_posts AS (
             INSERT INTO post_pictures AS i (post_id, picture_id, checked_at)
             SELECT post, picture, $5 FROM unnest($1::bigint[], $2::bigint[]) AS n (post, picture) ORDER BY post
             ON CONFLICT (post_id) DO UPDATE
             SET picture_id = coalesce(i.picture_id, excluded.picture_id), checked_at = excluded.checked_at
         )
         INSERT INTO account_pictures AS i (account_id, picture_id, checked_at)
         SELECT account, picture, $5 FROM unnest($3::bigint[], $4::bigint[]) AS n (account, picture)
         ON CONFLICT (account_id) DO UPDATE
         SET picture_id = coalesce(excluded.picture_id, i.picture_id), checked_at = excluded.checked_at",
        &posts,
        &of_posts as &[Option<i64>],
        &accounts,
        &of_accounts as &[Option<i64>],
        now
    )
    .execute(connection)
    .await?;
    let stored = of_posts.iter().chain(&of_accounts).flatten().count();
    Ok(saturate::<u32>(stored))
}

/// Returns the ids of these pictures by their hashes, and stores those that are new.
async fn ids_of(
    connection: &mut PgConnection,
    pictures: &HashMap<Vec<u8>, &[u8]>,
    now: DateTime<Utc>,
) -> Result<HashMap<Vec<u8>, i64>, DbError> {
    let mut hashes = Vec::with_capacity(pictures.len());
    let mut names = Vec::with_capacity(pictures.len());
    let mut bytes = Vec::with_capacity(pictures.len());
    for (hash, picture) in pictures {
        hashes.push(hash.clone());
        names.push(random_name()?);
        bytes.push(picture.to_vec());
    }
    // In the order of the hashes, so that two runs cannot wait for each other.
    sqlx::query!(
        "INSERT INTO pictures (hash, name, bytes, created_at)
         SELECT hash, name, bytes, $4 FROM unnest($1::bytea[], $2::text[], $3::bytea[]) AS n (hash, name, bytes) ORDER BY hash
         ON CONFLICT (hash) DO NOTHING",
        &hashes,
        &names,
        &bytes,
        now
    )
    .execute(&mut *connection)
    .await?;
    let rows = sqlx::query!("SELECT id, hash FROM pictures WHERE hash = ANY ($1)", &hashes)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().map(|row| (row.hash, row.id)).collect())
}

/// Returns 128 random bits in hexadecimal.
fn random_name() -> Result<String, DbError> {
    let mut bits = [0; 16];
    fill_random(&mut bits)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bits)))
}
