//! The seeded accounts and their items. Everything here is a function of the seed and an instant: there is no mutable state, so
//! any two simulators with the same seed agree.

mod account;
mod account_items;
mod caption;
mod events;
mod growth;
mod id;
mod item;
mod life;
mod name;
mod new_owner;
mod seeded_rng;

use std::{borrow::Cow, collections::HashMap};

use clipmeter_proto::v1::Platform;

pub(crate) use account::Account;
pub use account::AccountKind;
pub(crate) use events::EventPlan;
pub use events::Events;
pub(crate) use id::{pk_of, shortcode};
pub(crate) use item::{Item, ItemCounts, ItemKind};
use life::{Life, numbered};

use crate::{Reading, clock::Millis, request::Subject};

/// All seeded accounts with their indexes.
#[derive(Debug, Default)]
pub(crate) struct World {
    /// Accounts in the order of their indexes.
    accounts: Vec<Account>,
    by_username: HashMap<(Platform, String), usize>,
    by_user_id: HashMap<(Platform, u64), usize>,
    by_sec_uid: HashMap<String, usize>,
}

impl World {
    /// Creates `count` accounts from `seed`, alternating between Instagram and TikTok.
    pub(crate) fn new(seed: u64, count: u32, event_plan: EventPlan) -> Self {
        let mut world = Self::default();
        for index in 0..count {
            let is_taken =
                |platform, name: &str| world.by_username.contains_key(&(platform, name.to_owned()));
            let account = Account::new(seed, index, event_plan, is_taken);
            world.add(account);
        }
        world
    }

    fn add(&mut self, account: Account) {
        let at = self.accounts.len();
        self.by_username
            .insert((account.platform, account.username.clone()), at);
        self.by_user_id.insert((account.platform, account.user_id), at);
        if account.is_tiktok() {
            self.by_sec_uid.insert(account.sec_uid.clone(), at);
        }
        self.accounts.push(account);
    }

    /// Returns all accounts in their initial state.
    pub(crate) fn accounts(&self) -> &[Account] {
        &self.accounts
    }

    /// Returns the account in a request in its current state; missing ones have a name but no data.
    pub(crate) fn find(&self, subject: &Subject, now: Millis) -> Option<Cow<'_, Account>> {
        if let Subject::Username(platform, name) = subject {
            return self.owner_of_name(*platform, name, now);
        }
        match self.original(subject) {
            Some(account) => Some(account.at(now)),
            None => self.new_owner(subject, now).map(Cow::Owned),
        }
    }

    /// Returns the account in its initial state that has this ID, or was the first with this name.
    pub(crate) fn original(&self, subject: &Subject) -> Option<&Account> {
        let at = match subject {
            Subject::None => None,
            Subject::Username(platform, name) => return Some(self.named(*platform, name)?.0),
            Subject::UserId(platform, id) => self.by_user_id.get(&(*platform, id.parse().ok()?)),
            Subject::SecUid(sec_uid) => self.by_sec_uid.get(sec_uid),
            Subject::Item(platform, id) => {
                return self.of_ordinal(*platform, id::ordinal_of(*platform, id.parse().ok()?));
            }
        };
        self.accounts.get(*at?)
    }

    /// Returns another public account of the same platform: the next one in order.
    pub(crate) fn another(&self, account: &Account) -> Option<&Account> {
        let at = self.accounts.iter().position(|one| one.index == account.index)?;
        let (before, after) = self.accounts.split_at(at);
        after
            .iter()
            .skip(1)
            .chain(before)
            .find(|one| one.platform == account.platform && one.kind == AccountKind::Public)
    }

    /// Returns the item with this ID, if it is visible.
    pub(crate) fn item(&self, platform: Platform, id: u64, now: Millis) -> Option<(Cow<'_, Account>, Item)> {
        let account = self.find(&Subject::Item(platform, id.to_string()), now)?;
        let number = account
            .slot_of(id::posted_at(platform, id))
            .filter(|number| *number < account.made(now))?;
        let item = account.shown(number, now).filter(|item| item.id == id)?;
        Some((account, item))
    }

    /// Returns the reading at an instant of the account that was the first with a name.
    pub(crate) fn reading(&self, platform: Platform, name: &str, at: Millis) -> Option<Reading> {
        let (account, number) = self.named(platform, name)?;
        let life = Life::of(account, at);
        if life.reassigned_name == Some(number) {
            return Some(Reading::recycled());
        }
        (number <= life.name).then(|| Reading::new(&account.at(at), at))
    }

    /// Returns the current owner of a name.
    fn owner_of_name(&self, platform: Platform, name: &str, now: Millis) -> Option<Cow<'_, Account>> {
        let (account, number) = self.named(platform, name)?;
        let life = Life::of(account, now);
        if life.name == number {
            Some(account.at(now))
        } else if life.reassigned_name == Some(number) {
            Some(Cow::Owned(account.new_owner(name)))
        } else {
            None
        }
    }

    /// Returns the account that may have this name at some time, and the number of the name.
    fn named(&self, platform: Platform, name: &str) -> Option<(&Account, u32)> {
        let exact = |name: &str| {
            let at = self.by_username.get(&(platform, name.to_owned()))?;
            self.accounts.get(*at)
        };
        if let Some(account) = exact(name) {
            return Some((account, 0));
        }
        let (first, number) = numbered(name)?;
        Some((exact(first)?, number))
    }

    fn of_ordinal(&self, platform: Platform, ordinal: u64) -> Option<&Account> {
        let index = match platform {
            Platform::Tiktok => ordinal.checked_mul(2)?.checked_add(1)?,
            _ => ordinal.checked_mul(2)?,
        };
        let index = u32::try_from(index).ok()?;
        let at = self
            .accounts
            .binary_search_by_key(&index, |account| account.index);
        self.accounts.get(at.ok()?)
    }
}

#[cfg(test)]
mod tests;
