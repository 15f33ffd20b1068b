//! The API's rows.

use std::collections::BTreeMap;

use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::LeaderTerm;
use clipmeter_proto::v1::{
    OpenRun, Outcome, Platform, Progress, ScrapingCapacity, SyncGroupRequest, SyncPlatformConfigRequest,
    SyncPolicyRequest, SyncTrackedRequest, TrackedKind, TrackedName, TrackedUnit, UnitKey, unit_key::Id,
};
use tonic::Status;

/// Rows by group, kind and object.
pub(crate) type Name = (String, i32, String);

/// Rows, and the number of calls by kind.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) policy: Option<SyncPolicyRequest>,
    /// The last accepted configuration with its revision.
    pub(crate) platform_config: (SyncPlatformConfigRequest, u64),
    pub(crate) capacity: Option<ScrapingCapacity>,
    pub(crate) groups: BTreeMap<String, SyncGroupRequest>,
    pub(crate) retained: Vec<String>,
    pub(crate) tracked: BTreeMap<Name, Tracked>,
    /// Deleted rows, by group, kind and subject.
    tombstones: BTreeMap<Name, Tracked>,
    /// Deleted objects, and whether they are kept without a limit.
    pub(crate) removed: BTreeMap<String, Option<bool>>,
    pub(crate) runs: BTreeMap<String, Run>,
    pub(crate) closed: BTreeMap<String, String>,
    pub(crate) calls: BTreeMap<&'static str, usize>,
    pub(crate) tokens: Vec<String>,
    /// The term of each call.
    pub(crate) terms: Vec<LeaderTerm>,
    /// Responds to every call with "unavailable".
    pub(crate) away: bool,
    last_id: i64,
}

#[derive(Clone)]
pub(crate) struct Tracked {
    pub(crate) request: SyncTrackedRequest,
    pub(crate) unit: UnitKey,
    pub(crate) progress: Progress,
}

pub(crate) struct Run {
    pub(crate) open: OpenRun,
    pub(crate) units: Vec<UnitKey>,
}

pub(crate) fn name(name: &TrackedName) -> Name {
    (name.group.clone(), name.kind, name.object.clone())
}

impl Rows {
    /// Rejects documents like the API, with the shared rules.
    pub(crate) fn sync_platform_config(&mut self, request: SyncPlatformConfigRequest) -> Result<u64, Status> {
        if !request.resource.is_empty() {
            let shipped = PlatformConfig::shipped().unwrap();
            shipped
                .with(&request.document)
                .map_err(|misspelt| Status::invalid_argument(misspelt.to_string()))?;
        }
        if self.platform_config.0 != request {
            self.platform_config = (request, self.platform_config.1 + 1);
        }
        Ok(self.platform_config.1)
    }

    pub(crate) fn sync_tracked(&mut self, request: SyncTrackedRequest) -> Result<UnitKey, Status> {
        let tracked_name = request.name.clone().unwrap();
        let key = name(&tracked_name);
        let group = self
            .groups
            .get(&tracked_name.group)
            .ok_or_else(|| Status::not_found("no such group"))?;
        if let Some(row) = self.tracked.get_mut(&key) {
            row.request = request;
            return Ok(row.unit);
        }
        let of_kind =
            |(row, _): &(&Name, &Tracked)| row.0 == tracked_name.group && row.1 == tracked_name.kind;
        let limit = match tracked_name.kind() {
            TrackedKind::InstagramAccount => group.max_instagram_accounts,
            TrackedKind::TiktokAccount => group.max_tiktok_accounts,
            _ => u32::MAX,
        };
        if self.tracked.iter().filter(of_kind).count() >= limit as usize {
            return Err(Status::resource_exhausted(format!("The group may track {limit}")));
        }
        // Groups share the items that several of them track.
        let same = self.tracked.values().find(|row| {
            row.request.subject == request.subject
                && row.progress.name.as_ref().unwrap().kind == tracked_name.kind
        });
        let unit = if let Some(row) = same {
            row.unit
        } else {
            self.last_id += 1;
            let (platform, id) = match tracked_name.kind() {
                TrackedKind::InstagramAccount => (Platform::Instagram, Id::AccountId(self.last_id)),
                TrackedKind::TiktokVideo => (Platform::Tiktok, Id::VideoId(self.last_id)),
                _ => (Platform::Tiktok, Id::AccountId(self.last_id)),
            };
            UnitKey {
                platform: platform.into(),
                id: Some(id),
            }
        };
        let tombstone = (
            tracked_name.group.clone(),
            tracked_name.kind,
            request.subject.clone(),
        );
        let deleted = self.tombstones.remove(&tombstone);
        let unit = deleted.as_ref().map_or(unit, |deleted| deleted.unit);
        let progress = Progress {
            name: Some(tracked_name),
            unit: Some(unit),
            ..deleted.map(|deleted| deleted.progress).unwrap_or_default()
        };
        let row = Tracked {
            request,
            unit,
            progress,
        };
        self.tracked.insert(key, row);
        Ok(unit)
    }

    /// Deletes a row, which can be restored.
    pub(crate) fn remove_tracked(&mut self, key: &Name, retain: Option<bool>) {
        if let Some(row) = self.tracked.remove(key) {
            self.removed.insert(key.2.clone(), retain);
            let (group, kind, _) = key.clone();
            self.tombstones
                .insert((group, kind, row.request.subject.clone()), row);
        }
    }

    /// Records a successful or failed scrape.
    pub(crate) fn attempted(&mut self, object: &str, outcome: Outcome, at: i64) {
        let row = self
            .tracked
            .values_mut()
            .find(|row| row.progress.name.as_ref().unwrap().object == object)
            .unwrap();
        let progress = &mut row.progress;
        progress.interval_seconds = interval_seconds(&row.request);
        progress.last_outcome = outcome.into();
        progress.last_attempt_at = Some(at);
        if outcome.is_success() {
            progress.last_success_at = Some(at);
            progress.consecutive_failures = 0;
            progress.items = 12;
            progress.views = Some(3400);
            "787132".clone_into(&mut progress.platform_id);
            progress.last_detail = String::new();
        } else {
            progress.consecutive_failures += 1;
            "HTTP 429".clone_into(&mut progress.last_detail);
        }
    }

    pub(crate) fn units(&self) -> Vec<TrackedUnit> {
        let is_assigned = |unit: &UnitKey| self.runs.values().any(|run| run.units.contains(unit));
        self.tracked
            .values()
            .filter(|row| !row.request.suspended && !is_assigned(&row.unit))
            .map(|row| TrackedUnit {
                key: Some(row.unit),
                interval_seconds: interval_seconds(&row.request),
                last_attempt_at: row.progress.last_attempt_at,
                consecutive_failures: row.progress.consecutive_failures,
                group_ids: vec![1],
                ..TrackedUnit::default()
            })
            .collect()
    }

    pub(crate) fn is_tracked(&self, object: &str) -> bool {
        self.tracked.keys().any(|(_, _, name)| name == object)
    }
}

/// The default interval is an hour.
fn interval_seconds(request: &SyncTrackedRequest) -> u32 {
    60 * request.interval_minutes.unwrap_or(60)
}
