//! What is true of the accounts that are tracked, at any instant.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, Platform};
use clipmeter_simulator::{AccountState, Offline, Reading};

/// Names that an account may have one after the other within a week.
const MOST_NAMES: u32 = 20;

/// The simulated world, asked without its clock.
#[derive(Debug, Clone)]
pub(crate) struct Oracle {
    offline: Arc<Offline>,
    first_names: Arc<BTreeSet<(Platform, String)>>,
}

impl Oracle {
    pub(crate) fn new(offline: Arc<Offline>) -> Self {
        let accounts = offline.accounts().into_iter();
        let first_names = accounts
            .map(|account| (account.platform, account.username))
            .collect();
        Self {
            offline,
            first_names: Arc::new(first_names),
        }
    }

    /// The name that the account was tracked by which goes, or went, by this one.
    pub(crate) fn first_name<'a>(&self, platform: Platform, name: &'a str) -> Option<&'a str> {
        let is_first = |name: &str| self.first_names.contains(&(platform, name.to_owned()));
        // The simulator numbers the later names of an account.
        let without_number = || name.rsplit_once('_').map(|(first, _)| first);
        [Some(name), without_number()]
            .into_iter()
            .flatten()
            .find(|name| is_first(name))
    }

    /// Whether somebody else goes by this name.
    pub(crate) fn is_reassigned(&self, platform: Platform, name: &str, at: DateTime<Utc>) -> bool {
        let reading = self.offline.reading(platform, name, at);
        reading.is_some_and(|reading| reading.state == AccountState::Recycled)
    }

    /// What is to be found at an instant of the account that goes, or went, by this name, whatever it is called by then.
    pub(crate) fn reading(&self, platform: Platform, name: &str, at: DateTime<Utc>) -> Option<Reading> {
        let first = self.first_name(platform, name)?;
        let later = (2..=MOST_NAMES).map(|number| format!("{first}_{number}"));
        std::iter::once(first.to_owned())
            .chain(later)
            .map_while(|name| self.offline.reading(platform, &name, at))
            .find(|reading| reading.state != AccountState::Recycled)
    }
}

/// The item of a reading with this id.
pub(crate) fn item<'a>(reading: Option<&'a Reading>, id: &str) -> Option<&'a Observation> {
    reading?.observations.iter().find(|item| item.external_id == id)
}
