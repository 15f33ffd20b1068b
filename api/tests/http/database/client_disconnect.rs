//! Writes whose callers hang up at any moment.

use axum::body::Body;
use clipmeter_fixtures::cut_off;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{World, run};

/// More polls than any request in these tests needs.
const MAX_WAITS: usize = 500;

#[derive(Clone, Copy, Debug)]
enum Write {
    CreateGroup,
    ToggleUser,
    AddProxy,
    TrackAccount,
    UntrackAccount,
}

impl Write {
    const ALL: [Self; 5] = [
        Self::CreateGroup,
        Self::ToggleUser,
        Self::AddProxy,
        Self::TrackAccount,
        Self::UntrackAccount,
    ];

    async fn request(self, world: &World, n: usize) -> Request<Body> {
        let (method, path, body) = match self {
            Self::CreateGroup => (
                Method::POST,
                "/api/groups".to_owned(),
                json!({"name": format!("Cut {n}")}),
            ),
            Self::ToggleUser => {
                let bob = world.count("SELECT id FROM users WHERE username = 'bob'").await;
                (
                    Method::POST,
                    format!("/api/admin/users/{bob}/toggle-status"),
                    Value::Null,
                )
            }
            Self::AddProxy => {
                let proxy = json!({"name": format!("Cut {n}"), "url": "http://proxy.example:8080"});
                (Method::POST, "/api/scraping/proxies".to_owned(), proxy)
            }
            Self::TrackAccount => {
                let account = json!({"username": format!("cut{n}"), "group_id": world.group_a});
                (Method::POST, "/api/instagram/accounts".to_owned(), account)
            }
            Self::UntrackAccount => {
                let account = world.track(&world.member_a, "tiktok", &format!("cut{n}")).await;
                (
                    Method::DELETE,
                    format!("/api/tiktok/accounts/{account}"),
                    Value::Null,
                )
            }
        };
        let request = World::request(method, &world.admin, &path);
        if body.is_null() {
            return request.body(Body::empty()).unwrap();
        }
        let request = request.header("content-type", "application/json");
        request.body(Body::from(body.to_string())).unwrap()
    }

    /// Returns a number that stays the same if a write and its audit log entry are stored together.
    fn balance(self) -> &'static str {
        match self {
            Self::CreateGroup => {
                "SELECT (SELECT count(*) FROM groups) - (SELECT count(*) FROM audit_log WHERE action = 'group.create')"
            }
            Self::ToggleUser => {
                "SELECT (SELECT count(*) FROM users WHERE is_active)
                      - (SELECT count(*) FROM audit_log WHERE action = 'user.activate')
                      + (SELECT count(*) FROM audit_log WHERE action = 'user.deactivate')"
            }
            Self::AddProxy => {
                "SELECT (SELECT count(*) FROM proxies) - (SELECT count(*) FROM audit_log WHERE action = 'proxy.add')"
            }
            Self::TrackAccount | Self::UntrackAccount => {
                "SELECT (SELECT count(*) FROM tracked_accounts)
                      - (SELECT count(*) FROM audit_log WHERE action = 'account.add')
                      + (SELECT count(*) FROM audit_log WHERE action = 'account.delete')"
            }
        }
    }
}

#[test]
fn asvs_2_3_3_write_interrupted_by_disconnect_is_atomic_with_audit_entry() {
    run(async {
        let world = World::new().await;
        world
            .execute("UPDATE groups SET max_instagram_accounts = 1000, max_tiktok_accounts = 1000")
            .await;
        for write in Write::ALL {
            let balance = world.count(write.balance()).await;
            for waits in 0..MAX_WAITS {
                let request = write.request(&world, waits).await;
                let response = cut_off(waits, world.send(request)).await;
                assert_eq!(
                    world.count(write.balance()).await,
                    balance,
                    "{write:?} after {waits} waits"
                );
                if let Some(response) = response {
                    assert!(
                        waits > 0 && response.status.is_success(),
                        "{write:?}: {response:?}"
                    );
                    break;
                }
            }
        }
    });
}
