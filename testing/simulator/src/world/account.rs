//! A seeded account: its identity, its posting interval and its reach.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use clipmeter_proto::v1::Platform;
use serde::Serialize;

use crate::clock::Millis;

use super::{events::EventPlan, growth::reached, id, name::name, seeded_rng::SeededRng};

/// The reference instant of the world: 1 October 2026. With earlier clocks, accounts are younger.
const REFERENCE: Millis = 1_790_812_800_000;

/// Range of the posting interval in milliseconds: from three times a day to once in two weeks.
const INTERVAL: (u64, u64) = (8 * 3_600_000, 14 * 24 * 3_600_000);

/// Range of the number of items at the reference instant.
const ITEMS_AT_REFERENCE: (u64, u64) = (6, 150);

/// Range of the number of people whom an item of an account usually reaches in the end.
const LEVEL: (u64, u64) = (800, 1_500_000);

/// Every 25th account of a platform, beginning with these, is private, missing or without items.
const EVERY: u64 = 25;
const PRIVATE_AT: u64 = 11;
const MISSING_AT: u64 = 17;
const EMPTY_AT: u64 = 21;

/// Prefix of every secUid.
pub(super) const SEC_UID_PREFIX: &str = "MS4wLjABAAAA";

/// The kind of an account, which determines the responses about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// The account is public.
    Public,
    /// The counts are visible, the items are not.
    Private,
    /// The account does not exist.
    Missing,
    /// The account is public and has no items.
    Empty,
}

/// An account: in its initial state, or at an instant (see [`Account::at`]).
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(super) seed: u64,
    pub(super) index: u32,
    pub(super) event_plan: EventPlan,
    pub(crate) platform: Platform,
    pub(crate) kind: AccountKind,
    pub(crate) username: String,
    pub(crate) display_name: String,
    pub(crate) biography: String,
    pub(crate) user_id: u64,
    /// TikTok's secondary ID, which its lists use.
    pub(crate) sec_uid: String,
    pub(crate) verified: bool,
    pub(crate) following: u64,
    /// Whether Instagram includes the newest posts in the profile; recently it often does not.
    pub(crate) shows_edges: bool,
    /// The numbers of the pinned items.
    pub(super) pinned: Vec<u32>,
    pub(super) interval: Millis,
    pub(super) level: u64,
    pub(super) likes_per_million: u64,
    birth: Millis,
    potential_followers: u64,
}

impl Account {
    pub(super) fn new(
        seed: u64,
        index: u32,
        event_plan: EventPlan,
        is_taken: impl Fn(Platform, &str) -> bool,
    ) -> Self {
        let platform = if index.is_multiple_of(2) {
            Platform::Instagram
        } else {
            Platform::Tiktok
        };
        let ordinal = u64::from(index / 2);
        let mut rng = SeededRng::new(seed, index, 0);
        let (username, display_name) = name(&mut rng, |name| is_taken(platform, name));
        // Whole seconds, so that TikTok's IDs, which have a resolution of a second, fall into the time slot of their item.
        let interval = rng.spread(INTERVAL.0, INTERVAL.1) / 1000 * 1000;
        let items = rng.spread(ITEMS_AT_REFERENCE.0, ITEMS_AT_REFERENCE.1);
        let level = rng.spread(LEVEL.0, LEVEL.1);
        let birth = REFERENCE - millis(interval.saturating_mul(items));
        // Pinned items are old ones, spread over the first half of the account's life.
        let pins = if items >= 12 { rng.between(0, 4) } else { 0 };
        let pinned = (0..pins)
            .filter_map(|pin| u32::try_from(items * (pin + 1) / 8).ok())
            .collect();
        let biography = format!("{display_name} · new every week 📬 hello@{username}.example");
        Self {
            seed,
            index,
            event_plan,
            platform,
            kind: kind(ordinal),
            username,
            display_name,
            biography,
            user_id: user_id(platform, ordinal, birth),
            sec_uid: sec_uid(&rng.bytes()),
            verified: level > 400_000,
            following: rng.spread(5, 2_000),
            shows_edges: rng.chance(700),
            pinned,
            interval: millis(interval),
            level,
            likes_per_million: rng.between(15_000, 120_000),
            birth,
            potential_followers: level * rng.between(60, 400) / 100,
        }
    }

    pub(crate) fn is_tiktok(&self) -> bool {
        self.platform == Platform::Tiktok
    }

    /// Returns the account's position among the accounts of its platform.
    pub(super) fn ordinal(&self) -> u64 {
        u64::from(self.index / 2)
    }

    pub(crate) fn followers(&self, now: Millis) -> u64 {
        reached(self.potential_followers, now - self.birth)
    }

    /// Returns the start of an item's time slot. Each item appears within its own slot.
    pub(super) fn slot(&self, number: u32) -> Millis {
        self.birth + i64::from(number) * self.interval
    }

    /// Returns the number of the item whose time slot contains this instant.
    pub(super) fn slot_of(&self, at: Millis) -> Option<u32> {
        u32::try_from((at - self.birth).div_euclid(self.interval)).ok()
    }
}

fn kind(ordinal: u64) -> AccountKind {
    match ordinal % EVERY {
        PRIVATE_AT => AccountKind::Private,
        MISSING_AT => AccountKind::Missing,
        EMPTY_AT => AccountKind::Empty,
        _ => AccountKind::Public,
    }
}

/// Returns a user ID: ten digits on Instagram; on TikTok an ID that starts with the account's time, like those of its videos.
fn user_id(platform: Platform, ordinal: u64, birth: Millis) -> u64 {
    match platform {
        Platform::Tiktok => id::item_id(platform, ordinal, birth),
        _ => id::FIRST_USER_ID + id::stirred(ordinal),
    }
}

/// Builds TikTok's secondary ID of an account from its secret part.
pub(super) fn sec_uid(secret: &[u8; 48]) -> String {
    format!("{SEC_UID_PREFIX}{}", URL_SAFE_NO_PAD.encode(secret))
}

fn millis(value: u64) -> Millis {
    Millis::try_from(value).unwrap_or(Millis::MAX)
}
