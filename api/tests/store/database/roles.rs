//! Tests of the roles that the API logs in as: their rights, and the errors for misconfigured roles.

use clipmeter_db::{Access, DbError, Pool, Pools, RolePasswords, Scope};
use clipmeter_embedded_postgres::TestServer;
use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::Platform;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::database::migrations::{BASELINE, in_use};

const INSUFFICIENT_PRIVILEGE: &str = "42501";

/// Statements that an attacker would inject.
const ATTACKS: [&str; 44] = [
    // The machine.
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY groups FROM PROGRAM 'id'",
    "COPY (SELECT 1) TO '/tmp/clipmeter-test'",
    "SELECT pg_read_file('PG_VERSION')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_import('/etc/hostname')",
    "ALTER SYSTEM SET archive_command = 'true'",
    "LOAD 'nothing'",
    "CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'libc', 'abs'",
    // Other roles.
    "SET ROLE postgres",
    "SET ROLE clipmeter_owner",
    "SET ROLE pg_execute_server_program",
    "SET SESSION AUTHORIZATION postgres",
    "SET SESSION AUTHORIZATION clipmeter_owner",
    "GRANT clipmeter_owner TO clipmeter_app, clipmeter_ingest, clipmeter_maintenance",
    "GRANT pg_execute_server_program TO clipmeter_app, clipmeter_ingest, clipmeter_maintenance",
    "CREATE ROLE mine SUPERUSER",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER ROLE CURRENT_USER BYPASSRLS",
    "ALTER ROLE clipmeter_owner PASSWORD 'known'",
    "SELECT rolpassword FROM pg_authid",
    "SELECT passwd FROM pg_shadow",
    // The policies.
    "ALTER TABLE groups DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE groups NO FORCE ROW LEVEL SECURITY",
    "DROP POLICY owner ON groups",
    "ALTER POLICY owner ON groups TO PUBLIC",
    "CREATE POLICY all_rows ON groups USING (true)",
    "GRANT SELECT ON _sqlx_migrations TO PUBLIC",
    "SET session_replication_role = replica",
    "ALTER TABLE groups OWNER TO CURRENT_USER",
    // The schema.
    "CREATE TABLE public.mine (id int)",
    "CREATE TEMPORARY TABLE groups (id int)",
    "CREATE SCHEMA mine",
    "CREATE VIEW public.mine AS SELECT 1",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql RETURN 1",
    "CREATE OR REPLACE FUNCTION public.is_admin() RETURNS boolean LANGUAGE sql STABLE RETURN true",
    "ALTER TABLE groups ADD COLUMN mine int",
    "DROP TABLE groups",
    "TRUNCATE groups",
    "ALTER SCHEMA public RENAME TO mine",
    "ALTER DATABASE postgres SET search_path = 'mine'",
    "DELETE FROM _sqlx_migrations",
    "SELECT password_hash FROM users",
    "SELECT recount_account_days('{}')",
];

/// Creates a database whose owner is not a superuser, as on a managed server.
struct UnprivilegedDatabase {
    _server: TestServer,
    superuser: PgConnection,
    options: PgConnectOptions,
}

impl UnprivilegedDatabase {
    async fn new() -> Self {
        let server = TestServer::start().await.unwrap();
        let database = server.empty_database().await.unwrap();
        let mut superuser = PgConnection::connect_with(&database.options).await.unwrap();
        for statement in [
            "CREATE ROLE plain LOGIN CREATEROLE PASSWORD 'plain'",
            "CREATE DATABASE plain OWNER plain",
        ] {
            execute(&mut superuser, statement).await;
        }
        let superuser = PgConnection::connect_with(&database.options.clone().database("plain"))
            .await
            .unwrap();
        Self {
            _server: server,
            superuser,
            options: database
                .options
                .username("plain")
                .password("plain")
                .database("plain"),
        }
    }

    async fn connect(&self) -> Result<Pools, DbError> {
        Pools::connect(&self.options).await
    }
}

