//! Scraping progress for the status of resources.

use chrono::{DateTime, Utc};
use clipmeter_db::tracking::attempts::Attempts;
use clipmeter_db::tracking::resources::{self, ProgressRow};
use clipmeter_db::{Access, DbError, Scope};
use clipmeter_proto::v1::{ListProgressRequest, Outcome, Progress, TrackedName};
use clipmeter_scheduler::{Cadence, UnitKind};
use tonic::Status;

use super::{TrackingStore, check, unit_key};

pub(crate) fn since(request: ListProgressRequest) -> Result<Option<DateTime<Utc>>, Status> {
    request
        .attempted_since
        .map(|seconds| {
            DateTime::from_timestamp(seconds, 0)
                .ok_or_else(|| Status::invalid_argument("attempted_since is not a valid time"))
        })
        .transpose()
}

impl TrackingStore {
    pub(crate) async fn progress(&self, since: Option<DateTime<Utc>>) -> Result<Vec<Progress>, DbError> {
        let mut transaction = Scope::Admin.begin(&self.reading, Access::Read).await?;
        let rows = resources::progress(&mut transaction, since).await?;
        transaction.commit().await?;
        Ok(rows.into_iter().map(message).collect())
    }
}

fn message(row: ProgressRow) -> Progress {
    let outcome = match row.last_outcome.as_deref() {
        None => Outcome::Unspecified,
        Some(code) => code.parse().unwrap_or(Outcome::UnknownError),
    };
    let cadence = cadence(&row);
    Progress {
        unit: Some(unit_key(row.kind, row.unit_id)),
        name: Some(TrackedName {
            group: row.group,
            kind: check::tracked_kind(row.kind).into(),
            object: row.object,
        }),
        platform_id: row.platform_id.unwrap_or_default(),
        display_name: row.display_name,
        video_id: row.video_id.unwrap_or_default(),
        author: row.author.unwrap_or_default(),
        items: row.items.unsigned_abs(),
        views: row.last_success_at.and(row.views).map(i64::unsigned_abs),
        last_success_at: row.last_success_at.map(|time| time.timestamp()),
        last_attempt_at: row.last_attempt_at.map(|time| time.timestamp()),
        last_outcome: outcome.into(),
        last_detail: row.last_detail,
        consecutive_failures: row.consecutive_failures.unsigned_abs(),
        interval_seconds: cadence.map_or(0, |cadence| cadence.interval),
        delay_seconds: cadence.and_then(|cadence| cadence.delay),
        pool_differs: row.pool_differs,
    }
}

/// Returns how often the subject is scraped, or `None` if no active group tracks it.
fn cadence(row: &ProgressRow) -> Option<Cadence> {
    let attempts = Attempts {
        kind: match row.kind {
            resources::ResourceKind::Account(_) => UnitKind::Account {
                has_boosted: row.has_boosted,
            },
            resources::ResourceKind::Video => UnitKind::Video,
        },
        interval_minutes: row.interval_minutes?,
        last_outcome: row.last_outcome.as_deref(),
        last_attempt_at: row.last_attempt_at,
        consecutive_failures: row.consecutive_failures,
        quiet_since: row.quiet_since,
    };
    Some(attempts.cadence())
}
