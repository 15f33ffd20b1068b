//! A unit of work: one platform account or one single video, however many groups track it. A batch: the units that one run
//! reads.

use clipmeter_proto::v1::Platform;

use crate::hash::{mix, of_name};

/// Identifies a unit across runs and restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitKey {
    /// The platform that the unit is read from.
    pub platform: Platform,
    /// The account or video that is read.
    pub target: Target,
}

impl UnitKey {
    /// Returns a hash: `mix(mix(2 · platform number + (1 for a video)) XOR id)`.
    pub(crate) const fn stable_hash(self) -> u64 {
        let (kind, id) = match self.target {
            Target::Account(id) => (0, id),
            Target::Video(id) => (1, id),
        };
        let platform = (self.platform as i32).cast_unsigned() as u64;
        mix(mix(2 * platform + kind) ^ id.cast_unsigned())
    }
}

/// The target of a unit. The number is Clipmeter's ID, not the platform's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An account with all its items.
    Account(i64),
    /// A video that was added by its address.
    Video(i64),
}

/// A scraper pool, as a hash of its name, so that units can be copied. `OpenRun` compares the names themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoolId(u64);

impl PoolId {
    /// No scraper pool.
    pub const NONE: Self = Self(0);

    /// Returns the ID of the pool with this name; [`Self::NONE`] if the name is empty.
    #[must_use]
    pub fn of(name: &str) -> Self {
        Self(of_name(name))
    }
}

/// A unit with everything that determines when it is due and which group is charged for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub key: UnitKey,
    /// The scraper pool that reads the unit.
    pub pool: PoolId,
    /// Seconds between two ticks; 0 counts as 1.
    pub interval_seconds: u32,
    /// End of the last attempt; `None` before the first.
    pub last_attempt: Option<i64>,
    /// Attempts since the last success.
    pub consecutive_failures: u32,
    /// Seconds from the last attempt to the next one; replaces both the tick and the backoff after failures.
    pub delay_seconds: Option<u32>,
    /// The group that the unit is charged to.
    pub group: i64,
    /// Whether the unit was requested: it is due now and takes precedence over the schedule.
    pub requested: bool,
}

/// Why a batch was formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// Its units were requested.
    Request,
    /// Its units were due.
    Schedule,
}

/// Units of one platform and scraper pool that one run reads. Once started, a planned batch must be passed to
/// [`crate::plan`] among the running ones until its run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The platform of every unit in the batch.
    pub platform: Platform,
    /// The scraper pool of every unit in the batch.
    pub pool: PoolId,
    /// Why the batch was formed.
    pub trigger: Trigger,
    /// Units in reading order. May be empty for a running batch whose units are unknown to the caller: it then only
    /// counts against the caps on runs.
    pub units: Vec<UnitKey>,
}

/// Units that the same runs may read, and whose runs have a cap of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lane {
    pub(crate) platform: Platform,
    pub(crate) pool: PoolId,
}

impl From<&Unit> for Lane {
    fn from(unit: &Unit) -> Self {
        Self {
            platform: unit.key.platform,
            pool: unit.pool,
        }
    }
}

impl From<&Batch> for Lane {
    fn from(batch: &Batch) -> Self {
        Self {
            platform: batch.platform,
            pool: batch.pool,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_of_unit_key_is_stable() {
        let key = |platform, target| UnitKey { platform, target }.stable_hash();
        assert_eq!(key(Platform::Instagram, Target::Account(1)), mix(mix(2) ^ 1));
        assert_eq!(key(Platform::Tiktok, Target::Video(-1)), mix(mix(5) ^ u64::MAX));
    }
}
