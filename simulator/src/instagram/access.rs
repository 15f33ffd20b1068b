//! Which requests Instagram answers at all: what a guest may ask, and which headers the web client sends.

use super::{InstagramRefusal, Route};
use crate::{request::Request, response::SimulatedResponse};

/// Refuses a request that the platform would refuse whoever it asks for.
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

/// GraphQL lets guests in who send the same token as a cookie and as a header; REST lets them see profiles only.
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
