//! The leader's state in memory, which controllers and the scheduler share. It is lost with the lease; persistent state is
//! in the database or in a status.

mod blocked;
mod freshness;
mod groups;
mod namespace_index;
mod platform_wait;
mod policy;
mod pool_starts;
mod pools;
mod scrape_requests;
mod sessions;
mod tracked_index;
mod tracked_state;
mod tracker;

pub(crate) use self::blocked::BlockedUnit;
pub(crate) use self::freshness::is_fresh;
pub(crate) use self::groups::{
    GroupDeletion, GroupRefusal, GroupState, Groups, NamespaceBinding, NamespaceStatus, names_pools,
};
pub(crate) use self::platform_wait::{AVAILABILITY, Wait};
pub(crate) use self::policy::{Policy, PolicySnapshot, Pressure};
#[cfg(test)]
pub(crate) use self::pools::tests::{pool, pools_with};
pub(crate) use self::pools::{PoolSnapshot, Pools, written_failure};
pub(crate) use self::scrape_requests::ScrapeRequests;
pub(crate) use self::sessions::{SessionCounts, sessions};
pub(crate) use self::tracked_state::{EncodedProgress, Registration, TrackedState, WaitingScrape};
pub(crate) use self::tracker::{Tracker, Trackers};
