//! The scraping progress of an account or video.

use chrono::{DateTime, Utc};
use clipmeter_db::stats::overview::ScheduledAccount;
use clipmeter_db::tracking::attempts::Attempts;
use clipmeter_proto::OutcomeSubject;
use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::{AT_ONCE, PoolId, Target, Unit, UnitKey, UnitKind, next_due};

/// The status before the first scrape.
const PENDING: &str = "pending";

/// The scraping state of an account or video.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress<'a> {
    pub(crate) key: UnitKey,
    pub(crate) group_id: i64,
    pub(crate) attempts: Attempts<'a>,
}

impl<'a> From<&'a ScheduledAccount> for Progress<'a> {
    fn from(account: &'a ScheduledAccount) -> Self {
        Self {
            key: UnitKey {
                platform: account.platform,
                target: Target::Account(account.account_id),
            },
            group_id: account.group_id,
            attempts: Attempts {
                kind: UnitKind::Account {
                    has_boosted: account.has_boosted,
                },
                interval_minutes: account.interval_minutes,
                last_outcome: account.last_outcome.as_deref(),
                last_attempt_at: account.last_attempt_at,
                consecutive_failures: account.consecutive_failures,
                quiet_since: account.quiet_since,
            },
        }
    }
}

impl Progress<'_> {
    pub(crate) fn status(&self) -> String {
        self.attempts.last_outcome.unwrap_or(PENDING).to_owned()
    }

    /// Returns the human-readable status.
    pub(crate) fn status_text(&self) -> String {
        let UnitKey { platform, target } = self.key;
        let subject = match target {
            Target::Account(_) => OutcomeSubject::Account,
            Target::Video(_) => OutcomeSubject::Video,
        };
        match self.attempts.last_outcome {
            None => "Waiting for the first update".to_owned(),
            Some(code) => {
                let outcome: Outcome = code.parse().unwrap_or_default();
                outcome.text(platform, subject).into_owned()
            }
        }
    }

    /// Returns when the unit is due, but not before its platform's cooldown ends; now before the first scrape.
    pub(crate) fn next_scrape(
        &self,
        now: DateTime<Utc>,
        cooldown_until: Option<DateTime<Utc>>,
    ) -> DateTime<Utc> {
        let due = match self.due(now) {
            AT_ONCE => now,
            due => DateTime::from_timestamp(due, 0).unwrap_or(now),
        };
        cooldown_until.map_or(due, |opens| due.max(opens))
    }

    /// Returns whether the unit is due now, by the scheduler's own rule.
    pub(crate) fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.due(now) <= now.timestamp()
    }

    fn due(&self, now: DateTime<Utc>) -> i64 {
        let cadence = self.attempts.cadence();
        let unit = Unit {
            key: self.key,
            // When a unit is due does not depend on its pool.
            pool: PoolId::NONE,
            interval_seconds: cadence.interval,
            last_attempt: self.attempts.last_attempt_at.map(|time| time.timestamp()),
            consecutive_failures: self.attempts.consecutive_failures.unsigned_abs(),
            delay_seconds: cadence.delay,
            group: self.group_id,
            requested: false,
        };
        next_due(&unit, now.timestamp())
    }
}
