//! Erased accounts, which must not be collected again.

use std::borrow::Cow;
use std::collections::HashSet;

use clipmeter_proto::v1::{Outcome, Platform, Profile, UnitReport};
use sqlx::PgConnection;

use crate::DbError;
use crate::secrets::{HandleDigest, Secrets};

/// Returns those of the lowercase names that were erased.
pub async fn names(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    names: &[String],
) -> Result<HashSet<String>, DbError> {
    let mut digests = Vec::with_capacity(names.len());
    for name in names {
        digests.push(secrets.digest_of_name(platform.code(), name)?.to_vec());
    }
    let found = found(connection, platform, &digests).await?;
    Ok(names
        .iter()
        .zip(&digests)
        .filter(|(_, digest)| found.contains(*digest))
        .map(|(name, _)| name.clone())
        .collect())
}

/// Returns whether a profile, or the account with this name, was erased.
pub(crate) async fn is_erased(
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
        if is_erased(connection, secrets, platform, Some(profile), "").await? {
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
