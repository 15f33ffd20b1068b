//! An endpoint that a platform has retired is left alone for a day.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{EndpointReport, Outcome};
use uuid::Uuid;

/// How long it is left alone, but for the seconds that a report is on its way.
const LEFT_ALONE: TimeDelta = TimeDelta::minutes(24 * 60 - 1);

/// What was retired for whom, and which runs know.
#[derive(Debug, Default)]
pub(crate) struct Retired {
    /// When, by session, or 0 for guests, and endpoint.
    since: BTreeMap<(i64, String), DateTime<Utc>>,
    /// When each run was told what is known, by session.
    notified: BTreeMap<(Uuid, i64), DateTime<Utc>>,
}

impl Retired {
    /// Notes that a run was told what is known for a session, or for guests.
    pub(crate) fn notified(&mut self, run: Uuid, session: i64, now: DateTime<Utc>) {
        self.notified.insert((run, session), now);
    }

    /// Notes what a run has said of an endpoint.
    pub(crate) fn reported(&mut self, report: &EndpointReport, now: DateTime<Utc>) {
        let key = (report.session_id, report.endpoint.clone());
        if report.outcome() == Outcome::EndpointRetired {
            self.since.insert(key, now);
        } else if report.outcome().is_success() {
            self.since.remove(&key);
        }
    }

    /// Notes that somebody has seen to a session: what was refused before says nothing any more.
    pub(crate) fn remove(&mut self, session: i64) {
        self.since.retain(|(retired_for, _), _| *retired_for != session);
    }

    /// Notes that a run is about to ask an endpoint.
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

    /// Notes the end of a run.
    pub(crate) fn ended(&mut self, run: Uuid) {
        self.notified.retain(|(of, _), _| *of != run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_told_leaves_it_alone_for_a_day() {
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
