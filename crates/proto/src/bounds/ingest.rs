//! Bounds of messages from scrapers.

use super::Bound::{self, Any, Bytes, Choice, List, Message, Number, Real, Text};
use super::{FieldBounds, Form};

/// A run ID or a lease token.
const UUID: Bound = Text(36, 36, Form::Uuid);

/// The ID of a row: `bigint`, which counts from 1.
const ROW: Bound = Number(1, i64::MAX as i128);

/// The ID of a row, or 0 for none.
const ROW_OR_NONE: Bound = Number(0, i64::MAX as i128);

/// The code of an endpoint, as in the endpoint tables.
const CODE: Bound = Text(1, 40, Form::Code);

/// The code of an endpoint, or empty.
const CODE_OR_NONE: Bound = Text(0, 40, Form::Code);

/// An ID of a platform; 2^64 has 20 digits.
const ID: Bound = Text(1, 20, Form::Id);

/// An ID of a platform, or empty.
const ID_OR_NONE: Bound = Text(0, 20, Form::Id);

/// A username. The platforms allow at most 30 characters; older names may be longer.
const NAME: Bound = Text(0, 64, Form::Name);

/// From 1970 to the year 9999, seconds. Times that are implausible for their purpose are handled where they are used, by the
/// API's clock.
const TIME: Bound = Number(0, 253_402_300_799);

/// Largest factor of the pauses between requests. The pause after a permit delays every scraper of the address.
pub const MAX_DELAY_FACTOR: f64 = 1_000.0;

/// Far more requests than one unit sends.
pub const MAX_REQUESTS: u32 = 1_000_000;

/// Far more bytes than one unit receives: 1 TiB.
pub const MAX_BYTES: u64 = 1 << 40;

/// Far more than the combinations of endpoint and outcome in one unit.
pub const MAX_REQUEST_STATS: usize = 500;

/// Longest `Retry-After` of a platform, seconds: 31 days.
pub const MAX_RETRY_AFTER: u32 = 31 * 24 * 60 * 60;

/// Maximum number of missing items: the known items of an account that a scraper receives, plus the lookups.
pub const MAX_MISSING_ITEMS: usize = 2_000;

/// Maximum number of pictures in one call; together they are far below the limit of a message.
pub const MAX_PICTURES: usize = 20;

/// Maximum length of a picture.
pub const MAX_PICTURE_BYTES: usize = 12 * 1024;
/// Maximum width and height of a picture, pixels: twice the size at which lists show it.
pub const MAX_PICTURE_EDGE: u32 = 240;

/// The URL of a picture; those of the platforms have up to 700 characters.
const PICTURE_URL: Bound = Text(0, 2_000, Form::Token);

const REQUESTS: Bound = Number(0, MAX_REQUESTS as i128);

const TRAFFIC: Bound = Number(0, MAX_BYTES as i128);

const REQUEST_STATS: Bound = List(MAX_REQUEST_STATS, &Message);

const RETRY_AFTER: Bound = Number(0, MAX_RETRY_AFTER as i128);

/// A header value from the platform, which is sent back later.
const CLAIM: Bound = Text(0, 1_000, Form::Token);

/// The key of a network address.
const ADDRESS: Bound = Text(0, 100, Form::Token);

/// Maximum length of a cursor; those of the platforms have up to a hundred characters.
const MAX_CURSOR_LENGTH: usize = 1_000;

const COUNT: Bound = Any("a count that is negative or implausibly large is dropped");

const COMPARED: Bound = Any("it is compared with ids that are known, and not stored");

const CUT: Bound = Any("it is cut where it is stored");

const FLAG: Bound = Any("both values mean something");

