//! Tests of row-level security.

use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::Platform;
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgQueryResult;
use sqlx::{Connection as _, PgConnection, Row as _};

const COUNTS: &str = "SELECT (SELECT count(*) FROM groups), (SELECT count(id) FROM users),
    (SELECT count(*) FROM tracked_accounts), (SELECT count(*) FROM tracked_videos), (SELECT count(*) FROM sessions),
    (SELECT count(*) FROM platform_accounts), (SELECT count(*) FROM posts), (SELECT count(*) FROM post_metrics),
    (SELECT count(*) FROM account_counters)";

async fn counts(connection: &mut PgConnection) -> Vec<i64> {
    let row = sqlx::query(COUNTS).fetch_one(connection).await.unwrap();
    (0..row.len()).map(|column| row.get(column)).collect()
}

async fn counts_of(world: &World, scope: Scope) -> Vec<i64> {
    let mut tx = world.begin(scope, Access::Read).await;
    counts(&mut tx).await
}

/// Asserts that the database has refused a statement for this reason.
#[track_caller]
fn assert_refused(done: Result<PgQueryResult, sqlx::Error>, reason: &str, what: &str) {
    let refusal = done.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refusal.contains(reason), "{what}: {refusal:?}");
}

/// Creates two groups with an account, a post, a user and a video each, and a session.
async fn two_groups() -> (World, i64, i64) {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    for (group, name, item) in [(a, "one", "1"), (b, "two", "2")] {
        let account = world.track(group, Platform::Instagram, name).await;
        world
            .scrape(Platform::Instagram, account, vec![seen(item, 5, 1)])
            .await;
        world.track_video(group, Some("7001"), None).await;
        sqlx::query(
            "INSERT INTO users (username, group_id, password_hash, created_at) VALUES ($1, $2, 'hash', now())",
        )
        .bind(name)
        .bind(group)
        .execute(&world.owner)
        .await
        .unwrap();
    }
    world
        .execute(
            "INSERT INTO sessions (fingerprint, key_id, nonce, sealed, created_at)
         VALUES (decode(repeat('00', 32), 'hex'), 'k', decode(repeat('00', 12), 'hex'), '', now())",
        )
        .await;
    (world, a, b)
}

#[tokio::test]
async fn scope_is_required_to_see_any_row() {
    let (world, a, _) = two_groups().await;
    let mut connection = world.pools().await.app.begin().await.unwrap();
    assert_eq!(counts(&mut connection).await, [0; 9]);
    // A scope ends with its transaction, committed or dropped.
    drop(connection);
    for commit in [true, false] {
        let tx = world.begin(Scope::Group(a), Access::Write).await;
        if commit {
            tx.commit().await.unwrap();
        }
        let mut connection = world.pools().await.app.begin().await.unwrap();
        assert_eq!(counts(&mut connection).await, [0; 9]);
    }
}

#[tokio::test]
async fn group_scope_sees_own_rows_and_shared_content() {
    let (world, a, _) = two_groups().await;
    assert_eq!(
        counts_of(&world, Scope::Group(a)).await,
        [1, 1, 1, 1, 0, 2, 2, 2, 2]
    );
    assert_eq!(
        counts_of(&world, Scope::Group(a + 1_000)).await,
        [0, 0, 0, 0, 0, 2, 2, 2, 2]
    );
    assert_eq!(counts_of(&world, Scope::Admin).await, [2, 2, 2, 2, 1, 2, 2, 2, 2]);
    world
        .execute("UPDATE settings SET content_visibility = 'group'")
        .await;
    assert_eq!(
        counts_of(&world, Scope::Group(a)).await,
        [1, 1, 1, 1, 0, 1, 1, 1, 1]
    );
    assert_eq!(counts_of(&world, Scope::Group(a + 1_000)).await, [0; 9]);
    assert_eq!(counts_of(&world, Scope::Admin).await, [2, 2, 2, 2, 1, 2, 2, 2, 2]);
}

