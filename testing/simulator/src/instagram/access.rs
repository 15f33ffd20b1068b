//! Instagram's access rules: the requests allowed for anonymous clients, and the required headers of the web client.

use super::{InstagramRefusal, Route};
use crate::{request::Request, response::SimulatedResponse};

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

/// Whether the endpoint allows an anonymous client: GraphQL does if the client sends the same token as a cookie and as a header;
/// REST allows profiles only.
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
