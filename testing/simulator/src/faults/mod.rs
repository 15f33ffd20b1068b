//! Fault injection on request: which requests fail, how, and how often.

mod edit;
mod effect;
mod kind;
mod rule;

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

pub(crate) use effect::{Delivery, inject_fault};
pub use kind::FaultKind;
pub use rule::{FaultRule, InvalidFault};

use crate::{clock::Millis, route::Route};

/// The pending fault rules.
#[derive(Debug, Default)]
pub(crate) struct FaultRules {
    rules: Mutex<Vec<FaultRule>>,
    /// The first device to request each list that repeats itself, by secUid.
    devices: Mutex<HashMap<String, String>>,
    cleared: Notify,
}

/// The properties of a request that fault rules match.
#[derive(Debug)]
pub(crate) struct FaultQuery<'a> {
    pub(crate) path: &'a str,
    pub(crate) route: &'a Route,
    /// The names of the account in the request.
    pub(crate) names: &'a [String],
    /// The hash of the request's Instagram session.
    pub(crate) session: Option<&'a str>,
    /// The request has a completed proof of work and does not get that challenge again.
    pub(crate) worked: bool,
    pub(crate) now: Millis,
}

impl FaultQuery<'_> {
    fn goes_by(&self, name: &str) -> bool {
        let name = name.trim_start_matches('@');
        self.names.iter().any(|other| name.eq_ignore_ascii_case(other))
    }
}

impl FaultRules {
    pub(crate) fn add(&self, rule: FaultRule) -> Result<(), InvalidFault> {
        rule.check()?;
        self.rules.lock().push(rule);
        Ok(())
    }

    pub(crate) fn clear(&self) {
        self.rules.lock().clear();
        self.devices.lock().clear();
        self.cleared.notify_waiters();
    }

    /// Ends when all rules are removed, also if that happens before it is polled.
    pub(crate) fn cleared(&self) -> Notified<'_> {
        self.cleared.notified()
    }

    pub(crate) fn list(&self) -> Vec<FaultRule> {
        self.rules.lock().clone()
    }

    /// Returns whether this device was the first to request a list that repeats itself.
    pub(crate) fn is_first_device(&self, sec_uid: &str, device: &str) -> bool {
        let mut devices = self.devices.lock();
        let first = devices
            .entry(sec_uid.to_owned())
            .or_insert_with(|| device.to_owned());
        first == device
    }

    /// Returns the first rule that matches this request and decrements its remaining count.
    pub(crate) fn take(&self, query: &FaultQuery<'_>) -> Option<FaultRule> {
        let mut rules = self.rules.lock();
        let at = rules.iter().position(|rule| rule.is_for(query))?;
        let rule = rules.get_mut(at)?;
        if let Some(times) = &mut rule.times {
            *times -= 1;
            if *times == 0 {
                return Some(rules.remove(at));
            }
        }
        rules.get(at).cloned()
    }

    /// Returns the old name of the account that has been renamed to `username`.
    pub(crate) fn name_before(&self, username: &str) -> Option<String> {
        self.rules.lock().iter().find_map(|rule| {
            (rule.fault.renames() && rule.new_username()? == username).then(|| rule.username.clone())?
        })
    }
}
