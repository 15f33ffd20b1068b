//! An endpoint that a platform has retired is not requested for a day.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{EndpointReport, Outcome};
use uuid::Uuid;

/// How long a retired endpoint must not be requested, minus the seconds for transferring the report.
const LEFT_ALONE: TimeDelta = TimeDelta::minutes(24 * 60 - 1);

/// The retired endpoints by client, and which runs were informed.
#[derive(Debug, Default)]
pub(crate) struct Retired {
    /// Time of retirement by session, or 0 for anonymous clients, and endpoint.
    since: BTreeMap<(i64, String), DateTime<Utc>>,
    /// When each run received the endpoint history, by session.
    notified: BTreeMap<(Uuid, i64), DateTime<Utc>>,
}

impl Retired {
    /// Records that a run received the endpoint history of a session, or of anonymous clients.
    pub(crate) fn notified(&mut self, run: Uuid, session: i64, now: DateTime<Utc>) {
        self.notified.insert((run, session), now);
    }

    /// Records a run's report on an endpoint.
    pub(crate) fn reported(&mut self, report: &EndpointReport, now: DateTime<Utc>) {
        let key = (report.session_id, report.endpoint.clone());
        if report.outcome() == Outcome::EndpointRetired {
            self.since.insert(key, now);
        } else if report.outcome().is_success() {
            self.since.remove(&key);
        }
    }

    /// Records that the administrator has reset a session: earlier refusals no longer apply.
    pub(crate) fn remove(&mut self, session: i64) {
        self.since.retain(|(retired_for, _), _| *retired_for != session);
    }

    /// Checks a run's upcoming request to an endpoint.
    pub(crate) fn check_request(
        &self,
        run: Uuid,
        session: i64,
        endpoint: &str,
        now: DateTime<Utc>,
    ) -> Result<(), String> {
        let Some(since) = self.since.get(&(session, endpoint.to_owned())) else {
            return Ok(());
        };
        let notified = self.notified.get(&(run, session));
        if notified.is_none_or(|notified| notified < since) || now >= *since + LEFT_ALONE {
            return Ok(());
        }
        let minutes = (now - since).num_minutes();
        Err(format!(
            "run {run} requests {endpoint} with session {session}, for which it was retired {minutes} minutes ago"
        ))
    }

    /// Records the end of a run.
    pub(crate) fn ended(&mut self, run: Uuid) {
        self.notified.retain(|(of, _), _| *of != run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retired_check_fails_for_notified_run_within_a_day() {
        let (run, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let at = |hours| DateTime::from_timestamp(1_793_577_600, 0).unwrap() + TimeDelta::hours(hours);
        let report = |outcome: Outcome| EndpointReport {
            session_id: 7,
            endpoint: "ig_clips".to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        };
        let mut retired = Retired::default();
        retired.notified(run, 7, at(0));
        retired.reported(&report(Outcome::EndpointRetired), at(1));
        retired.notified(other, 7, at(2));
        retired.check_request(run, 7, "ig_clips", at(3)).unwrap();
        retired.check_request(other, 7, "ig_clips", at(3)).unwrap_err();
        retired.check_request(other, 8, "ig_clips", at(3)).unwrap();
        retired.check_request(other, 7, "ig_feed", at(3)).unwrap();
        retired.check_request(other, 7, "ig_clips", at(26)).unwrap();
        retired.reported(&report(Outcome::Ok), at(4));
        retired.check_request(other, 7, "ig_clips", at(5)).unwrap();
        retired.reported(&report(Outcome::EndpointRetired), at(1));
        retired.ended(other);
        retired.check_request(other, 7, "ig_clips", at(3)).unwrap();
    }
}
