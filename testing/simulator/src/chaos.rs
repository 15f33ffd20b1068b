//! Random fault injection: some requests fail, each in an applicable way. The selection is a function of a seed and of the number
//! of earlier requests for the same subject, so the order of requests for different subjects has no influence.

use std::collections::HashMap;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{FaultKind, SimulatorError, route::Route};

/// The rate and kinds of random faults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chaos {
    /// Faults per thousand requests.
    pub per_mille: u32,
    /// Seed of the random selection.
    #[serde(default)]
    pub seed: u64,
    /// Possible faults; empty: every fault that needs no parameters.
    #[serde(default)]
    pub kinds: Vec<FaultKind>,
}

impl Chaos {
    pub(crate) fn check(&self) -> Result<(), SimulatorError> {
        if self.per_mille > 1_000 {
            return Err(SimulatorError::Chaos {
                per_mille: self.per_mille,
            });
        }
        let is_random = |kind: &FaultKind| {
            FaultKind::SAMPLED_BY_DEFAULT.contains(kind) || FaultKind::SAMPLED_IF_NAMED.contains(kind)
        };
        match self.kinds.iter().find(|kind| !is_random(kind)) {
            Some(kind) => Err(SimulatorError::ChaosKind {
                kind: kind.code().to_owned(),
            }),
            None => Ok(()),
        }
    }

    fn kinds(&self) -> &[FaultKind] {
        if self.kinds.is_empty() {
            &FaultKind::SAMPLED_BY_DEFAULT
        } else {
            &self.kinds
        }
    }
}

/// Selects random faults for requests while chaos is active.
#[derive(Debug, Default)]
pub(crate) struct FaultSampler(Mutex<Option<ActiveChaos>>);

#[derive(Debug)]
struct ActiveChaos {
    chaos: Chaos,
    /// Number of requests by subject.
    requests: HashMap<Thing, u64>,
}

/// A client's request, without page and cursor.
type Thing = (&'static str, String, Option<String>);

impl FaultSampler {
    pub(crate) fn set(&self, chaos: Option<Chaos>) {
        *self.0.lock() = chaos.map(|chaos| ActiveChaos {
            chaos,
            requests: HashMap::new(),
        });
    }

    pub(crate) fn chaos(&self) -> Option<Chaos> {
        self.0.lock().as_ref().map(|active| active.chaos.clone())
    }

    /// Selects a fault for a request. A request with a completed proof of work does not get that challenge again.
    pub(crate) fn sample(&self, route: &Route, session: Option<&str>, worked: bool) -> Option<FaultKind> {
        let mut fault_sampler = self.0.lock();
        let active = fault_sampler.as_mut()?;
        let thing = (
            route.class(),
            format!("{:?}", route.subject()),
            session.map(str::to_owned),
        );
        let (chance, choice) = random_pair(
            active.chaos.seed,
            &thing,
            *active.requests.get(&thing).unwrap_or(&0),
        );
        *active.requests.entry(thing).or_default() += 1;
        if chance % 1_000 >= active.chaos.per_mille.into() {
            return None;
        }
        let fits = |kind: &FaultKind| {
            kind.applies_to(route)
                && !(worked && *kind == FaultKind::Waf)
                && (session.is_some() || !kind.is_about_sessions())
        };
        let kinds: Vec<FaultKind> = active.chaos.kinds().iter().copied().filter(fits).collect();
        let at = usize::try_from(choice % kinds.len().max(1) as u64).unwrap_or_default();
        kinds.get(at).copied()
    }
}

/// Returns two random numbers for the request that follows `before` others of the same kind.
fn random_pair(seed: u64, (class, subject, session): &Thing, before: u64) -> (u64, u64) {
    let digest = Sha256::new()
        .chain_update(seed.to_le_bytes())
        .chain_update(before.to_le_bytes())
        .chain_update(class)
        .chain_update([0])
        .chain_update(subject)
        .chain_update([0])
        .chain_update(session.as_deref().unwrap_or_default())
        .finalize();
    let number = |from: usize| {
        let bytes = digest.iter().skip(from).take(8);
        bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    (number(0), number(8))
}
