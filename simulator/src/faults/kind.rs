//! The ways in which requests go wrong, and which requests each of them befalls.

use serde::{Deserialize, Serialize};

use crate::{instagram, route::Route, tiktok};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// 429 with `Retry-After`.
    RateLimited,
    /// Instagram data: 200 that says to wait, and fails.
    WaitWithoutStatus,
    /// Instagram: 401 `require_login`. TikTok: 302 to the login page.
    RequireLogin,
    /// Instagram: 302 to a challenge.
    Challenge,
    /// Instagram data: 404 in plain text, which hides a challenge.
    MaskedChallenge,
    /// Instagram: 400 `checkpoint_required`.
    Checkpoint,
    /// Instagram: 400 `feedback_required`.
    FeedbackRequired,
    /// Instagram: 302 to the home page.
    EndpointRetired,
    /// Instagram: the same for everything that the session asks for from now on.
    HomeRedirectAll,
    /// Instagram: 302 to the page that says that the account of the session is suspended.
    Suspended,
    /// Instagram: 400, the session was made by another kind of client.
    UseragentMismatch,
    /// Instagram data: 200 with `ok` and nothing else.
    AmbiguousEmpty,
    /// Instagram `web_profile_info`: 400 without a reason.
    Withheld,
    /// Instagram data: its sign-in page with status 200.
    HtmlInsteadOfJson,
    /// 200 with a page that is not the platform's, as of a captive portal.
    StrangePage,
    /// The right answer to the same request about another account or item.
    Swapped,
    /// TikTok: 403.
    Blocked,
    /// TikTok pages: the proof of work, until it is done.
    Waf,
    /// TikTok pages: a proof of work that nobody can do.
    WafUnsolvable,
    /// TikTok: the captcha.
    Captcha,
    /// TikTok pages: the application without data.
    Shell,
    /// TikTok pages: nothing but the address of another page.
    CanonicalElsewhere,
    /// TikTok videos: not shown in this region.
    RegionBlocked,
    /// TikTok videos: shown to signed-in adults only.
    AgeRestricted,
    /// TikTok videos: under review.
    UnderReview,
    /// TikTok share links: more links on the way.
    LinkHops,
    /// 200 without a body.
    EmptyBody,
    /// 500.
    ServerError,
    /// A status that no standard knows: 560 on pages, 572 on data.
    OddStatus,
    /// The answer in a form that nobody knows yet.
    SchemaChanged,
    /// Instagram GraphQL: 200 and no data, the document does not work.
    #[serde(rename = "execution_error_200")]
    ExecutionError200,
    /// Instagram GraphQL: 200 and no data, something else does not work.
    DataNullErrors,
    /// Instagram GraphQL: the right answer, with an error of no importance beside it.
    ErrorsBesideData,
    /// The right answer, late.
    Slow,
    /// The right answer, later than anybody waits.
    Never,
    /// The right answer, broken off in the middle.
    CutOff,
    /// Data: half of the right answer, as if it were whole.
    Truncated,
    /// The right answer with so much after it that it is too much.
    Oversized,
    /// Lists without entries, whatever the count says.
    EmptyList,
    /// Lists without every third entry.
    Shadow,
    /// TikTok lists: the first page again and again for the device that asked first.
    RepeatPage,
    /// TikTok lists: a page without entries, and more to come.
    EmptyWeek,
    /// TikTok: no exact counts.
    RoundedOnly,
    /// Instagram data: likes are hidden.
    HiddenLikes,
    /// The account goes by another name from now on.
    Renamed,
    /// The account goes by another name from now on, and somebody else has the old one.
    Recycled,
    /// The account is private from now on.
    Private,
    /// The account or item is gone.
    Deleted,
    /// One item is gone, from lists as well.
    ItemDeleted,
    /// A file of the replay folder, whatever was asked.
    Recorded,
}

