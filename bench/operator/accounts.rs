//! The simulated accounts: as objects, and as rows of the API.

use clipmeter_crds::keys;
use clipmeter_fixtures::fake_api::{Rows, Tracked, now};
use clipmeter_proto::v1::{Outcome, Platform, Progress, SyncTrackedRequest, TrackedKind, TrackedName};
use clipmeter_scheduler::{PoolId, Target, Unit, UnitKey, next_due};
use serde_json::{Value, json};

/// The interval of all accounts.
const MINUTES: u32 = 60;

pub(crate) struct World {
    pub(crate) groups: Vec<String>,
    pub(crate) accounts: Vec<Account>,
    /// The time of the last attempt.
    now: i64,
}

/// Half of the accounts are on each platform.
pub(crate) struct Account {
    number: usize,
    group: String,
    pub(crate) is_tiktok: bool,
}

impl Account {
    pub(crate) fn namespace(&self) -> String {
        format!("cg-{}", self.group)
    }

    pub(crate) fn name(&self) -> String {
        format!(
            "{}-{:08x}",
            self.username(),
            self.number.wrapping_mul(2_654_435_761) & 0xffff_ffff
        )
    }

    fn username(&self) -> String {
        format!("account.{}", self.number)
    }

    pub(crate) fn kind(&self) -> &'static str {
        if self.is_tiktok {
            "TikTokAccount"
        } else {
            "InstagramAccount"
        }
    }

    fn platform(&self) -> Platform {
        if self.is_tiktok {
            Platform::Tiktok
        } else {
            Platform::Instagram
        }
    }

    fn unit(&self) -> UnitKey {
        UnitKey {
            platform: self.platform(),
            target: Target::Account(i64::try_from(self.number).unwrap_or_default() + 1),
        }
    }

    fn tracked_name(&self) -> TrackedName {
        let kind = if self.is_tiktok {
            TrackedKind::TiktokAccount
        } else {
            TrackedKind::InstagramAccount
        };
        TrackedName {
            group: self.group.clone(),
            kind: kind.into(),
            object: self.name(),
        }
    }

    /// Returns metadata without the resource version, and the spec. An object that was applied with kubectl has its configuration as an
    /// annotation, and the owners of its fields.
    pub(crate) fn parts(&self) -> (Value, Value) {
        let (name, namespace) = (self.name(), self.namespace());
        let spec = json!({"username": self.username(), "suspend": false});
        let applied = json!({
            "apiVersion": "clipmeter.io/v1beta1", "kind": self.kind(),
            "metadata": {"annotations": {}, "name": name, "namespace": namespace}, "spec": spec,
        });
        let entry = |manager: &str, fields: Value| {
            json!({
                "apiVersion": "clipmeter.io/v1beta1", "manager": manager, "operation": "Apply", "time": "2026-11-21T10:00:00Z",
                "fieldsType": "FieldsV1", "fieldsV1": fields,
            })
        };
        let condition = json!({
            ".": {}, "f:lastTransitionTime": {}, "f:message": {}, "f:observedGeneration": {}, "f:reason": {}, "f:status": {},
            "f:type": {},
        });
        let conditions: serde_json::Map<String, Value> = ["Fresh", "Ready", "Registered", "Scraped"]
            .map(|type_| (format!("k:{{\"type\":\"{type_}\"}}"), condition.clone()))
            .into_iter()
            .collect();
        let status = json!({"f:status": {
            "f:conditions": conditions, "f:consecutiveFailures": {}, "f:displayName": {}, "f:lastOutcome": {},
            "f:lastScrapeTime": {}, "f:nextScrapeTime": {}, "f:observedGeneration": {}, "f:platformId": {}, "f:views": {},
            "f:videos": {},
        }});
        let metadata = json!({
            "name": name, "namespace": namespace, "generation": 1, "creationTimestamp": "2026-11-21T10:00:00Z",
            "uid": format!("{:08x}-93ac-4e4d-8e2a-{:012x}", self.number * 77, self.number),
            "finalizers": [keys::FINALIZER],
            "annotations": {"kubectl.kubernetes.io/last-applied-configuration": applied.to_string()},
            "managedFields": [
                entry(keys::OPERATOR, json!({"f:metadata": {"f:finalizers": {"v:\"clipmeter.io/purge\"": {}}}})),
                entry("kubectl", json!({
                    "f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/last-applied-configuration": {}}},
                    "f:spec": {".": {}, "f:suspend": {}, "f:username": {}},
                })),
                entry(keys::OPERATOR, status),
            ],
        });
        (metadata, spec)
    }

    /// Returns the status that the operator writes.
    pub(crate) fn status(&self, now: i64) -> Value {
        let condition = |type_: &str, reason: &str| {
            json!({
                "type": type_, "status": "True", "reason": reason, "message": "", "observedGeneration": 1,
                "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        };
        let unit = Unit {
            key: self.unit(),
            pool: PoolId::NONE,
            interval_seconds: 60 * MINUTES,
            last_attempt: Some(now),
            consecutive_failures: 0,
            delay_seconds: None,
            group: 1,
            requested: false,
        };
        let time = |at: i64| {
            chrono::DateTime::from_timestamp(at, 0)
                .map(|time| time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
        };
        let mut status = json!({
            "observedGeneration": 1,
            "conditions": [
                condition("Scraped", "ok"), condition("Registered", "Registered"), condition("Ready", "UpToDate"),
                condition("Fresh", "UpToDate"),
            ],
            "views": 3_400_000 + self.number, "lastScrapeTime": time(now), "nextScrapeTime": time(next_due(&unit, now)),
            "lastOutcome": "ok", "consecutiveFailures": 0,
            "platformId": self.platform_id(), "displayName": self.display_name(),
        });
        status[if self.is_tiktok { "videos" } else { "posts" }] = json!(812);
        status
    }

    fn platform_id(&self) -> String {
        format!("{}", 6_800_000_000_000_000_000_usize + self.number)
    }

    fn display_name(&self) -> String {
        format!("The account number {}", self.number)
    }

    fn row(&self, now: i64) -> Tracked {
        let unit = self.unit().into();
        let progress = Progress {
            name: Some(self.tracked_name()),
            unit: Some(unit),
            platform_id: self.platform_id(),
            display_name: self.display_name(),
            items: 812,
            views: Some(3_400_000 + self.number as u64),
            last_success_at: Some(now),
            last_attempt_at: Some(now),
            last_outcome: Outcome::Ok.into(),
            interval_seconds: 60 * MINUTES,
            ..Progress::default()
        };
        Tracked {
            request: SyncTrackedRequest::default(),
            unit,
            progress,
        }
    }
}

impl World {
    pub(crate) fn new(accounts: usize, of_group: usize) -> Self {
        let group = |number: usize| format!("client-{number:04}");
        Self {
            groups: (0..accounts.div_ceil(of_group)).map(group).collect(),
            accounts: (0..accounts)
                .map(|number| Account {
                    number,
                    group: group(number / of_group),
                    is_tiktok: number % 2 == 1,
                })
                .collect(),
            now: now(),
        }
    }

    /// Stores the accounts in the API.
    pub(crate) fn register(&self, rows: &mut Rows) {
        for account in &self.accounts {
            let name = account.tracked_name();
            rows.tracked.insert(
                (name.group.clone(), name.kind, name.object),
                account.row(self.now),
            );
        }
    }

    pub(crate) fn status(&self, account: &Account) -> Value {
        account.status(self.now)
    }
}
