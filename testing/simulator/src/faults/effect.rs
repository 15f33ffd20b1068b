//! Applies faults to responses.

use std::time::Duration;

use axum::http::{StatusCode, header};
use bytes::Bytes;
use clipmeter_proto::v1::Platform;
use serde_json::json;

use super::{FaultKind, FaultRule, edit};
use crate::{
    instagram::{self, InstagramRefusal},
    response::SimulatedResponse,
    route::Route,
    tiktok,
};

/// Default delay of a slow response in milliseconds: annoyingly long, but within most timeouts.
const SLOW: u64 = 3_000;

/// Delay in milliseconds that exceeds every client's timeout.
const NEVER: u64 = 60_000;

/// Size of an oversized response: 17 MiB, more than clients of these platforms have reason to accept.
const OVERSIZED: usize = 17 << 20;

/// Default of `Retry-After` in seconds.
const RETRY_AFTER: u64 = 60;

/// A response and how it is sent.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) response: SimulatedResponse,
    pub(crate) delay: Duration,
    pub(crate) cut_off: bool,
}

impl From<SimulatedResponse> for Delivery {
    fn from(response: SimulatedResponse) -> Self {
        Self {
            response,
            delay: Duration::ZERO,
            cut_off: false,
        }
    }
}

/// Applies a fault: `normal` is the response without it, `missing` the one for an account that does not exist. `None` for faults
/// that do not depend on the response alone.
pub(crate) fn inject_fault(
    rule: &FaultRule,
    route: &Route,
    normal: impl Fn() -> SimulatedResponse,
    missing: impl FnOnce() -> SimulatedResponse,
) -> Option<Delivery> {
    if let Some(delivery) = sent_badly(rule, &normal) {
        return Some(delivery);
    }
    let instagram = route.platform() == Some(Platform::Instagram);
    let response = match rule.fault {
        FaultKind::RateLimited => rate_limited(instagram, rule.retry_after_seconds.unwrap_or(RETRY_AFTER)),
        FaultKind::RequireLogin if instagram => InstagramRefusal::RequireLogin.response(),
        FaultKind::RequireLogin => tiktok::login_wall(),
        FaultKind::Challenge => InstagramRefusal::Challenge.response(),
        FaultKind::Checkpoint => InstagramRefusal::Checkpoint.response(),
        FaultKind::FeedbackRequired => InstagramRefusal::Feedback.response(),
        FaultKind::EndpointRetired | FaultKind::HomeRedirectAll => InstagramRefusal::Retired.response(),
        FaultKind::Suspended => InstagramRefusal::Suspended.response(),
        FaultKind::UseragentMismatch => InstagramRefusal::UseragentMismatch.response(),
        FaultKind::AmbiguousEmpty => SimulatedResponse::json(&json!({"status": "ok"})),
        FaultKind::RegionBlocked => tiktok::VideoRefusal::Region.response(),
        FaultKind::AgeRestricted => tiktok::VideoRefusal::Age.response(),
        FaultKind::UnderReview => tiktok::VideoRefusal::Review.response(),
        FaultKind::StrangePage => SimulatedResponse::html("<html><body>Please wait</body></html>"),
        FaultKind::HtmlInsteadOfJson => instagram::bare_page("Login"),
        FaultKind::Captcha => tiktok::captcha(route.is_page()),
        FaultKind::Shell => tiktok::shell(),
        FaultKind::EmptyBody => SimulatedResponse::html(Bytes::new()),
        FaultKind::ServerError => SimulatedResponse::html("<html><body>5xx Server Error</body></html>")
            .with_status(StatusCode::INTERNAL_SERVER_ERROR),
        FaultKind::SchemaChanged => schema_changed(route),
        FaultKind::Private => private(route, normal(), missing),
        FaultKind::MaskedChallenge => InstagramRefusal::MaskedChallenge.response(),
        FaultKind::WaitWithoutStatus => InstagramRefusal::Wait.response(),
        FaultKind::Withheld => InstagramRefusal::Withheld.response(),
        FaultKind::ExecutionError200 => no_data("execution error"),
        FaultKind::DataNullErrors => {
            no_data("A server error field_exception occured. Check server logs for details.")
        }
        FaultKind::ErrorsBesideData => edit::with_error(normal()),
        FaultKind::EmptyList => edit::emptied(normal()),
        FaultKind::Shadow => edit::shadowed(normal()),
        FaultKind::EmptyWeek => edit::empty_week(normal()),
        FaultKind::RoundedOnly => edit::rounded_only(normal()),
        FaultKind::HiddenLikes => edit::hidden_likes(normal()),
        FaultKind::ItemDeleted if route.is_list() => {
            edit::without(normal(), rule.item.as_deref().unwrap_or_default())
        }
        FaultKind::Deleted | FaultKind::ItemDeleted => missing(),
        FaultKind::Blocked => tiktok::blocked(),
        FaultKind::CanonicalElsewhere => tiktok::elsewhere(rule.location.as_deref()),
        FaultKind::OddStatus => odd_status(route.is_page()),
        FaultKind::Slow
        | FaultKind::Never
        | FaultKind::CutOff
        | FaultKind::Truncated
        | FaultKind::Oversized
        | FaultKind::Waf
        | FaultKind::WafUnsolvable
        | FaultKind::LinkHops
        | FaultKind::RepeatPage
        | FaultKind::Renamed
        | FaultKind::Recycled
        | FaultKind::Swapped
        | FaultKind::Recorded => return None,
    };
    Some(response.into())
}

