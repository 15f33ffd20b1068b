//! Instagram's paths and GraphQL documents.

mod graphql;

use clipmeter_proto::v1::Platform;

use super::{MAX_PAGE, PAGE, documents::QueryDocuments};
use crate::{
    clock::Millis,
    request::{PageParams, Request, Subject},
    world::{Account, pk_of, shortcode},
};

/// First path segments that are not usernames.
const RESERVED: [&str; 9] = [
    "accounts",
    "api",
    "challenge",
    "explore",
    "graphql",
    "oauth",
    "static",
    "web",
    "favicon.ico",
];

/// A page or an endpoint of Instagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    Home,
    ProfileInfo {
        username: String,
    },
    ProfileById {
        user_id: String,
    },
    ProfilePage {
        username: String,
    },
    TopSearch {
        username: String,
    },
    Feed {
        of: Subject,
        page: PageParams,
    },
    Timeline {
        username: String,
        page: PageParams,
    },
    LegacyTimeline {
        user_id: String,
        page: PageParams,
    },
    /// Reels, and other videos too if `feed_videos`.
    Clips {
        user_id: String,
        feed_videos: bool,
        /// Whether the connection is nested one level deeper.
        nested: bool,
        page: PageParams,
    },
    ClipsUser {
        user_id: String,
        feed_videos: bool,
        page: PageParams,
    },
    Media {
        pk: String,
    },
    MediaByShortcode {
        code: String,
        pk: String,
    },
    LoggedOutMedia {
        pk: String,
    },
    PostPage {
        code: String,
        pk: String,
    },
    StaleDocument,
    Script {
        path: String,
    },
}

impl Route {
    pub(crate) fn of(request: &Request, documents: &QueryDocuments, now: Millis) -> Option<Self> {
        let segments = request.segments();
        let name = |name: &str| name.trim_start_matches('@').to_lowercase();
        let cursor = |field: &str| {
            request
                .field(field)
                .filter(|cursor| !cursor.is_empty())
                .map(str::to_owned)
        };
        let size = |field: &str| page_size(request.field(field).and_then(|text| text.parse().ok()));
        match segments.as_slice() {
            [] => Some(Self::Home),
            ["api", "v1", "users", "web_profile_info"] => Some(Self::ProfileInfo {
                username: name(request.query("username").unwrap_or_default()),
            }),
            ["api", "v1", "users", username, "usernameinfo"] => Some(Self::ProfileInfo {
                username: name(username),
            }),
            ["api", "v1", "feed", "user", of, rest @ ..] => {
                let of = if rest == ["username"] {
                    Subject::Username(Platform::Instagram, name(of))
                } else {
                    Subject::UserId(Platform::Instagram, (*of).to_owned())
                };
                Some(Self::Feed {
                    of,
                    page: PageParams {
                        size: size("count"),
                        after: cursor("max_id"),
                    },
                })
            }
            ["api", "v1", "clips", "user"] => Some(Self::ClipsUser {
                user_id: request.field("target_user_id").unwrap_or_default().to_owned(),
                feed_videos: request.field("include_feed_video") == Some("true"),
                page: PageParams {
                    size: size("page_size"),
                    after: cursor("max_id"),
                },
            }),
            ["api", "v1", "media", pk, "info"] => Some(Self::Media { pk: (*pk).to_owned() }),
            ["web", "search", "topsearch"] | ["api", "v1", "web", "search", "topsearch"] => {
                Some(Self::TopSearch {
                    username: name(request.query("query").unwrap_or_default()),
                })
            }
            ["graphql", "query"] | ["api", "graphql"] => Some(graphql::route(request, documents, now)),
            ["rsrc.php", ..] => Some(Self::Script {
                path: request.path.clone(),
            }),
            ["p" | "reel" | "reels" | "tv", code] => Some(Self::PostPage {
                code: (*code).to_owned(),
                pk: pk(code),
            }),
            [first] if !RESERVED.contains(first) => Some(Self::ProfilePage {
                username: name(first),
            }),
            _ => None,
        }
    }

