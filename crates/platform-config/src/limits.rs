//! Bounds of every layer of the platform configuration, shared by the API's checks and the resource's validation
//! rules.

use std::ops::RangeInclusive;

use super::RateLimitConfig;

/// The only format.
pub const FORMAT: u32 = 1;
/// Maximum length of a text in characters: several times the longest user agent and operation name.
pub const MAX_TEXT_LENGTH: usize = 500;
/// Maximum number of user agents.
pub const MAX_USER_AGENTS: usize = 20;
/// Maximum number of query documents of one endpoint. A document is tried if all previous ones are stale.
pub const MAX_DOCUMENTS: usize = 20;
/// Maximum number of flags of one query document; the applications send a dozen.
pub const MAX_FLAGS: usize = 50;
/// Maximum number of constants in the URL of an item list, including the built-in ones.
pub const MAX_CONSTANTS: usize = 100;
/// Valid numbers of digits in a `doc_id`, which has had 16 or 17 digits for years.
pub const DOCUMENT_DIGITS: RangeInclusive<usize> = 15..=20;
/// Maximum number of digits of a 64-bit number.
pub const DEVICE_DIGITS: usize = 20;
/// The paths that accept stored queries.
pub const PATHS: [&str; 2] = ["/graphql/query", "/api/graphql"];
/// The strategies for a profile.
pub const PROFILE_STRATEGIES: [&str; 5] = [
    "anonymous:web_profile_info",
    "session:web_profile_info",
    "anonymous:profile_page",
    "session:profile_page",
    "session:feed_by_name",
];
/// The strategies for an account's current name. None works for anonymous clients.
pub const NAME_BY_ID_STRATEGIES: [&str; 2] = ["session:profile_by_id", "session:feed_user"];
/// The strategies for the posts of an account.
pub const POSTS_STRATEGIES: [&str; 3] = [
    "session:graphql_timeline",
    "session:feed_user",
    "anonymous:graphql_timeline",
];
/// The strategies for the play counts of an account's reels.
pub const PLAYS_STRATEGIES: [&str; 3] = [
    "session:graphql_clips",
    "session:clips_user",
    "anonymous:graphql_clips",
];
/// The strategies for a single post.
pub const ITEM_STRATEGIES: [&str; 4] = [
    "anonymous:graphql_logged_out",
    "session:media_info",
    "session:graphql_shortcode",
    "anonymous:post_page",
];
/// The strategies for a TikTok account.
pub const TIKTOK_PROFILE_STRATEGIES: [&str; 2] = ["anonymous:user_page", "anonymous:embed_user"];
/// The strategies for a TikTok account's videos.
pub const TIKTOK_ITEMS_STRATEGIES: [&str; 3] = [
    "anonymous:item_list",
    "anonymous:user_page",
    "anonymous:embed_user",
];
/// The strategies for a single TikTok video.
pub const TIKTOK_ITEM_STRATEGIES: [&str; 2] = ["anonymous:video_page", "anonymous:embed_video"];
/// Prefix of strategies that use a session.
pub const OF_SESSIONS: &str = "session:";
/// Maximum number of strategies in a list, including some that only a newer version supports.
pub const MAX_STRATEGIES: usize = 10;
/// Instagram flags sessions that request more per stored query.
pub const MAX_QUERY_PAGE: u32 = 12;
/// Maximum page size, which the applications themselves use; more would be conspicuous.
pub const MAX_FEED_PAGE: u32 = 33;
/// Maximum page size, which the web application itself uses.
pub const MAX_ITEM_LIST_PAGE: u32 = 15;
/// Maximum number of TikTok units in parallel; with more, TikTok refuses the address.
pub const MAX_AT_ONCE: usize = 4;
/// Maximum jitter: the fraction by which a pause may vary.
pub const WIDEST_SPREAD: f64 = 0.9;
/// The fastest rate that long-lived open-source scrapers found Instagram to tolerate for a session.
pub const INSTAGRAM_SESSION: RateLimitConfig = RateLimitConfig {
    interval_ms: 8_000,
    spread: WIDEST_SPREAD,
    burst: 3,
    per_hour: 150,
};
/// The fastest rate tolerated for an address at Instagram, regardless of its sessions: 30 requests a minute.
pub const INSTAGRAM_ADDRESS: RateLimitConfig = RateLimitConfig {
    interval_ms: 2_000,
    spread: WIDEST_SPREAD,
    burst: 4,
    per_hour: 1_800,
};
/// The fastest rate tolerated for an address at TikTok: one request a second.
pub const TIKTOK_ADDRESS: RateLimitConfig = RateLimitConfig {
    interval_ms: 1_000,
    spread: WIDEST_SPREAD,
    burst: 4,
    per_hour: 3_600,
};
/// Requests per hour for stored queries, which are counted separately: as many as a session tolerates.
pub const MAX_TIMELINES: u32 = INSTAGRAM_SESSION.per_hour;
/// Requests per hour for profiles, which are counted separately: below the 76 after which anonymous clients were
/// refused.
pub const MAX_PROFILES: u32 = 75;

/// Pattern of a text that can be sent in a header or a URL.
pub const ASCII_PATTERN: &str = "^[ -~]*$";
/// Error for a text that does not match [`ASCII_PATTERN`].
pub const NOT_ASCII: &str = "must be plain ASCII, because it is sent in a header or a URL";
/// Error for an invalid device ID.
pub const NO_DEVICE: &str = "must be digits of a 64-bit number";

/// Returns the error for an invalid `doc_id`.
#[must_use]
pub fn no_document() -> String {
    let (fewest, most) = (DOCUMENT_DIGITS.start(), DOCUMENT_DIGITS.end());
    format!("must be {fewest} to {most} digits")
}

/// Error for a strategy that its list already contains.
pub const DUPLICATE_STRATEGY: &str = "must not be repeated";
/// Error for a list without session strategies: clients with a session send no anonymous requests.
pub const NO_SESSION_STRATEGY: &str = "must have a strategy with a session";

/// Returns the error for an unknown strategy.
#[must_use]
pub fn unknown_strategy(known: &[&str]) -> String {
    format!("must be one of {}", known.join(", "))
}

/// Returns the error for a path that accepts no stored queries.
#[must_use]
pub fn no_path() -> String {
    format!("must be {}", PATHS.join(" or "))
}
