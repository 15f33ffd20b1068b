//! The true state of the tracked accounts at any instant.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, Platform};
use clipmeter_simulator::{AccountState, Offline, Reading};

use crate::plan::Plan;
use crate::report_log::AccountKey;

/// Maximum consecutive names of an account within a week.
const MAX_NAMES: u32 = 20;

/// The simulated world, queried independently of its clock.
#[derive(Debug, Clone)]
pub(crate) struct Oracle {
    offline: Arc<Offline>,
    first_names: Arc<BTreeSet<AccountKey>>,
    /// The accounts of the scraper pool, by their first names.
    in_pool: Arc<BTreeSet<AccountKey>>,
}

impl Oracle {
    pub(crate) fn new(offline: Arc<Offline>) -> Self {
        let accounts = offline.accounts().into_iter();
        let first_names: Vec<AccountKey> = accounts
            .map(|account| (account.platform, account.username))
            .collect();
        let places = first_names.iter().cloned().enumerate();
        let in_pool = places.filter(|(place, _)| Plan::is_in_pool(*place));
        Self {
            offline,
            in_pool: Arc::new(in_pool.map(|(_, account)| account).collect()),
            first_names: Arc::new(first_names.into_iter().collect()),
        }
    }

    /// Returns whether an account is in the scraper pool.
    pub(crate) fn is_in_pool(&self, account: &AccountKey) -> bool {
        self.in_pool.contains(account)
    }

    /// Returns the name under which the account is tracked that has, or had, this name.
    pub(crate) fn first_name<'a>(&self, platform: Platform, name: &'a str) -> Option<&'a str> {
        let is_first = |name: &str| self.first_names.contains(&(platform, name.to_owned()));
        // The simulator numbers the later names of an account.
        let without_number = || name.rsplit_once('_').map(|(first, _)| first);
        [Some(name), without_number()]
            .into_iter()
            .flatten()
            .find(|name| is_first(name))
    }

    /// Returns whether the name now belongs to another account.
    pub(crate) fn is_reassigned(&self, platform: Platform, name: &str, at: DateTime<Utc>) -> bool {
        let reading = self.offline.reading(platform, name, at);
        reading.is_some_and(|reading| reading.state == AccountState::Recycled)
    }

    /// Returns the true state at an instant of the account that has, or had, this name, even if it has another name at that time.
    pub(crate) fn reading(&self, platform: Platform, name: &str, at: DateTime<Utc>) -> Option<Reading> {
        let first = self.first_name(platform, name)?;
        let later = (2..=MAX_NAMES).map(|number| format!("{first}_{number}"));
        std::iter::once(first.to_owned())
            .chain(later)
            .map_while(|name| self.offline.reading(platform, &name, at))
            .find(|reading| reading.state != AccountState::Recycled)
    }
}

pub(crate) fn item<'a>(reading: Option<&'a Reading>, id: &str) -> Option<&'a Observation> {
    reading?.observations.iter().find(|item| item.external_id == id)
}