    pub(crate) fn class(&self) -> &'static str {
        match self {
            Self::Home => "instagram.home",
            Self::ProfileInfo { .. } => "instagram.web_profile_info",
            Self::ProfileById { .. } => "instagram.profile_by_id",
            Self::ProfilePage { .. } => "instagram.profile_page",
            Self::TopSearch { .. } => "instagram.topsearch",
            Self::Feed {
                of: Subject::Username(..),
                ..
            } => "instagram.feed_by_name",
            Self::Feed { .. } => "instagram.feed_user",
            Self::Timeline { .. } => "instagram.graphql_timeline",
            Self::LegacyTimeline { .. } => "instagram.graphql_legacy",
            Self::Clips { .. } => "instagram.graphql_clips",
            Self::ClipsUser { .. } => "instagram.clips_user",
            Self::Media { .. } => "instagram.media_info",
            Self::MediaByShortcode { .. } => "instagram.graphql_shortcode",
            Self::LoggedOutMedia { .. } => "instagram.graphql_logged_out",
            Self::PostPage { .. } => "instagram.post_page",
            Self::StaleDocument => "instagram.graphql_stale",
            Self::Script { .. } => "instagram.script",
        }
    }

    pub(crate) fn subject(&self) -> Subject {
        let instagram = Platform::Instagram;
        match self {
            Self::Home | Self::StaleDocument | Self::Script { .. } => Subject::None,
            Self::ProfileInfo { username }
            | Self::ProfilePage { username }
            | Self::TopSearch { username }
            | Self::Timeline { username, .. } => Subject::Username(instagram, username.clone()),
            Self::Feed { of, .. } => of.clone(),
            Self::ProfileById { user_id }
            | Self::LegacyTimeline { user_id, .. }
            | Self::Clips { user_id, .. }
            | Self::ClipsUser { user_id, .. } => Subject::UserId(instagram, user_id.clone()),
            Self::Media { pk }
            | Self::MediaByShortcode { pk, .. }
            | Self::LoggedOutMedia { pk }
            | Self::PostPage { pk, .. } => Subject::Item(instagram, pk.clone()),
        }
    }

    pub(crate) fn with_username(mut self, new: &str) -> Self {
        if let Self::ProfileInfo { username }
        | Self::ProfilePage { username }
        | Self::TopSearch { username }
        | Self::Timeline { username, .. }
        | Self::Feed {
            of: Subject::Username(_, username),
            ..
        } = &mut self
        {
            new.clone_into(username);
        }
        self
    }

    /// Returns the same request about another account, or about this post of it.
    pub(crate) fn about(mut self, other: &Account, post: u64) -> Self {
        let instagram = Platform::Instagram;
        match &mut self {
            Self::ProfileInfo { username }
            | Self::ProfilePage { username }
            | Self::TopSearch { username }
            | Self::Timeline { username, .. } => username.clone_from(&other.username),
            Self::Feed { of, .. } => {
                *of = match of {
                    Subject::Username(..) => Subject::Username(instagram, other.username.clone()),
                    _ => Subject::UserId(instagram, other.user_id.to_string()),
                };
            }
            Self::ProfileById { user_id }
            | Self::LegacyTimeline { user_id, .. }
            | Self::Clips { user_id, .. }
            | Self::ClipsUser { user_id, .. } => *user_id = other.user_id.to_string(),
            Self::Media { pk } | Self::LoggedOutMedia { pk } => *pk = post.to_string(),
            Self::MediaByShortcode { code, pk } | Self::PostPage { code, pk } => {
                (*code, *pk) = (shortcode(post), post.to_string());
            }
            Self::Home | Self::StaleDocument | Self::Script { .. } => {}
        }
        self
    }

    /// Returns whether the request is for the posts of an account.
    pub(crate) fn is_list(&self) -> bool {
        matches!(
            self,
            Self::ProfileInfo { .. }
                | Self::Feed { .. }
                | Self::Timeline { .. }
                | Self::LegacyTimeline { .. }
                | Self::Clips { .. }
                | Self::ClipsUser { .. }
        )
    }

    pub(crate) fn is_graphql(&self) -> bool {
        matches!(
            self,
            Self::Timeline { .. }
                | Self::LegacyTimeline { .. }
                | Self::Clips { .. }
                | Self::ProfileById { .. }
                | Self::MediaByShortcode { .. }
                | Self::LoggedOutMedia { .. }
        )
    }

    pub(crate) fn is_page(&self) -> bool {
        matches!(
            self,
            Self::Home | Self::ProfilePage { .. } | Self::PostPage { .. }
        )
    }
}

fn page_size(requested: Option<u64>) -> usize {
    requested
        .and_then(|size| usize::try_from(size).ok())
        .map_or(PAGE, |size| size.clamp(1, MAX_PAGE))
}

/// Returns the pk of a shortcode as text; empty for an invalid shortcode.
fn pk(code: &str) -> String {
    pk_of(code).map(|pk| pk.to_string()).unwrap_or_default()
}
