//! The endpoints of Instagram that are requested.

use crate::core::strategy::PlatformEndpoint;

/// An endpoint. Instagram closes them one by one, and for each client separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Endpoint {
    WebProfileInfo,
    ProfilePage,
    FeedByName,
    ProfileById,
    Timeline,
    Feed,
    Clips,
    ClipsUser,
    LoggedOut,
    MediaInfo,
    Shortcode,
    PostPage,
    Home,
    Script,
}

impl Endpoint {
    const ALL: [Self; 13] = [
        Self::WebProfileInfo,
        Self::ProfilePage,
        Self::FeedByName,
        Self::ProfileById,
        Self::Timeline,
        Self::Feed,
        Self::Clips,
        Self::ClipsUser,
        Self::LoggedOut,
        Self::MediaInfo,
        Self::Shortcode,
        Self::PostPage,
        Self::Home,
    ];

    /// Returns the code in reports, permits and the platform configuration.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::WebProfileInfo => "web_profile_info",
            Self::ProfilePage => "profile_page",
            Self::FeedByName => "feed_by_name",
            Self::ProfileById => "profile_by_id",
            Self::Timeline => "graphql_timeline",
            Self::Feed => "feed_user",
            Self::Clips => "graphql_clips",
            Self::ClipsUser => "clips_user",
            Self::LoggedOut => "graphql_logged_out",
            Self::MediaInfo => "media_info",
            Self::Shortcode => "graphql_shortcode",
            Self::PostPage => "post_page",
            Self::Home => "home",
            Self::Script => "script",
        }
    }
}

impl PlatformEndpoint for Endpoint {
    fn code(self) -> &'static str {
        Self::code(self)
    }

    fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|endpoint| endpoint.code() == code)
    }
}