/// Statements that an attacker would inject into a transaction of the first group to see more rows.
#[tokio::test]
async fn scope_cannot_be_widened_by_a_statement() {
    let (world, a, b) = two_groups().await;
    world
        .execute("UPDATE settings SET content_visibility = 'group'")
        .await;
    let own = counts_of(&world, Scope::Group(a)).await;
    // Both are signed, and this transaction cannot see the signatures of others.
    let signed = async |scope: Scope| -> String {
        let mut tx = world.begin(scope, Access::Read).await;
        let query = "SELECT current_setting('clipmeter.scope')";
        sqlx::query_scalar(query).fetch_one(&mut *tx).await.unwrap()
    };
    let (admin, mine) = (signed(Scope::Admin).await, signed(Scope::Group(a)).await);
    let signature = mine.split_once(' ').unwrap().1;
    for (said, expected) in [
        (mine.clone(), &own),
        ("admin".to_owned(), &vec![0; 9]),
        ("group".to_owned(), &vec![0; 9]),
        (format!("group:{b}"), &vec![0; 9]),
        (format!("group:{b} {signature}"), &vec![0; 9]),
        (format!("admin {signature}"), &vec![0; 9]),
        (format!("{mine} admin"), &own),
        ("none".to_owned(), &vec![0; 9]),
        (String::new(), &vec![0; 9]),
    ] {
        for is_local in [true, false] {
            let mut tx = world.begin(Scope::Group(a), Access::Write).await;
            sqlx::query(
                "SELECT set_config('clipmeter.scope', $1, $3), set_config('clipmeter.group_id', $2, $3)",
            )
            .bind(&said)
            .bind(b.to_string())
            .bind(is_local)
            .execute(&mut *tx)
            .await
            .unwrap();
            assert_eq!(&counts(&mut tx).await, expected, "{said}");
        }
    }
    assert_ne!(admin, mine);
    for statement in [
        "SELECT * FROM scope_keys",
        "INSERT INTO scope_keys (inner_pad, outer_pad) VALUES (repeat('x', 64)::bytea, repeat('x', 64)::bytea)",
        "DELETE FROM scope_keys",
    ] {
        for pool in [
            &world.pools().await.app,
            &world.pools().await.ingest,
            &world.pools().await.maintenance,
        ] {
            let done = sqlx::query(statement).execute(pool.statement()).await;
            assert_refused(done, "permission denied", statement);
        }
    }
    // Statements of other connections are visible, but not their signatures.
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    sqlx::query("SELECT 1").execute(&mut *tx).await.unwrap();
    let shown: Vec<String> =
        sqlx::query_scalar("SELECT query FROM pg_stat_activity WHERE datname = current_database()")
            .fetch_all(world.pools().await.app.statement())
            .await
            .unwrap();
    let secret = admin.split_once(' ').unwrap().1;
    assert!(
        shown.len() > 1 && shown.iter().all(|query| !query.contains(secret)),
        "{shown:?}"
    );
}

#[tokio::test]
async fn asvs_8_4_1_group_scope_cannot_change_rows_of_another_group() {
    let (world, a, b) = two_groups().await;
    for (statement, allowed) in [
        ("UPDATE tracked_videos SET url = 'x' WHERE group_id = $1", 0),
        ("DELETE FROM tracked_accounts WHERE group_id = $1", 0),
        ("DELETE FROM groups WHERE id = $1", 0),
        ("UPDATE users SET is_admin = true WHERE group_id = $1", 0),
    ] {
        let mut tx = world.begin(Scope::Group(a), Access::Write).await;
        let done = sqlx::query(statement).bind(b).execute(&mut *tx).await.unwrap();
        assert_eq!(done.rows_affected(), allowed, "{statement}");
    }
    for statement in [
        "INSERT INTO tracked_videos (group_id, url, video_id, created_at) VALUES ($1, 'x', '1', now())",
        "INSERT INTO tracked_accounts (group_id, account_id, created_at)
         VALUES ($1, register_account('tiktok', 'x', now()), now())",
        "INSERT INTO users (username, group_id, password_hash, created_at) VALUES ('x', $1, '', now())",
        "UPDATE tracked_videos SET group_id = $1",
    ] {
        let mut tx = world.begin(Scope::Group(a), Access::Write).await;
        let done = sqlx::query(statement).bind(b).execute(&mut *tx).await;
        assert_refused(done, "row-level security", statement);
    }
}

