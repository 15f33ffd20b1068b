//! Tests of the limit on concurrent exports.

use http::StatusCode;

use crate::export::{begun, open, until_left, with_many};
use crate::listing::TABLE;
use crate::support::{ADMIN_PASSWORD, TestResponse, World, run};

/// Asserts the response to a user who must wait.
async fn refused(world: &World, token: &str, status: u16, code: &str) -> TestResponse {
    let response = TestResponse::read(open(world, token).await).await;
    response.refused(status, code);
    assert_eq!(response.header("retry-after"), "10");
    response
}

#[test]
fn export_limit_leaves_connections_for_other_requests() {
    run(async {
        let world = with_many().await;
        world.add_member("cid", world.group_a).await;
        let colleague = world.sign_in("cid", ADMIN_PASSWORD).await;
        let mut under_way = Vec::new();
        for token in [&world.member_a, &world.member_b, &colleague] {
            under_way.push(begun(&world, token).await);
        }
        refused(&world, &world.admin, 503, "unavailable").await;
        world.get(&world.member_a, &format!("{TABLE}?page=2")).await.ok();
        under_way.pop();
        until_left(&world, 2).await;
        assert_eq!(open(&world, &world.admin).await.status(), StatusCode::OK);
    });
}

#[test]
fn export_is_limited_to_one_per_user() {
    run(async {
        let world = with_many().await;
        let first = begun(&world, &world.member_a).await;
        // Regardless of how the same user signed in.
        let again = world.sign_in("ann@example.com", ADMIN_PASSWORD).await;
        let response = refused(&world, &again, 429, "export_under_way").await;
        assert!(
            response.error().contains("Another export is running"),
            "{response:?}"
        );
        let other = begun(&world, &world.member_b).await;
        drop(first);
        until_left(&world, 1).await;
        assert_eq!(open(&world, &again).await.status(), StatusCode::OK);
        drop(other);
    });
}
