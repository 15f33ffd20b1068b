//! Instagram's refusals and access rules: the requests allowed for anonymous clients, and the required headers of the web
//! client. Bodies and statuses are the platform's.

use axum::http::StatusCode;

use super::Route;
use crate::request::Request;
use crate::response::SimulatedResponse;

/// A refusal that Instagram sends instead of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstagramRefusal {
    /// 401: the endpoint is closed to anonymous clients; with a session, the session is dead.
    RequireLogin,
    /// 400: headers that differ from the web client's.
    UseragentMismatch,
    /// 400: a GraphQL document that the platform no longer accepts.
    ExecutionError,
    /// 302 to the home page: this endpoint is retired for this session.
    Retired,
    /// 400: the account is private and not followed.
    NotAuthorized,
    /// 404: the user does not exist.
    UserNotFound,
    /// 404: the post does not exist.
    MediaNotFound,
    /// 400 without a reason: profiles of some professional accounts are unavailable here.
    Withheld,
    /// 200 that says to wait a few minutes.
    Wait,
    /// 404 in plain text: a disguised challenge.
    MaskedChallenge,
    /// 302 to a challenge that a person has to solve in a browser.
    Challenge,
    /// 400 with the URL of a checkpoint.
    Checkpoint,
    /// 302: the account of the session is suspended.
    Suspended,
    /// 400: the account of the session acts too frequently.
    Feedback,
}

impl InstagramRefusal {
    pub(crate) fn response(self) -> SimulatedResponse {
        let fail = |status, body: &'static str| SimulatedResponse::json_text(status, body);
        match self {
            Self::RequireLogin => fail(
                StatusCode::UNAUTHORIZED,
                r#"{"message":"Please wait a few minutes before you try again.","require_login":true,"igweb_rollout":true,"status":"fail"}"#,
            ),
            Self::UseragentMismatch => fail(
                StatusCode::BAD_REQUEST,
                r#"{"message":"useragent mismatch","status":"fail"}"#,
            ),
            Self::ExecutionError => fail(
                StatusCode::BAD_REQUEST,
                r#"{"message":"invalid request","errors":[{"message":"execution error","severity":"CRITICAL"}],"status":"fail"}"#,
            ),
            Self::Retired => SimulatedResponse::redirect("https://www.instagram.com/"),
            Self::NotAuthorized => fail(
                StatusCode::BAD_REQUEST,
                r#"{"message":"Not authorized to view user","status":"fail"}"#,
            ),
            Self::UserNotFound => fail(
                StatusCode::NOT_FOUND,
                r#"{"message":"User not found","status":"fail"}"#,
            ),
            Self::MediaNotFound => fail(
                StatusCode::NOT_FOUND,
                r#"{"message":"Media not found or unavailable","status":"fail"}"#,
            ),
            Self::Withheld => fail(StatusCode::BAD_REQUEST, r#"{"message":"","status":"fail"}"#),
            Self::Wait => fail(
                StatusCode::OK,
                r#"{"message":"Please wait a few minutes before you try again.","status":"fail"}"#,
            ),
            Self::MaskedChallenge => SimulatedResponse::plain(StatusCode::NOT_FOUND, "Not Found"),
            Self::Challenge => {
                SimulatedResponse::redirect("https://www.instagram.com/challenge/?next=/api/v1/")
            }
            Self::Suspended => {
                SimulatedResponse::redirect("https://www.instagram.com/accounts/suspended/?next=/api/v1/")
            }
            Self::Checkpoint => fail(
                StatusCode::BAD_REQUEST,
                r#"{"message":"checkpoint_required","checkpoint_url":"/challenge/624247/simulated/","lock":false,"status":"fail"}"#,
            ),
            Self::Feedback => fail(
                StatusCode::BAD_REQUEST,
                r#"{"message":"feedback_required","spam":true,"feedback_title":"Try Again Later","feedback_message":"We limit how often you can do certain things on Instagram to protect our community.","feedback_action":"report_problem","status":"fail"}"#,
            ),
        }
    }
}

/// Returns the refusal of a request that the platform refuses for every account.
pub(crate) fn refuse(route: &Route, request: &Request) -> Option<SimulatedResponse> {
    if route.is_page() {
        return None;
    }
    let refusal = if request.session().is_none() && !allows_anonymous(route, request) {
        Some(InstagramRefusal::RequireLogin)
    } else if matches!(route, Route::ProfileInfo { .. }) && request.header("x-ig-app-id").is_none() {
        Some(InstagramRefusal::UseragentMismatch)
    } else {
        None
    };
    refusal.map(InstagramRefusal::response)
}

/// Returns whether the endpoint allows an anonymous client: GraphQL does if the client sends the same token as a cookie and as a
/// header; REST allows profiles only.
fn allows_anonymous(route: &Route, request: &Request) -> bool {
    match route {
        Route::ProfileInfo { .. } | Route::Script { .. } => true,
        Route::Timeline { .. }
        | Route::LegacyTimeline { .. }
        | Route::Clips { .. }
        | Route::MediaByShortcode { .. }
        | Route::LoggedOutMedia { .. }
        | Route::StaleDocument => {
            let cookie = request.cookie("csrftoken").filter(|token| !token.is_empty());
            cookie.is_some() && cookie == request.header("x-csrftoken")
        }
        _ => false,
    }
}
