//! The kinds of Instagram's responses.

use clipmeter_proto::v1::Platform;

use crate::core::model::ResponseKind;

const fn kind(code: &'static str) -> ResponseKind {
    ResponseKind::new(Platform::Instagram, code)
}

/// `GET /api/v1/users/web_profile_info/`
pub const WEB_PROFILE_INFO: ResponseKind = kind("ig_web_profile_info");
/// `POST /api/graphql`, an account by its ID
pub const PROFILE_BY_ID: ResponseKind = kind("ig_profile_by_id");
/// `GET /api/v1/feed/user/{id}/`
pub const FEED_USER: ResponseKind = kind("ig_feed_user");
/// `POST /graphql/query`, timeline of REST-like media
pub const GRAPHQL_TIMELINE_XDT: ResponseKind = kind("ig_graphql_timeline_xdt");
/// `GET /graphql/query/?query_hash=`, timeline of `edge_*` nodes
pub const GRAPHQL_TIMELINE_LEGACY: ResponseKind = kind("ig_graphql_timeline_legacy");
/// `POST /api/v1/clips/user/`
pub const CLIPS_USER: ResponseKind = kind("ig_clips_user");
/// `POST /graphql/query`, reels with their play counts
pub const GRAPHQL_CLIPS: ResponseKind = kind("ig_graphql_clips");
/// `GET /api/v1/media/{pk}/info/`
pub const MEDIA_INFO: ResponseKind = kind("ig_media_info");
/// `POST /graphql/query`, one post by its shortcode
pub const SHORTCODE_MEDIA: ResponseKind = kind("ig_shortcode_media");
/// `POST /api/graphql`, one post as shown to anonymous clients
pub const GRAPHQL_POLARIS_MEDIA: ResponseKind = kind("ig_graphql_polaris_media");
/// `GET /p/{code}/` with only preview texts
pub const POST_HTML: ResponseKind = kind("ig_post_html");
/// `GET /p/{code}/` with the post as embedded JSON
pub const POST_HTML_EMBEDDED: ResponseKind = kind("ig_post_html_embedded");
/// `GET /{username}/` with only preview texts
pub const PROFILE_HTML: ResponseKind = kind("ig_profile_html");
/// `GET /{username}/` with the profile as embedded JSON
pub const PROFILE_HTML_EMBEDDED: ResponseKind = kind("ig_profile_html_embedded");
/// Any Instagram endpoint; all recognized content is parsed
pub const ERROR: ResponseKind = kind("ig_error");

pub(super) const ALL: [ResponseKind; 15] = [
    WEB_PROFILE_INFO,
    PROFILE_BY_ID,
    FEED_USER,
    GRAPHQL_TIMELINE_XDT,
    GRAPHQL_TIMELINE_LEGACY,
    CLIPS_USER,
    GRAPHQL_CLIPS,
    MEDIA_INFO,
    SHORTCODE_MEDIA,
    GRAPHQL_POLARIS_MEDIA,
    POST_HTML,
    POST_HTML_EMBEDDED,
    PROFILE_HTML,
    PROFILE_HTML_EMBEDDED,
    ERROR,
];