async fn execute(connection: &mut PgConnection, statement: &str) {
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
        .execute(connection)
        .await
        .map_err(|error| format!("{statement}: {error}"))
        .unwrap();
}

#[expect(clippy::panic, reason = "a test fails by panicking")]
async fn code_of(pool: &Pool, statement: &'static str) -> String {
    match sqlx::raw_sql(statement).execute(pool.statement()).await {
        Ok(_) => "done".to_owned(),
        Err(sqlx::Error::Database(error)) => error.code().unwrap_or_default().into_owned(),
        Err(error) => panic!("{statement}: {error}"),
    }
}

#[tokio::test]
async fn asvs_1_2_4_roles_cannot_be_escalated_by_injected_statements() {
    let world = World::new().await;
    let Pools {
        app,
        ingest,
        maintenance,
        ..
    } = world.pools().await;
    for (pool, role, others) in [
        (
            app,
            "clipmeter_app",
            ["SET ROLE clipmeter_ingest", "SET ROLE clipmeter_maintenance"],
        ),
        (
            ingest,
            "clipmeter_ingest",
            ["SET ROLE clipmeter_app", "SET ROLE clipmeter_maintenance"],
        ),
        (
            maintenance,
            "clipmeter_maintenance",
            ["SET ROLE clipmeter_app", "SET ROLE clipmeter_ingest"],
        ),
    ] {
        for statement in ATTACKS.into_iter().chain(others) {
            let code = code_of(pool, statement).await;
            assert_eq!(code, INSUFFICIENT_PRIVILEGE, "{role}: {statement}");
        }
        // Resetting the role returns to the same role.
        let mut connection = pool.begin().await.unwrap();
        sqlx::raw_sql("RESET ROLE; RESET SESSION AUTHORIZATION; SET ROLE NONE")
            .execute(&mut *connection)
            .await
            .unwrap();
        let users: (String, String) = sqlx::query_as("SELECT session_user::text, current_user::text")
            .fetch_one(&mut *connection)
            .await
            .unwrap();
        assert_eq!(users, (role.to_owned(), role.to_owned()));
    }
}

#[tokio::test]
async fn asvs_13_2_2_maintenance_role_has_minimal_privileges() {
    let world = World::new().await;
    let rights = "
        SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
            SELECT c.relname || ': ' || string_agg(DISTINCT a.privilege_type, ' ' ORDER BY a.privilege_type) AS line
            FROM pg_class c, aclexplode(c.relacl) a
            WHERE a.grantee = 'clipmeter_maintenance'::regrole GROUP BY c.relname
            UNION ALL
            SELECT c.relname || '(' || string_agg(t.attname, ' ' ORDER BY t.attname) || '): ' || a.privilege_type
            FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid, aclexplode(t.attacl) a
            WHERE a.grantee = 'clipmeter_maintenance'::regrole GROUP BY c.relname, a.privilege_type
            UNION ALL
            SELECT p.proname || '()' FROM pg_proc p, aclexplode(p.proacl) a
            WHERE a.grantee = 'clipmeter_maintenance'::regrole) rights";
    assert_eq!(
        world.one::<String>(rights).await.lines().collect::<Vec<_>>(),
        [
            "captured_responses(at body id): SELECT",
            "captured_responses: DELETE",
            "count_costs()",
            "delete_old_day_costs()",
            "delete_pictures()",
            "end_recount()",
            "end_recount()",
            "endpoint_cooldowns(until): SELECT",
            "endpoint_cooldowns: DELETE",
            "prune_history()",
            "prune_removed_items()",
            "purge_tombstones()",
            "rate_limit_buckets(ready_at used_at): SELECT",
            "rate_limit_buckets: DELETE",
            "recount_next_accounts()",
            "recount_next_videos()",
            "session_hours(hour): SELECT",
            "session_hours: DELETE",
            "settings(days_zone history_months removed_items_days time_zone zone_changes): SELECT",
            "show_counted_zones()",
            "traffic_hours(hour): SELECT",
            "traffic_hours: DELETE",
            "uncounted_accounts()",
            "working_endpoints(since): SELECT",
            "working_endpoints: DELETE",
        ]
    );
}

