//! What a run has still to read.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{AccountTarget, Platform, Unit, VideoTarget, unit};
use clipmeter_scheduler::MOST_LOOKED_AT;
use sqlx::PgConnection;
use uuid::Uuid;

use super::depth::{self, Depth};
use super::{gone, known, walk_marks};
use crate::ApiError;

/// Units without an outcome whose target still exists. How deep the lists of accounts are read is decided here, and noted for
/// the ends of the units.
pub(super) async fn work_left(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Vec<Unit>, ApiError> {
    let mut units = accounts_left(connection, run, platform, now).await?;
    units.extend(videos_left(connection, run).await?);
    Ok(units)
}

async fn accounts_left(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Vec<Unit>, ApiError> {
    let accounts = depth::accounts(connection, run).await?;
    let ids: Vec<i64> = accounts.iter().map(|account| account.id).collect();
    let mut items = known::items(connection, &ids).await?;
    let mut missed = gone::missed(connection, &ids).await?;
    let mut marks = walk_marks::recall(connection, &ids, now).await?;
    let mut depths = Vec::with_capacity(accounts.len());
    let mut units = Vec::with_capacity(accounts.len());
    let mut read_through = 0;
    for account in accounts {
        let items = items.remove(&account.id).unwrap_or_default();
        let depth = Depth::of(&account, &items, platform, &mut read_through, now);
        // Whether an item is gone is to be known before how a deep one does.
        let mut look_at = missed.remove(&account.id).unwrap_or_default();
        let due = depth.reading.look_at.iter().filter(|id| !look_at.contains(id));
        look_at.extend(due.copied().collect::<Vec<u64>>());
        look_at.truncate(MOST_LOOKED_AT);
        units.push(Unit {
            unit_id: account.unit,
            target: Some(unit::Target::Account(AccountTarget {
                username: account.username,
                platform_id: account.platform_id.unwrap_or_default(),
                sec_uid: account.sec_uid.unwrap_or_default(),
                max_items: depth.max_items,
                known_ids: items.iter().map(|item| item.id).collect(),
                read_to_id: depth.reading.read_to_id,
                known_count: u32::try_from(account.known_count).unwrap_or(u32::MAX),
                may_fill_gap: depth.may_fill_gap,
                look_at_ids: look_at,
                former_usernames: account.former_usernames.into_iter().rev().collect(),
                last_item_count: account
                    .listed_item_count
                    .and_then(|count| u64::try_from(count).ok()),
                resume: marks.remove(&account.id).filter(|_| depth.may_go_to_the_end()),
            })),
        });
        depths.push((account.unit, depth));
    }
    depth::note(connection, &depths).await?;
    Ok(units)
}

async fn videos_left(connection: &mut PgConnection, run: Uuid) -> Result<Vec<Unit>, ApiError> {
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
