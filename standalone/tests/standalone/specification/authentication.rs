//! "Authentication"

use serde_json::json;

use super::caller::Caller;
use super::installation::Installation;
use super::shape::{MESSAGE, SIGNED_IN, USER, has};
use crate::support::PASSWORD;

#[tokio::test]
async fn authentication_calls_follow_specification() {
    let installation = Installation::start().await;
    let anonymous = Caller::anonymous(&installation.url);

    // POST /auth/login {username, password} returns {user, access_token}.
    for username in ["mara", "mara@example.com", "MARA"] {
        let body = json!({"username": username, "password": PASSWORD});
        let response = anonymous.post("/auth/login", body).await.ok();
        has(&response, SIGNED_IN);
        has(&response["user"], USER);
        assert_eq!(response["user"]["group_name"], "Northwind");
        assert_eq!(
            (&response["user"]["is_admin"], &response["user"]["is_active"]),
            (&json!(false), &json!(true))
        );
    }
    let admin = anonymous
        .post("/auth/login", json!({"username": "admin", "password": PASSWORD}))
        .await
        .ok();
    has(&admin["user"], USER);
    assert_eq!(
        (&admin["user"]["role"], &admin["user"]["is_admin"]),
        (&json!("admin"), &json!(true))
    );

    // Login failure shows the server's error field, which does not reveal whether the username or the password is wrong.
    for body in [
        json!({"username": "mara", "password": "x"}),
        json!({"username": "nobody", "password": PASSWORD}),
    ] {
        anonymous
            .post("/auth/login", body)
            .await
            .refused(401, "Invalid username or password");
    }
    // Username and password are required.
    assert_eq!(
        anonymous
            .post("/auth/login", json!({"username": " ", "password": PASSWORD}))
            .await
            .status,
        422
    );
    assert_eq!(
        anonymous
            .post("/auth/login", json!({"username": "mara"}))
            .await
            .status,
        422
    );

    // POST /auth/register exists; it is disabled by default.
    let body = json!({"email": "new@example.com", "password": PASSWORD, "company_name": "Contoso"});
    assert_eq!(anonymous.post("/auth/register", body).await.status, 403);

    // A 401 ends the session; logout ends this sign-in, and logout-everywhere ends all of the user's sign-ins.
    let member = installation.member;
    let second = Caller::sign_in(&installation.url, "mara", PASSWORD).await;
    let third = Caller::sign_in(&installation.url, "mara", PASSWORD).await;
    has(&member.poke("/auth/logout").await.ok(), MESSAGE);
    assert_eq!(member.get("/dashboard/stats").await.status, 401);
    assert_eq!(second.get("/dashboard/stats").await.status, 200);
    has(&second.poke("/auth/logout-everywhere").await.ok(), MESSAGE);
    for caller in [&member, &second, &third, &anonymous] {
        assert_eq!(caller.get("/dashboard/stats").await.status, 401);
    }

    // So does a new password, except for the token in its response.
    let member = Caller::sign_in(&installation.url, "mara", PASSWORD).await;
    let body = json!({"current_password": PASSWORD, "new_password": "seven green bottles"});
    let renewed = member.post("/auth/password", body).await.ok();
    has(&renewed, SIGNED_IN);
    assert_eq!(member.get("/auth/me").await.status, 401);
    has(
        &member
            .with_token(&renewed["access_token"])
            .get("/auth/me")
            .await
            .ok()["user"],
        USER,
    );
}
