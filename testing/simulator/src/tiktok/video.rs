//! GET `/@{username}/video/{id}`; the username in the path is ignored.

use serde_json::json;

use super::{
    item::{item_struct, stats},
    page::rehydrated,
};
use crate::{
    clock::Millis,
    response::SimulatedResponse,
    world::{Account, AccountKind, Item},
};

/// The reason why a video is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VideoRefusal {
    Missing,
    Review,
    Age,
    PrivateAuthor,
    Region,
}

impl VideoRefusal {
    /// Builds the page without the video, with the platform's code and message for the reason.
    pub(crate) fn response(self) -> SimulatedResponse {
        let (code, message) = match self {
            Self::Missing => (10_204, "item doesn't exist"),
            Self::Review => (10_204, "status_reviewing"),
            Self::Age => (10_216, "content_classification"),
            Self::PrivateAuthor => (10_222, "author_secret"),
            Self::Region => (10_231, ""),
        };
        let detail = json!({"itemInfo": {}, "statusCode": code, "statusMsg": message});
        rehydrated("TikTok - Make Your Day", &json!({"webapp.video-detail": detail}))
    }
}

pub(super) fn page(found: Option<(&Account, &Item)>, now: Millis) -> SimulatedResponse {
    let Some((account, item)) = found else {
        return VideoRefusal::Missing.response();
    };
    if account.kind == AccountKind::Private {
        return VideoRefusal::PrivateAuthor.response();
    }
    let canonical = format!("https://www.tiktok.com/@{}/video/{}", account.username, item.id);
    rehydrated(
        &format!(
            "{} | TikTok",
            item.caption.as_deref().unwrap_or(&account.display_name)
        ),
        &json!({
            "seo.abtest": {"canonical": canonical},
            "webapp.video-detail": {
                "itemInfo": {"itemStruct": item_struct(account, item, &stats(account, now), now)},
                "shareMeta": {"title": format!("{} on TikTok", account.display_name), "desc": ""},
                "statusCode": 0,
                "statusMsg": "",
            },
        }),
    )
}

/// Returns the redirect of a share link: to the video, or to the home page if it is deleted.
pub(crate) fn link(username: Option<&str>, id: &str) -> SimulatedResponse {
    match username {
        Some(username) => {
            SimulatedResponse::redirect(&format!("https://www.tiktok.com/@{username}/video/{id}?_r=1"))
        }
        None => SimulatedResponse::redirect("https://www.tiktok.com/?_r=1"),
    }
}
