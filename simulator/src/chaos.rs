//! Misbehaviour by lot: some requests go wrong, each in a way that can befall it. The lot is a function of a seed and of
//! how often the same thing was asked before, so the order in which different things are asked makes no difference.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{FaultKind, SimulatorError, route::Route};

/// How much goes wrong, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chaos {
    /// How many requests of a thousand.
    pub per_mille: u32,
    /// What the lots are drawn from.
    #[serde(default)]
    pub seed: u64,
    /// What can happen; empty: everything that needs no further word.
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
        let may_come =
            |kind: &FaultKind| FaultKind::BY_LOT.contains(kind) || FaultKind::BY_LOT_IF_NAMED.contains(kind);
        match self.kinds.iter().find(|kind| !may_come(kind)) {
            Some(kind) => Err(SimulatorError::ChaosKind { kind: kind.code() }),
            None => Ok(()),
        }
    }

    fn kinds(&self) -> &[FaultKind] {
        if self.kinds.is_empty() {
            &FaultKind::BY_LOT
        } else {
            &self.kinds
        }
    }
}

/// The chaos that reigns, if any.
#[derive(Debug, Default)]
pub(crate) struct Lots(Mutex<Option<Reign>>);

#[derive(Debug)]
struct Reign {
    chaos: Chaos,
    /// How often each thing was asked.
    asked: HashMap<Thing, u64>,
}

/// What is asked by whom; page and cursor are none of it.
type Thing = (&'static str, String, Option<String>);

impl Lots {
    pub(crate) fn set(&self, chaos: Option<Chaos>) {
        *self.lock() = chaos.map(|chaos| Reign {
            chaos,
            asked: HashMap::new(),
        });
    }

    pub(crate) fn chaos(&self) -> Option<Chaos> {
        self.lock().as_ref().map(|reign| reign.chaos.clone())
    }

    /// Draws for a request. One that has done the proof of work is not asked for it again.
    pub(crate) fn draw(&self, route: &Route, session: Option<&str>, worked: bool) -> Option<FaultKind> {
        let mut lots = self.lock();
        let reign = lots.as_mut()?;
        let thing = (
            route.class(),
            format!("{:?}", route.subject()),
            session.map(str::to_owned),
        );
        let (chance, choice) = lot(reign.chaos.seed, &thing, *reign.asked.get(&thing).unwrap_or(&0));
        *reign.asked.entry(thing).or_default() += 1;
        if chance % 1_000 >= reign.chaos.per_mille.into() {
            return None;
        }
        let fits = |kind: &FaultKind| {
            kind.befalls(route)
                && !(worked && *kind == FaultKind::Waf)
                && (session.is_some() || !kind.is_about_sessions())
        };
        let kinds: Vec<FaultKind> = reign.chaos.kinds().iter().copied().filter(fits).collect();
        let at = usize::try_from(choice % kinds.len().max(1) as u64).unwrap_or_default();
        kinds.get(at).copied()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Reign>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Two numbers for the request of this thing that comes after `before` others.
fn lot(seed: u64, (class, subject, session): &Thing, before: u64) -> (u64, u64) {
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
