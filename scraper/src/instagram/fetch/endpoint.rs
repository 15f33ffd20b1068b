//! The endpoints of Instagram that are asked.

use crate::ways::Asked;

/// One of them. Instagram closes them one by one, and for each visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Endpoint {
    WebProfileInfo,
    ProfilePage,
    FeedByName,
    Timeline,
    Feed,
    Clips,
    ClipsRest,
    Home,
    Script,
}

impl Endpoint {
    const ALL: [Self; 8] = [
        Self::WebProfileInfo,
        Self::ProfilePage,
        Self::FeedByName,
        Self::Timeline,
        Self::Feed,
        Self::Clips,
        Self::ClipsRest,
        Self::Home,
    ];

    /// The one with this code.
    pub(super) fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|endpoint| endpoint.code() == code)
    }

    /// The word for it in reports, turns and facts.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::WebProfileInfo => "web_profile_info",
            Self::ProfilePage => "profile_page",
            Self::FeedByName => "feed_by_name",
            Self::Timeline => "graphql_timeline",
            Self::Feed => "feed_user",
            Self::Clips => "graphql_clips",
            Self::ClipsRest => "clips_user",
            Self::Home => "home",
            Self::Script => "script",
        }
    }
}

impl Asked for Endpoint {
    fn code(self) -> &'static str {
        Self::code(self)
    }

    fn of(code: &str) -> Option<Self> {
        Self::of(code)
    }
}
