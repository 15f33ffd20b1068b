//! The seeded accounts without requests: their list, and the result of a complete scrape. The demo's history consists of
//! thousands of them.

use clipmeter_proto::v1::{MediaKind, Observation, Outcome, Platform, Precision, Profile};
use clipmeter_runtime::saturate;
use serde::{Serialize, Serializer};

use crate::clock::Millis;
use crate::pictures;
use crate::world::{Account, AccountKind, Item, ItemCounts, ItemKind, World, shortcode};

/// The keys of view counts: on Instagram those in the list of reels, on TikTok those in every list.
const INSTAGRAM_VIEWS: &str = "play_count";
const TIKTOK_VIEWS: &str = "statsV2.playCount";

/// A seeded account at an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub state: AccountState,
    /// The outcome of scraping the account.
    pub outcome: Outcome,
    /// The profile under the current name; `None` for a missing account.
    pub profile: Option<Profile>,
    /// The visible items, newest first.
    pub observations: Vec<Observation>,
    /// The IDs of the removed items, oldest first.
    pub removed: Vec<String>,
}

/// The state of an account that is requested by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// The account is public, under this name or a later one.
    Public,
    /// The profile is visible, the items are not.
    Private,
    /// The account does not exist.
    NotFound,
    /// Another account has the name now. Data by ID belongs to the account under its later name.
    Recycled,
}

impl Reading {
    /// Builds the reading of `account`, which is in its state at `now`.
    pub(crate) fn new(account: &Account, now: Millis) -> Self {
        let (state, outcome) = match account.kind {
            AccountKind::Public => (AccountState::Public, Outcome::Ok),
            AccountKind::Empty => (AccountState::Public, Outcome::OkNoVideos),
            AccountKind::Private => (AccountState::Private, Outcome::Private),
            AccountKind::Missing => (AccountState::NotFound, Outcome::NotFound),
        };
        let items = account
            .newest_first(now)
            .filter(|_| account.kind == AccountKind::Public);
        Self {
            state,
            outcome,
            profile: (account.kind != AccountKind::Missing).then(|| profile(account, now)),
            observations: items.map(|item| observation(account, &item, now)).collect(),
            removed: account.removed(now).iter().map(u64::to_string).collect(),
        }
    }

    /// Builds the reading of an account that never existed.
    #[must_use]
    pub fn missing() -> Self {
        Self::nothing(AccountState::NotFound, Outcome::NotFound)
    }

    /// Builds the reading of an account whose name another account has: nothing that belongs to it.
    pub(crate) fn recycled() -> Self {
        Self::nothing(AccountState::Recycled, Outcome::IdentityChanged)
    }

    fn nothing(state: AccountState, outcome: Outcome) -> Self {
        Self {
            state,
            outcome,
            profile: None,
            observations: Vec::new(),
            removed: Vec::new(),
        }
    }
}

fn profile(account: &Account, now: Millis) -> Profile {
    Profile {
        platform_id: account.user_id.to_string(),
        sec_uid: if account.is_tiktok() {
            account.sec_uid.clone()
        } else {
            String::new()
        },
        username: account.username.clone(),
        display_name: account.display_name.clone(),
        is_private: Some(account.kind == AccountKind::Private),
        follower_count: Some(count(account.followers(now))),
        following_count: Some(count(account.following)),
        item_count: Some(account.count(now).into()),
        picture_url: if account.is_tiktok() {
            pictures::of_tiktok_user(account.user_id)
        } else {
            pictures::of_instagram_user(account.user_id)
        },
    }
}

/// Builds an item as its platform shows it to scrapers: no list of Instagram shows the views of pictures or of videos that are
/// not reels, and only TikTok shows shares and saves.
fn observation(account: &Account, item: &Item, now: Millis) -> Observation {
    let counts = item.counts(now);
    let views = (item.kind == ItemKind::Reel).then_some(counts.views);
    let observation = Observation {
        external_id: item.id.to_string(),
        url: url(account, item),
        author_username: account.username.clone(),
        caption: item.caption.clone().unwrap_or_default(),
        posted_at: Some(item.taken_at),
        views: views.map(count),
        likes: (!item.likes_hidden).then(|| count(counts.likes)),
        comments: (!item.comments_off).then(|| count(counts.comments)),
        precision: Precision::Exact.into(),
        media_kind: media_kind(item.kind).into(),
        pinned: item.pinned,
        ..Observation::default()
    };
    match account.platform {
        Platform::Tiktok => with_tiktok_counts(observation, counts),
        _ => Observation {
            shortcode: shortcode(item.id),
            views_source: views.map_or("", |_| INSTAGRAM_VIEWS).to_owned(),
            picture_url: pictures::of_post(item.id),
            ..observation
        },
    }
}

fn with_tiktok_counts(observation: Observation, counts: ItemCounts) -> Observation {
    Observation {
        shares: Some(count(counts.shares)),
        saves: Some(count(counts.saves)),
        views_source: TIKTOK_VIEWS.to_owned(),
        picture_url: pictures::of_video(observation.external_id.parse().unwrap_or_default()),
        ..observation
    }
}

fn url(account: &Account, item: &Item) -> String {
    match (account.platform, item.kind) {
        (Platform::Tiktok, _) => {
            format!("https://www.tiktok.com/@{}/video/{}", account.username, item.id)
        }
        (_, ItemKind::Reel) => format!("https://www.instagram.com/reel/{}/", shortcode(item.id)),
        _ => format!("https://www.instagram.com/p/{}/", shortcode(item.id)),
    }
}

fn media_kind(kind: ItemKind) -> MediaKind {
    match kind {
        ItemKind::Reel | ItemKind::FeedVideo => MediaKind::Video,
        ItemKind::Image => MediaKind::Image,
        ItemKind::Carousel(_) => MediaKind::Carousel,
    }
}

fn count(count: u64) -> i64 {
    saturate::<i64>(count)
}

/// One seeded account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountSummary {
    /// Platform of the account.
    #[serde(serialize_with = "code")]
    pub platform: Platform,
    /// Name for requests.
    pub username: String,
    /// Result of requests for the account.
    pub kind: AccountKind,
}

impl AccountSummary {
    pub(crate) fn all(world: &World) -> Vec<Self> {
        let summary = |account: &Account| Self {
            platform: account.platform,
            username: account.username.clone(),
            kind: account.kind,
        };
        world.accounts().iter().map(summary).collect()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn code<S: Serializer>(platform: &Platform, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(platform.code())
}