#[tokio::test]
async fn database_of_superuser_is_transferred_to_owner_once() {
    // As after a restore: the superuser has run the migrations.
    let database = in_use(BASELINE).await;
    let mut superuser = PgConnection::connect_with(&database.options).await.unwrap();
    let others = "SELECT coalesce(string_agg(DISTINCT pg_describe_object(o.classid, o.oid, 0), ', '), '') FROM (
            SELECT 'pg_class'::regclass AS classid, oid, relowner AS owner FROM pg_class
            UNION ALL SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc
            UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
            UNION ALL SELECT 'pg_operator'::regclass, oid, oprowner FROM pg_operator
            UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxowner FROM pg_statistic_ext
            UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace) o
        WHERE (o.oid >= 16384 OR o.oid = 'public'::regnamespace)
          -- Those of the sessions' temporary objects belong to the superuser, and are empty.
          AND NOT EXISTS (SELECT FROM pg_namespace n WHERE n.oid = o.oid AND n.nspname ~ '^pg_(toast_)?temp_')
          AND o.owner <> coalesce(to_regrole('clipmeter_owner'), 0)
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = o.classid AND d.objid = o.oid AND d.deptype = 'e')
          AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = o.oid AND c.relnamespace <> 'public'::regnamespace)
          AND NOT EXISTS (SELECT FROM pg_type t WHERE t.oid = o.oid AND t.typnamespace <> 'public'::regnamespace)";
    let left: String = sqlx::query_scalar(others)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert!(left.contains("table posts"), "{left}");

    let world = World::on(database.clone()).await;
    let left: String = sqlx::query_scalar(others)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(left, "");
    let policies =
        "SELECT count(*) FROM pg_policies WHERE policyname = 'owner' AND roles <> '{clipmeter_owner}'";
    assert_eq!(world.one::<i64>(policies).await, 0);

    // Triggers and functions now run with the new owner's rights.
    let group = world.group("new").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 5, 1)])
        .await;
    let mut tx = world.begin(Scope::Group(group), Access::Read).await;
    let views: i64 = sqlx::query_scalar("SELECT views FROM account_counters WHERE account_id = $1")
        .bind(account)
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    assert_eq!(views, 5);
    drop(tx);

    // Another start does not wait for table locks.
    execute(
        &mut superuser,
        "BEGIN; LOCK TABLE groups, posts, users IN ROW EXCLUSIVE MODE",
    )
    .await;
    Pools::connect(&database.options).await.unwrap().close().await;
}

/// During an upgrade of a cluster, replicas of the previous version log in as the user of their URL and take a role.
#[tokio::test]
async fn roles_can_still_be_assumed_by_previous_version() {
    let world = World::new().await;
    let group = world.group("a").await;
    let unprivileged = UnprivilegedDatabase::new().await;
    unprivileged.connect().await.unwrap().close().await;
    for (options, groups) in [(&world.database.options, 1), (&unprivileged.options, 0)] {
        let before = options.clone().options([("role", "clipmeter_app")]);
        let mut connection = PgConnection::connect_with(&before).await.unwrap();
        let scope =
            format!("BEGIN; SET LOCAL clipmeter.scope = 'group'; SET LOCAL clipmeter.group_id = '{group}'");
        execute(&mut connection, &scope).await;
        let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM groups")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(seen, groups);
    }
}

