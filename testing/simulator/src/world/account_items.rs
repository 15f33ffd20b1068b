//! The items of an account at an instant.

use super::{
    account::{Account, AccountKind},
    id,
    item::Item,
    seeded_rng::{Purpose, SeededRng},
};
use crate::clock::Millis;

impl Account {
    /// Returns the item with this number; 0 is the account's first.
    pub(crate) fn item(&self, number: u32) -> Item {
        Item::new(self, number)
    }

    /// Returns how many items were ever published by `now`. They are the first numbers.
    pub(super) fn made(&self, now: Millis) -> u32 {
        if self.kind == AccountKind::Empty || self.kind == AccountKind::Missing {
            return 0;
        }
        match self.slot_of(now) {
            Some(number) if self.item(number).is_visible(now) => number + 1,
            Some(number) => number,
            None => 0,
        }
    }

    /// Returns how many items are published and not removed.
    pub(crate) fn count(&self, now: Millis) -> u32 {
        let made = self.made(now);
        if self.event_plan.events.item_deletions == 0 {
            return made;
        }
        (0..made).fold(made, |count, number| {
            count - u32::from(self.is_removed(number, now))
        })
    }

    /// Returns the visible items, newest first.
    pub(crate) fn newest_first(&self, now: Millis) -> impl Iterator<Item = Item> + '_ {
        (0..self.made(now))
            .rev()
            .filter_map(move |number| self.shown(number, now))
    }

    /// Returns the pinned items in their display order.
    pub(crate) fn pinned(&self, now: Millis) -> impl Iterator<Item = Item> + '_ {
        let made = self.made(now);
        self.pinned
            .iter()
            .filter(move |number| **number < made)
            .filter_map(move |number| self.shown(*number, now))
    }

    /// Returns the IDs of the removed items.
    pub(crate) fn removed(&self, now: Millis) -> Vec<u64> {
        let removed = (0..self.made(now)).filter(|number| self.is_removed(*number, now));
        removed.map(|number| self.item(number).id).collect()
    }

    /// Returns the item with this number in its current state, if it is published and not removed.
    pub(super) fn shown(&self, number: u32, now: Millis) -> Option<Item> {
        if self.is_removed(number, now) {
            return None;
        }
        let mut item = self.item(number);
        item.likes_hidden |= !self.is_tiktok() && self.has_happened(number, Purpose::Hiding, now);
        item.is_visible(now).then_some(item)
    }

    /// Returns whether the account posted at exactly this instant, in milliseconds, even if the item is removed by now.
    pub(crate) fn has_posted(&self, at: Millis) -> bool {
        self.slot_of(at)
            .is_some_and(|number| self.item(number).taken_at * 1000 == at)
    }

    /// Returns whether this is the ID of an item of the account, even if the item is removed by now.
    pub(crate) fn has_made(&self, id: u64) -> bool {
        self.slot_of(id::posted_at(self.platform, id))
            .is_some_and(|number| self.item(number).id == id)
    }

    fn is_removed(&self, number: u32, now: Millis) -> bool {
        self.has_happened(number, Purpose::End, now)
    }

    /// Returns whether an event has happened to the item. Events never fall into the item's own time slot, in which it appears.
    fn has_happened(&self, number: u32, purpose: Purpose, now: Millis) -> bool {
        let events = self.event_plan.events;
        let rate = match purpose {
            Purpose::End => events.item_deletions,
            _ => events.like_hidings,
        };
        let from = self.event_plan.since.max(self.slot(number + 1));
        let wait = || SeededRng::of(self.seed, self.index, number + 1, purpose).wait(rate);
        rate > 0 && wait().is_some_and(|wait| from.saturating_add(wait) <= now)
    }
}
