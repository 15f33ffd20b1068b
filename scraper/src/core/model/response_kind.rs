//! The kinds of responses that this crate parses.

use std::str::FromStr;

use clipmeter_proto::v1::Platform;

/// The kind of a request, and thus the expected content of its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResponseKind {
    /// `GET /api/v1/users/web_profile_info/`
    IgWebProfileInfo,
    /// `POST /api/graphql`, an account by its ID
    IgProfileById,
    /// `GET /api/v1/feed/user/{id}/`
    IgFeedUser,
    /// `POST /graphql/query`, timeline of REST-like media
    IgGraphqlTimelineXdt,
    /// `GET /graphql/query/?query_hash=`, timeline of `edge_*` nodes
    IgGraphqlTimelineLegacy,
    /// `POST /api/v1/clips/user/`
    IgClipsUser,
    /// `POST /graphql/query`, reels with their play counts
    IgGraphqlClips,
    /// `GET /api/v1/media/{pk}/info/`
    IgMediaInfo,
    /// `POST /graphql/query`, one post by its shortcode
    IgShortcodeMedia,
    /// `POST /api/graphql`, one post as shown to anonymous clients
    IgGraphqlPolarisMedia,
    /// `GET /p/{code}/` with only preview texts
    IgPostHtml,
    /// `GET /p/{code}/` with the post as embedded JSON
    IgPostHtmlEmbedded,
    /// `GET /{username}/` with only preview texts
    IgProfileHtml,
    /// `GET /{username}/` with the profile as embedded JSON
    IgProfileHtmlEmbedded,
    /// Any Instagram endpoint; all recognized content is parsed
    IgError,
    /// `GET /@{username}`
    TtUserPage,
    /// `GET /@{username}`, layout of 2022 and 2023
    TtUserPageSigi,
    /// `GET /@{username}/video/{id}`
    TtVideoPage,
    /// `GET /@{username}/video/{id}`, layout for mobile devices and shared links
    TtVideoPageMobile,
    /// `GET /api/creator/item_list/` and its siblings
    TtItemList,
    /// `GET /api/user/detail/`
    TtUserDetailApi,
    /// `GET /aweme/v1/aweme/post/` of the app's API
    TtAwemeList,
    /// `GET /aweme/v1/aweme/detail/` of the app's API
    TtAwemeDetail,
    /// `GET /embed/@{username}`
    TtEmbedUser,
    /// `GET /embed/v2/{id}`
    TtEmbedVideo,
    /// `GET /oembed`
    TtOembed,
    /// Any TikTok endpoint; all recognized content is parsed
    TtError,
}

/// Every kind with its code.
const KINDS: [(ResponseKind, &str); 27] = [
    (ResponseKind::IgWebProfileInfo, "ig_web_profile_info"),
    (ResponseKind::IgProfileById, "ig_profile_by_id"),
    (ResponseKind::IgFeedUser, "ig_feed_user"),
    (ResponseKind::IgGraphqlTimelineXdt, "ig_graphql_timeline_xdt"),
    (
        ResponseKind::IgGraphqlTimelineLegacy,
        "ig_graphql_timeline_legacy",
    ),
    (ResponseKind::IgClipsUser, "ig_clips_user"),
    (ResponseKind::IgGraphqlClips, "ig_graphql_clips"),
    (ResponseKind::IgMediaInfo, "ig_media_info"),
    (ResponseKind::IgShortcodeMedia, "ig_shortcode_media"),
    (ResponseKind::IgGraphqlPolarisMedia, "ig_graphql_polaris_media"),
    (ResponseKind::IgPostHtml, "ig_post_html"),
    (ResponseKind::IgPostHtmlEmbedded, "ig_post_html_embedded"),
    (ResponseKind::IgProfileHtml, "ig_profile_html"),
    (ResponseKind::IgProfileHtmlEmbedded, "ig_profile_html_embedded"),
    (ResponseKind::IgError, "ig_error"),
    (ResponseKind::TtUserPage, "tt_user_page"),
    (ResponseKind::TtUserPageSigi, "tt_user_page_sigi"),
    (ResponseKind::TtVideoPage, "tt_video_page"),
    (ResponseKind::TtVideoPageMobile, "tt_video_page_mobile"),
    (ResponseKind::TtItemList, "tt_item_list"),
    (ResponseKind::TtUserDetailApi, "tt_user_detail_api"),
    (ResponseKind::TtAwemeList, "tt_aweme_list"),
    (ResponseKind::TtAwemeDetail, "tt_aweme_detail"),
    (ResponseKind::TtEmbedUser, "tt_embed_user"),
    (ResponseKind::TtEmbedVideo, "tt_embed_video"),
    (ResponseKind::TtOembed, "tt_oembed"),
    (ResponseKind::TtError, "tt_error"),
];

/// A text that is not the code of a response kind.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a response type; use one of {types}", types = ResponseKind::all().map(ResponseKind::code).collect::<Vec<_>>().join(", "))]
pub struct UnknownResponseKind(String);

impl ResponseKind {
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|(kind, _)| *kind)
    }

    /// Returns the code used on the command line.
    #[must_use]
    pub fn code(self) -> &'static str {
        KINDS
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, code)| code)
    }

    /// Returns the platform of the response.
    #[must_use]
    pub fn platform(self) -> Platform {
        if self.code().starts_with("ig_") {
            Platform::Instagram
        } else {
            Platform::Tiktok
        }
    }
}

impl FromStr for ResponseKind {
    type Err = UnknownResponseKind;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        KINDS
            .iter()
            .find(|(_, code)| *code == text)
            .map(|(kind, _)| *kind)
            .ok_or_else(|| UnknownResponseKind(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_kind_round_trips_through_its_code() {
        for kind in ResponseKind::all() {
            assert_eq!(kind.code().parse::<ResponseKind>().unwrap(), kind);
        }
    }

    #[test]
    fn response_kind_error_lists_known_kinds() {
        let error = "ig_reels".parse::<ResponseKind>().unwrap_err().to_string();
        assert!(
            error.contains("`ig_reels`") && error.contains("ig_clips_user"),
            "{error}"
        );
    }
}
