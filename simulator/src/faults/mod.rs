//! Misbehaviour on request: which requests are to go wrong, how, and how often.

mod effect;
mod rule;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) use effect::{Delivery, spoil};
pub use rule::{FaultKind, FaultRule, InvalidFault};

use crate::route::Route;

/// The faults that are waiting for their requests.
#[derive(Debug, Default)]
pub(crate) struct FaultBook(Mutex<Vec<FaultRule>>);

impl FaultBook {
    pub(crate) fn add(&self, rule: FaultRule) -> Result<(), InvalidFault> {
        rule.check()?;
        self.lock().push(rule);
        Ok(())
    }

    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    pub(crate) fn list(&self) -> Vec<FaultRule> {
        self.lock().clone()
    }

    /// The first fault that is meant for this request; it is used up by one. A request that has done the proof of
    /// work is not asked for it again.
    pub(crate) fn take(
        &self,
        path: &str,
        route: &Route,
        names: &[String],
        worked: bool,
    ) -> Option<FaultRule> {
        let mut rules = self.lock();
        let is_meant =
            |rule: &FaultRule| !(worked && rule.fault == FaultKind::Waf) && rule.is_for(path, route, names);
        let at = rules.iter().position(is_meant)?;
        let rule = rules.get_mut(at)?;
        if let Some(times) = &mut rule.times {
            *times -= 1;
            if *times == 0 {
                return Some(rules.remove(at));
            }
        }
        rules.get(at).cloned()
    }

    /// The old name of the account that goes by `username` since it was renamed.
    pub(crate) fn name_before(&self, username: &str) -> Option<String> {
        self.lock().iter().find_map(|rule| {
            (rule.fault.renames() && rule.new_username()? == username).then(|| rule.username.clone())?
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<FaultRule>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
