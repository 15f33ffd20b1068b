//! A post or video: its kind, its publication time, and its counts at an instant.

use crate::clock::Millis;

use super::{
    account::Account,
    caption::caption,
    growth::{reached, share},
    id::item_id,
    seeded_rng::SeededRng,
};

/// The kind of an item. TikTok has only `Reel`s; on Instagram those are the clips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Reel,
    FeedVideo,
    Image,
    /// An album with this many pictures.
    Carousel(u64),
}

impl ItemKind {
    pub(crate) fn is_video(self) -> bool {
        matches!(self, Self::Reel | Self::FeedVideo)
    }
}

/// An item's constant properties.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) id: u64,
    pub(crate) kind: ItemKind,
    /// Unix seconds, as the platforms show it.
    pub(crate) taken_at: i64,
    pub(crate) caption: Option<String>,
    pub(crate) pinned: bool,
    /// Whether the owner hides the likes.
    pub(crate) likes_hidden: bool,
    pub(crate) comments_off: bool,
    pub(crate) seconds: u64,
    potential: u64,
    likes_per_million: u64,
    comments_per_million: u64,
    shares_per_million: u64,
}

/// The true counts of an item at an instant. Responses determine how much of them a platform shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ItemCounts {
    pub(crate) views: u64,
    pub(crate) likes: u64,
    pub(crate) comments: u64,
    pub(crate) shares: u64,
    pub(crate) saves: u64,
}

/// Maximum upload time before a reel is published, so its ID is slightly older than its date.
const UPLOAD_MILLIS: u64 = 240_000;

/// Viral items per 1000, and their factor.
const VIRAL: u64 = 20;
const VIRAL_FACTOR: (u64, u64) = (8, 40);

impl Item {
    pub(super) fn new(account: &Account, number: u32) -> Self {
        let mut rng = SeededRng::new(account.seed, account.index, number + 1);
        let made = account.slot(number)
            + to_millis(rng.between(0, (account.interval.unsigned_abs() * 4 / 5).max(1)));
        let kind = if account.is_tiktok() {
            ItemKind::Reel
        } else {
            kind(&mut rng)
        };
        let upload = if kind == ItemKind::Reel && !account.is_tiktok() {
            rng.between(0, UPLOAD_MILLIS)
        } else {
            0
        };
        // A quarter to four times the usual reach of the account.
        let mut potential = account.level * rng.spread(25, 400) / 100;
        if rng.chance(VIRAL) {
            potential *= rng.between(VIRAL_FACTOR.0, VIRAL_FACTOR.1);
        }
        let around = |rng: &mut SeededRng, rate: u64| rate * rng.between(60, 140) / 100;
        Self {
            id: item_id(account.platform, account.ordinal(), made),
            kind,
            taken_at: (made + to_millis(upload)) / 1000,
            caption: caption(&mut rng),
            pinned: account.pinned.contains(&number),
            likes_hidden: !account.is_tiktok() && rng.chance(40),
            comments_off: !account.is_tiktok() && rng.chance(15),
            seconds: rng.between(6, 90),
            potential,
            likes_per_million: around(&mut rng, account.likes_per_million),
            comments_per_million: around(&mut rng, account.likes_per_million / 30),
            shares_per_million: around(&mut rng, account.likes_per_million / 18),
        }
    }

    pub(crate) fn is_visible(&self, now: Millis) -> bool {
        self.taken_at * 1000 <= now
    }

    /// Returns the counts at `now`; each is a fixed share of the reach, so none ever decreases.
    pub(crate) fn counts(&self, now: Millis) -> ItemCounts {
        let views = reached(self.potential, now - self.taken_at * 1000);
        ItemCounts {
            views,
            likes: share(views, self.likes_per_million),
            comments: share(views, self.comments_per_million),
            shares: share(views, self.shares_per_million),
            saves: share(views, self.likes_per_million / 12),
        }
    }
}

fn kind(rng: &mut SeededRng) -> ItemKind {
    match rng.between(0, 100) {
        0..55 => ItemKind::Reel,
        55..60 => ItemKind::FeedVideo,
        60..83 => ItemKind::Image,
        _ => ItemKind::Carousel(rng.between(2, 11)),
    }
}

fn to_millis(value: u64) -> Millis {
    Millis::try_from(value).unwrap_or(Millis::MAX)
}
