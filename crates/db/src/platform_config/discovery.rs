//! Ids of stored queries that scrapers discover in the platform's own scripts when all known ones are stale.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_platform_config::{DiscoveredDocument, PlatformConfig, QueryDocument, layered};
use clipmeter_proto::v1::{DiscoveryReport, Platform};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Current, Layer, LayerChange};
use crate::{DbError, platform_config};

/// Minimum interval between searches. Scripts change with the platform's releases, and each search loads some
/// forty files.
const EVERY: TimeDelta = TimeDelta::hours(6);

/// Maximum number of discovered queries in one list; the newest stay. Each stale query costs a run a request, and a
/// malicious run must not be able to evict all earlier discoveries within a day.
const MAX_DISCOVERED: usize = 4;

/// Returns whether this run may search for queries. Only one open run at a time may, and none for a while after a
/// search.
pub(crate) async fn may_discover(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    // TikTok requests use no stored queries.
    if platform != Platform::Instagram {
        return Ok(false);
    }
    let taken = sqlx::query_scalar!(
        "INSERT INTO discoveries AS d (platform, run_id) VALUES ($1, $2)
         ON CONFLICT (platform) DO UPDATE SET run_id = excluded.run_id
         WHERE (d.done_at IS NULL OR d.done_at <= $3)
           AND (d.run_id = excluded.run_id
                OR NOT EXISTS (SELECT FROM runs r WHERE r.id = d.run_id AND r.ended_at IS NULL))
         RETURNING run_id",
        platform.code(),
        run,
        now - EVERY
    )
    .fetch_optional(connection)
    .await?;
    Ok(taken.is_some())
}

/// Adds a run's discoveries to the discovered layer: once for each permission to search, and one query for
/// each operation. The new query is tried first, because a run searches only when all known ones are stale;
/// the known ones stay behind it, so that a false report costs other runs only a request. Ignores discoveries
/// that were made under a config revision that has since been replaced, and implausible ones.
pub(crate) async fn record(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    report: &DiscoveryReport,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let finished = sqlx::query!(
        "UPDATE discoveries SET done_at = $3 WHERE platform = $1 AND run_id = $2 AND (done_at IS NULL OR done_at <= $4)",
        platform.code(),
        run,
        now,
        now - EVERY
    )
    .execute(&mut *connection)
    .await?;
    if finished.rows_affected() == 0 {
        tracing::warn!(%run, "ignored discovered query IDs from a run that may not search for them");
        return Ok(());
    }
    let current = platform_config::current_to_change(connection).await?;
    if current.revision().unsigned_abs() != report.revision {
        tracing::info!(%run, "ignored discovered query IDs, because the platform configuration was changed during the search");
        return Ok(());
    }
    let mut operations = HashSet::new();
    let discovered: Vec<DiscoveredDocument> = report
        .documents
        .iter()
        .filter(|document| operations.insert(&document.operation))
        .map(from_proto)
        .collect();
    let Some(document) = layer(&current, &discovered)? else {
        tracing::info!(%run, discovered = discovered.len(), "found no new query IDs in the platform's scripts");
        return Ok(());
    };
    let change = LayerChange {
        document,
        made_at: now,
        made_by: None,
        note: "",
    };
    let made = platform_config::put(connection, &current, Layer::Discovered, change).await?;
    tracing::info!(%run, revision = made.revision, "found new query IDs in the platform's scripts");
    Ok(())
}

fn from_proto(document: &clipmeter_proto::v1::DiscoveredDocument) -> DiscoveredDocument {
    DiscoveredDocument {
        operation: document.operation.clone(),
        doc_id: document.doc_id.clone(),
        flags: document.flags.clone(),
    }
}

/// Returns the layer with the new queries; `None` if there are none, or if the result is not a valid
/// configuration.
fn layer(current: &Current, discovered: &[DiscoveredDocument]) -> Result<Option<Value>, DbError> {
    let known = current.base()?.instagram.documents;
    let shipped = PlatformConfig::shipped()?.instagram.documents;
    let new = known.renewed(discovered);
    let mut lists = json!({});
    let of_each = new.lists().into_iter().zip(known.lists()).zip(shipped.lists());
    for (((name, new), (_, known)), (_, shipped)) in of_each {
        if !new.is_empty() {
            let is_shipped =
                |document: &QueryDocument| shipped.iter().any(|one| one.doc_id == document.doc_id);
            let mut documents: Vec<&QueryDocument> = new.iter().chain(known).collect();
            let mut discovered = 0;
            documents.retain(|document| {
                discovered += usize::from(!is_shipped(document));
                is_shipped(document) || discovered <= MAX_DISCOVERED
            });
            lists[name] = json!(documents);
        }
    }
    if lists.as_object().is_none_or(serde_json::Map::is_empty) {
        return Ok(None);
    }
    let new = json!({"instagram": {"documents": lists}});
    let before = current
        .discovered
        .as_ref()
        .map_or_else(|| json!({}), |discovered| discovered.document.clone());
    let document = layered(before, new);
    match PlatformConfig::shipped()?.with(&document.to_string()) {
        Ok(_) => Ok(Some(document)),
        Err(error) => {
            tracing::warn!(%error, "ignored invalid discovered values");
            Ok(None)
        }
    }
}