#[tokio::test]
async fn owner_without_superuser_can_migrate_and_serve() {
    let unprivileged = UnprivilegedDatabase::new().await;
    for _ in 0..2 {
        let pools = unprivileged.connect().await.unwrap();
        let mut tx = Scope::Admin.begin(&pools.app, Access::Write).await.unwrap();
        sqlx::query("INSERT INTO groups (name, created_at) VALUES (gen_random_uuid()::text, now())")
            .execute(&mut *tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        pools.close().await;
    }
    let mut owner = PgConnection::connect_with(&unprivileged.options).await.unwrap();
    execute(
        &mut owner,
        "INSERT INTO tracked_accounts (group_id, account_id, created_at)
         VALUES (1, register_account('tiktok', 'x', now()), now());
         SELECT ensure_metrics_month(now());
         INSERT INTO posts (platform, external_id, account_id, first_seen_at, updated_at, views)
         VALUES ('tiktok', '1', 1, now(), now(), 7);",
    )
    .await;
    let count = async |owner: &mut PgConnection, query: &'static str| {
        sqlx::query_scalar::<_, i64>(query)
            .fetch_one(owner)
            .await
            .unwrap()
    };
    assert_eq!(count(&mut owner, "SELECT views FROM account_counters").await, 7);
    execute(&mut owner, "DELETE FROM tracked_accounts").await;
    assert_eq!(count(&mut owner, "SELECT count(*) FROM posts").await, 0);
}

#[tokio::test]
async fn role_misconfiguration_is_named_with_its_fix() {
    let mut unprivileged = UnprivilegedDatabase::new().await;
    unprivileged.connect().await.unwrap().close().await;
    for (wrong, sentence, right) in [
        (
            "ALTER ROLE clipmeter_app SUPERUSER",
            "the role clipmeter_app is a superuser; run: ALTER ROLE clipmeter_app NOSUPERUSER",
            "ALTER ROLE clipmeter_app NOSUPERUSER",
        ),
        (
            "ALTER ROLE clipmeter_ingest BYPASSRLS",
            "the role clipmeter_ingest bypasses row-level security; run: ALTER ROLE clipmeter_ingest NOBYPASSRLS",
            "ALTER ROLE clipmeter_ingest NOBYPASSRLS",
        ),
        (
            "ALTER ROLE clipmeter_app CREATEROLE",
            "the role clipmeter_app may create roles; run: ALTER ROLE clipmeter_app NOCREATEROLE",
            "ALTER ROLE clipmeter_app NOCREATEROLE",
        ),
        (
            "GRANT pg_read_all_data TO clipmeter_app",
            "the role clipmeter_app is a member of pg_read_all_data; run: REVOKE pg_read_all_data FROM clipmeter_app",
            "REVOKE pg_read_all_data FROM clipmeter_app",
        ),
        (
            "ALTER TABLE erasures OWNER TO clipmeter_maintenance",
            "the role clipmeter_maintenance owns table erasures; run: REASSIGN OWNED BY clipmeter_maintenance TO plain",
            "REASSIGN OWNED BY clipmeter_maintenance TO plain",
        ),
        (
            "GRANT CREATE ON SCHEMA public TO clipmeter_app",
            "the role clipmeter_app may create objects in the schema public; run: \
             REVOKE CREATE ON SCHEMA public FROM PUBLIC, clipmeter_app",
            "REVOKE CREATE ON SCHEMA public FROM PUBLIC, clipmeter_app",
        ),
        (
            "REVOKE CONNECT ON DATABASE plain FROM PUBLIC",
            "the role clipmeter_ingest may not connect; run: GRANT CONNECT ON DATABASE plain TO clipmeter_ingest",
            "GRANT CONNECT ON DATABASE plain TO clipmeter_app, clipmeter_ingest, clipmeter_maintenance",
        ),
        (
            "REVOKE USAGE ON SCHEMA public FROM clipmeter_ingest",
            "the role clipmeter_ingest may not use the schema public; run: GRANT USAGE ON SCHEMA public TO clipmeter_ingest",
            "GRANT USAGE ON SCHEMA public TO clipmeter_ingest",
        ),
        (
            "REVOKE ALL ON account_days FROM clipmeter_app",
            "the role clipmeter_app has a policy on the table account_days but no right to it; run: \
             GRANT SELECT ON account_days TO clipmeter_app",
            "GRANT SELECT ON account_days TO clipmeter_app",
        ),
        (
            "ALTER TABLE users NO FORCE ROW LEVEL SECURITY",
            "row-level security is not forced on the table users; run: \
             ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
            "ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
        ),
        (
            "GRANT TRUNCATE ON users TO clipmeter_app",
            "the role clipmeter_app may TRUNCATE the table users; run: REVOKE TRUNCATE ON users FROM PUBLIC, clipmeter_app",
            "REVOKE TRUNCATE ON users FROM PUBLIC, clipmeter_app",
        ),
        (
            "ALTER ROLE clipmeter_app SET clipmeter.scope = 'admin'",
            "the role clipmeter_app has a setting of its own for clipmeter.scope; run: ALTER ROLE clipmeter_app RESET clipmeter.scope",
            "ALTER ROLE clipmeter_app RESET clipmeter.scope",
        ),
    ] {
        execute(&mut unprivileged.superuser, wrong).await;
        let error = unprivileged.connect().await.unwrap_err().to_string();
        assert!(error.contains(sentence), "{wrong}: {error}");
        execute(&mut unprivileged.superuser, right).await;
    }
    unprivileged.connect().await.unwrap().close().await;
}

