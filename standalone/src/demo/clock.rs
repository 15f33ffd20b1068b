//! The demo's clock. It is a day behind at the first start, and then runs fast until it has caught up with the real time, so that
//! numbers change while a user watches, and no post is from the future.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::error::StandaloneError;

/// Initial lag, which the clock catches up within an hour, the likely duration of a demo.
const LAG: TimeDelta = TimeDelta::days(1);
/// A day per hour: five minutes, the demo's interval, are two hours of simulated time.
const SPEED: i32 = 24;

/// The time of the first start; the demo's time is a function of it and of real time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DemoClock {
    pub(super) first_started_at: DateTime<Utc>,
}

impl DemoClock {
    /// Loads the clock of an earlier start, or creates a new one.
    pub(super) fn load_or_create(path: &Path, now: DateTime<Utc>) -> Result<Self, StandaloneError> {
        let failed = |action| {
            move |source| StandaloneError::DataDir {
                action,
                path: path.to_owned(),
                source,
            }
        };
        match fs::read(path) {
            Ok(text) => serde_json::from_slice(&text)
                .map_err(|error| std::io::Error::new(ErrorKind::InvalidData, error))
                .map_err(failed("read")),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let clock = Self {
                    first_started_at: now,
                };
                fs::write(path, serde_json::json!(clock).to_string()).map_err(failed("write"))?;
                Ok(clock)
            }
            Err(error) => Err(failed("read")(error)),
        }
    }

    /// Returns the simulated instant at the real instant `now`, and the simulated seconds per real second from then on.
    pub(super) fn at(self, now: DateTime<Utc>) -> (DateTime<Utc>, f64) {
        let elapsed = now - self.first_started_at;
        if elapsed < TimeDelta::zero() {
            return (now - LAG, 1.0);
        }
        let simulated = elapsed
            .checked_mul(SPEED)
            .and_then(|run| (self.first_started_at - LAG).checked_add_signed(run))
            .unwrap_or(now);
        if simulated < now {
            (simulated, f64::from(SPEED))
        } else {
            (now, 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_clock_starts_a_day_late_and_catches_up() {
        let first_started_at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let clock = DemoClock { first_started_at };
        let (day, minute) = (TimeDelta::days(1), TimeDelta::minutes(1));
        let month_before = first_started_at - day * 30;
        assert_eq!(clock.at(month_before), (month_before - day, 1.0));
        assert_eq!(clock.at(first_started_at), (first_started_at - day, 24.0));
        let soon = first_started_at + minute * 30;
        assert_eq!(clock.at(soon), (first_started_at - day / 2, 24.0));
        let week_later = first_started_at + day * 7;
        assert_eq!(clock.at(week_later), (week_later, 1.0));
    }

    #[test]
    fn demo_clock_keeps_first_start_after_restart() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("demo.json");
        let first = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let made = DemoClock::load_or_create(&path, first).unwrap();
        assert_eq!(
            DemoClock::load_or_create(&path, first + TimeDelta::days(1)).unwrap(),
            made
        );
    }
}
