//! Everything that a database contains, for comparison.

use std::collections::BTreeMap;
use std::path::Path;

use clipmeter_embedded_postgres::{Durability, Installation, Server, ServerConfig};
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection};

/// Tables by name, and partitions.
const TABLES: &str = "SELECT relname::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN ('_sqlx_migrations', 'scope_keys')";

/// Queries that return what belongs to the rows.
const METADATA_QUERIES: &[&str] = &[
    "SELECT format('migration %s %s', version, encode(checksum, 'hex')) FROM _sqlx_migrations",
    "SELECT format('sequence %s at %s', sequencename, last_value) FROM pg_sequences WHERE schemaname = 'public'",
];

/// Queries that return the schema.
const SCHEMA_QUERIES: &[&str] = &[
    "SELECT format('relation %s %s owner %s rights %s security %s %s of %s', relname, relkind, relowner::regrole, relacl,
                   relrowsecurity, relforcerowsecurity, pg_get_expr(relpartbound, oid))
     FROM pg_class WHERE relnamespace = 'public'::regnamespace",
    "SELECT format('trigger %s %s %s', tgrelid::regclass, pg_get_triggerdef(oid), tgenabled)
     FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT format('policy %s %s %s %s %s', polrelid::regclass, polname, polroles::regrole[],
                   pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) FROM pg_policy",
    "SELECT format('constraint %s %s %s', conrelid::regclass, pg_get_constraintdef(oid), convalidated)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0",
    "SELECT format('function %s owner %s rights %s', oid::regprocedure, proowner::regrole, proacl)
     FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
];

/// Queries that return inconsistencies of the triggers' data and of the sequences.
const INCONSISTENCY_QUERIES: &[&str] = &[
    "SELECT format('%s items are counted and %s exist', sum(c.posts), (SELECT count(*) FROM posts))
     FROM account_counters c HAVING sum(c.posts) <> (SELECT count(*) FROM posts)",
    "SELECT format('%s of the texts are missing', count(*)) FROM posts p
     WHERE NOT EXISTS (SELECT FROM post_texts t WHERE t.post_id = p.id) HAVING count(*) > 0",
];

/// Connects to the database of a data folder that is not in use.
pub(super) async fn with_database<T>(data: &Path, work: impl AsyncFnOnce(&mut PgConnection) -> T) -> T {
    let installation = Installation::ensure(&Installation::default_cache())
        .await
        .unwrap();
    let config = ServerConfig {
        folder: data.join("postgres"),
        durability: Durability::None,
        temporary: false,
    };
    let server = Server::start(installation, config).await.unwrap();
    let mut connection = server.connect_options("postgres").connect().await.unwrap();
    let result = work(&mut connection).await;
    drop(connection);
    server.stop().await;
    result
}

async fn texts(connection: &mut PgConnection, query: &str) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(query.to_owned()))
        .fetch_all(connection)
        .await
        .unwrap()
}

/// Returns digests of the rows of every table and partition, by name, and what belongs to them.
pub(super) async fn rows(connection: &mut PgConnection) -> BTreeMap<String, String> {
    let mut rows = BTreeMap::new();
    for table in texts(connection, TABLES).await {
        let digest = format!(
            "SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY t::text)), '') FROM \"{table}\" t"
        );
        rows.insert(table, texts(connection, &digest).await.remove(0));
    }
    for line in lines(connection, METADATA_QUERIES).await {
        rows.insert(line, String::new());
    }
    rows
}

/// Returns the schema: tables, privileges, owners, triggers, policies, constraints and functions.
pub(super) async fn structure(connection: &mut PgConnection) -> Vec<String> {
    lines(connection, SCHEMA_QUERIES).await
}

async fn lines(connection: &mut PgConnection, queries: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for query in queries {
        lines.extend(texts(connection, query).await);
    }
    lines.sort();
    lines
}

/// Returns the inconsistencies.
pub(super) async fn wrong(connection: &mut PgConnection) -> Vec<String> {
    let mut wrong = lines(connection, INCONSISTENCY_QUERIES).await;
    let identities = "SELECT format('SELECT %L || coalesce(max(%I), 0) FROM %I HAVING max(%I) > (SELECT last_value FROM %s)',
                                    relname || ' has the id ', attname, relname, attname,
                                    pg_get_serial_sequence(quote_ident(relname), attname))
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attidentity <> ''";
    let identities = texts(connection, identities).await;
    assert!(identities.len() > 5, "{identities:?}");
    for query in identities {
        wrong.extend(texts(connection, &query).await);
    }
    wrong
}
