//! The seeded accounts and their items. Everything in here is a function of the seed and an instant: there is no
//! state that changes, so any two simulators with one seed agree.

mod account;
mod caption;
mod draw;
mod growth;
mod id;
mod item;
mod name;

use std::collections::HashMap;

use clipmeter_proto::v1::Platform;

pub(crate) use account::Account;
pub use account::AccountKind;
pub(crate) use id::{pk_of, shortcode};
pub(crate) use item::{Counts, Item, ItemKind};

use crate::{clock::Millis, route::Subject};

/// All seeded accounts with the ways to find them.
#[derive(Debug)]
pub(crate) struct World {
    accounts: Vec<Account>,
    by_username: HashMap<(Platform, String), usize>,
    by_user_id: HashMap<(Platform, u64), usize>,
    by_sec_uid: HashMap<String, usize>,
}

impl World {
    /// Makes `count` accounts from `seed`, Instagram and TikTok in turn.
    pub(crate) fn new(seed: u64, count: u32) -> Self {
        let mut world = Self {
            accounts: Vec::new(),
            by_username: HashMap::new(),
            by_user_id: HashMap::new(),
            by_sec_uid: HashMap::new(),
        };
        for index in 0..count {
            let is_taken =
                |platform, name: &str| world.by_username.contains_key(&(platform, name.to_owned()));
            let account = Account::new(seed, index, is_taken);
            let at = world.accounts.len();
            world
                .by_username
                .insert((account.platform, account.username.clone()), at);
            world.by_user_id.insert((account.platform, account.user_id), at);
            if account.platform == Platform::Tiktok {
                world.by_sec_uid.insert(account.sec_uid.clone(), at);
            }
            world.accounts.push(account);
        }
        world
    }

    pub(crate) fn accounts(&self) -> &[Account] {
        &self.accounts
    }

    /// The account that a request is about; missing ones have a name but no data behind it.
    pub(crate) fn find(&self, subject: &Subject) -> Option<&Account> {
        let at = match subject {
            Subject::None => None,
            Subject::Username(platform, name) => self.by_username.get(&(*platform, name.clone())).copied(),
            Subject::UserId(platform, id) => self.by_user_id.get(&(*platform, id.parse().ok()?)).copied(),
            Subject::SecUid(sec_uid) => self.by_sec_uid.get(sec_uid).copied(),
            Subject::Item(platform, id) => return self.owner(*platform, id.parse().ok()?),
        };
        at.and_then(|at| self.accounts.get(at))
    }

    /// The item with this id, if it has appeared by now.
    pub(crate) fn item(&self, platform: Platform, id: u64, now: Millis) -> Option<(&Account, Item)> {
        let account = self.owner(platform, id)?;
        let number = account.slot_of(id::posted_at(platform, id))?;
        let item = account.item(number);
        (item.id == id && number < account.count(now)).then_some((account, item))
    }

    fn owner(&self, platform: Platform, id: u64) -> Option<&Account> {
        let ordinal = id::ordinal_of(platform, id);
        let index = match platform {
            Platform::Tiktok => ordinal.checked_mul(2)?.checked_add(1)?,
            _ => ordinal.checked_mul(2)?,
        };
        self.accounts.get(usize::try_from(index).ok()?)
    }
}

#[cfg(test)]
mod tests;
