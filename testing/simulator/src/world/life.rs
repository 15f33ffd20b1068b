//! The state of an account at an instant: its name, whether it is private or deleted, and the new owner of its old name. All of
//! it is a function of the seed and the instant.

use std::borrow::Cow;

use clipmeter_proto::v1::Platform;

use super::{
    Account, AccountKind,
    seeded_rng::{Purpose, SeededRng},
};
use crate::clock::Millis;

/// How long an old name is free before another account takes it.
const FREE: Millis = 6 * 3_600_000;

/// How long an account is private: 12 hours to 3 days.
const PRIVATE: (u64, u64) = (12 * 3_600, 3 * 24 * 3_600);

/// Maximum names of one account; the number of the last one has three digits.
const MAX_NAMES: u32 = 999;

/// Maximum length of the number of a name, with the underscore before it.
const NUMBER_LENGTH: usize = 4;

/// An account at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Life {
    /// Number of the current name: 0 is the first.
    pub(super) name: u32,
    /// Number of the old name that another account has now.
    pub(super) reassigned_name: Option<u32>,
    is_private: bool,
    is_deleted: bool,
}

impl Life {
    pub(super) fn of(account: &Account, now: Millis) -> Self {
        let (name, reassigned_name) = names(account, now);
        Self {
            name,
            reassigned_name,
            is_private: account.kind == AccountKind::Public && is_private(account, now),
            is_deleted: is_deleted(account, now),
        }
    }
}

impl Account {
    /// Returns the account's state at an instant.
    pub(crate) fn at(&self, now: Millis) -> Cow<'_, Self> {
        let life = Life::of(self, now);
        let was_public = self.event_plan.private_since.is_some_and(|since| now < since);
        let kind = match (life, self.kind) {
            (Life { is_deleted: true, .. }, _) => AccountKind::Missing,
            (Life { is_private: true, .. }, _) => AccountKind::Private,
            (_, AccountKind::Private) if was_public => AccountKind::Public,
            (_, kind) => kind,
        };
        if life.name == 0 && kind == self.kind {
            return Cow::Borrowed(self);
        }
        let mut account = self.clone();
        account.username = self.name(life.name);
        account.kind = kind;
        Cow::Owned(account)
    }

    pub(super) fn name(&self, number: u32) -> String {
        match number {
            0 => self.username.clone(),
            _ => format!("{}_{}", self.username, number + 1),
        }
    }

    /// Returns whether the platform allows a longer name than the first one.
    fn has_room(&self) -> bool {
        let longest = match self.platform {
            Platform::Tiktok => 24,
            _ => 30,
        };
        self.username.len() + NUMBER_LENGTH <= longest
    }
}

/// Splits a possible later name into the first name and the number.
pub(super) fn numbered(name: &str) -> Option<(&str, u32)> {
    let (first, number) = name.rsplit_once('_')?;
    let number: u32 = number
        .parse()
        .ok()
        .filter(|number| (2..=MAX_NAMES).contains(number))?;
    Some((first, number - 1))
}

fn names(account: &Account, now: Millis) -> (u32, Option<u32>) {
    let events = account.event_plan.events;
    let all = events.renames + events.recycles;
    let (mut name, mut reassigned_name) = (0, None);
    if all == 0 || !account.has_room() {
        return (name, reassigned_name);
    }
    let mut rng = rng(account, Purpose::Names);
    let mut at = account.event_plan.since;
    while name + 1 < MAX_NAMES {
        at = at.saturating_add(rng.wait(all).unwrap_or(Millis::MAX));
        if at > now {
            break;
        }
        let is_taken = rng.between(0, all.into()) < events.recycles.into();
        if is_taken && reassigned_name.is_none() && at + FREE <= now {
            reassigned_name = Some(name);
        }
        name += 1;
    }
    (name, reassigned_name)
}

fn is_private(account: &Account, now: Millis) -> bool {
    let mut rng = rng(account, Purpose::Privacy);
    let mut at = account.event_plan.since;
    loop {
        let Some(wait) = rng.wait(account.event_plan.events.privates) else {
            return false;
        };
        at = at.saturating_add(wait);
        if at > now {
            return false;
        }
        at += rng.between(PRIVATE.0, PRIVATE.1).cast_signed() * 1_000;
        if now < at {
            return true;
        }
    }
}

fn is_deleted(account: &Account, now: Millis) -> bool {
    let wait = rng(account, Purpose::End).wait(account.event_plan.events.deletions);
    wait.is_some_and(|wait| account.event_plan.since.saturating_add(wait) <= now)
}

fn rng(account: &Account, purpose: Purpose) -> SeededRng {
    SeededRng::of(account.seed, account.index, 0, purpose)
}
