//! The platform's page or endpoint of a request, with its parameters. Both platforms share one listener; their paths do not
//! collide, because TikTok's profile paths begin with `@`.

use axum::http::Method;
use clipmeter_proto::v1::Platform;

use crate::{
    clock::Millis,
    instagram::{self, QueryDocuments},
    request::{Request, Subject},
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

    /// Returns the name under which requests of this kind are counted.
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

    /// Returns the same request for another username, if it is by username.
    pub(crate) fn with_username(self, username: &str) -> Self {
        match self {
            Self::Instagram(route) => Self::Instagram(route.with_username(username)),
            Self::Tiktok(route) => Self::Tiktok(route.with_username(username)),
            Self::Unknown => Self::Unknown,
        }
    }

    /// Returns the same request about another account, or about its newest item.
    pub(crate) fn about(self, other: &Account, now: Millis) -> Self {
        let item = other.newest_first(now).next().map_or(0, |item| item.id);
        match self {
            Self::Instagram(route) => Self::Instagram(route.about(other, item)),
            Self::Tiktok(route) => Self::Tiktok(route.about(other, item)),
            Self::Unknown => Self::Unknown,
        }
    }

    /// Returns whether the request is for the items of an account, as data.
    pub(crate) fn is_list(&self) -> bool {
        match self {
            Self::Instagram(route) => route.is_list(),
            Self::Tiktok(route) => route.is_list(),
            Self::Unknown => false,
        }
    }

    /// Returns whether the response is a page for people rather than data for scripts.
    pub(crate) fn is_page(&self) -> bool {
        match self {
            Self::Instagram(route) => route.is_page(),
            Self::Tiktok(route) => route.is_page(),
            Self::Unknown => false,
        }
    }
}
