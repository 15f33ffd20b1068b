//! Ingests a page of observations.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, PageReport, Profile};
use sqlx::PgConnection;

use super::report::UnitTarget;
use super::{accounts, columns, crawl_checkpoints, items, single_video};
use crate::DbError;
use crate::erasure::erased;
use crate::secrets::Secrets;
use crate::tracking::identity;

/// Maximum number of observations in one message; the platforms list at most a few dozen items on a page.
const MAX_OBSERVATIONS: usize = 1_000;

/// Maximum length of an item's id. The platforms' have up to 20 digits.
const MAX_ID_LENGTH: usize = 64;

/// Rejects an implausible page before anything is stored.
pub(crate) fn check(page: &PageReport) -> Result<(), DbError> {
    if page.observations.len() > MAX_OBSERVATIONS {
        return Err(DbError::invalid(format!(
            "a page may have at most {MAX_OBSERVATIONS} observations; send several pages"
        )));
    }
    for observation in &page.observations {
        let id = &observation.external_id;
        if id.is_empty() || id.len() > MAX_ID_LENGTH || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(DbError::invalid(
                "an observation needs the item's ID on the platform",
            ));
        }
    }
    Ok(())
}

/// Stores a page and counts new and changed items. Stores nothing about erased accounts.
///
/// A run changes only its own batch: the posts that are stored under its account, or its single video. A post
/// that is stored under another account is linked to this one and not changed. ADR 0040.
pub(crate) async fn store(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &UnitTarget,
    page: &PageReport,
    observed_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if let Some(video) = target.video.filter(|_| target.account.is_none()) {
        return single_video::store(connection, secrets, target, video, page, (observed_at, now)).await;
    }
    let Some(account) = listed_by(connection, secrets, target, page, now).await? else {
        return Ok(());
    };
    // Posts with several authors count too, because this is about the list. Future dates do not count.
    let dates = page.observations.iter();
    let newest = dates
        .filter_map(|observation| columns::posted_at(observation, now))
        .filter(|posted| *posted <= observed_at)
        .max();
    let items = items::Page {
        target,
        account,
        author: account,
        observations: &page.observations,
        observed_at,
        newest,
        now,
    };
    items::put(connection, secrets, &items).await?;
    if let Some(checkpoint) = page.checkpoint.as_ref().filter(|_| target.may_crawl_to_end()) {
        crawl_checkpoints::save(connection, account, checkpoint, now).await?;
    }
    Ok(())
}

/// Returns the account whose list the page shows; `None` if nothing of the page may be stored.
async fn listed_by(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &UnitTarget,
    page: &PageReport,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let Some(account) = target.account else {
        return Ok(None);
    };
    let (platform, profile) = (target.platform, page.profile.as_ref());
    let is_uncertain = match one_other_author(profile, &page.observations) {
        Some(author) => identity::is_name_of_another(connection, account, platform, author).await?,
        None => lacks_identity(profile) && identity::is_uncertain(connection, account).await?,
    };
    if is_uncertain {
        return Ok(None);
    }
    let erased = erased::digests(secrets, platform, profile, "")?;
    Ok(
        match accounts::identify(connection, account, platform, profile, &erased, now).await? {
            accounts::Identity::Same(account) => Some(account),
            // The numbers belong to another account.
            accounts::Identity::Changed | accounts::Identity::Missing => None,
        },
    )
}

/// Returns whether a page does not identify its account.
fn lacks_identity(profile: Option<&Profile>) -> bool {
    profile.is_none_or(|profile| profile.platform_id.is_empty())
}

/// Returns the author of a list in which every item has the same author, who is not the profile's. A single
/// item may be a joint post of the account and its author.
fn one_other_author<'a>(profile: Option<&Profile>, observations: &'a [Observation]) -> Option<&'a str> {
    let name = profile.map_or("", |profile| profile.username.as_str());
    let [first, second, others @ ..] = observations else {
        return None;
    };
    let author = first.author_username.as_str();
    let is_by_author = |one: &Observation| one.author_username.eq_ignore_ascii_case(author);
    let is_other = !name.is_empty()
        && !author.is_empty()
        && !author.eq_ignore_ascii_case(name)
        && is_by_author(second)
        && others.iter().all(is_by_author);
    is_other.then_some(author)
}
