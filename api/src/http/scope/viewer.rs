//! What a share link allows.

use clipmeter_domain::Platform;
use http::Method;

/// Returns whether a viewer may make the call: reads of a group's dashboard. Everything else is refused, also a call that is added
/// later and not listed here.
pub(super) fn may_call(method: &Method, route: &str) -> bool {
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
