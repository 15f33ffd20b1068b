//! Parses a response of Loopreel. Pure.

use clipmeter_proto::v1::{MediaKind, Outcome, Precision};
use serde::Deserialize;

use crate::core::model::{Item, ParsedResponse, Profile, RawResponse};

/// The body of a response.
#[derive(Deserialize)]
struct Body {
    user: User,
    videos: Vec<Video>,
}

#[derive(Deserialize)]
struct User {
    id: String,
    username: String,
    name: String,
    is_private: bool,
    followers: i64,
    videos: i64,
}

#[derive(Deserialize)]
struct Video {
    id: String,
    caption: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    created_at: i64,
    plays: i64,
    likes: i64,
    comments: i64,
    shares: i64,
}

/// Never fails: a response that cannot be parsed has a corresponding outcome.
pub(super) fn read<'a>(response: &RawResponse<'_>) -> ParsedResponse<'a> {
    let refusal = match response.status {
        200 => None,
        404 => Some(Outcome::NotFound),
        403 => Some(Outcome::Blocked),
        429 => Some(Outcome::RateLimited),
        _ => Some(Outcome::UnexpectedPage),
    };
    if let Some(outcome) = refusal {
        return ParsedResponse::bare(outcome, format!("HTTP {}", response.status));
    }
    match serde_json::from_slice::<Body>(response.body) {
        Ok(body) => parsed(body),
        Err(error) => ParsedResponse::bare(Outcome::ParseError, error.to_string()),
    }
}

fn parsed<'a>(Body { user, videos }: Body) -> ParsedResponse<'a> {
    let (outcome, detail) = if user.is_private {
        (Outcome::Private, "the account is private")
    } else if videos.is_empty() {
        (Outcome::OkNoVideos, "the account has no videos")
    } else {
        (Outcome::Ok, "")
    };
    let username = user.username.clone();
    let item = |video: Video| Item {
        id: video.id.into(),
        username: Some(username.clone().into()),
        caption: Some(video.caption.into()),
        posted_at: Some(video.created_at),
        views: Some(video.plays),
        views_key: Some("plays"),
        likes: Some(video.likes),
        comments: Some(video.comments),
        shares: Some(video.shares),
        precision: Precision::Exact,
        media_kind: MediaKind::Video,
        ..Item::default()
    };
    let mut parsed = ParsedResponse::bare(outcome, detail);
    parsed.items = videos.into_iter().map(item).collect();
    parsed.profile = Some(Profile {
        platform_id: user.id.into(),
        username: user.username.into(),
        display_name: user.name.into(),
        is_private: Some(user.is_private),
        follower_count: Some(user.followers),
        item_count: Some(user.videos),
        is_exact: true,
        ..Profile::default()
    });
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_have_outcomes_and_cut_off_body_is_parse_error() {
        for (status, body, outcome) in [
            (404, "", Outcome::NotFound),
            (403, "", Outcome::Blocked),
            (429, "", Outcome::RateLimited),
            (302, "", Outcome::UnexpectedPage),
            (200, "{\"user\":{\"id\":\"1\"", Outcome::ParseError),
        ] {
            let response = RawResponse {
                status,
                ..RawResponse::anonymous(body.as_bytes())
            };
            assert_eq!(read(&response).outcome, outcome, "{status}");
        }
    }
}
