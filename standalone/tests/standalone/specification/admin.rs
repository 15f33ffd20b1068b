//! "Admin"

use serde_json::json;

use super::installation::Installation;
use super::shape::{
    INSTAGRAM_ENGAGEMENT, PER_PLATFORM, RECENT, TIKTOK_ENGAGEMENT, USER, USERS, all_have, has,
};

#[tokio::test]
async fn admin_calls_follow_specification() {
    let installation = Installation::start().await.with_content().await;
    let (admin, member) = (&installation.admin, &installation.member);

    // GET /admin/stats/overview.
    let overview = admin.get("/admin/stats/overview").await.ok();
    has(&overview["users"], USERS);
    assert_eq!(
        (&overview["users"]["total"], &overview["users"]["active"]),
        (&json!(2), &json!(2))
    );
    has(&overview["accounts"], PER_PLATFORM);
    has(&overview["content"], RECENT);
    assert_eq!(
        overview["content"]["recent_instagram"], overview["content"]["instagram_posts"],
        "within 24 h"
    );
    has(&overview["engagement"]["instagram"], INSTAGRAM_ENGAGEMENT);
    has(&overview["engagement"]["tiktok"], TIKTOK_ENGAGEMENT);
    let filtered = admin
        .get(&format!("/admin/stats/overview?group_id={}", installation.group))
        .await
        .ok();
    assert_eq!(filtered["accounts"], overview["accounts"]);

    // GET /admin/scraping/status.
    let status = admin.get("/admin/scraping/status").await.ok();
    has(&status["pending"], PER_PLATFORM);
    has(&status["recent"], PER_PLATFORM);
    assert_eq!(
        (&status["recent"]["instagram"], &status["recent"]["tiktok"]),
        (&json!(1), &json!(1))
    );

    // GET /admin/users returns {users[]}.
    let users = admin.get("/admin/users").await.ok();
    all_have(&users["users"], USER);
    assert_eq!(users["users"].as_array().unwrap().len(), 2);

    for path in ["/admin/stats/overview", "/admin/scraping/status", "/admin/users"] {
        member.get(path).await.refused(403, "Access denied");
    }

    // POST /admin/users/{id}/toggle-status.
    let user = format!("/admin/users/{}", installation.member_id);
    let toggle = format!("{user}/toggle-status");
    assert_eq!(
        admin.poke(&toggle).await.ok()["message"],
        "User deactivated successfully"
    );
    assert_eq!(member.get("/auth/me").await.status, 401);
    assert_eq!(
        admin.poke(&toggle).await.ok()["message"],
        "User activated successfully"
    );

    // DELETE /admin/users/{id}: the user and the accounts, posts, videos and data of the user.
    assert_eq!(
        admin.delete(&user).await.ok()["message"],
        "User and all associated data deleted successfully"
    );
    assert_eq!(admin.delete(&user).await.status, 404);
    for (path, list) in [
        ("/instagram/accounts", "accounts"),
        ("/dashboard/all-tiktok-videos", "videos"),
    ] {
        assert_eq!(admin.get(path).await.ok()[list], json!([]), "{path}");
    }

    // Not offered for admin users.
    let id = admin.get("/auth/me").await.ok()["user"]["id"].clone();
    assert_eq!(
        admin
            .poke(&format!("/admin/users/{id}/toggle-status"))
            .await
            .status,
        409
    );
    assert_eq!(admin.delete(&format!("/admin/users/{id}")).await.status, 409);
}
