//! Stops and restarts the database of a running API.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use clipmeter_embedded_postgres::TestDatabase;
use clipmeter_fixtures::database::{World, server_in};
use clipmeter_proto::v1::ListDueRequest;
use clipmeter_proto::v1::control_client::ControlClient;
use tonic::Code;

use crate::grpc::{serve, with};

/// A start on a busy machine, and the pool's next attempt to connect.
const TIMEOUT: Duration = Duration::from_mins(5);

#[tokio::test]
async fn grpc_calls_are_unavailable_during_database_outage() {
    let folder = tempfile::Builder::new()
        .permissions(std::fs::Permissions::from_mode(0o711))
        .tempdir()
        .unwrap();
    let server = server_in(folder.path()).await;
    let world = World::on(TestDatabase {
        options: server.connect_options("postgres"),
    })
    .await;
    let token = world.api.control_token().unwrap();
    let control = ControlClient::new(serve(&world).await);
    let list = async || {
        let response = control
            .clone()
            .list_due(with(&token, ListDueRequest::default()))
            .await;
        response.map_or_else(|status| status.code(), |_| Code::Ok)
    };
    assert_eq!(list().await, Code::Ok);

    server.stop().await;
    assert_eq!(list().await, Code::Unavailable);

    let _server = server_in(folder.path()).await;
    let deadline = Instant::now() + TIMEOUT;
    while list().await != Code::Ok {
        assert!(
            Instant::now() < deadline,
            "the pool does not use the restarted database"
        );
    }
}
