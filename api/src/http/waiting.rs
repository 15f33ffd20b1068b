//! Why scraping of a platform, or of its accounts and videos, waits.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use clipmeter_db::runs::capacity;
use clipmeter_db::runs::wait::{self, Wait, WaitReason};
use clipmeter_db::scraper_pools;
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::Target;
use serde::Serialize;
use utoipa::ToSchema;

use super::common::PlatformName;
use super::error::Problem;
use super::progress::Progress;
use super::state::HttpState;
use crate::http::database::Transaction;
use crate::http::scope::GroupScope;

/// Why a platform or an account is not read now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Waiting {
    /// The platform.
    pub(crate) platform: PlatformName,
    /// Machine-readable reason.
    pub(crate) reason: WaitReason,
    /// Human-readable reason without a time, for clients that show `until` in a time zone of their own.
    #[schema(example = "Instagram refuses requests from this address.")]
    pub(crate) summary: String,
    /// Human-readable reason, also shown to group members: names no proxy, no session and no scraper pool.
    #[schema(example = "Instagram refuses requests from this address. Next attempt at 07:01 UTC.")]
    pub(crate) message: String,
    /// When the next attempt is made; null if an administrator has to act first.
    pub(crate) until: Option<DateTime<Utc>>,
}

impl Waiting {
    pub(crate) fn new(wait: &Wait, now: DateTime<Utc>) -> Self {
        Self {
            platform: wait.platform.into(),
            reason: wait.reason,
            summary: wait.summary(),
            message: wait.message(now),
            until: wait.until,
        }
    }
}

/// What blocks a unit at a point in time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blocks {
    address: Option<Wait>,
    session: Option<Wait>,
    /// End of the cooldown of the addresses that read the unit.
    pub(crate) cooldown_until: Option<DateTime<Utc>>,
}

impl Blocks {
    /// Loads what blocks the units of a scraper pool; without one, the units of no pool.
    async fn of_pool(
        transaction: &mut Transaction,
        platform: Platform,
        pool: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Self, Problem> {
        let secrets = Arc::clone(&transaction.secrets);
        let session = if platform.descriptor().has_sessions {
            wait::of_sessions(transaction, pool, now).await?
        } else {
            None
        };
        Ok(Self {
            address: wait::of_pool(transaction, pool, platform, now, &secrets).await?,
            session,
            cooldown_until: capacity::cooldown_until_of_pool(transaction, pool, platform, now).await?,
        })
    }

    /// Blocks a unit whose scraper pool is not allowed.
    fn not_allowed(platform: Platform) -> Self {
        Self {
            address: Some(Wait::not_allowed(platform)),
            ..Self::default()
        }
    }

    /// Returns whether the unit is not read until an administrator acts.
    pub(crate) fn needs_admin(&self) -> bool {
        self.address.is_some_and(|wait| wait.until.is_none())
    }

    /// Returns why the unit cannot be read by any address.
    pub(crate) fn without_address(&self, now: DateTime<Utc>) -> Option<Waiting> {
        self.address.map(|wait| Waiting::new(&wait, now))
    }

    /// Returns why this unit is not read: it is due and no address can be used, or it requires a session and none is
    /// available.
    pub(crate) fn waiting(&self, progress: Progress<'_>, now: DateTime<Utc>) -> Option<Waiting> {
        let due = self.address.filter(|_| progress.is_due(now));
        let session = || {
            self.session
                .filter(|_| progress.attempts.last_outcome == Some(Outcome::NoSession.code()))
        };
        due.or_else(session).map(|wait| Waiting::new(&wait, now))
    }
}

/// What blocks each of some units of a platform at a point in time, by their scraper pools.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits {
    by_unit: HashMap<Target, Blocks>,
    /// Of all units, while nothing selects a pool: then, `by_unit` is empty.
    common: Blocks,
}

impl Waits {
    pub(crate) async fn of(
        transaction: &mut Transaction,
        platform: Platform,
        targets: &[Target],
        now: DateTime<Utc>,
    ) -> Result<Self, Problem> {
        if targets.is_empty() {
            return Ok(Self::default());
        }
        if !scraper_pools::are_selected(transaction).await? {
            let common = Blocks::of_pool(transaction, platform, None, now).await?;
            return Ok(Self {
                common,
                ..Self::default()
            });
        }
        let pools = scraper_pools::pools_of(transaction, targets).await?;
        let names: BTreeSet<Option<&str>> = pools.values().map(Option::as_deref).collect();
        let mut by_pool = BTreeMap::new();
        for pool in names {
            by_pool.insert(pool, Blocks::of_pool(transaction, platform, pool, now).await?);
        }
        let of_unit = |target: &Target| {
            let blocks = pools.get(target).and_then(|pool| by_pool.get(&pool.as_deref()));
            let blocks = blocks.copied().unwrap_or_else(|| Blocks::not_allowed(platform));
            (*target, blocks)
        };
        Ok(Self {
            by_unit: targets.iter().map(of_unit).collect(),
            ..Self::default()
        })
    }

    /// Returns what blocks one of the units.
    pub(crate) fn of_unit(&self, target: Target) -> Blocks {
        self.by_unit.get(&target).copied().unwrap_or(self.common)
    }

    /// Returns why none of the units can be read; None if one can, or if there are none. Of several reasons, the one that ends first.
    pub(crate) fn of_all(&self, now: DateTime<Utc>) -> Option<Waiting> {
        let common = self.by_unit.is_empty().then_some(&self.common);
        let blocks = self.by_unit.values().chain(common);
        let waits: Option<Vec<Wait>> = blocks.map(|blocks| blocks.address).collect();
        let first = waits?
            .into_iter()
            .min_by_key(|wait| (wait.until.is_none(), wait.until))?;
        Some(Waiting::new(&first, now))
    }
}

/// Returns why none of these units is read at the time of the response; None if one is.
pub(crate) async fn units_waiting(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
    targets: &[Target],
) -> Result<Option<Waiting>, Problem> {
    let now = state.clock.now();
    let mut transaction = scope.read().await?;
    Ok(Waits::of(&mut transaction, platform, targets, now)
        .await?
        .of_all(now))
}
