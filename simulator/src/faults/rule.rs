//! One fault as it is asked for.

use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};

use crate::{route::Route, tiktok};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// 429 with `Retry-After`.
    RateLimited,
    /// Instagram: 401 `require_login`. TikTok: 302 to the login page.
    RequireLogin,
    /// Instagram: 302 to a challenge.
    Challenge,
    /// Instagram: 400 `checkpoint_required`.
    Checkpoint,
    /// Instagram: 400 `feedback_required`.
    FeedbackRequired,
    /// Instagram: 302 to the home page.
    EndpointRetired,
    /// Instagram: 302 to the page that says that the account of the session is suspended.
    Suspended,
    /// Instagram: 400, the session was made by another kind of client.
    UseragentMismatch,
    /// Instagram data: 200 with `ok` and nothing else.
    AmbiguousEmpty,
    /// Instagram data: a page with status 200.
    HtmlInsteadOfJson,
    /// TikTok pages: the proof of work, until it is done.
    Waf,
    /// TikTok: the captcha.
    Captcha,
    /// TikTok pages: the application without data.
    Shell,
    /// TikTok videos: not shown in this region.
    RegionBlocked,
    /// TikTok videos: shown to signed-in adults only.
    AgeRestricted,
    /// TikTok videos: under review.
    UnderReview,
    /// 200 without a body.
    EmptyBody,
    /// 500.
    ServerError,
    /// The answer in a form that nobody knows yet.
    SchemaChanged,
    /// The right answer, late.
    Slow,
    /// The right answer, broken off in the middle.
    CutOff,
    /// The account goes by another name from now on.
    Renamed,
    /// The account goes by another name from now on, and somebody else has the old one.
    Recycled,
    /// The account is private from now on.
    Private,
    /// The account or item is gone.
    Deleted,
    /// A file of the replay folder, whatever was asked.
    Recorded,
}

/// Which requests go wrong, how, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRule {
    /// What goes wrong.
    pub fault: FaultKind,
    /// Only requests whose path begins with this.
    #[serde(default)]
    pub path_prefix: Option<String>,
    /// Only requests about this account, by whatever name or id they ask for it.
    #[serde(default)]
    pub username: Option<String>,
    /// How many requests go wrong; absent: all until the faults are deleted.
    #[serde(default)]
    pub times: Option<u32>,
    /// `slow`: milliseconds before the answer.
    #[serde(default)]
    pub delay_ms: Option<u64>,
    /// `rate_limited`: seconds in `Retry-After`.
    #[serde(default)]
    pub retry_after_seconds: Option<u64>,
    /// `renamed`, `recycled`: the new name; absent: the old one with `_renamed` after it.
    #[serde(default)]
    pub new_username: Option<String>,
    /// `recorded`: the file, as `instagram/<file>` or `tiktok/<file>`.
    #[serde(default)]
    pub recording: Option<String>,
}

/// Why a fault cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFault {
    /// It would never happen.
    #[error("times is 0, so nothing would happen; give 1 or more, or leave it out for `until deleted`")]
    Never,
    /// It is about an account, and none is named.
    #[error("this fault is about one account; name it in username")]
    UsernameMissing,
    /// Paths begin with a slash.
    #[error("path_prefix has to begin with a slash, like /api/v1/feed")]
    RelativePath,
    /// There is nothing to serve.
    #[error("recorded needs recording, a file of the replay folder like instagram/err_login_required.json")]
    RecordingMissing,
}

impl FaultRule {
    /// A fault of this kind for every request, until deleted.
    #[must_use]
    pub fn new(fault: FaultKind) -> Self {
        Self {
            fault,
            path_prefix: None,
            username: None,
            times: None,
            delay_ms: None,
            retry_after_seconds: None,
            new_username: None,
            recording: None,
        }
    }

    /// Only for requests about this account.
    #[must_use]
    pub fn about(mut self, username: impl Into<String>) -> Self {
        self.username = Some(username.into());
        self
    }

    /// Only for this many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    pub(super) fn check(&self) -> Result<(), InvalidFault> {
        let about_an_account = matches!(
            self.fault,
            FaultKind::Renamed | FaultKind::Recycled | FaultKind::Private
        );
        if self.times == Some(0) {
            Err(InvalidFault::Never)
        } else if about_an_account && self.username.is_none() {
            Err(InvalidFault::UsernameMissing)
        } else if self
            .path_prefix
            .as_ref()
            .is_some_and(|prefix| !prefix.starts_with('/'))
        {
            Err(InvalidFault::RelativePath)
        } else if self.fault == FaultKind::Recorded && self.recording.is_none() {
            Err(InvalidFault::RecordingMissing)
        } else {
            Ok(())
        }
    }

    /// The name that the account has once it is renamed.
    pub(crate) fn new_username(&self) -> Option<String> {
        let old = self.username.as_ref()?;
        Some(
            self.new_username
                .clone()
                .unwrap_or_else(|| format!("{old}_renamed"))
                .to_lowercase(),
        )
    }

    pub(super) fn is_for(&self, path: &str, route: &Route, names: &[String]) -> bool {
        let path_fits = self
            .path_prefix
            .as_ref()
            .is_none_or(|prefix| path.starts_with(prefix));
        let name_fits = self.username.as_ref().is_none_or(|name| {
            let name = name.trim_start_matches('@');
            names.iter().any(|other| name.eq_ignore_ascii_case(other))
        });
        path_fits && name_fits && self.fault.befalls(route)
    }
}

impl FaultKind {
    /// Those that need no further word, and that say nothing untrue about who or what is there.
    pub(crate) const BY_LOT: [Self; 21] = [
        Self::RateLimited,
        Self::RequireLogin,
        Self::Challenge,
        Self::Checkpoint,
        Self::FeedbackRequired,
        Self::EndpointRetired,
        Self::Suspended,
        Self::UseragentMismatch,
        Self::AmbiguousEmpty,
        Self::HtmlInsteadOfJson,
        Self::Waf,
        Self::Captcha,
        Self::Shell,
        Self::RegionBlocked,
        Self::AgeRestricted,
        Self::UnderReview,
        Self::EmptyBody,
        Self::ServerError,
        Self::SchemaChanged,
        Self::Slow,
        Self::CutOff,
    ];

    /// Whether it is the session that is refused: then it is refused whatever it asks for.
    pub(crate) fn is_about_sessions(self) -> bool {
        matches!(
            self,
            Self::Challenge | Self::Checkpoint | Self::Suspended | Self::RequireLogin
        )
    }

    /// Whether the account has another name as long as this fault is there.
    pub(super) fn renames(self) -> bool {
        matches!(self, Self::Renamed | Self::Recycled)
    }

    /// Whether the platform of this request knows such a fault.
    pub(crate) fn befalls(self, route: &Route) -> bool {
        match self {
            Self::Challenge
            | Self::Checkpoint
            | Self::FeedbackRequired
            | Self::EndpointRetired
            | Self::Suspended
            | Self::UseragentMismatch => route.platform() == Some(Platform::Instagram),
            Self::RegionBlocked | Self::AgeRestricted | Self::UnderReview => {
                matches!(route, Route::Tiktok(tiktok::Route::VideoPage { .. }))
            }
            Self::HtmlInsteadOfJson | Self::AmbiguousEmpty => {
                route.platform() == Some(Platform::Instagram) && !route.is_page()
            }
            Self::Captcha => route.platform() == Some(Platform::Tiktok),
            Self::Waf | Self::Shell => route.platform() == Some(Platform::Tiktok) && route.is_page(),
            _ => route.platform().is_some(),
        }
    }
}