#[tokio::test]
async fn superuser_start_repairs_misconfigured_roles() {
    let server = TestServer::start().await.unwrap();
    let options = server.empty_database().await.unwrap().options;
    Pools::connect(&options).await.unwrap().close().await;
    let mut superuser = PgConnection::connect_with(&options).await.unwrap();
    for wrong in [
        "ALTER ROLE clipmeter_app SUPERUSER",
        "ALTER ROLE clipmeter_app NOLOGIN",
        "ALTER ROLE clipmeter_ingest BYPASSRLS CREATEROLE",
        "ALTER ROLE clipmeter_maintenance PASSWORD 'another'",
        "ALTER ROLE clipmeter_owner PASSWORD NULL",
    ] {
        execute(&mut superuser, wrong).await;
        Pools::connect(&options).await.unwrap().close().await;
    }
}

/// The statements in docs/operator/operations.md for an administrator if the owner may not create roles.
const BY_AN_ADMINISTRATOR: &str = "
    CREATE ROLE clipmeter_app LOGIN PASSWORD 'one';
    CREATE ROLE clipmeter_ingest LOGIN PASSWORD 'two';
    CREATE ROLE clipmeter_maintenance LOGIN PASSWORD 'three';
    GRANT clipmeter_app, clipmeter_ingest TO plain";

#[tokio::test]
async fn roles_created_by_administrator_are_accepted() {
    let mut unprivileged = UnprivilegedDatabase::new().await;
    execute(&mut unprivileged.superuser, BY_AN_ADMINISTRATOR).await;
    let configured = RolePasswords {
        app: Some("one".into()),
        ingest: Some("two".into()),
        maintenance: Some("three".into()),
    };
    let connect = async |options: &PgConnectOptions| Pools::connect_with(options, &configured).await;
    execute(&mut unprivileged.superuser, "ALTER ROLE plain NOCREATEROLE").await;
    for _ in 0..2 {
        connect(&unprivileged.options).await.unwrap().close().await;
    }
    // The owner may not set the derived passwords, so the roles keep theirs.
    let error = unprivileged.connect().await.unwrap_err().to_string();
    assert!(
        error.contains("the role clipmeter_app cannot log in with its password"),
        "{error}"
    );
    connect(&unprivileged.options).await.unwrap().close().await;
}

#[tokio::test]
async fn roles_created_by_owner_get_configured_passwords() {
    let unprivileged = UnprivilegedDatabase::new().await;
    unprivileged.connect().await.unwrap().close().await;
    let configured = RolePasswords {
        app: Some("one".into()),
        ..RolePasswords::default()
    };
    let pools = Pools::connect_with(&unprivileged.options, &configured)
        .await
        .unwrap();
    pools.close().await;
    let login = unprivileged
        .options
        .clone()
        .username("clipmeter_app")
        .password("one");
    PgConnection::connect_with(&login).await.unwrap();
    unprivileged.connect().await.unwrap().close().await;
}
