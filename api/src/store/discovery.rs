//! Ids of stored queries that scrapers find in the platform's own scripts when all that are known are stale.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{FactsReport, Platform};
use clipmeter_rules::facts::{Document, Facts, FoundDocument, layered};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::facts::{self, Change, Current, Layer};
use crate::ApiError;

/// Between two searches. Scripts change with the platform's releases, and each search loads some forty files.
const EVERY: TimeDelta = TimeDelta::hours(6);

/// Found queries that are kept in one list, the newest. Each that is stale costs a run a request, and a run that lies must not push out what
/// others found before it within a day.
const MOST_FOUND: usize = 4;

/// Whether this run may look. One open run at a time may, and nobody for a while after somebody did.
pub(super) async fn may_look(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<bool, ApiError> {
    // TikTok is asked for nothing that is stored under numbers.
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

/// Takes what a run found into the layer of such: once for each time that it may look, and one query for each operation. It is asked first,
/// because a run looks only when all known ones are stale; those stay behind it, so that a run that lies costs the others a request. What was
/// looked for under facts that have changed since is left alone, and so is what cannot be meant.
pub(super) async fn learn(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    report: &FactsReport,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let looked = sqlx::query!(
        "UPDATE discoveries SET done_at = $3 WHERE platform = $1 AND run_id = $2 AND (done_at IS NULL OR done_at <= $4)",
        platform.code(),
        run,
        now,
        now - EVERY
    )
    .execute(&mut *connection)
    .await?;
    if looked.rows_affected() == 0 {
        tracing::warn!(%run, "a run looked for ids of stored queries that may not");
        return Ok(());
    }
    let current = facts::current_to_change(connection).await?;
    if current.version().unsigned_abs() != report.version {
        tracing::info!(%run, "the facts have changed since these ids were looked for");
        return Ok(());
    }
    let mut operations = HashSet::new();
    let found: Vec<FoundDocument> = report
        .documents
        .iter()
        .filter(|document| operations.insert(&document.operation))
        .map(told)
        .collect();
    let Some(document) = layer(&current, &found)? else {
        tracing::info!(%run, found = found.len(), "nothing new was found in the platform's scripts");
        return Ok(());
    };
    let change = Change {
        document,
        made_at: now,
        made_by: None,
        note: "",
    };
    let made = facts::put(connection, &current, Layer::Found, change).await?;
    tracing::info!(%run, version = made.version, "ids of stored queries were found in the platform's scripts");
    Ok(())
}

fn told(document: &clipmeter_proto::v1::FoundDocument) -> FoundDocument {
    FoundDocument {
        operation: document.operation.clone(),
        doc_id: document.doc_id.clone(),
        flags: document.flags.clone(),
    }
}

/// The layer with what is new in it; None if nothing is, or nothing that facts can be.
fn layer(current: &Current, found: &[FoundDocument]) -> Result<Option<Value>, ApiError> {
    let known = current.base()?.instagram.documents;
    let shipped = Facts::shipped()?.instagram.documents;
    let new = known.renewed(found);
    let mut lists = json!({});
    let of_each = new.lists().into_iter().zip(known.lists()).zip(shipped.lists());
    for (((name, new), (_, known)), (_, shipped)) in of_each {
        if !new.is_empty() {
            let is_shipped = |document: &Document| shipped.iter().any(|one| one.doc_id == document.doc_id);
            let mut documents: Vec<&Document> = new.iter().chain(known).collect();
            let mut found = 0;
            documents.retain(|document| {
                found += usize::from(!is_shipped(document));
                is_shipped(document) || found <= MOST_FOUND
            });
            lists[name] = json!(documents);
        }
    }
    if lists.as_object().is_none_or(serde_json::Map::is_empty) {
        return Ok(None);
    }
    let new = json!({"instagram": {"documents": lists}});
    let before = current
        .found
        .as_ref()
        .map_or_else(|| json!({}), |found| found.document.clone());
    let document = layered(before, new);
    match Facts::shipped()?.with(&document.to_string()) {
        Ok(_) => Ok(Some(document)),
        Err(error) => {
            tracing::warn!(%error, "what was found cannot be meant");
            Ok(None)
        }
    }
}
