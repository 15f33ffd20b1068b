//! Conversion of units from and to the gRPC contract.

use clipmeter_proto::v1::{self, Platform, unit_key::Id};

use crate::due::AT_ONCE;
use crate::groups::GroupLoad;
use crate::unit::{Batch, PoolId, Target, Trigger, Unit, UnitKey};

/// A message of the contract that this version cannot use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// The key is absent or has no ID.
    #[error("a unit has no ID")]
    NoId,
    /// This version does not support the platform's number.
    #[error("platform number {0} is not supported by this version; update Clipmeter")]
    UnknownPlatform(i32),
}

impl TryFrom<&v1::UnitKey> for UnitKey {
    type Error = UnitError;

    fn try_from(key: &v1::UnitKey) -> Result<Self, Self::Error> {
        let platform = platform(key.platform)?;
        let target = match key.id {
            Some(Id::AccountId(id)) => Target::Account(id),
            Some(Id::VideoId(id)) => Target::Video(id),
            None => return Err(UnitError::NoId),
        };
        Ok(Self { platform, target })
    }
}

impl From<UnitKey> for v1::UnitKey {
    fn from(key: UnitKey) -> Self {
        let id = match key.target {
            Target::Account(id) => Id::AccountId(id),
            Target::Video(id) => Id::VideoId(id),
        };
        Self {
            platform: key.platform.into(),
            id: Some(id),
        }
    }
}

impl TryFrom<&v1::TrackedUnit> for Unit {
    type Error = UnitError;

    fn try_from(unit: &v1::TrackedUnit) -> Result<Self, Self::Error> {
        Ok(Self {
            key: unit.key.as_ref().ok_or(UnitError::NoId)?.try_into()?,
            pool: PoolId::of(&unit.scraper_pool),
            interval_seconds: unit.interval_seconds,
            last_attempt: unit.last_attempt_at,
            consecutive_failures: unit.consecutive_failures,
            delay_seconds: unit.delay_seconds,
            // Identity columns begin at 1, so 0 is the share of units that no group tracks.
            group: unit.group_ids.first().copied().unwrap_or(0),
            requested: false,
        })
    }
}

impl From<&v1::GroupLoad> for GroupLoad {
    fn from(load: &v1::GroupLoad) -> Self {
        Self {
            group: load.group_id,
            in_flight: usize::try_from(load.in_flight).unwrap_or(usize::MAX),
            last_served: load.last_served_at.unwrap_or(AT_ONCE),
        }
    }
}

impl From<&GroupLoad> for v1::GroupLoad {
    fn from(load: &GroupLoad) -> Self {
        Self {
            group_id: load.group,
            in_flight: u32::try_from(load.in_flight).unwrap_or(u32::MAX),
            last_served_at: (load.last_served != AT_ONCE).then_some(load.last_served),
        }
    }
}

impl From<Trigger> for v1::RunTrigger {
    fn from(trigger: Trigger) -> Self {
        match trigger {
            Trigger::Request => Self::Request,
            Trigger::Schedule => Self::Schedule,
        }
    }
}

/// Converts a run opened by another control plane: its units are unknown, so it only counts against the caps
/// on runs.
impl TryFrom<&v1::OpenRun> for Batch {
    type Error = UnitError;

    fn try_from(run: &v1::OpenRun) -> Result<Self, Self::Error> {
        let trigger = match run.trigger() {
            v1::RunTrigger::Request => Trigger::Request,
            v1::RunTrigger::Schedule | v1::RunTrigger::Unspecified => Trigger::Schedule,
        };
        Ok(Self {
            platform: platform(run.platform)?,
            pool: PoolId::of(&run.scraper_pool),
            trigger,
            units: Vec::new(),
        })
    }
}

impl PoolId {
    /// Returns the pool's name, which one of these units has; `None` without a pool.
    #[must_use]
    pub fn name(self, units: &[v1::TrackedUnit]) -> Option<&str> {
        let mut names = units.iter().map(|unit| unit.scraper_pool.as_str());
        names.find(|name| !name.is_empty() && Self::of(name) == self)
    }
}

/// Returns the platform with this number, if there is one.
fn platform(number: i32) -> Result<Platform, UnitError> {
    match Platform::try_from(number) {
        Ok(Platform::Unspecified) | Err(_) => Err(UnitError::UnknownPlatform(number)),
        Ok(platform) => Ok(platform),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_key_round_trips_through_protobuf() {
        for target in [Target::Account(3), Target::Video(i64::MAX)] {
            let key = UnitKey {
                platform: Platform::Tiktok,
                target,
            };
            assert_eq!(UnitKey::try_from(&v1::UnitKey::from(key)), Ok(key));
        }
    }

    #[test]
    fn tracked_unit_counts_toward_its_first_group() {
        let tracked = v1::TrackedUnit {
            key: Some(v1::UnitKey {
                platform: 1,
                id: Some(Id::AccountId(3)),
            }),
            interval_seconds: 900,
            last_attempt_at: Some(5),
            consecutive_failures: 2,
            group_ids: vec![8, 9],
            ..v1::TrackedUnit::default()
        };
        let unit = Unit::try_from(&tracked).unwrap();
        assert_eq!(
            (unit.group, unit.last_attempt, unit.requested),
            (8, Some(5), false)
        );
    }

    #[test]
    fn pool_is_found_by_name_among_units() {
        let units = ["", "eu"].map(|pool| v1::TrackedUnit {
            scraper_pool: pool.to_owned(),
            ..v1::TrackedUnit::default()
        });
        assert_eq!(PoolId::of(""), PoolId::NONE);
        for (pool, expected) in [("", None), ("eu", Some("eu")), ("us", None)] {
            assert_eq!(PoolId::of(pool).name(&units), expected);
        }
    }

    #[test]
    fn group_load_round_trips_through_protobuf() {
        for last_served in [AT_ONCE, 5] {
            let load = GroupLoad {
                group: 8,
                in_flight: 2,
                last_served,
            };
            assert_eq!(GroupLoad::from(&v1::GroupLoad::from(&load)), load);
        }
    }

    #[test]
    fn open_run_becomes_batch_of_unknown_units() {
        let run = v1::OpenRun {
            platform: 2,
            trigger: v1::RunTrigger::Request.into(),
            units: 7,
            scraper_pool: "eu".to_owned(),
            ..Default::default()
        };
        let expected = Batch {
            platform: Platform::Tiktok,
            pool: PoolId::of("eu"),
            trigger: Trigger::Request,
            units: vec![],
        };
        assert_eq!(Batch::try_from(&run), Ok(expected));
        assert_eq!(
            Batch::try_from(&v1::OpenRun::default()),
            Err(UnitError::UnknownPlatform(0))
        );
    }

    #[test]
    fn unit_without_platform_or_id_is_refused() {
        let key = |platform, id| UnitKey::try_from(&v1::UnitKey { platform, id });
        assert_eq!(key(0, Some(Id::VideoId(1))), Err(UnitError::UnknownPlatform(0)));
        assert_eq!(key(1, None), Err(UnitError::NoId));
        assert_eq!(Unit::try_from(&v1::TrackedUnit::default()), Err(UnitError::NoId));
    }
}