/// Builds the correct response, delivered in an unusable way.
fn sent_badly(rule: &FaultRule, normal: &impl Fn() -> SimulatedResponse) -> Option<Delivery> {
    let late = |by: u64| Delivery {
        delay: Duration::from_millis(rule.delay_ms.unwrap_or(by)),
        ..normal().into()
    };
    match rule.fault {
        FaultKind::Slow => Some(late(SLOW)),
        FaultKind::Never => Some(late(NEVER)),
        FaultKind::CutOff => Some(Delivery {
            cut_off: true,
            ..normal().into()
        }),
        FaultKind::Truncated => {
            let response = normal();
            let body = response.body.slice(..response.body.len() / 2);
            Some(SimulatedResponse { body, ..response }.into())
        }
        FaultKind::Oversized => {
            let response = normal();
            let mut body = response.body.to_vec();
            body.resize(OVERSIZED.max(body.len()), b' ');
            let body = Bytes::from(body);
            Some(SimulatedResponse { body, ..response }.into())
        }
        _ => None,
    }
}

/// Builds a GraphQL failure: an error with a success status.
fn no_data(message: &str) -> SimulatedResponse {
    SimulatedResponse::json(&json!({
        "errors": [{"message": message, "severity": "CRITICAL"}],
        "data": null,
        "status": "ok",
    }))
}

fn odd_status(is_page: bool) -> SimulatedResponse {
    let status = StatusCode::from_u16(if is_page { 560 } else { 572 });
    SimulatedResponse::html(Bytes::new()).with_status(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
}

fn rate_limited(instagram: bool, seconds: u64) -> SimulatedResponse {
    let response = if instagram {
        let body = r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#;
        SimulatedResponse::json_text(StatusCode::TOO_MANY_REQUESTS, body)
    } else {
        SimulatedResponse::html(Bytes::new()).with_status(StatusCode::TOO_MANY_REQUESTS)
    };
    response.with(header::RETRY_AFTER, &seconds.to_string())
}

/// Changes the format: on Instagram, the document is unknown or its fields are renamed; on TikTok, the status is success with
/// unknown contents.
fn schema_changed(route: &Route) -> SimulatedResponse {
    use crate::tiktok::Route as Tiktok;
    match route {
        Route::Instagram(route) if route.is_graphql() => InstagramRefusal::ExecutionError.response(),
        Route::Instagram(route) if route.is_page() => instagram::bare_page("Instagram"),
        Route::Instagram(_) => {
            SimulatedResponse::json(&json!({"data": {"viewer_v9": {}}, "payload": [], "status": "ok"}))
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
            SimulatedResponse::json(&json!({"statusCode": 0, "items_v9": {}, "cursor_v9": 1}))
        }
    }
}

/// Reduces an account to what a private one shows: its profile with the counts, but none of its items.
fn private(
    route: &Route,
    normal: SimulatedResponse,
    missing: impl FnOnce() -> SimulatedResponse,
) -> SimulatedResponse {
    use crate::{instagram::Route as Instagram, tiktok::Route as Tiktok};
    match route {
        Route::Instagram(Instagram::ProfileInfo { .. }) => edit::edited(normal, |profile| {
            if let Some(user) = profile.pointer_mut("/data/user").filter(|user| user.is_object()) {
                user["is_private"] = json!(true);
                user["edge_owner_to_timeline_media"]["edges"] = json!([]);
            }
        }),
        Route::Instagram(Instagram::Feed { .. } | Instagram::ClipsUser { .. }) => {
            InstagramRefusal::NotAuthorized.response()
        }
        Route::Instagram(Instagram::ProfilePage { .. } | Instagram::Home | Instagram::TopSearch { .. }) => {
            normal
        }
        Route::Tiktok(Tiktok::UserPage { .. }) => tiktok::private_user(&normal),
        Route::Tiktok(Tiktok::VideoPage { .. }) => tiktok::VideoRefusal::PrivateAuthor.response(),
        _ => missing(),
    }
}