pub(super) const TABLE: &[(&str, FieldBounds)] = &[
    (
        "FetchBatchRequest",
        &[
            ("run_id", UUID),
            ("lease_token", Text(0, 36, Form::Uuid)),
            ("source_address", Text(0, 100, Form::Name)),
        ],
    ),
    ("HeartbeatRequest", &[("run_id", UUID), ("lease_token", UUID)]),
    ("CompleteRunRequest", &[("run_id", UUID), ("lease_token", UUID)]),
    (
        "TakeSessionRequest",
        &[
            ("run_id", UUID),
            ("lease_token", UUID),
            ("unit_id", ROW_OR_NONE),
            // A unit is abandoned long before.
            ("refused", List(100, &ROW)),
        ],
    ),
    (
        "ReservePermitsRequest",
        &[
            ("run_id", UUID),
            ("lease_token", UUID),
            ("endpoint", CODE),
            ("session_id", ROW_OR_NONE),
            // More than 4 count as 4.
            ("permits", Number(0, 64)),
            ("delay_factor", Real(0.0, MAX_DELAY_FACTOR)),
        ],
    ),
    (
        "StorePicturesRequest",
        &[
            ("run_id", UUID),
            ("lease_token", UUID),
            ("unit_id", ROW),
            ("pictures", List(MAX_PICTURES, &Message)),
        ],
    ),
    (
        "Picture",
        &[("external_id", ID_OR_NONE), ("webp", Bytes(MAX_PICTURE_BYTES))],
    ),
    (
        "ReportRequest",
        &[
            ("run_id", UUID),
            ("lease_token", UUID),
            ("sequence", Number(1, i64::MAX as i128)),
            ("page", Message),
            ("unit", Message),
            ("session", Message),
            ("endpoint", Message),
            ("capture", Message),
            ("address", Message),
            ("discovery", Message),
            ("requeued", Message),
        ],
    ),
    (
        "PageReport",
        &[
            ("unit_id", ROW),
            ("observed_at", TIME),
            ("profile", Message),
            // The platforms list at most a few dozen items on a page.
            ("observations", List(1_000, &Message)),
            ("checkpoint", Message),
        ],
    ),
    (
        "Profile",
        &[
            ("platform_id", ID_OR_NONE),
            ("sec_uid", Text(0, 200, Form::Base64)),
            ("username", NAME),
            ("display_name", CUT),
            ("is_private", FLAG),
            ("follower_count", COUNT),
            ("following_count", COUNT),
            ("item_count", COUNT),
            ("picture_url", PICTURE_URL),
        ],
    ),
    (
        "Observation",
        &[
            ("external_id", ID),
            // A shortcode of 11 characters, and 28 more for a private post.
            ("shortcode", Text(0, 39, Form::Base64)),
            ("url", Text(0, 200, Form::Link)),
            ("author_username", NAME),
            ("caption", CUT),
            ("posted_at", Any("a date that no post can have is dropped")),
            ("views", COUNT),
            ("likes", COUNT),
            ("comments", COUNT),
            ("shares", COUNT),
            ("saves", COUNT),
            ("views_source", Text(0, 64, Form::Name)),
            ("precision", Choice(true)),
            ("media_kind", Choice(true)),
            ("pinned", FLAG),
            ("rounded", Number(0, 0b1_1111)),
            ("picture_url", PICTURE_URL),
        ],
    ),
    (
        "CrawlCheckpoint",
        &[
            ("endpoint", CODE),
            ("cursor", Text(1, MAX_CURSOR_LENGTH, Form::Text)),
            ("covered_from_id", COMPARED),
            ("covered_to_id", COMPARED),
            (
                "listed",
                Any("it is handed to the next crawl, which counts on from it without overflow"),
            ),
            ("plays", Message),
        ],
    ),
    (
        "PlaysCheckpoint",
        &[
            ("endpoint", CODE),
            ("cursor", Text(0, MAX_CURSOR_LENGTH, Form::Text)),
            ("covered_to_id", COMPARED),
        ],
    ),
    (
        "UnitReport",
        &[
            ("unit_id", ROW),
            ("outcome", Choice(false)),
            ("detail", CUT),
            ("profile", Message),
            ("observed_at", TIME),
            ("requests", REQUESTS),
            ("bytes", TRAFFIC),
            ("resolved_video_id", ID_OR_NONE),
            ("crawl", Message),
            ("missing", List(MAX_MISSING_ITEMS, &Message)),
            ("request_stats", REQUEST_STATS),
            ("new_owner", Message),
            ("started_at", TIME),
        ],
    ),
    (
        "CrawlSummary",
        &[
            ("endpoint", CODE_OR_NONE),
            ("covered_to_id", COMPARED),
            ("reached_end", FLAG),
            ("listed", Any("it is not stored")),
            ("gap", Any("it fits into the column")),
            ("capped", FLAG),
        ],
    ),
    ("MissingItem", &[("id", COMPARED), ("source", Choice(true))]),
    (
        "RequeueReport",
        &[("unit_id", ROW), ("request_stats", REQUEST_STATS)],
    ),
    (
        "RequestStats",
        &[
            ("endpoint", CODE),
            ("outcome", Choice(true)),
            ("session_id", ROW_OR_NONE),
            ("requests", REQUESTS),
            ("bytes", TRAFFIC),
        ],
    ),
    (
        "EndpointReport",
        &[
            ("session_id", ROW_OR_NONE),
            ("address", ADDRESS),
            ("endpoint", CODE),
            ("need", CODE_OR_NONE),
            ("outcome", Choice(false)),
        ],
    ),
    (
        "AddressReport",
        &[
            ("address", ADDRESS),
            ("outcome", Choice(false)),
            ("retry_after_seconds", RETRY_AFTER),
            ("session_id", ROW_OR_NONE),
        ],
    ),
    (
        "CaptureReport",
        &[
            ("unit_id", ROW),
            ("kind", CODE),
            ("endpoint", CODE),
            ("outcome", Choice(false)),
            ("http_status", Number(0, 999)),
            ("location", CUT),
            ("is_anonymous", FLAG),
            ("body", Bytes(1 << 20)),
            ("is_cut", FLAG),
            ("observed_at", TIME),
            ("config_revision", Number(0, i64::MAX as i128)),
        ],
    ),
    (
        "DiscoveryReport",
        &[
            ("revision", Number(0, i64::MAX as i128)),
            // Instagram has a few dozen operations on its pages.
            ("documents", List(500, &Message)),
        ],
    ),
    (
        "DiscoveredDocument",
        &[
            ("operation", Text(0, 200, Form::Name)),
            ("doc_id", Text(0, 40, Form::Name)),
            ("flags", List(200, &Text(0, 200, Form::Name))),
        ],
    ),
    (
        "SessionReport",
        &[
            ("session_id", ROW),
            ("outcome", Choice(false)),
            ("retry_after_seconds", RETRY_AFTER),
            ("claim", CLAIM),
        ],
    ),
];
