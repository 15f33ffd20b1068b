//! The endpoints of TikTok that are requested, and the needs they serve.

use clipmeter_proto::v1::Outcome;
use strum::{IntoStaticStr, VariantArray};

use crate::core::model::ResponseKind;
use crate::core::strategy::PlatformEndpoint;
use crate::platforms::tiktok::kinds;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub(super) enum Endpoint {
    UserPage,
    EmbedUser,
    ItemList,
    VideoPage,
    EmbedVideo,
    /// The preview of a video, which has no counts and is not used to get them.
    Oembed,
}

impl Endpoint {
    /// Returns the kind of the endpoint's response.
    pub(super) fn kind(self) -> ResponseKind {
        match self {
            Self::UserPage => kinds::USER_PAGE,
            Self::EmbedUser => kinds::EMBED_USER,
            Self::ItemList => kinds::ITEM_LIST,
            Self::VideoPage => kinds::VIDEO_PAGE,
            Self::EmbedVideo => kinds::EMBED_VIDEO,
            Self::Oembed => kinds::OEMBED,
        }
    }

    /// Returns whether the endpoint provides less data than others: rounded counts, not all of them, or only the newest videos. It
    /// also does not distinguish a removed video from a hidden one.
    pub(super) fn has_less_data(self, need: Need) -> bool {
        match self {
            Self::EmbedUser | Self::EmbedVideo | Self::Oembed => true,
            Self::UserPage => need == Need::Items,
            Self::ItemList | Self::VideoPage => false,
        }
    }

    /// Returns the outcome of an endpoint on cooldown: pages were closed because they redirected anonymous clients to a login, the list
    /// because it was no longer served.
    pub(super) fn refusal(self) -> Outcome {
        match self {
            Self::ItemList => Outcome::EndpointRetired,
            _ => Outcome::LoginRequired,
        }
    }
}

impl PlatformEndpoint for Endpoint {
    fn code(self) -> &'static str {
        let code = self.kind().code();
        code.strip_prefix("tt_").unwrap_or(code)
    }

    fn of(code: &str) -> Option<Self> {
        Self::VARIANTS
            .iter()
            .copied()
            .find(|endpoint| endpoint.code() == code)
    }
}

/// The data that a strategy provides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Need {
    /// The account with a username, and its counts.
    Profile,
    Items,
    Item,
}

impl Need {
    /// Returns the code in reports and the platform configuration.
    pub(super) fn code(self) -> &'static str {
        self.into()
    }

    /// Returns the name used in details.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Items => "videos",
            Self::Item => "video",
        }
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_platform_config::limits::{
        TIKTOK_ITEM_STRATEGIES, TIKTOK_ITEMS_STRATEGIES, TIKTOK_PROFILE_STRATEGIES,
    };

    use super::*;
    use crate::core::strategy::FetchStrategy;

    #[test]
    fn tiktok_strategies_are_all_known() {
        for strategies in [
            &TIKTOK_PROFILE_STRATEGIES[..],
            &TIKTOK_ITEMS_STRATEGIES,
            &TIKTOK_ITEM_STRATEGIES,
        ] {
            for strategy in strategies {
                assert!(FetchStrategy::<Endpoint>::read(strategy).is_some(), "{strategy}");
            }
        }
    }
}
