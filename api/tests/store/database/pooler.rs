//! Connects through a real `PgBouncer`.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use clipmeter_db::Pools;
use clipmeter_embedded_postgres::{TestDatabase, TestServer};
use clipmeter_fixtures::wait_for;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tempfile::TempDir;

/// Part of the name of its socket; it listens on no port.
const PORT: u16 = 6432;
const PROGRAM: &str = "/usr/sbin/pgbouncer";
/// Debian's `nobody`: `PgBouncer` refuses to run as root.
const USER: &str = "nobody";

/// How long a notification may take.
const NOTIFICATION_TIMEOUT: Duration = Duration::from_mins(2);

struct Pooler {
    child: Child,
    _folder: TempDir,
    options: PgConnectOptions,
}

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts a pooler in front of the database, with further settings.
async fn pooler(database: &TestDatabase, settings: &str) -> Pooler {
    let folder = tempfile::tempdir().unwrap();
    // Not when it is created: the umask would apply.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
    let password = "a password of the pooler";
    let mut admin = PgConnection::connect_with(&database.options).await.unwrap();
    let roles = [
        "CREATE ROLE pooled SUPERUSER LOGIN",
        &format!("ALTER ROLE pooled PASSWORD '{password}'"),
    ];
    for statement in roles {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
            .execute(&mut admin)
            .await
            .unwrap();
    }
    let server = database.options.get_socket().unwrap().display();
    let path = folder.path().display();
    let user = if folder.path().metadata().unwrap().uid() == 0 {
        format!("user = {USER}")
    } else {
        String::new()
    };
    let config = format!(
        "[databases]\n* = host={server} port={} auth_user=pooled\n[pgbouncer]\nlisten_addr =\nlisten_port = {PORT}\n\
         unix_socket_dir = {path}\nauth_type = scram-sha-256\nauth_file = {path}/users\n\
         auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1\ndefault_pool_size = 40\n{user}\n{settings}\n",
        database.options.get_port(),
    );
    let file = folder.path().join("pgbouncer.ini");
    std::fs::write(&file, config).unwrap();
    std::fs::write(
        folder.path().join("users"),
        format!("\"pooled\" \"{password}\"\n"),
    )
    .unwrap();
    assert!(
        Path::new(PROGRAM).exists(),
        "{PROGRAM} is missing: run `scripts/setup test`, or install the package pgbouncer"
    );
    let child = Command::new(PROGRAM).arg("--quiet").arg(&file).spawn().unwrap();
    let options = PgConnectOptions::new()
        .socket(folder.path())
        .port(PORT)
        .username("pooled")
        .password(password)
        .database(database.options.get_database().unwrap());
    let pooler = Pooler {
        child,
        _folder: folder,
        options,
    };
    let plain = pooler.options.clone().extra_float_digits(None);
    wait_for("the pooler", async || plain.connect().await.map(drop)).await;
    pooler
}

#[tokio::test]
async fn sessions_of_pooler_are_used_with_timeouts_and_roles() {
    let server = TestServer::start().await.unwrap();
    let database = server.empty_database().await.unwrap();
    let pooler = pooler(&database, "pool_mode = session").await;
    // The second start finds the roles that the first one created.
    for start in 0..2 {
        let pools = Pools::connect(&pooler.options).await.unwrap();
        let timeout: String = sqlx::query_scalar("SHOW statement_timeout")
            .fetch_one(pools.ingest.statement())
            .await
            .unwrap();
        assert_eq!(timeout, "30s", "{start}");
        let mut listener = pools.ingest.listener().await.unwrap();
        listener.listen("changes").await.unwrap();
        sqlx::query("SELECT pg_notify('changes', 'one')")
            .execute(pools.app.statement())
            .await
            .unwrap();
        let notified = tokio::time::timeout(NOTIFICATION_TIMEOUT, listener.recv()).await;
        assert_eq!(notified.unwrap().unwrap().payload(), "one", "{start}");
        drop(listener);
        pools.close().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn pooler_without_own_sessions_is_refused() {
    let server = TestServer::start().await.unwrap();
    let changing = "set its pool_mode to session";
    for (settings, reason) in [
        ("pool_mode = transaction", changing),
        (
            "pool_mode = transaction\nserver_round_robin = 1\nmin_pool_size = 5",
            changing,
        ),
        ("pool_mode = statement", changing),
        (
            "pool_mode = session\nserver_reset_query =",
            "set its server_reset_query",
        ),
    ] {
        let database = server.empty_database().await.unwrap();
        let pooler = pooler(&database, settings).await;
        let refused = Pools::connect(&pooler.options).await.err();
        let error = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(reason), "{settings}: {error}");
        let mut admin = PgConnection::connect_with(&database.options).await.unwrap();
        let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            .fetch_one(&mut admin)
            .await
            .unwrap();
        assert_eq!(tables, 0, "nothing was migrated");
        sqlx::raw_sql("DROP OWNED BY pooled; DROP ROLE pooled")
            .execute(&mut admin)
            .await
            .unwrap();
    }
    server.stop().await;
}
