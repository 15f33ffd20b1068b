//! The installation that replicas share: a database, keys, a certificate, and a cluster that does not respond.

use std::path::PathBuf;
use std::process::Command;

use clipmeter_db::secrets::Secrets;
use clipmeter_embedded_postgres::{TestDatabase, TestServer};
use clipmeter_fixtures::certificates::Certificates;
use sqlx::postgres::PgPoolOptions;
use tempfile::TempDir;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};

use crate::replica::Replica;

/// The password of `admin`.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A cluster whose API server is not running.
const KUBECONFIG: &str = "apiVersion: v1
kind: Config
current-context: away
contexts: [{name: away, context: {cluster: away, user: api}}]
clusters: [{name: away, cluster: {server: 'http://127.0.0.1:1'}}]
users: [{name: api, user: {token: none}}]
";

pub(crate) struct Installation {
    folder: TempDir,
    database: TestDatabase,
    authority: String,
    _server: Option<TestServer>,
}

impl Installation {
    pub(crate) async fn new() -> Self {
        let server = TestServer::start().await.unwrap();
        let database = server.empty_database().await.unwrap();
        Self {
            _server: Some(server),
            ..Self::on(database)
        }
    }

    /// An installation whose database the test starts and stops itself.
    pub(crate) fn on(database: TestDatabase) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Secrets::create(folder.path()).unwrap();
        let issued = Certificates::issue();
        for (name, text) in [
            ("tls.crt", issued.certificate.as_str()),
            ("tls.key", &issued.key),
            ("kubeconfig", KUBECONFIG),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self {
            folder,
            database,
            authority: issued.authority,
            _server: None,
        }
    }

    pub(crate) fn database(&self) -> &TestDatabase {
        &self.database
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program as the chart would start it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
        command
            .env("DATABASE_URL", self.database.url())
            .env("CLIPMETER_ADMIN_PASSWORD", PASSWORD)
            .env("CLIPMETER_SECRETS_DIR", self.folder.path())
            .env("CLIPMETER_GRPC_CERT", self.path("tls.crt"))
            .env("CLIPMETER_GRPC_KEY", self.path("tls.key"))
            .env("CLIPMETER_NAMESPACE", "clipmeter")
            .env("CLIPMETER_SCRAPER_NAMESPACE", "clipmeter-scrapers")
            .env("CLIPMETER_OPERATOR_ACCOUNT", "operator")
            .env("CLIPMETER_SCRAPER_ACCOUNT", "scraper")
            .env("KUBECONFIG", self.path("kubeconfig"))
            .env_remove("RUST_LOG");
        for variable in [
            "CLIPMETER_LISTEN",
            "CLIPMETER_GRPC_LISTEN",
            "CLIPMETER_METRICS_LISTEN",
        ] {
            command.env(variable, "127.0.0.1:0");
        }
        command
    }

    /// `api migrate` as the migration Job starts it, without a cluster.
    pub(crate) fn migrate(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
        command
            .arg("migrate")
            .env("DATABASE_URL", self.database.url())
            .env_remove("RUST_LOG");
        command
    }

    pub(crate) async fn start(&self) -> Replica {
        Self::start_by(self.command()).await
    }

    /// Replaces the keys, and returns the ID of the key that encrypted the sessions.
    pub(crate) fn replace_keys(&self) -> String {
        let path = self.path("secrets.json");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        Secrets::create(self.folder.path()).unwrap();
        let keys: serde_json::Value = serde_json::from_str(&text).unwrap();
        keys["sessions_key_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn start_by(command: Command) -> Replica {
        tokio::task::spawn_blocking(|| Replica::start(command))
            .await
            .unwrap()
    }

    /// Adds a group, as the operator does.
    pub(crate) async fn add_group(&self, name: &str) -> i64 {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .connect_with(self.database.options.clone())
            .await
            .unwrap();
        sqlx::query_scalar(
            "INSERT INTO groups (name, description, max_instagram_accounts, max_tiktok_accounts, created_at, resource, namespace)
             VALUES ($1, '', 10, 10, now(), 'acme', 'cg-acme') RETURNING id",
        )
        .bind(name)
        .fetch_one(&pool)
        .await
        .unwrap()
    }

    /// A connection that trusts the installation's authority only.
    pub(crate) async fn channel(&self, replica: &Replica) -> Channel {
        let tls = ClientTlsConfig::new()
            .ca_certificate(Certificate::from_pem(&self.authority))
            .domain_name("localhost");
        Endpoint::from_shared(format!("https://{}", replica.grpc))
            .unwrap()
            .tls_config(tls)
            .unwrap()
            .connect()
            .await
            .unwrap()
    }
}
