//! The kinds of faults, and the requests that each of them applies to.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{instagram, route::Route, tiktok};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FaultKind {
    /// 429 with `Retry-After`.
    RateLimited,
    /// Instagram data: 200 with a failure that says to wait.
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
    /// Instagram: 302 to the home page for all further requests of the session.
    HomeRedirectAll,
    /// Instagram: 302 to the page that says that the account of the session is suspended.
    Suspended,
    /// Instagram: 400, the session was created by another kind of client.
    UseragentMismatch,
    /// Instagram data: 200 with `ok` and nothing else.
    AmbiguousEmpty,
    /// Instagram `web_profile_info`: 400 without a reason.
    Withheld,
    /// Instagram data: the sign-in page with status 200.
    HtmlInsteadOfJson,
    /// 200 with a page that is not the platform's, such as a captive portal's.
    StrangePage,
    /// The correct response to the same request about another account or item.
    Swapped,
    /// TikTok: 403.
    Blocked,
    /// TikTok pages: the proof of work, until it is completed.
    Waf,
    /// TikTok pages: a proof of work without a solution.
    WafUnsolvable,
    /// TikTok: the captcha.
    Captcha,
    /// TikTok pages: the application without data.
    Shell,
    /// TikTok pages: only the URL of another page.
    CanonicalElsewhere,
    /// TikTok videos: unavailable in this region.
    RegionBlocked,
    /// TikTok videos: for signed-in adults only.
    AgeRestricted,
    /// TikTok videos: under review.
    UnderReview,
    /// TikTok share links: additional redirects.
    LinkHops,
    /// 200 without a body.
    EmptyBody,
    /// 500.
    ServerError,
    /// A nonstandard status: 560 on pages, 572 on data.
    OddStatus,
    /// The response in an unknown format.
    SchemaChanged,
    /// Instagram GraphQL: 200 without data, because the document fails.
    #[serde(rename = "execution_error_200")]
    #[strum(serialize = "execution_error_200")]
    ExecutionError200,
    /// Instagram GraphQL: 200 without data, because of another failure.
    DataNullErrors,
    /// Instagram GraphQL: the correct response with an additional, irrelevant error.
    ErrorsBesideData,
    /// The correct response, late.
    Slow,
    /// The correct response, after every client's timeout.
    Never,
    /// The correct response, disconnected in the middle.
    CutOff,
    /// Data: half of the correct response, sent as if it were complete.
    Truncated,
    /// The correct response with so much padding that it is too large.
    Oversized,
    /// Lists without entries, regardless of the count.
    EmptyList,
    /// Lists without every third entry.
    Shadow,
    /// TikTok lists: the first page repeatedly for the device that was the first to request it.
    RepeatPage,
    /// TikTok lists: a page without entries that indicates more.
    EmptyWeek,
    /// TikTok: no exact counts.
    RoundedOnly,
    /// Instagram data: likes are hidden.
    HiddenLikes,
    /// The account has another name from now on.
    Renamed,
    /// The account has another name from now on, and another account has its old name.
    Recycled,
    /// The account is private from now on.
    Private,
    /// The account or item is deleted.
    Deleted,
    /// One item is deleted, also from lists.
    ItemDeleted,
    /// A file of the replay folder, for any request.
    Recorded,
}

impl FaultKind {
    /// Faults that need no parameters and make no false statement about the existence of accounts.
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

    /// Faults that occur randomly only if they are named: these responses are not the platform's.
    pub(crate) const SAMPLED_IF_NAMED: [Self; 2] = [Self::StrangePage, Self::Swapped];

    /// Returns the fault's name in JSON.
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }

    /// Returns whether the fault refuses the session, and therefore all its requests.
    pub(crate) fn is_about_sessions(self) -> bool {
        matches!(
            self,
            Self::Challenge | Self::Checkpoint | Self::Suspended | Self::RequireLogin | Self::HomeRedirectAll
        )
    }

    /// Returns whether the account has another name while this fault is active.
    pub(super) fn renames(self) -> bool {
        matches!(self, Self::Renamed | Self::Recycled)
    }

    /// Returns whether the fault exists on the platform of this request.
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
