//! The kinds of TikTok's responses.

use clipmeter_proto::v1::Platform;

use crate::core::model::ResponseKind;

const fn kind(code: &'static str) -> ResponseKind {
    ResponseKind::new(Platform::Tiktok, code)
}

/// `GET /@{username}`
pub const USER_PAGE: ResponseKind = kind("tt_user_page");
/// `GET /@{username}`, layout of 2022 and 2023
pub const USER_PAGE_SIGI: ResponseKind = kind("tt_user_page_sigi");
/// `GET /@{username}/video/{id}`
pub const VIDEO_PAGE: ResponseKind = kind("tt_video_page");
/// `GET /@{username}/video/{id}`, layout for mobile devices and shared links
pub const VIDEO_PAGE_MOBILE: ResponseKind = kind("tt_video_page_mobile");
/// `GET /api/creator/item_list/` and its siblings
pub const ITEM_LIST: ResponseKind = kind("tt_item_list");
/// `GET /api/user/detail/`
pub const USER_DETAIL_API: ResponseKind = kind("tt_user_detail_api");
/// `GET /aweme/v1/aweme/post/` of the app's API
pub const AWEME_LIST: ResponseKind = kind("tt_aweme_list");
/// `GET /aweme/v1/aweme/detail/` of the app's API
pub const AWEME_DETAIL: ResponseKind = kind("tt_aweme_detail");
/// `GET /embed/@{username}`
pub const EMBED_USER: ResponseKind = kind("tt_embed_user");
/// `GET /embed/v2/{id}`
pub const EMBED_VIDEO: ResponseKind = kind("tt_embed_video");
/// `GET /oembed`
pub const OEMBED: ResponseKind = kind("tt_oembed");
/// Any TikTok endpoint; all recognized content is parsed
pub const ERROR: ResponseKind = kind("tt_error");

pub(super) const ALL: [ResponseKind; 12] = [
    USER_PAGE,
    USER_PAGE_SIGI,
    VIDEO_PAGE,
    VIDEO_PAGE_MOBILE,
    ITEM_LIST,
    USER_DETAIL_API,
    AWEME_LIST,
    AWEME_DETAIL,
    EMBED_USER,
    EMBED_VIDEO,
    OEMBED,
    ERROR,
];
