//! What no layer of facts may go beyond, for the API's checks and for the rules of the resource alike.

use std::ops::RangeInclusive;

use super::RateLimitConfig;

/// The only format there is.
pub const FORMAT: u32 = 1;
/// Longest text, characters: several times the longest user agent and the longest name of an operation.
pub const LONGEST_TEXT: usize = 500;
/// Most user agents.
pub const MOST_USER_AGENTS: usize = 20;
/// Most stored queries of one endpoint: each is asked in its turn while all before it are stale.
pub const MOST_DOCUMENTS: usize = 20;
/// Most switches of one stored query; the applications send a dozen.
pub const MOST_FLAGS: usize = 50;
/// Most constants of an item list's address, with the shipped ones.
pub const MOST_CONSTANTS: usize = 100;
/// Stored queries have had 16 and 17 digits for years; a text far from that is something else.
pub const DOCUMENT_DIGITS: RangeInclusive<usize> = 15..=20;
/// Most digits of a 64-bit number.
pub const DEVICE_DIGITS: usize = 20;
/// The paths that take stored queries.
pub const PATHS: [&str; 2] = ["/graphql/query", "/api/graphql"];
/// The ways to a profile that there are.
pub const PROFILE_STRATEGIES: [&str; 5] = [
    "anonymous:web_profile_info",
    "session:web_profile_info",
    "anonymous:profile_page",
    "session:profile_page",
    "session:feed_by_name",
];
/// The ways to the name that an account has now. None is open to guests.
pub const NAME_BY_ID_STRATEGIES: [&str; 2] = ["session:profile_by_id", "session:feed_user"];
/// The ways to the posts of an account.
pub const POSTS_STRATEGIES: [&str; 3] = [
    "session:graphql_timeline",
    "session:feed_user",
    "anonymous:graphql_timeline",
];
/// The ways to the plays of its reels.
pub const PLAYS_STRATEGIES: [&str; 3] = [
    "session:graphql_clips",
    "session:clips_user",
    "anonymous:graphql_clips",
];
/// The ways to a single post.
pub const ITEM_STRATEGIES: [&str; 4] = [
    "anonymous:graphql_logged_out",
    "session:media_info",
    "session:graphql_shortcode",
    "anonymous:post_page",
];
/// The ways to an account of TikTok's.
pub const TIKTOK_PROFILE_STRATEGIES: [&str; 2] = ["anonymous:user_page", "anonymous:embed_user"];
/// The ways to its videos.
pub const TIKTOK_ITEMS_STRATEGIES: [&str; 3] = [
    "anonymous:item_list",
    "anonymous:user_page",
    "anonymous:embed_user",
];
/// The ways to a single video.
pub const TIKTOK_ITEM_STRATEGIES: [&str; 2] = ["anonymous:video_page", "anonymous:embed_video"];
/// What the ways begin with that are gone with a session.
pub const OF_SESSIONS: &str = "session:";
/// Most ways in a list, with some that only a newer version knows.
pub const MAX_STRATEGIES: usize = 10;
/// Instagram flags sessions that ask a stored query for more.
pub const LARGEST_QUERY_PAGE: u32 = 12;
/// What the applications ask for themselves; more would stand out.
pub const LARGEST_FEED_PAGE: u32 = 33;
/// What the web application asks for itself.
pub const LARGEST_ITEM_LIST_PAGE: u32 = 15;
/// Units of TikTok at once, beyond which one address is refused.
pub const MOST_AT_ONCE: usize = 4;
/// Each distance varies by so much of itself at most.
pub const WIDEST_SPREAD: f64 = 0.9;
/// The fastest that long-lived open-source scrapers found to be tolerated over a session of Instagram.
pub const INSTAGRAM_SESSION: RateLimitConfig = RateLimitConfig {
    interval_ms: 8_000,
    spread: WIDEST_SPREAD,
    burst: 3,
    per_hour: 150,
};
/// The same for an address at Instagram, whatever sessions are behind it: 30 requests a minute.
pub const INSTAGRAM_ADDRESS: RateLimitConfig = RateLimitConfig {
    interval_ms: 2_000,
    spread: WIDEST_SPREAD,
    burst: 4,
    per_hour: 1_800,
};
/// The same for an address at TikTok: one request a second.
pub const TIKTOK_ADDRESS: RateLimitConfig = RateLimitConfig {
    interval_ms: 1_000,
    spread: WIDEST_SPREAD,
    burst: 4,
    per_hour: 3_600,
};
/// Requests an hour for stored queries, which are counted for themselves: as many as a session bears.
pub const MOST_TIMELINES: u32 = INSTAGRAM_SESSION.per_hour;
/// Requests an hour for profiles, which are counted for themselves: below the 76 after which guests were refused.
pub const MOST_PROFILES: u32 = 75;

/// What a text is that can be sent in a header or an address.
pub const ASCII_PATTERN: &str = "^[ -~]*$";
/// Why another one is refused.
pub const NOT_ASCII: &str = "must be plain ASCII, as it is sent in a header or an address";
/// Why a device id is refused that is none.
pub const NO_DEVICE: &str = "must be digits of a 64-bit number";

/// Why a stored query's number is refused that is none.
#[must_use]
pub fn no_document() -> String {
    let (fewest, most) = (DOCUMENT_DIGITS.start(), DOCUMENT_DIGITS.end());
    format!("must be {fewest} to {most} digits")
}

/// Why a way is refused that its list has already.
pub const DUPLICATE_STRATEGY: &str = "must be there once";
/// Why a list is refused that only guests can go: whoever is signed in asks nothing as a guest.
pub const NO_SESSION_STRATEGY: &str = "must have a strategy with a session";

/// What is wrong with a way that is none of these.
#[must_use]
pub fn unknown_strategy(known: &[&str]) -> String {
    format!("must be one of {}", known.join(", "))
}

/// Why a path is refused that takes no stored queries.
#[must_use]
pub fn no_path() -> String {
    format!("must be {}", PATHS.join(" or "))
}
