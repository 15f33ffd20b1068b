//! The endpoints of Instagram that are requested.

use strum::{EnumString, IntoStaticStr};

use crate::core::strategy::PlatformEndpoint;

/// An endpoint. Instagram closes them one by one, and for each client separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Endpoint {
    WebProfileInfo,
    ProfilePage,
    FeedByName,
    ProfileById,
    #[strum(serialize = "graphql_timeline")]
    Timeline,
    #[strum(serialize = "feed_user")]
    Feed,
    #[strum(serialize = "graphql_clips")]
    Clips,
    ClipsUser,
    #[strum(serialize = "graphql_logged_out")]
    LoggedOut,
    MediaInfo,
    #[strum(serialize = "graphql_shortcode")]
    Shortcode,
    PostPage,
    Home,
    Script,
}

impl Endpoint {
    /// Returns the code in reports, permits and the platform configuration.
    pub(super) fn code(self) -> &'static str {
        self.into()
    }
}

impl PlatformEndpoint for Endpoint {
    fn code(self) -> &'static str {
        Self::code(self)
    }

    fn of(code: &str) -> Option<Self> {
        // No strategy requests a script.
        code.parse::<Self>()
            .ok()
            .filter(|endpoint| *endpoint != Self::Script)
    }
}