#[tokio::test]
async fn asvs_8_4_1_group_scope_cannot_read_or_change_saved_views_of_another_group() {
    let (world, a, b) = two_groups().await;
    world
        .execute(
            "INSERT INTO users (username, is_admin, password_hash, created_at) VALUES ('admin', true, 'hash', now());
             INSERT INTO saved_views (user_id, group_id, page, name, query, created_at)
             SELECT u.id, g.id, 'content', concat(u.username, g.id), '', now()
             FROM users u, (SELECT id FROM groups UNION ALL SELECT NULL) g
             WHERE u.is_admin OR g.id IS NULL OR g.id = u.group_id",
        )
        .await;
    for (scope, seen) in [(Scope::Empty, 0), (Scope::Group(a), 3), (Scope::Admin, 7)] {
        for statement in [
            "SELECT * FROM saved_views",
            "UPDATE saved_views SET query = 'q=a'",
            "DELETE FROM saved_views",
        ] {
            let mut tx = world.begin(scope, Access::Write).await;
            let done = sqlx::query(statement).execute(&mut *tx).await.unwrap();
            assert_eq!(done.rows_affected(), seen, "{statement} in {scope:?}");
        }
    }
    for statement in [
        "UPDATE saved_views SET group_id = $1",
        "INSERT INTO saved_views (user_id, group_id, page, name, query, created_at)
         SELECT id, $1, 'content', 'x', '', now() FROM users",
    ] {
        let mut tx = world.begin(Scope::Group(a), Access::Write).await;
        let done = sqlx::query(statement).bind(b).execute(&mut *tx).await;
        assert_refused(done, "row-level security", statement);
    }
}

#[tokio::test]
async fn only_group_admins_change_users_of_their_group() {
    let (world, a, b) = two_groups().await;
    world
        .execute("INSERT INTO users (username, is_admin, password_hash, created_at) VALUES ('admin', true, 'hash', now())")
        .await;
    sqlx::query(
        "INSERT INTO users (username, is_admin, group_id, password_hash, created_at)
         VALUES ('root', true, $1, 'hash', now())",
    )
    .bind(a)
    .execute(&world.owner)
    .await
    .unwrap();
    for (scope, changed) in [
        (Scope::Empty, 0),
        (Scope::Group(a), 0),
        (Scope::Viewer(a), 0),
        (Scope::GroupAdmin(a), 1),
        (Scope::GroupAdmin(a + 1_000), 0),
        (Scope::Admin, 4),
    ] {
        for statement in ["UPDATE users SET full_name = 'x'", "DELETE FROM users"] {
            let mut tx = world.begin(scope, Access::Write).await;
            let done = sqlx::query(statement).execute(&mut *tx).await.unwrap();
            assert_eq!(done.rows_affected(), changed, "{statement} in {scope:?}");
        }
    }
    let insert = format!(
        "INSERT INTO users (username, group_id, password_hash, created_at) VALUES ('new', {a}, 'hash', now())"
    );
    for (scope, statement) in [
        (Scope::Group(a), insert.clone()),
        (Scope::GroupAdmin(b), insert.clone()),
        (Scope::GroupAdmin(a), format!("UPDATE users SET group_id = {b}")),
        (
            Scope::GroupAdmin(a),
            "UPDATE users SET group_id = NULL".to_owned(),
        ),
        (
            Scope::GroupAdmin(a),
            "UPDATE users SET is_admin = true".to_owned(),
        ),
    ] {
        let mut tx = world.begin(scope, Access::Write).await;
        let done = sqlx::query(AssertSqlSafe(statement.clone()))
            .execute(&mut *tx)
            .await;
        assert_refused(done, "row-level security", &format!("{statement} in {scope:?}"));
    }
    let mut tx = world.begin(Scope::GroupAdmin(a), Access::Write).await;
    sqlx::query(AssertSqlSafe(insert))
        .execute(&mut *tx)
        .await
        .unwrap();
}

#[tokio::test]
async fn only_admins_of_a_group_see_create_and_delete_its_share_links() {
    let (world, a, b) = two_groups().await;
    world
        .execute(
            "INSERT INTO share_links (group_id, name, token_digest, created_at)
             SELECT id, name, sha256(convert_to(name, 'UTF8')), now() FROM groups",
        )
        .await;
    for (scope, seen) in [
        (Scope::Empty, 0),
        (Scope::Group(a), 0),
        (Scope::Viewer(a), 0),
        (Scope::GroupAdmin(a), 1),
        (Scope::Admin, 2),
    ] {
        for statement in ["SELECT id FROM share_links", "DELETE FROM share_links"] {
            let mut tx = world.begin(scope, Access::Write).await;
            let done = sqlx::query(statement).execute(&mut *tx).await.unwrap();
            assert_eq!(done.rows_affected(), seen, "{statement} in {scope:?}");
        }
    }
    let insert = "INSERT INTO share_links (group_id, name, token_digest, created_at)
                  VALUES ($1, 'new', sha256('new'), now())";
    for (scope, allowed) in [
        (Scope::Group(a), false),
        (Scope::Viewer(a), false),
        (Scope::GroupAdmin(b), false),
        (Scope::GroupAdmin(a), true),
        (Scope::Admin, true),
    ] {
        let mut tx = world.begin(scope, Access::Write).await;
        let done = sqlx::query(insert).bind(a).execute(&mut *tx).await;
        assert_eq!(done.is_ok(), allowed, "{scope:?}: {done:?}");
    }
}

