//! What a fault does to an answer.

use std::time::Duration;

use axum::http::{StatusCode, header};
use bytes::Bytes;
use clipmeter_proto::v1::Platform;
use serde_json::{Value, json};

use super::{FaultKind, FaultRule};
use crate::{
    answer::Answer,
    instagram::{self, Refusal},
    route::Route,
    tiktok,
};

/// How late a slow answer is unless the fault says, in milliseconds: beyond patience, within most time limits.
const SLOW: u64 = 3_000;

/// What `Retry-After` says unless the fault says, in seconds.
const RETRY_AFTER: u64 = 60;

/// An answer and the manner in which it is sent.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) answer: Answer,
    pub(crate) delay: Duration,
    pub(crate) cut_off: bool,
}

impl From<Answer> for Delivery {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            delay: Duration::ZERO,
            cut_off: false,
        }
    }
}

/// What the fault makes of the request: `normal` is the answer without it, `missing` the one for an account that
/// does not exist. `None` for faults that are not a matter of the answer alone.
pub(crate) fn spoil(
    rule: &FaultRule,
    route: &Route,
    normal: impl FnOnce() -> Answer,
    missing: impl FnOnce() -> Answer,
) -> Option<Delivery> {
    let instagram = route.platform() == Some(Platform::Instagram);
    let answer = match rule.fault {
        FaultKind::RateLimited => rate_limited(instagram, rule.retry_after_seconds.unwrap_or(RETRY_AFTER)),
        FaultKind::RequireLogin if instagram => Refusal::RequireLogin.answer(),
        FaultKind::RequireLogin => tiktok::login_wall(),
        FaultKind::Challenge => Refusal::Challenge.answer(),
        FaultKind::Checkpoint => Refusal::Checkpoint.answer(),
        FaultKind::FeedbackRequired => Refusal::Feedback.answer(),
        FaultKind::EndpointRetired => Refusal::Retired.answer(),
        FaultKind::Suspended => Refusal::Suspended.answer(),
        FaultKind::UseragentMismatch => Refusal::UseragentMismatch.answer(),
        FaultKind::AmbiguousEmpty => Answer::json(&json!({"status": "ok"})),
        FaultKind::RegionBlocked => tiktok::VideoRefusal::Region.answer(),
        FaultKind::AgeRestricted => tiktok::VideoRefusal::Age.answer(),
        FaultKind::UnderReview => tiktok::VideoRefusal::Review.answer(),
        FaultKind::HtmlInsteadOfJson => instagram::bare_page("Login"),
        FaultKind::Captcha => tiktok::captcha(route.is_page()),
        FaultKind::Shell => tiktok::shell(),
        FaultKind::EmptyBody => Answer::html(Bytes::new()),
        FaultKind::ServerError => Answer::html("<html><body>5xx Server Error</body></html>")
            .with_status(StatusCode::INTERNAL_SERVER_ERROR),
        FaultKind::SchemaChanged => schema_changed(route),
        FaultKind::Deleted => missing(),
        FaultKind::Private => private(route, normal(), missing),
        FaultKind::Slow => {
            let delay = Duration::from_millis(rule.delay_ms.unwrap_or(SLOW));
            return Some(Delivery {
                answer: normal(),
                delay,
                cut_off: false,
            });
        }
        FaultKind::CutOff => {
            return Some(Delivery {
                answer: normal(),
                delay: Duration::ZERO,
                cut_off: true,
            });
        }
        FaultKind::Waf | FaultKind::Renamed | FaultKind::Recycled | FaultKind::Recorded => return None,
    };
    Some(answer.into())
}

fn rate_limited(instagram: bool, seconds: u64) -> Answer {
    let answer = if instagram {
        let body = r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#;
        Answer::json_text(StatusCode::TOO_MANY_REQUESTS, body)
    } else {
        Answer::html(Bytes::new()).with_status(StatusCode::TOO_MANY_REQUESTS)
    };
    answer.with(header::RETRY_AFTER, &seconds.to_string())
}

/// Instagram forgets the document or renames what it sends; TikTok says all is well and sends nothing we know.
fn schema_changed(route: &Route) -> Answer {
    use crate::{instagram::Route as Instagram, tiktok::Route as Tiktok};
    match route {
        Route::Instagram(
            Instagram::Timeline { .. }
            | Instagram::LegacyTimeline { .. }
            | Instagram::Clips { .. }
            | Instagram::ProfileById { .. }
            | Instagram::MediaByShortcode { .. }
            | Instagram::LoggedOutMedia { .. },
        ) => Refusal::ExecutionError.answer(),
        Route::Instagram(route) if route.is_page() => instagram::bare_page("Instagram"),
        Route::Instagram(_) => {
            Answer::json(&json!({"data": {"viewer_v9": {}}, "payload": [], "status": "ok"}))
        }
        Route::Tiktok(Tiktok::VideoPage { .. }) => tiktok::rehydrated(
            "TikTok",
            &json!({"webapp.video-detail": {"statusCode": 0, "statusMsg": "", "itemInfo": {"itemStruct": {}}}}),
        ),
        Route::Tiktok(Tiktok::UserPage { .. }) => tiktok::rehydrated(
            "TikTok",
            &json!({"webapp.user-detail": {"statusCode": 0, "statusMsg": "", "profileInfo": {}}}),
        ),
        Route::Tiktok(_) | Route::Unknown => {
            Answer::json(&json!({"statusCode": 0, "items_v9": {}, "cursor_v9": 1}))
        }
    }
}

/// What is left of an account once it is private: its profile with the counts, none of its items.
fn private(route: &Route, normal: Answer, missing: impl FnOnce() -> Answer) -> Answer {
    use crate::{instagram::Route as Instagram, tiktok::Route as Tiktok};
    match route {
        Route::Instagram(Instagram::ProfileInfo { .. }) => edited(normal, |profile| {
            if let Some(user) = profile.pointer_mut("/data/user").filter(|user| user.is_object()) {
                user["is_private"] = json!(true);
                user["edge_owner_to_timeline_media"]["edges"] = json!([]);
            }
        }),
        Route::Instagram(Instagram::Feed { .. } | Instagram::ClipsRest { .. }) => {
            Refusal::NotAuthorized.answer()
        }
        Route::Instagram(Instagram::ProfilePage { .. } | Instagram::Home | Instagram::TopSearch { .. }) => {
            normal
        }
        Route::Tiktok(Tiktok::UserPage { .. }) => tiktok::private_user(&normal),
        Route::Tiktok(Tiktok::VideoPage { .. }) => tiktok::VideoRefusal::PrivateAuthor.answer(),
        _ => missing(),
    }
}

/// The answer with its JSON changed.
fn edited(answer: Answer, change: impl FnOnce(&mut Value)) -> Answer {
    let Ok(mut value) = serde_json::from_slice::<Value>(&answer.body) else {
        return answer;
    };
    change(&mut value);
    Answer {
        body: Bytes::from(value.to_string()),
        ..answer
    }
}
