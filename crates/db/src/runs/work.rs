//! Remaining units of a run.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{AccountTarget, Platform, Unit, VideoTarget, unit};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::{Item, MAX_LOOKUPS};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::DbError;
use crate::ingest::crawl_depth::{self, CrawlDepth};
use crate::ingest::items::MAX_KNOWN_IDS;
use crate::ingest::{crawl_checkpoints, items, removal};

/// Returns the units without an outcome whose target still exists. Selects how deep accounts' lists are read,
/// and stores the depth for the ends of the units.
pub(crate) async fn remaining_units(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Vec<Unit>, DbError> {
    let mut units = remaining_accounts(connection, run, platform, now).await?;
    units.extend(remaining_videos(connection, run).await?);
    Ok(units)
}

async fn remaining_accounts(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Vec<Unit>, DbError> {
    let accounts = crawl_depth::accounts(connection, run).await?;
    let ids: Vec<i64> = accounts.iter().map(|account| account.id).collect();
    let mut stored = items::newest(connection, &ids).await?;
    let mut linked = items::linked(connection, &ids).await?;
    let mut suspected = removal::suspected(connection, &ids).await?;
    let mut checkpoints = crawl_checkpoints::load(connection, &ids, now).await?;
    let mut depths = Vec::with_capacity(accounts.len());
    let mut units = Vec::with_capacity(accounts.len());
    let mut full_crawls = 0;
    for account in accounts {
        let items = stored.remove(&account.id).unwrap_or_default();
        let depth = CrawlDepth::of(&account, &items, platform, &mut full_crawls, now);
        // Lookups of suspected removals come before lookups of old items that are due.
        let mut lookup_ids = suspected.remove(&account.id).unwrap_or_default();
        let due = depth
            .reading
            .lookup_ids
            .iter()
            .filter(|id| !lookup_ids.contains(id));
        lookup_ids.extend(due.copied().collect::<Vec<u64>>());
        lookup_ids.truncate(MAX_LOOKUPS);
        let linked = linked.remove(&account.id).unwrap_or_default();
        let known_count = account.known_count.saturating_add(saturate::<i64>(linked.len()));
        units.push(Unit {
            unit_id: account.unit,
            target: Some(unit::Target::Account(AccountTarget {
                username: account.username,
                platform_id: account.platform_id.unwrap_or_default(),
                sec_uid: account.sec_uid.unwrap_or_default(),
                max_items: depth.max_items,
                known_ids: known_ids(&items, linked),
                read_to_id: depth.reading.read_to_id,
                known_count: saturate::<u32>(known_count),
                may_fill_gap: depth.may_fill_gap,
                lookup_ids,
                former_usernames: account.former_usernames.into_iter().rev().collect(),
                last_item_count: account
                    .listed_item_count
                    .and_then(|count| u64::try_from(count).ok()),
                resume: checkpoints
                    .remove(&account.id)
                    .filter(|_| depth.may_crawl_to_end()),
            })),
        });
        depths.push((account.unit, depth));
    }
    crawl_depth::note(connection, &depths).await?;
    Ok(units)
}

/// Returns the newest of the account's own items and of those that are stored under another account, newest first. IDs grow with time.
fn known_ids(own: &[Item], linked: Vec<u64>) -> Vec<u64> {
    let mut ids: Vec<u64> = own.iter().map(|item| item.id).chain(linked).collect();
    ids.sort_unstable_by(|one, other| other.cmp(one));
    ids.truncate(usize::from(MAX_KNOWN_IDS));
    ids
}

async fn remaining_videos(connection: &mut PgConnection, run: Uuid) -> Result<Vec<Unit>, DbError> {
    let rows = sqlx::query!(
        "SELECT u.id, v.video_id, v.short_url
         FROM run_units u JOIN tracked_videos v ON v.id = u.tracked_video_id
         WHERE u.run_id = $1 AND u.outcome IS NULL
         ORDER BY u.id",
        run
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Unit {
            unit_id: row.id,
            target: Some(unit::Target::Video(VideoTarget {
                short_url: if row.video_id.is_some() {
                    String::new()
                } else {
                    row.short_url.unwrap_or_default()
                },
                video_id: row.video_id.unwrap_or_default(),
            })),
        })
        .collect())
}
