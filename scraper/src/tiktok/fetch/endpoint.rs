//! The endpoints of TikTok that are asked, and what they are asked for.

use clipmeter_proto::v1::Outcome;

use crate::model::ResponseKind;
use crate::strategy::PlatformEndpoint;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Endpoint {
    UserPage,
    EmbedUser,
    ItemList,
    VideoPage,
    EmbedVideo,
    /// The preview of a video, which has no counts and is no way to them.
    Oembed,
}

impl Endpoint {
    const ALL: [Self; 6] = [
        Self::UserPage,
        Self::EmbedUser,
        Self::ItemList,
        Self::VideoPage,
        Self::EmbedVideo,
        Self::Oembed,
    ];

    /// What it answers.
    pub(super) fn kind(self) -> ResponseKind {
        match self {
            Self::UserPage => ResponseKind::TtUserPage,
            Self::EmbedUser => ResponseKind::TtEmbedUser,
            Self::ItemList => ResponseKind::TtItemList,
            Self::VideoPage => ResponseKind::TtVideoPage,
            Self::EmbedVideo => ResponseKind::TtEmbedVideo,
            Self::Oembed => ResponseKind::TtOembed,
        }
    }

    /// Whether it shows less of it than others: rounded counts, not all of them, or the newest videos alone. Nor does it tell a video that is
    /// gone from one that it may not show.
    pub(super) fn gives_less(self, need: Need) -> bool {
        match self {
            Self::EmbedUser | Self::EmbedVideo | Self::Oembed => true,
            Self::UserPage => need == Need::Items,
            Self::ItemList | Self::VideoPage => false,
        }
    }

    /// What it is like while it rests: pages for people because they led guests to a login, the list because it was not served any more.
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
        Self::ALL.into_iter().find(|endpoint| endpoint.code() == code)
    }
}

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Who answers by a name, with the counts.
    Profile,
    /// An account's videos.
    Items,
    /// A single video.
    Item,
}

impl Need {
    /// The word for it in reports and facts.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Items => "items",
            Self::Item => "item",
        }
    }

    /// The words for it in details.
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
    use clipmeter_rules::platform_config::limits::{
        TIKTOK_ITEM_STRATEGIES, TIKTOK_ITEMS_STRATEGIES, TIKTOK_PROFILE_STRATEGIES,
    };

    use super::*;
    use crate::strategy::FetchStrategy;

    #[test]
    fn every_way_of_the_facts_is_known() {
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