impl FaultKind {
    /// Those that need no further word, and that say nothing untrue about who is there.
    pub(crate) const SAMPLED_BY_DEFAULT: [Self; 41] = [
        Self::RateLimited,
        Self::WaitWithoutStatus,
        Self::RequireLogin,
        Self::Challenge,
        Self::MaskedChallenge,
        Self::Checkpoint,
        Self::FeedbackRequired,
        Self::EndpointRetired,
        Self::HomeRedirectAll,
        Self::Suspended,
        Self::UseragentMismatch,
        Self::AmbiguousEmpty,
        Self::Withheld,
        Self::HtmlInsteadOfJson,
        Self::Blocked,
        Self::Waf,
        Self::WafUnsolvable,
        Self::Captcha,
        Self::Shell,
        Self::CanonicalElsewhere,
        Self::RegionBlocked,
        Self::AgeRestricted,
        Self::UnderReview,
        Self::EmptyBody,
        Self::ServerError,
        Self::OddStatus,
        Self::SchemaChanged,
        Self::ExecutionError200,
        Self::DataNullErrors,
        Self::ErrorsBesideData,
        Self::Slow,
        Self::Never,
        Self::CutOff,
        Self::Truncated,
        Self::Oversized,
        Self::EmptyList,
        Self::Shadow,
        Self::RepeatPage,
        Self::EmptyWeek,
        Self::RoundedOnly,
        Self::HiddenLikes,
    ];

    /// Those that come by lot only where they are asked for: they are not the platform's.
    pub(crate) const SAMPLED_IF_NAMED: [Self; 2] = [Self::StrangePage, Self::Swapped];

    /// The word for this fault in JSON.
    pub(crate) fn code(self) -> String {
        serde_json::to_value(self)
            .ok()
            .and_then(|value| Some(value.as_str()?.to_owned()))
            .unwrap_or_default()
    }

    /// Whether it is the session that is refused: then it is refused whatever it asks for.
    pub(crate) fn is_about_sessions(self) -> bool {
        matches!(
            self,
            Self::Challenge | Self::Checkpoint | Self::Suspended | Self::RequireLogin | Self::HomeRedirectAll
        )
    }

    /// Whether the account has another name as long as this fault is there.
    pub(super) fn renames(self) -> bool {
        matches!(self, Self::Renamed | Self::Recycled)
    }

    /// Whether the platform of this request knows such a fault.
    pub(crate) fn applies_to(self, route: &Route) -> bool {
        match route {
            Route::Instagram(route) => self.applies_to_instagram(route),
            Route::Tiktok(route) => self.applies_to_tiktok(route),
            Route::Unknown => false,
        }
    }

    fn applies_to_instagram(self, route: &instagram::Route) -> bool {
        match self {
            Self::Blocked
            | Self::Waf
            | Self::WafUnsolvable
            | Self::Captcha
            | Self::Shell
            | Self::CanonicalElsewhere
            | Self::RegionBlocked
            | Self::AgeRestricted
            | Self::UnderReview
            | Self::LinkHops
            | Self::RepeatPage
            | Self::EmptyWeek
            | Self::RoundedOnly => false,
            Self::HtmlInsteadOfJson
            | Self::AmbiguousEmpty
            | Self::WaitWithoutStatus
            | Self::MaskedChallenge
            | Self::Truncated
            | Self::HiddenLikes => !route.is_page(),
            Self::Withheld => matches!(route, instagram::Route::ProfileInfo { .. }),
            Self::ExecutionError200 | Self::DataNullErrors | Self::ErrorsBesideData => route.is_graphql(),
            Self::EmptyList | Self::Shadow => route.is_list(),
            _ => true,
        }
    }

    fn applies_to_tiktok(self, route: &tiktok::Route) -> bool {
        match self {
            Self::Challenge
            | Self::MaskedChallenge
            | Self::Checkpoint
            | Self::FeedbackRequired
            | Self::EndpointRetired
            | Self::HomeRedirectAll
            | Self::Suspended
            | Self::UseragentMismatch
            | Self::HtmlInsteadOfJson
            | Self::AmbiguousEmpty
            | Self::WaitWithoutStatus
            | Self::Withheld
            | Self::ExecutionError200
            | Self::DataNullErrors
            | Self::ErrorsBesideData
            | Self::HiddenLikes => false,
            Self::RegionBlocked | Self::AgeRestricted | Self::UnderReview => {
                matches!(route, tiktok::Route::VideoPage { .. })
            }
            Self::Waf | Self::WafUnsolvable | Self::Shell | Self::CanonicalElsewhere => route.is_page(),
            Self::EmptyList | Self::Shadow | Self::RepeatPage | Self::EmptyWeek | Self::Truncated => {
                route.is_list()
            }
            Self::RoundedOnly => route.is_page() || route.is_list(),
            Self::LinkHops => matches!(route, tiktok::Route::ShortLink { .. }),
            _ => true,
        }
    }
}
