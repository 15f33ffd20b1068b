//! "Groups"

use serde_json::json;

use super::caller::Caller;
use super::installation::Installation;
use super::shape::{
    GROUP, GROUP_INSTAGRAM, GROUP_TIKTOK, INSTAGRAM_ACCOUNT, INSTAGRAM_POST, TIKTOK_ACCOUNT, TIKTOK_VIDEO,
    USER, all_have, has,
};

#[tokio::test]
async fn group_calls_follow_specification() {
    let installation = Installation::start().await.with_content().await;
    let admin = &installation.admin;

    // POST /groups {name, description, max_instagram_accounts, max_tiktok_accounts}; name required, limits default to 10.
    let group = admin.post("/groups", json!({"name": "Contoso"})).await.ok();
    has(&group, GROUP);
    assert_eq!(
        (&group["max_instagram_accounts"], &group["max_tiktok_accounts"]),
        (&json!(10), &json!(10))
    );
    assert_eq!(
        (&group["is_active"], &group["description"]),
        (&json!(true), &json!(""))
    );
    let whole = json!({"name": "Fabrikam", "description": "Shoes", "max_instagram_accounts": 3, "max_tiktok_accounts": 4});
    let other = admin.post("/groups", whole).await.ok();
    assert_eq!(
        (&other["description"], &other["max_tiktok_accounts"]),
        (&json!("Shoes"), &json!(4))
    );
    assert_eq!(admin.post("/groups", json!({"name": " "})).await.status, 422);

    // GET /groups returns {groups[]}.
    let groups = admin.get("/groups").await.ok();
    all_have(&groups["groups"], GROUP);
    assert_eq!(groups["groups"].as_array().unwrap().len(), 3);

    // GET /groups/{id}: totals, accounts and recent items of each platform.
    let detail = admin.get(&format!("/groups/{}", installation.group)).await.ok();
    has(&detail["instagram"], GROUP_INSTAGRAM);
    has(&detail["tiktok"], GROUP_TIKTOK);
    all_have(&detail["instagram"]["accounts"], INSTAGRAM_ACCOUNT);
    all_have(&detail["instagram"]["recent_posts"], INSTAGRAM_POST);
    all_have(&detail["tiktok"]["accounts"], TIKTOK_ACCOUNT);
    all_have(&detail["tiktok"]["recent_videos"], TIKTOK_VIDEO);

    // POST /groups/{id}/users {username, email, full_name, password, is_group_admin}; the response includes the password.
    let id = group["id"].as_i64().unwrap();
    let users = format!("/groups/{id}/users");
    let body = json!({"username": "jonas", "email": "jonas@example.com", "full_name": "Jonas Berg", "password": "", "is_group_admin": true});
    let made = admin.post(&users, body).await.ok();
    has(&made["user"], USER);
    assert_eq!(
        (&made["user"]["group_id"], &made["user"]["is_group_admin"]),
        (&json!(id), &json!(true))
    );
    let password = made["password"].as_str().unwrap();
    assert!(password.len() >= 12, "blank means generated, and strong");
    let jonas = Caller::sign_in(&installation.url, "jonas", password).await;
    assert_eq!(
        admin
            .post(&users, json!({"username": "", "email": "x@example.com"}))
            .await
            .status,
        422
    );
    assert_eq!(
        admin
            .post(&users, json!({"username": "x", "email": ""}))
            .await
            .status,
        422
    );

    // POST /groups/{id}/toggle: its users are signed out and cannot sign in until it is active again.
    let toggle = format!("/groups/{id}/toggle");
    let off = admin.poke(&toggle).await.ok();
    assert_eq!(off["message"], "Group status updated");
    assert_eq!(jonas.get("/auth/me").await.status, 401);
    assert_eq!(admin.poke(&toggle).await.ok()["group"]["is_active"], true);

    // DELETE /groups/{id}: all associated data is deleted.
    let deleted = admin
        .delete(&format!("/groups/{}", installation.group))
        .await
        .ok();
    assert_eq!(deleted["message"], "Group deleted successfully");
    assert_eq!(
        admin.get(&format!("/groups/{}", installation.group)).await.status,
        404
    );
    assert_eq!(admin.get("/dashboard/all-instagram-posts").await.ok()["total"], 0);
    assert_eq!(installation.member.get("/auth/me").await.status, 401);

    // Members are not allowed to do this.
    for response in [
        jonas.get("/groups").await,
        jonas.post("/groups", json!({"name": "Mine"})).await,
    ] {
        assert_eq!(response.status, 401, "jonas was signed out with the group");
    }
    let jonas = Caller::sign_in(&installation.url, "jonas", password).await;
    jonas.get("/groups").await.refused(403, "Access denied");
}
