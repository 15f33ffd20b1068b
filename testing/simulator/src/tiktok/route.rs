//! TikTok's paths.

use clipmeter_proto::v1::Platform;

use crate::{
    request::{PageParams, Request, Subject},
    world::{Account, pk_of, shortcode},
};

/// Default page size of `creator/item_list`, and the maximum.
const PAGE: usize = 15;
const MAX_PAGE: usize = 35;

/// Prefix of share link codes. The platform generates the rest randomly; here it is the ID in base 64, so that every video has a
/// link: `short_code` of the ID.
const CODE_PREFIX: &str = "ZT";

/// A page or an endpoint of TikTok.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    UserPage {
        username: String,
    },
    VideoPage {
        id: String,
    },
    ItemList {
        sec_uid: String,
        page: PageParams,
    },
    EmbedUser {
        username: String,
    },
    EmbedVideo {
        id: String,
    },
    Oembed {
        id: String,
    },
    /// A share link of another host (`vm.tiktok.com/…`) or of `/t/…`.
    ShortLink {
        id: String,
    },
    Signed,
}

impl Route {
    pub(crate) fn of(request: &Request) -> Option<Self> {
        let id = |id: &str| id.to_owned();
        let username = |name: &str| name.trim_start_matches('@').to_lowercase();
        match request.segments().as_slice() {
            ["embed", name] if name.starts_with('@') => Some(Self::EmbedUser {
                username: username(name),
            }),
            ["embed", video] | ["embed", "v2", video] | ["player", "v1", video] => {
                Some(Self::EmbedVideo { id: id(video) })
            }
            ["share", "video", video] => Some(Self::VideoPage { id: id(video) }),
            ["oembed"] => Some(Self::Oembed {
                id: id_of_url(request.query("url").unwrap_or_default()),
            }),
            ["api", "creator", "item_list"] => Some(Self::ItemList {
                sec_uid: request.query("secUid").unwrap_or_default().to_owned(),
                page: PageParams {
                    size: request
                        .query("count")
                        .and_then(|count| count.parse().ok())
                        .map_or(PAGE, size),
                    after: request.query("cursor").map(str::to_owned),
                },
            }),
            ["api", "post" | "recommend" | "favorite", "item_list"] | ["api", "user" | "item", "detail"] => {
                Some(Self::Signed)
            }
            ["t", code] => Some(Self::ShortLink { id: id_of_code(code) }),
            // Instagram's usernames are in lower case, so this cannot be a profile.
            [code] if code.starts_with(CODE_PREFIX) => Some(Self::ShortLink { id: id_of_code(code) }),
            [name] if name.starts_with('@') => Some(Self::UserPage {
                username: username(name),
            }),
            [name, "video" | "photo", video] if name.starts_with('@') => {
                Some(Self::VideoPage { id: id(video) })
            }
            _ => None,
        }
    }

    pub(crate) fn class(&self) -> &'static str {
        match self {
            Self::UserPage { .. } => "tiktok.user_page",
            Self::VideoPage { .. } => "tiktok.video_page",
            Self::ItemList { .. } => "tiktok.item_list",
            Self::EmbedUser { .. } => "tiktok.embed_user",
            Self::EmbedVideo { .. } => "tiktok.embed_video",
            Self::Oembed { .. } => "tiktok.oembed",
            Self::ShortLink { .. } => "tiktok.short_link",
            Self::Signed => "tiktok.signed",
        }
    }

    pub(crate) fn subject(&self) -> Subject {
        match self {
            Self::UserPage { username } | Self::EmbedUser { username } => {
                Subject::Username(Platform::Tiktok, username.clone())
            }
            Self::ItemList { sec_uid, .. } => Subject::SecUid(sec_uid.clone()),
            Self::VideoPage { id }
            | Self::EmbedVideo { id }
            | Self::Oembed { id }
            | Self::ShortLink { id } => Subject::Item(Platform::Tiktok, id.clone()),
            Self::Signed => Subject::None,
        }
    }

    pub(crate) fn with_username(mut self, new: &str) -> Self {
        if let Self::UserPage { username } | Self::EmbedUser { username } = &mut self {
            new.clone_into(username);
        }
        self
    }

    /// Returns the same request about another account, or about this item of it.
    pub(crate) fn about(mut self, other: &Account, item: u64) -> Self {
        match &mut self {
            Self::UserPage { username } | Self::EmbedUser { username } => {
                username.clone_from(&other.username);
            }
            Self::ItemList { sec_uid, .. } => sec_uid.clone_from(&other.sec_uid),
            Self::VideoPage { id }
            | Self::EmbedVideo { id }
            | Self::Oembed { id }
            | Self::ShortLink { id } => *id = item.to_string(),
            Self::Signed => {}
        }
        self
    }

    /// Returns whether the request is for the videos of an account.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self, Self::ItemList { .. })
    }

    /// Returns whether the challenge applies: to profile and video pages, but not to embeds.
    pub(crate) fn is_page(&self) -> bool {
        matches!(self, Self::UserPage { .. } | Self::VideoPage { .. })
    }
}

fn size(requested: usize) -> usize {
    requested.clamp(1, MAX_PAGE)
}

/// Returns the share code of a TikTok video of the simulator, as in `https://vm.tiktok.com/<code>/`.
#[must_use]
pub fn short_code(id: u64) -> String {
    format!("{CODE_PREFIX}{}", shortcode(id))
}

fn id_of_code(code: &str) -> String {
    let id = code.strip_prefix(CODE_PREFIX).and_then(pk_of);
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// Returns the ID in a video URL: the last numeric segment.
fn id_of_url(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let is_id = |part: &&str| part.len() >= 15 && part.bytes().all(|byte| byte.is_ascii_digit());
    path.rsplit('/').find(is_id).unwrap_or_default().to_owned()
}
