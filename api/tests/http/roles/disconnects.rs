//! Tests of callers who disconnect during their request, over real sockets.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use http::{Method, Request};
use rand::{Rng as _, SeedableRng as _};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};

use super::callers::{Callers, Role, bearer, request};
use super::fixtures::Fixtures;
use super::rows;
use super::table::RequiredRole;
use crate::support::{ADMIN_PASSWORD, World, run};

const SEED: u64 = 17;

/// Number of concurrent callers per round, and the maximum time in milliseconds after which each disconnects.
const ROUNDS: usize = 10;
const CALLERS: u32 = 100;
const MAX_CALL_MS: u32 = 600;

/// Number of calls after the disconnects. The pool uses its connections in turn, so these calls use all of them.
const CALLS_AFTER: usize = 100;
const REFUSALS: usize = 40;
const COMMITS: usize = 25;

/// Maximum time for the last transaction to end on a busy machine; shorter than any timeout that would end an abandoned one.
const TIMEOUT: Duration = Duration::from_secs(8);

/// Interval between two looks at the server's transactions.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[test]
fn client_disconnects_leave_no_transactions_or_stale_state() {
    run(async {
        let callers = Callers::new().await;
        let world = &callers.world;
        let address = serve(world).await;
        let mut random = ChaCha8Rng::seed_from_u64(SEED);
        let mut rounds_left_open = Vec::new();
        for round in 0..ROUNDS {
            let fixtures = callers.fixtures(Role::Admin).await;
            let requests = requests(&callers, &fixtures).await;
            let callers = (0..CALLERS).map(|_| {
                let request = &requests[random.next_u32() as usize % requests.len()];
                let hang_up_after_ms = random.next_u32() % MAX_CALL_MS;
                hang_up(address, request, Duration::from_millis(hang_up_after_ms.into()))
            });
            futures::future::join_all(callers).await;
            if let Some(left) = left_open(world).await {
                rounds_left_open.push((round, left));
            }
        }
        let failures = failures_after(&callers).await;
        let admitted = admitted_after(world).await;
        let stale = stale_after(world).await;
        assert!(
            rounds_left_open.is_empty() && failures.is_empty() && admitted == 0 && stale == 0,
            "transactions left open, by round: {rounds_left_open:?}; calls that failed afterwards: {failures:?}; \
             tokens that were admitted after they ended: {admitted}; stale reads: {stale}"
        );
    });
}

/// Serves the installation's router on a new port.
async fn serve(world: &World) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = world
        .router
        .clone()
        .into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async { axum::serve(listener, service).await });
    address
}

/// Returns every operation as bytes, called by the administrator, or by a user of this round if the call ends the caller's token.
async fn requests(callers: &Callers, fixtures: &Fixtures) -> Vec<Vec<u8>> {
    let leaver = callers
        .world
        .sign_in(&leaver(callers).await, ADMIN_PASSWORD)
        .await;
    rows()
        .iter()
        .map(|(operation, row)| {
            let token = match (row.required_role, row.ends_token) {
                (RequiredRole::Public, _) => "",
                (_, true) => leaver.as_str(),
                (_, false) => callers.token(Role::Admin),
            };
            bytes(&request(&bearer(token), operation, row, fixtures, ""))
        })
        .collect()
}

/// A new member, who has everybody's password.
async fn leaver(callers: &Callers) -> String {
    sqlx::query_scalar(
        "INSERT INTO users (username, group_id, password_hash, created_at)
         SELECT 'leaver' || (SELECT max(id) FROM users), group_id, password_hash, created_at
         FROM users WHERE username = 'bob' RETURNING username",
    )
    .fetch_one(&callers.world.owner)
    .await
    .unwrap()
}

fn bytes(request: &Request<String>) -> Vec<u8> {
    let mut head = format!("{} {} HTTP/1.1\r\nhost: x\r\n", request.method(), request.uri());
    for (name, value) in request.headers() {
        write!(head, "{name}: {}\r\n", value.to_str().unwrap()).unwrap();
    }
    let body = request.body();
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Sends a request and closes the connection after some time, with or without a response.
async fn hang_up(address: SocketAddr, request: &[u8], after: Duration) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    tokio::time::sleep(after).await;
}

/// Returns how many transactions of the API stay open for more than half a second.
async fn left_open(world: &World) -> Option<i64> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let old = world
            .count(
                "SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND application_name LIKE 'clipmeter%'
                   AND clock_timestamp() - xact_start > interval '500 ms'",
            )
            .await;
        if old == 0 {
            return None;
        }
        if Instant::now() > deadline {
            return Some(old);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns the operations that failed after all callers had disconnected, with their statuses.
async fn failures_after(callers: &Callers) -> Vec<(String, u16)> {
    let mut failures = Vec::new();
    let fixtures = callers.fixtures(Role::Admin).await;
    let harmless: Vec<_> = rows()
        .into_iter()
        .filter(|(operation, row)| {
            operation.method == Method::GET || ["login", "create_group", "set_intervals"].contains(&row.id)
        })
        .collect();
    for (operation, row) in harmless.iter().cycle().take(CALLS_AFTER) {
        let token = bearer(callers.token(Role::Admin));
        let response = callers.call(&token, operation, row, &fixtures, "").await;
        if response.status.is_server_error() {
            failures.push((operation.id.clone(), response.status.as_u16()));
        }
    }
    failures
}

/// Returns how often the tokens of a deactivated user and of a signed-out user are accepted.
async fn admitted_after(world: &World) -> usize {
    let off = world.member_a.clone();
    let out = world.member_b.clone();
    let ann = world.count("SELECT id FROM users WHERE username = 'ann'").await;
    world
        .post(
            &world.admin,
            &format!("/api/admin/users/{ann}/toggle-status"),
            json!({}),
        )
        .await
        .ok();
    world.poke(&out, "/api/auth/logout").await.ok();
    let mut admitted = 0;
    for _ in 0..REFUSALS {
        for token in [&off, &out] {
            let response = world.get(token, "/api/auth/me").await;
            admitted += usize::from(response.status.as_u16() != 401);
        }
    }
    admitted
}

/// Returns how often a read does not contain the previous commit.
async fn stale_after(world: &World) -> usize {
    let path = format!("/api/groups/{}", world.group_a);
    let mut stale = 0;
    for n in 0..COMMITS {
        let name = format!("Newest {n}");
        world.patch(&world.admin, &path, json!({"name": name})).await.ok();
        let shown = world.get(&world.admin, &path).await.ok();
        stale += usize::from(shown["name"] != name.as_str());
    }
    stale
}