#[tokio::test]
async fn only_admins_see_and_change_scraper_pools() {
    let (world, a, _) = two_groups().await;
    let insert = "INSERT INTO scraper_pools (name, session_set, created_at) VALUES ('eu', 'eu', now())";
    world.execute(insert).await;
    for (scope, seen) in [
        (Scope::Empty, 0),
        (Scope::Viewer(a), 0),
        (Scope::Group(a), 0),
        (Scope::GroupAdmin(a), 0),
        (Scope::Admin, 1),
    ] {
        let mut tx = world.begin(scope, Access::Write).await;
        let egress: i64 = sqlx::query_scalar("SELECT count(DISTINCT pool) FROM pool_egress(NULL)")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
        assert_eq!(egress, i64::try_from(seen).unwrap(), "{scope:?}");
        for statement in [
            "SELECT name FROM scraper_pools",
            "UPDATE scraper_pools SET region = 'x'",
            "DELETE FROM scraper_pools",
        ] {
            let done = sqlx::query(statement).execute(&mut *tx).await.unwrap();
            assert_eq!(done.rows_affected(), seen, "{statement} in {scope:?}");
        }
        let inserted = sqlx::query(insert).execute(&mut *tx).await;
        assert_eq!(inserted.is_ok(), seen == 1, "{scope:?}: {inserted:?}");
    }
    let ingest = &world.pools().await.ingest;
    for statement in [
        "UPDATE scraper_pools SET region = 'x'",
        "DELETE FROM scraper_pools",
    ] {
        let done = sqlx::query(statement).execute(ingest.statement()).await;
        assert_refused(done, "permission denied", statement);
    }
}

#[tokio::test]
async fn asvs_8_4_1_viewer_scope_sees_its_group_even_if_members_see_all_content() {
    let (world, a, _) = two_groups().await;
    for visibility in ["group", "all"] {
        sqlx::query("UPDATE settings SET content_visibility = $1")
            .bind(visibility)
            .execute(&world.owner)
            .await
            .unwrap();
        for (scope, posts) in [
            (Scope::Viewer(a), 1),
            (Scope::Group(a), if visibility == "all" { 2 } else { 1 }),
            (Scope::Admin, 2),
        ] {
            assert_eq!(
                counts_of(&world, scope).await[6],
                posts,
                "{scope:?}, {visibility}"
            );
        }
    }
}

#[tokio::test]
async fn roles_are_denied_ungranted_statements() {
    let (world, a, _) = two_groups().await;
    let denied = [
        (Scope::Admin, "SELECT password_hash FROM users"),
        (Scope::Admin, "SELECT token_digest FROM share_links"),
        (Scope::Admin, "UPDATE share_links SET group_id = 1"),
        (Scope::Admin, "DELETE FROM audit_log"),
        (Scope::Admin, "UPDATE audit_log SET action = 'other'"),
        (Scope::Admin, "TRUNCATE audit_log"),
        (Scope::Admin, "UPDATE posts SET views = 0"),
        (Scope::Admin, "DELETE FROM platform_accounts"),
        (Scope::Admin, "SELECT lease_token FROM runs"),
        (Scope::Admin, "UPDATE runs SET ended_at = now()"),
        (Scope::Admin, "UPDATE run_units SET assigned = false"),
        (Scope::Admin, "SELECT merge_accounts(1, 2)"),
        (
            Scope::Admin,
            "SELECT pool_addresses(NULL, 'tiktok', now(), now(), NULL)",
        ),
        (Scope::Group(a), "SELECT purge_untracked(ARRAY[1])"),
        (Scope::Group(a), "SELECT apply_post_deltas(ARRAY[]::post_delta[])"),
        (Scope::Group(a), "CREATE TABLE mine (id int)"),
        (Scope::Group(a), "SELECT * FROM post_metrics_default"),
    ];
    for (scope, statement) in denied {
        let mut tx = world.begin(scope, Access::Write).await;
        let done = sqlx::query(statement).execute(&mut *tx).await;
        assert_refused(done, "permission denied", statement);
    }
    for statement in [
        "SELECT id FROM users",
        "SELECT * FROM audit_log",
        "DELETE FROM posts",
    ] {
        let done = sqlx::query(statement)
            .execute(world.pools().await.ingest.statement())
            .await;
        assert_refused(done, "permission denied", statement);
    }
    let mut tx = world.begin(Scope::Group(a), Access::Write).await;
    sqlx::query("INSERT INTO audit_log (at, group_id, action) VALUES (now(), 1, 'test')")
        .execute(&mut *tx)
        .await
        .unwrap();
    let found: String = sqlx::query_scalar("SELECT password_hash FROM sign_in_by_username('ONE')")
        .fetch_one(world.pools().await.app.statement())
        .await
        .unwrap();
    assert_eq!(found, "hash");
}

