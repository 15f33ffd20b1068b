//! What a request is about: the platform's page or endpoint, with its parameters. Both platforms share one
//! listener; their paths do not collide, since TikTok's profile paths begin with `@`.

use axum::http::Method;
use clipmeter_proto::v1::Platform;

use crate::{
    clock::Millis,
    instagram::{self, QueryDocuments},
    request::Request,
    tiktok,
    world::Account,
};

/// A page or an endpoint of one of the platforms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    Instagram(instagram::Route),
    Tiktok(tiktok::Route),
    Unknown,
}

/// Who or what a request asks for, as far as the request itself says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    None,
    Username(Platform, String),
    UserId(Platform, String),
    SecUid(String),
    Item(Platform, String),
}

/// A stretch of a list: how many entries, after which cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageParams {
    pub(crate) size: usize,
    pub(crate) after: Option<String>,
}

impl Route {
    pub(crate) fn of(request: &Request, documents: &QueryDocuments, now: Millis) -> Self {
        if request.method != Method::GET && request.method != Method::POST && request.method != Method::HEAD {
            return Self::Unknown;
        }
        tiktok::Route::of(request)
            .map(Self::Tiktok)
            .or_else(|| instagram::Route::of(request, documents, now).map(Self::Instagram))
            .unwrap_or(Self::Unknown)
    }

    pub(crate) fn platform(&self) -> Option<Platform> {
        match self {
            Self::Instagram(_) => Some(Platform::Instagram),
            Self::Tiktok(_) => Some(Platform::Tiktok),
            Self::Unknown => None,
        }
    }

    /// The word under which requests of this kind are counted.
    pub(crate) fn class(&self) -> &'static str {
        match self {
            Self::Instagram(route) => route.class(),
            Self::Tiktok(route) => route.class(),
            Self::Unknown => "unknown",
        }
    }

    pub(crate) fn subject(&self) -> Subject {
        match self {
            Self::Instagram(route) => route.subject(),
            Self::Tiktok(route) => route.subject(),
            Self::Unknown => Subject::None,
        }
    }

    /// The same request for another username, where it asks by username.
    pub(crate) fn with_username(self, username: &str) -> Self {
        match self {
            Self::Instagram(route) => Self::Instagram(route.with_username(username)),
            Self::Tiktok(route) => Self::Tiktok(route.with_username(username)),
            Self::Unknown => Self::Unknown,
        }
    }

    /// The same request about another account, or about its newest item.
    pub(crate) fn about(self, other: &Account, now: Millis) -> Self {
        let item = other.newest_first(now).next().map_or(0, |item| item.id);
        match self {
            Self::Instagram(route) => Self::Instagram(route.about(other, item)),
            Self::Tiktok(route) => Self::Tiktok(route.about(other, item)),
            Self::Unknown => Self::Unknown,
        }
    }

    /// Whether it asks for the items of an account, as data.
    pub(crate) fn is_list(&self) -> bool {
        match self {
            Self::Instagram(route) => route.is_list(),
            Self::Tiktok(route) => route.is_list(),
            Self::Unknown => false,
        }
    }

    /// Whether a person would see this as a page, rather than a script as data.
    pub(crate) fn is_page(&self) -> bool {
        match self {
            Self::Instagram(route) => route.is_page(),
            Self::Tiktok(route) => route.is_page(),
            Self::Unknown => false,
        }
    }
}

/// The parts of a path between its slashes; a slash at the end makes no difference.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    path.split('/').filter(|part| !part.is_empty()).collect()
}
