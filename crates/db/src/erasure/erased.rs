//! Erased accounts, which must not be collected again.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use clipmeter_proto::v1::{Outcome, Platform, Profile, UnitReport};
use sqlx::PgConnection;

use crate::DbError;
use crate::secrets::{HandleDigest, Secrets};

/// The first of the advisory locks between erasures and transactions that store a name, one for each first byte of a digest: an addition of
/// thousands of names needs few of them. No other lock uses these numbers.
const LOCKS: i64 = 0x0045_0100;

/// Returns those of the lowercase names that were erased. An erasure of one of the others waits until the transaction has ended, and then
/// finds what it stored.
pub async fn names_to_add(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    names: &[String],
) -> Result<HashSet<String>, DbError> {
    hold(connection, &digests_of_names(secrets, platform, names)?).await?;
    among(connection, secrets, platform, names).await
}

/// Waits for transactions that store one of the names, and lets later ones wait until this erasure has ended.
pub(super) async fn lock(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    names: &[String],
) -> Result<(), DbError> {
    let keys = locks(&digests_of_names(secrets, platform, names)?);
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS k (key)",
        &keys
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Lets erasures of these digests wait for the end of the transaction. The caller checks them in a later statement, which sees the
/// erasures that this one has waited for.
async fn hold(connection: &mut PgConnection, digests: &[Vec<u8>]) -> Result<(), sqlx::Error> {
    let keys = locks(digests);
    sqlx::query!(
        "SELECT pg_advisory_xact_lock_shared(key) FROM unnest($1::bigint[]) AS k (key)",
        &keys
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the locks of digests, in the order in which they are acquired.
fn locks(digests: &[Vec<u8>]) -> Vec<i64> {
    let first_bytes: BTreeSet<u8> = digests
        .iter()
        .filter_map(|digest| digest.first().copied())
        .collect();
    let keys = first_bytes.into_iter().map(|byte| LOCKS + i64::from(byte));
    keys.collect()
}

fn digests_of_names(
    secrets: &Secrets,
    platform: Platform,
    names: &[String],
) -> Result<Vec<Vec<u8>>, DbError> {
    let digest = |name: &String| secrets.digest_of_name(platform.code(), name);
    names
        .iter()
        .map(|name| digest(name).map(|digest| digest.to_vec()))
        .collect()
}

/// Returns those of the lowercase names that were erased.
pub(super) async fn among(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    names: &[String],
) -> Result<HashSet<String>, DbError> {
    let digests = digests_of_names(secrets, platform, names)?;
    let found = found(connection, platform, &digests).await?;
    Ok(names
        .iter()
        .zip(&digests)
        .filter(|(_, digest)| found.contains(*digest))
        .map(|(name, _)| name.clone())
        .collect())
}

/// Returns whether the author of a single video was erased. If not, an erasure of the author waits until the transaction has ended, and
/// then finds what it stored.
pub(crate) async fn is_author_erased(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    profile: Option<&Profile>,
    author: &str,
) -> Result<bool, DbError> {
    let digests = digests(secrets, platform, profile, author)?;
    if digests.is_empty() {
        return Ok(false);
    }
    hold(connection, &digests).await?;
    Ok(!found(connection, platform, &digests).await?.is_empty())
}

/// Returns whether the account of a profile was erased.
async fn is_erased(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    profile: &Profile,
) -> Result<bool, DbError> {
    let digests = digests(secrets, platform, Some(profile), "")?;
    if digests.is_empty() {
        return Ok(false);
    }
    Ok(!found(connection, platform, &digests).await?.is_empty())
}

/// Returns the digests under which a profile, or the account with this name, would be stored as erased.
pub fn digests(
    secrets: &Secrets,
    platform: Platform,
    profile: Option<&Profile>,
    author: &str,
) -> Result<Vec<Vec<u8>>, DbError> {
    let code = platform.code();
    let mut digests: Vec<HandleDigest> = Vec::new();
    for name in [profile.map_or("", |profile| profile.username.as_str()), author] {
        if !name.is_empty() {
            digests.push(secrets.digest_of_name(code, &name.to_lowercase())?);
        }
    }
    if let Some(id) = profile
        .map(|profile| &profile.platform_id)
        .filter(|id| !id.is_empty())
    {
        digests.push(secrets.digest_of_id(code, id)?);
    }
    Ok(digests.iter().map(|digest| digest.to_vec()).collect())
}

/// Returns the unit report without the data of erased accounts.
pub async fn without_erased<'e>(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    end: &'e UnitReport,
) -> Result<Cow<'e, UnitReport>, DbError> {
    for profile in [&end.profile, &end.new_owner].into_iter().flatten() {
        if is_erased(connection, secrets, platform, profile).await? {
            let mut end = end.clone();
            if end.profile.take().is_some() {
                end.outcome = Outcome::NotAvailable.into();
            }
            end.new_owner = None;
            end.detail.clear();
            return Ok(Cow::Owned(end));
        }
    }
    Ok(Cow::Borrowed(end))
}

async fn found(
    connection: &mut PgConnection,
    platform: Platform,
    digests: &[Vec<u8>],
) -> Result<HashSet<Vec<u8>>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        "SELECT digest FROM erased_handles WHERE platform = $1 AND digest = ANY ($2)",
        platform.code(),
        digests
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}