#[tokio::test]
async fn asvs_8_4_1_row_level_security_is_forced_and_roles_own_nothing() {
    let world = World::new().await;
    world.execute("SELECT ensure_metrics_month(now())").await;
    // The histogram contains only the number of items per day, for all groups together.
    let open: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY 1",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    assert_eq!(open, ["_sqlx_migrations", "post_days"]);

    let strong = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'clipmeter\\_%'
                  AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)";
    assert_eq!(world.one::<i64>(strong).await, 0);
    let owned = "SELECT count(*) FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
                 WHERE d.deptype = 'o' AND r.rolname IN ('clipmeter_app', 'clipmeter_ingest', 'clipmeter_maintenance')";
    assert_eq!(world.one::<i64>(owned).await, 0);
    let loose = "SELECT coalesce(string_agg(proname, ','), '') FROM pg_proc
                 WHERE pronamespace = 'public'::regnamespace AND prosecdef
                   AND coalesce(array_to_string(proconfig, ','), '') NOT LIKE '%search_path=%'";
    assert_eq!(world.one::<String>(loose).await, "");
    // Functions with the owner's rights may be called only by the granted roles.
    let public = "SELECT coalesce(string_agg(proname, ','), '') FROM pg_proc
                  WHERE pronamespace = 'public'::regnamespace AND has_function_privilege('public', oid, 'EXECUTE')
                    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_proc.oid AND d.deptype = 'e')";
    assert_eq!(world.one::<String>(public).await, "");
}

#[tokio::test]
async fn asvs_16_4_2_audit_log_accepts_all_writers_and_admin_readers() {
    let (world, a, _) = two_groups().await;
    for scope in [Scope::Empty, Scope::Group(a), Scope::Admin] {
        let mut tx = world.begin(scope, Access::Write).await;
        sqlx::query("INSERT INTO audit_log (at, user_id, action) VALUES (now(), 1, 'test')")
            .execute(&mut *tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
    for (scope, seen) in [(Scope::Empty, 0), (Scope::Group(a), 0), (Scope::Admin, 3)] {
        let mut tx = world.begin(scope, Access::Read).await;
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM audit_log")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
        assert_eq!(count, seen, "{scope:?}");
    }
}

#[tokio::test]
async fn user_account_functions_grant_no_privileges() {
    let (world, a, _) = two_groups().await;
    let mut tx = world.begin(Scope::Group(a), Access::Write).await;
    let id: i64 = sqlx::query_scalar("SELECT register_user('Eve@example.com', '', 'hash', now())")
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    for call in [
        "SELECT note_sign_in($1, now())",
        "SELECT end_sign_ins($1)",
        "SELECT end_sign_in($1, '00000000-0000-4000-8000-000000000001', now() + interval '1 hour', now())",
        "SELECT change_password($1, 1, 'other')",
    ] {
        sqlx::query(call).bind(id).execute(&mut *tx).await.unwrap();
    }
    let stale: Option<i32> = sqlx::query_scalar("SELECT change_password($1, 1, 'late')")
        .bind(id)
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    assert_eq!(stale, None, "a password that was set meanwhile stays");
    tx.commit().await.unwrap();
    let plain =
        "SELECT count(*) FROM users WHERE username = 'eve@example.com' AND group_id IS NULL AND NOT is_admin
                 AND NOT is_group_admin AND token_version = 2";
    assert_eq!(world.one::<i64>(plain).await, 1);
    assert_eq!(world.one::<i64>("SELECT sum(token_version) FROM users").await, 2);
}

#[tokio::test]
async fn trigram_index_is_created_with_extension_in_any_schema() {
    let server = clipmeter_embedded_postgres::TestServer::start().await.unwrap();
    let database = server.empty_database().await.unwrap();
    let mut owner = PgConnection::connect_with(&database.options).await.unwrap();
    sqlx::raw_sql("CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions")
        .execute(&mut owner)
        .await
        .unwrap();
    clipmeter_db::MIGRATOR.run(&mut owner).await.unwrap();
    let indexed: bool = sqlx::query_scalar("SELECT to_regclass('post_texts_trigrams_idx') IS NOT NULL")
        .fetch_one(&mut owner)
        .await
        .unwrap();
    assert!(indexed);
    server.stop().await;
}
