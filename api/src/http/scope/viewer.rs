//! Authenticates the viewers of share links, and lists the calls that a link allows.

use std::sync::Arc;

use axum::extract::MatchedPath;
use chrono::TimeDelta;
use clipmeter_db::share_links::{self, Viewer};
use clipmeter_domain::Platform;
use http::Method;
use http::request::Parts;

use super::caller::Caller;
use super::signed_in::SignedIn;
use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// The use of a share link is stored once in this time: its screens poll every few seconds.
const USE_INTERVAL: TimeDelta = TimeDelta::hours(1);

async fn note_use(viewer: &Caller) -> Result<(), Problem> {
    let mut transaction = viewer.begin_own().await?;
    if let Some(link) = viewer.user().share_link() {
        share_links::note_use(&mut transaction, link, viewer.now()).await?;
    }
    Ok(transaction.commit().await?)
}

impl SignedIn {
    /// Returns the viewer of a share link, if the link allows the call.
    pub(super) async fn viewer(
        parts: &Parts,
        state: &Arc<HttpState>,
        digest: &[u8; 32],
    ) -> Result<Self, Problem> {
        let now = state.clock.now();
        let Viewer { user, last_used_at } = state
            .database
            .viewer(digest, now)
            .await?
            .ok_or(ErrorCode::Unauthenticated)?;
        let caller = Caller::new(user, None, now, parts, state.database.clone());
        let route = parts.extensions.get::<MatchedPath>();
        if !may_call(&parts.method, route.map_or("", MatchedPath::as_str)) {
            return Err(caller.deny_access().await);
        }
        if last_used_at.is_none_or(|at| now - at >= USE_INTERVAL)
            && let Err(problem) = note_use(&caller).await
        {
            // The numbers can be read even if the disk is full.
            tracing::warn!(?problem, "cannot record the use of a share link");
        }
        Ok(Self::new(caller))
    }
}

/// Returns whether a viewer may make the call: reads of a group's dashboard. Refuses everything else, also a call that is
/// added later and not listed here.
fn may_call(method: &Method, route: &str) -> bool {
    let Some(path) = route.strip_prefix("/api/").filter(|_| method.is_safe()) else {
        return false;
    };
    let within_platform = Platform::ALL
        .iter()
        .find_map(|platform| path.strip_prefix(platform.code())?.strip_prefix('/'));
    match within_platform {
        Some(path) => matches!(
            path,
            "accounts"
                | "accounts/gains"
                | "accounts/{id}"
                | "accounts/{id}/history"
                | "accounts/{id}/posts"
                | "accounts/{id}/videos"
                | "posts/{id}/history"
                | "videos"
                | "videos/{id}/history"
        ),
        None => matches!(
            path,
            "auth/me"
                | "dashboard/all-content"
                | "dashboard/all-content/export"
                | "dashboard/all-content/sums"
                | "dashboard/all-instagram-posts"
                | "dashboard/all-instagram-posts/export"
                | "dashboard/all-instagram-posts/sums"
                | "dashboard/all-tiktok-videos"
                | "dashboard/all-tiktok-videos/export"
                | "dashboard/all-tiktok-videos/sums"
                | "dashboard/compare"
                | "dashboard/compare/ages"
                | "dashboard/compare/export"
                | "dashboard/gains"
                | "dashboard/statement"
                | "dashboard/statement/export"
                | "dashboard/stats"
                | "dashboard/top-performers"
                | "dashboard/trend"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewer_reads_dashboard_and_nothing_else() {
        for (method, route, expected) in [
            (Method::GET, "/api/dashboard/stats", true),
            (Method::HEAD, "/api/dashboard/stats", true),
            (Method::GET, "/api/tiktok/accounts/{id}", true),
            (Method::PATCH, "/api/tiktok/accounts/{id}", false),
            (Method::POST, "/api/dashboard/scrape-all", false),
            (Method::GET, "/api/dashboard/attention", false),
            (Method::GET, "/api/tiktok/secrets", false),
            (Method::GET, "/api/tiktokaccounts", false),
            (Method::GET, "/api/views", false),
            (Method::GET, "/api/admin/users", false),
            (Method::GET, "", false),
        ] {
            assert_eq!(may_call(&method, route), expected, "{method} {route}");
        }
    }
}
