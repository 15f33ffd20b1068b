//! Due units are scraped.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::TrackedUnit;
use clipmeter_scheduler::{AT_ONCE, Unit, next_due};

/// Maximum delay of a due scrape: the duration of the largest preceding batch, ten accounts with a page of a hundred posts at the
/// rate of one session.
const LATEST: TimeDelta = TimeDelta::minutes(45);

/// Finds a unit that is awaited, not assigned to a run, and overdue. A unit that was never scraped is due at `beginning`.
pub(crate) fn check(
    units: &[TrackedUnit],
    beginning: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), String> {
    for tracked in units {
        let unit = Unit::try_from(tracked).map_err(|error| error.to_string())?;
        let due = match next_due(&unit, now.timestamp()) {
            AT_ONCE => beginning.timestamp(),
            due => due,
        };
        let late = TimeDelta::seconds(now.timestamp() - due);
        if late > LATEST {
            let minutes = late.num_minutes();
            return Err(format!("{:?} is {minutes} minutes late", unit.key));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::unit_key::Id;
    use clipmeter_proto::v1::{Platform, UnitKey};

    use super::*;

    #[test]
    fn freshness_check_fails_for_overdue_unit() {
        let beginning = DateTime::from_timestamp(1_793_577_600, 0).unwrap();
        let unit = |last_attempt_at| TrackedUnit {
            key: Some(UnitKey {
                platform: Platform::Tiktok.into(),
                id: Some(Id::AccountId(1)),
            }),
            interval_seconds: 900,
            last_attempt_at,
            ..TrackedUnit::default()
        };
        let minutes = |minutes| beginning + TimeDelta::minutes(minutes);
        check(&[unit(None)], beginning, minutes(44)).unwrap();
        check(&[unit(None)], beginning, minutes(46)).unwrap_err();
        let read = [unit(Some(minutes(60).timestamp()))];
        check(&read, beginning, minutes(80)).unwrap();
        check(&read, beginning, minutes(140)).unwrap_err();
    }
}
