//! A primary with a streaming replica.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use clipmeter_api::control_plane::{DatabaseOnly, RunStarter};
use clipmeter_api::{Api, ApiConfig};
use clipmeter_db::database::read_replicas::ReplicaReads;
use clipmeter_embedded_postgres::{Server, TestDatabase};
use clipmeter_fixtures::database::{secrets, server_in};
use clipmeter_fixtures::eventually;
use http::{Method, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tower::ServiceExt as _;

use crate::support::{ADMIN_PASSWORD, TestResponse, World, run};

const DATABASE: &str = "postgres";
const GROUPS: &str = "/api/groups";

/// Two servers, of which the second one streams from the first.
struct Servers {
    primary: Server,
    replica: Server,
    /// Dropped after the servers that use it.
    folder: tempfile::TempDir,
}

impl Servers {
    async fn start() -> Self {
        let folder = tempfile::Builder::new()
            .permissions(fs::Permissions::from_mode(0o711))
            .tempdir()
            .unwrap();
        let [primary, replica] = ["primary", "replica"].map(|name| folder.path().join(name));
        // A new server is copied while it is stopped, so that no backup protocol is needed.
        server_in(&primary).await.stop().await;
        let copied = Command::new("cp")
            .arg("--archive")
            .args([&primary, &replica])
            .status();
        assert!(copied.unwrap().success());
        let password = fs::read_to_string(primary.join("password")).unwrap();
        let primary_server = server_in(&primary).await;
        let sockets = primary_server
            .connect_options(DATABASE)
            .get_socket()
            .unwrap()
            .clone();
        let source = format!(
            "primary_conninfo = 'host={} user=postgres password={password}'\n",
            sockets.display()
        );
        let data = replica.join("data");
        fs::write(data.join("postgresql.auto.conf"), source).unwrap();
        fs::write(data.join("standby.signal"), "").unwrap();
        Self {
            primary: primary_server,
            replica: server_in(&replica).await,
            folder,
        }
    }

    fn replica_options(&self) -> PgConnectOptions {
        self.replica.connect_options(DATABASE)
    }

    fn replica_folder(&self) -> PathBuf {
        self.folder.path().join("replica")
    }

    /// Runs a statement on the replica as its superuser.
    async fn on_replica(&self, statement: &'static str) {
        let mut connection = self.replica_options().connect().await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Sends a signal to all processes of the replica.
    fn signal_replica(&self, signal: Signal) {
        let status = fs::read_to_string(self.replica_folder().join("data/postmaster.pid")).unwrap();
        let postmaster = status.lines().next().unwrap();
        let children = format!("/proc/{postmaster}/task/{postmaster}/children");
        let children = fs::read_to_string(children).unwrap();
        for process in std::iter::once(postmaster).chain(children.split_whitespace()) {
            let process = Pid::from_raw(process.parse().unwrap()).unwrap();
            // A child may have ended.
            let _ = kill_process(process, signal);
        }
    }
}

/// An installation that reads from the replica.
async fn world(servers: &Servers) -> World {
    let database = TestDatabase {
        options: servers.primary.connect_options(DATABASE),
    };
    World::on(database, |config| {
        config.secrets = secrets();
        config.read_replicas = Some(servers.replica_options());
    })
    .await
}

/// Another process of the same installation.
async fn second_process(servers: &Servers, world: &World) -> (Api, Router) {
    let config = ApiConfig {
        read_replicas: Some(servers.replica_options()),
        ..ApiConfig::new(
            servers.primary.connect_options(DATABASE),
            secrets(),
            Arc::clone(&world.clock) as _,
        )
    };
    let api = Api::connect(config).await.unwrap();
    let starter = Arc::clone(&world.starter) as Arc<dyn RunStarter>;
    let router = api.http_router(starter, Arc::new(DatabaseOnly));
    (api, router)
}

async fn reads(api: &Api) -> ReplicaReads {
    api.usage().await.replica_reads.unwrap()
}

/// Reads until the replica serves it.
async fn served_by_replica(world: &World) {
    eventually("a read of the replica", async || {
        let before = reads(&world.api).await.served;
        world.get(&world.admin, GROUPS).await.ok();
        reads(&world.api).await.served > before
    })
    .await;
}

/// Returns whether the replica serves a read, which on a busy machine may find the replica behind at first.
async fn is_served_by_replica(world: &World, path: &str) -> bool {
    const ATTEMPTS: usize = 5;
    for _ in 0..ATTEMPTS {
        // The read of the previous path may have been noted in the audit log.
        served_by_replica(world).await;
        let before = reads(&world.api).await.served;
        let response = world.get(&world.admin, path).await;
        // Some need parameters, or a cluster.
        assert!(!response.status.is_server_error(), "{path}: {response:?}");
        if reads(&world.api).await.served > before {
            return true;
        }
    }
    false
}

async fn add_group(world: &World, name: &str) {
    world
        .post(&world.admin, GROUPS, json!({ "name": name }))
        .await
        .ok();
}

async fn has_group(world: &World, name: &str) -> bool {
    world.get(&world.admin, GROUPS).await.text.contains(name)
}

#[test]
fn replica_serves_reads_only_if_it_has_replayed_all_changes() {
    run(async {
        let servers = Servers::start().await;
        let world = world(&servers).await;
        served_by_replica(&world).await;

        servers.on_replica("SELECT pg_wal_replay_pause()").await;
        let before = reads(&world.api).await;
        add_group(&world, "Written during a pause").await;
        assert!(has_group(&world, "Written during a pause").await);
        // No notification reports a sign-in, because no polled page shows it.
        let log = "/api/admin/audit-log?action=auth.sign_in";
        let sign_ins = async || world.get(&world.admin, log).await.ok()["total"].as_i64();
        let earlier = sign_ins().await.unwrap();
        world.sign_in("bob", ADMIN_PASSWORD).await;
        assert_eq!(sign_ins().await, Some(earlier + 1));
        let paused = reads(&world.api).await;
        assert_eq!(paused.served, before.served);
        // A replica that does not respond to a probe within a second counts as unavailable, also on a busy machine.
        let by_primary = |reads: &ReplicaReads| reads.behind + reads.unavailable;
        assert!(by_primary(&paused) > by_primary(&before), "{paused:?}");

        servers.on_replica("SELECT pg_wal_replay_resume()").await;
        served_by_replica(&world).await;
        assert!(has_group(&world, "Written during a pause").await);
    });
}

#[test]
fn replica_serves_every_kind_of_read() {
    run(async {
        let servers = Servers::start().await;
        let world = world(&servers).await;
        served_by_replica(&world).await;
        let mut served = 0;
        let document = world.get("", "/api/openapi.json").await.ok();
        for (path, operations) in document["paths"].as_object().unwrap() {
            if operations.get("get").is_none() || path.contains('{') {
                continue;
            }
            served += u64::from(is_served_by_replica(&world, path).await);
        }
        assert!(served > 20, "{served}");
    });
}

#[test]
fn processes_with_a_lagging_replica_agree() {
    run(async {
        let servers = Servers::start().await;
        let world = world(&servers).await;
        let (api, router) = second_process(&servers, &world).await;
        let poll = async |token: &str, tag: Option<&str>| {
            let mut request = World::request(Method::GET, token, GROUPS);
            if let Some(tag) = tag {
                request = request.header("if-none-match", tag);
            }
            let request = request.body(Body::empty()).unwrap();
            TestResponse::read(router.clone().oneshot(request).await.unwrap()).await
        };
        eventually("a read of the second process from the replica", async || {
            poll(&world.admin, None).await;
            reads(&api).await.served > 0
        })
        .await;

        servers.on_replica("SELECT pg_wal_replay_pause()").await;
        let tag = poll(&world.admin, None).await.header("etag").to_owned();
        let unchanged = poll(&world.admin, Some(&tag)).await;
        assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED);
        add_group(&world, "Written by the first process").await;
        // After the notification, the second process shows the change with a new tag, and never goes back.
        eventually("the change in the second process", async || {
            let response = poll(&world.admin, Some(&tag)).await;
            if response.header("etag") == tag {
                return false;
            }
            assert!(
                response.text.contains("Written by the first process"),
                "{response:?}"
            );
            true
        })
        .await;
        for _ in 0..20 {
            let response = poll(&world.admin, None).await;
            assert!(response.text.contains("Written by the first process"));
        }
        // Credentials are checked on the primary.
        world.poke(&world.member_a, "/api/auth/logout").await.ok();
        let refused = poll(&world.member_a, None).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
        api.close().await;
    });
}

#[test]
fn reads_use_primary_while_replica_hangs_is_down_or_was_promoted() {
    run(async {
        let mut servers = Servers::start().await;
        let world = world(&servers).await;
        served_by_replica(&world).await;

        let before = reads(&world.api).await.unavailable;
        servers.signal_replica(Signal::STOP);
        add_group(&world, "Written beside a stopped replica").await;
        assert!(has_group(&world, "Written beside a stopped replica").await);
        eventually("a replica that is known to be down", async || {
            world.get(&world.admin, GROUPS).await.ok();
            reads(&world.api).await.unavailable > before
        })
        .await;
        servers.signal_replica(Signal::CONT);
        served_by_replica(&world).await;

        let folder = servers.replica_folder();
        servers.replica.stop().await;
        add_group(&world, "Written without a replica").await;
        assert!(has_group(&world, "Written without a replica").await);
        servers.replica = server_in(&folder).await;
        served_by_replica(&world).await;
        assert!(has_group(&world, "Written without a replica").await);

        servers.on_replica("SELECT pg_promote()").await;
        let promoted = reads(&world.api).await.served;
        add_group(&world, "Written after the promotion").await;
        for _ in 0..20 {
            assert!(has_group(&world, "Written after the promotion").await);
        }
        assert_eq!(reads(&world.api).await.served, promoted);
    });
}
