//! The rates of events of accounts and items, and the times of the events of each.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::seeded_rng::SeededRng;
use crate::{SimulatorError, clock::Millis};

/// Maximum rate of each event per thousand in a week, which is ten for each account or item. More would be unrealistic.
const MAX_RATE: u32 = 10_000;

const WEEK_SECONDS: f64 = 7.0 * 24.0 * 3_600.0;

/// Events per thousand accounts, or items, in a week. All rates are 0 by default.
///
/// Events begin with the clock: before, everything is in its initial state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Events {
    /// Accounts are renamed.
    pub renames: u32,
    /// Accounts are renamed, and another account takes the old name after a while.
    pub recycles: u32,
    /// Accounts become private for a few days.
    pub privates: u32,
    /// Accounts are deleted.
    pub deletions: u32,
    /// Items are deleted.
    pub item_deletions: u32,
    /// Owners hide the likes of an Instagram post.
    pub like_hidings: u32,
}

impl Events {
    pub(crate) fn check(self) -> Result<(), SimulatorError> {
        let all = [
            self.renames,
            self.recycles,
            self.privates,
            self.deletions,
            self.item_deletions,
            self.like_hidings,
        ];
        match all.into_iter().find(|rate| *rate > MAX_RATE) {
            Some(rate) => Err(SimulatorError::EventRate { rate, most: MAX_RATE }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Events {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "renames={},recycles={},privates={},deletions={},item_deletions={},like_hidings={}",
            self.renames,
            self.recycles,
            self.privates,
            self.deletions,
            self.item_deletions,
            self.like_hidings,
        )
    }
}

/// Parses `renames=20,item_deletions=5`; omitted events do not happen.
impl FromStr for Events {
    type Err = SimulatorError;

    fn from_str(text: &str) -> Result<Self, SimulatorError> {
        let mut events = Self::default();
        for part in text.split(',') {
            let wrong = || SimulatorError::Events {
                part: part.to_owned(),
            };
            let (name, rate) = part.trim().split_once('=').ok_or_else(wrong)?;
            let field = match name {
                "renames" => &mut events.renames,
                "recycles" => &mut events.recycles,
                "privates" => &mut events.privates,
                "deletions" => &mut events.deletions,
                "item_deletions" => &mut events.item_deletions,
                "like_hidings" => &mut events.like_hidings,
                _ => return Err(wrong()),
            };
            *field = rate.parse().map_err(|_| wrong())?;
        }
        events.check()?;
        Ok(events)
    }
}

/// The events of an account: rates and start time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EventPlan {
    pub(super) events: Events,
    pub(super) since: Millis,
    /// Before this time, private accounts are public.
    pub(super) private_since: Option<Millis>,
}

impl EventPlan {
    pub(crate) fn new(events: Events, since: Millis, private_since: Option<DateTime<Utc>>) -> Self {
        Self {
            events,
            since,
            private_since: private_since.map(|at| at.timestamp_millis()),
        }
    }
}

impl SeededRng {
    /// Returns the random time until an event that happens `rate` times a week to a thousand: whole seconds, as in simulated
    /// time. `None` if it never happens.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a wait longer than the maximum never ends anyway"
    )]
    pub(super) fn wait(&mut self, rate: u32) -> Option<Millis> {
        if rate == 0 {
            return None;
        }
        let weeks = -(1.0 - self.fraction()).ln() * 1_000.0 / f64::from(rate);
        Some(((weeks * WEEK_SECONDS) as Millis + 1).saturating_mul(1_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_rates_are_parsed_and_validated() {
        let events: Events = "renames=20, item_deletions=5".parse().unwrap();
        assert_eq!(
            (events.renames, events.item_deletions, events.privates),
            (20, 5, 0)
        );
        for wrong in ["", "renames", "renames=-1", "moves=3", "renames=20000"] {
            assert!(wrong.parse::<Events>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn event_waits_match_the_rate() {
        let week = 7 * 24 * 3_600_000;
        let within = |rate| {
            let waits = (0..1_000).filter_map(|account| SeededRng::new(3, account, 0).wait(rate));
            waits.filter(|wait| *wait <= week).count()
        };
        assert!((70..130).contains(&within(100)), "{}", within(100));
        assert_eq!(within(0), 0);
    }
}
