//! Lists everything that may be scraped.

use std::collections::{HashMap, HashSet};

use clipmeter_proto::v1::{GroupLoad, PlatformQueue, TrackedUnit, UnitKey, unit_key};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::{Batch, Selection, Trigger, Unit, UnitKind, candidates};
use uuid::Uuid;

use crate::database::connections::Pool;
use crate::tracking::attempts::Attempts;
use crate::{DbError, codes};

/// What a control plane plans with.
#[derive(Debug, Clone, PartialEq)]
pub struct DueUnits {
    pub units: Vec<TrackedUnit>,
    /// The groups of these units.
    pub groups: Vec<GroupLoad>,
    /// Due units of each platform, listed or not.
    pub queues: Vec<PlatformQueue>,
}

/// A unit, and the open run that it is assigned to.
type Tracked = (TrackedUnit, Option<Uuid>);

/// Returns one unit per account or video that any active group tracks and has not suspended, in the order of
/// their keys. Leaves out units assigned to an open run, because no other run can take them before it ends.
pub(super) async fn list(pool: &Pool) -> Result<Vec<TrackedUnit>, DbError> {
    let tracked = read(pool).await?.into_iter();
    Ok(tracked
        .filter_map(|(unit, run)| run.is_none().then_some(unit))
        .collect())
}

/// Returns the selected units of [`list`], with the work in open runs.
pub(super) async fn due(pool: &Pool, selection: &Selection<'_>) -> Result<DueUnits, DbError> {
    let mut tracked = Vec::new();
    let mut units = Vec::new();
    let mut running: HashMap<Uuid, Batch> = HashMap::new();
    for (unit, run) in read(pool).await? {
        let converted = match Unit::try_from(&unit) {
            Ok(converted) => converted,
            Err(error) => {
                tracing::warn!(%error, "ignored a unit in the plan");
                continue;
            }
        };
        if let Some(run) = run {
            let batch = running.entry(run).or_insert_with(|| Batch {
                platform: converted.key.platform,
                pool: converted.pool,
                trigger: Trigger::Schedule,
                units: Vec::new(),
            });
            batch.units.push(converted.key);
        }
        units.push(converted);
        tracked.push(unit);
    }
    let running: Vec<Batch> = running.into_values().collect();
    let selected = candidates(&units, &running, selection);
    let indexes: HashSet<usize> = selected.units.into_iter().collect();
    Ok(DueUnits {
        units: tracked
            .into_iter()
            .enumerate()
            .filter_map(|(index, unit)| indexes.contains(&index).then_some(unit))
            .collect(),
        groups: selected.groups.iter().map(GroupLoad::from).collect(),
        queues: selected
            .due
            .entries()
            .map(|(platform, due)| PlatformQueue {
                platform: platform.into(),
                due: saturate(*due),
            })
            .collect(),
    })
}

/// Reads all units. An account that selects a scraper pool that its group does not allow counts as suspended by
/// the group. Accounts with a handle conflict are read less often, to see whether their own id returns.
async fn read(pool: &Pool) -> Result<Vec<Tracked>, DbError> {
    let rows = sqlx::query!(
        r#"
        SELECT a.id AS "id!", false AS "is_video!", a.platform AS "platform!", a.last_attempt_at,
               EXISTS (SELECT FROM boosted_posts r WHERE r.account_id = a.id) AS "has_boosted!",
               a.last_outcome, a.quiet_since, a.consecutive_failures AS "consecutive_failures!",
               min(scrape_interval(a.platform, t.interval_minutes, g, s)) AS "interval_minutes!",
               array_agg(g.id ORDER BY t.id) AS "group_ids!",
               (SELECT u.run_id FROM run_units u WHERE u.account_id = a.id AND u.assigned) AS run_id,
               p.pool
        FROM tracked_accounts t
        JOIN groups g ON g.id = t.group_id AND g.is_active
        JOIN platform_accounts a ON a.id = t.account_id
        LEFT JOIN (SELECT * FROM account_pools WHERE (SELECT pools_are_selected())) p ON p.account_id = a.id
        CROSS JOIN settings s
        WHERE NOT t.suspended AND allows_pool(g, t.scraper_pool)
        GROUP BY a.id, p.pool
        UNION ALL
        -- Runs refer to a video by the first of all groups' rows, including suspended ones and those of inactive groups.
        SELECT min(v.id), true, 'tiktok', max(v.last_attempt_at), false,
               (array_agg(v.last_outcome ORDER BY v.last_attempt_at DESC NULLS LAST))[1], max(p.posted_at),
               min(v.consecutive_failures),
               min(scrape_interval('tiktok', NULL, g, s)) FILTER (WHERE g.is_active AND NOT v.suspended),
               array_agg(g.id ORDER BY v.id) FILTER (WHERE g.is_active AND NOT v.suspended),
               (array_agg(u.run_id) FILTER (WHERE u.run_id IS NOT NULL))[1],
               max(o.pool)
        FROM tracked_videos v
        JOIN groups g ON g.id = v.group_id
        LEFT JOIN (SELECT * FROM video_pools WHERE (SELECT pools_are_selected())) o
            ON o.video = coalesce(v.video_id, v.short_url)
        LEFT JOIN posts p ON p.id = v.post_id
        LEFT JOIN run_units u ON u.tracked_video_id = v.id AND u.assigned
        CROSS JOIN settings s
        GROUP BY coalesce(v.video_id, v.short_url)
        HAVING bool_or(g.is_active AND NOT v.suspended)
        ORDER BY 2, 1
        "#
    )
    .fetch_all(pool.statement())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let (id, kind) = if row.is_video {
                (unit_key::Id::VideoId(row.id), UnitKind::Video)
            } else {
                (
                    unit_key::Id::AccountId(row.id),
                    UnitKind::Account {
                        has_boosted: row.has_boosted,
                    },
                )
            };
            let attempts = Attempts {
                kind,
                interval_minutes: row.interval_minutes,
                last_outcome: row.last_outcome.as_deref(),
                last_attempt_at: row.last_attempt_at,
                consecutive_failures: row.consecutive_failures,
                quiet_since: row.quiet_since,
            };
            let cadence = attempts.cadence();
            let unit = TrackedUnit {
                key: Some(UnitKey {
                    platform: codes::platform(&row.platform).into(),
                    id: Some(id),
                }),
                interval_seconds: cadence.interval,
                last_attempt_at: row.last_attempt_at.map(|time| time.timestamp()),
                consecutive_failures: row.consecutive_failures.unsigned_abs(),
                group_ids: row.group_ids,
                delay_seconds: cadence.delay,
                scraper_pool: row.pool.unwrap_or_default(),
            };
            (unit, row.run_id)
        })
        .collect())
}
