//! Rules that keep migrations from blocking the replicas of the previous version, which serve meanwhile. ADR 0054.

use super::concurrent::ConcurrentStatement;
use crate::database::MIGRATOR;

/// Earlier migrations were written before the rules.
const FIRST: i64 = 21;

/// Tables that stay small in each installation. All others may have millions of rows.
const SMALL: [&str; 20] = [
    "capped_costs",
    "clock_steps",
    "endpoint_cooldowns",
    "groups",
    "leader_term",
    "platform_day_changes",
    "platform_days",
    "platform_config_resource",
    "platform_config_revisions",
    "platforms",
    "proxies",
    "rate_limit_buckets",
    "scope_keys",
    "scraper_pools",
    "session_breakers",
    "sessions",
    "settings",
    "users",
    "working_endpoints",
    "zones",
];

/// Tables whose indexes cannot be built concurrently.
const PARTITIONED: &str = "post_metrics";

/// Parts of ALTER TABLE that read or rewrite all rows while the table is locked, and what to do instead. Several spaces were reduced to one.
const SLOW_CHANGES: [(&str, &str); 13] = [
    (" TYPE ", FILL),
    (" STORED", FILL),
    (" AS IDENTITY", FILL),
    (" DEFAULT GEN_RANDOM_UUID", FILL),
    (" DEFAULT UUIDV7", FILL),
    (" DEFAULT RANDOM", FILL),
    (" DEFAULT NEXTVAL", FILL),
    (
        " DEFAULT CLOCK_TIMESTAMP",
        "use now(), which is the same for all rows",
    ),
    (" SET NOT NULL", VALIDATE),
    (" ADD CONSTRAINT ", VALIDATE),
    (" ADD FOREIGN KEY ", VALIDATE),
    (" ADD CHECK ", VALIDATE),
    (" UNIQUE ", ATTACH),
];
const FILL: &str = "add a nullable column without a default, and fill it in batches during maintenance";
const VALIDATE: &str = "add a constraint NOT VALID, and use VALIDATE CONSTRAINT in the next migration";
const ATTACH: &str = "build a unique index in a migration before, and add the constraint with USING INDEX";

/// ALTER TABLE with one of these reads no rows, or locks nothing meanwhile.
const QUICK_CHANGES: [&str; 3] = [" NOT VALID", " VALIDATE CONSTRAINT ", " USING INDEX "];

/// Statements that change or copy all rows.
const SLOW_STATEMENTS: [&str; 5] = [
    "UPDATE ",
    "DELETE FROM ",
    "VACUUM FULL ",
    "CLUSTER ",
    "REINDEX TABLE ",
];

/// Returns what a migration must not do, one sentence for each statement.
fn violations(sql: &str, is_transactional: bool) -> Vec<String> {
    if is_transactional {
        let statements = statements(sql);
        let new: Vec<String> = statements
            .iter()
            .filter_map(|statement| table_after(statement, "CREATE TABLE "))
            .collect();
        return statements
            .iter()
            .filter_map(|statement| blocking(statement, &new))
            .collect();
    }
    match ConcurrentStatement::of(sql) {
        Some(ConcurrentStatement::Create { table, .. }) if table == PARTITIONED => vec![format!(
            "PostgreSQL cannot build an index of the partitioned table {PARTITIONED} concurrently: create it with ON ONLY, build one on each \
             partition concurrently, and attach them; ConcurrentStatement must be extended for this"
        )],
        Some(_) => Vec::new(),
        None => vec![
            "a migration with -- no-transaction must be exactly one statement, CREATE INDEX CONCURRENTLY IF NOT EXISTS name ON table … or \
             DROP INDEX CONCURRENTLY IF EXISTS name, because it is repeated after an interruption"
                .to_owned(),
        ],
    }
}

/// Returns why a statement in a transaction would block reads or writes of a table for long.
fn blocking(statement: &str, new: &[String]) -> Option<String> {
    let large = |before: &str| {
        table_after(statement, before)
            .filter(|table| !new.contains(table) && !SMALL.contains(&table.as_str()))
    };
    if statement.contains("CREATE INDEX ") || statement.contains("CREATE UNIQUE INDEX ") {
        return large(" ON ").map(|table| {
            format!(
                "CREATE INDEX blocks writes to {table} until the index is built: move it to a migration of its own, whose first line is \
                 -- no-transaction, as CREATE INDEX CONCURRENTLY IF NOT EXISTS"
            )
        });
    }
    if statement.contains("ALTER TABLE ") {
        if QUICK_CHANGES.iter().any(|quick| statement.contains(quick)) {
            return None;
        }
        let (change, instead) = SLOW_CHANGES
            .iter()
            .find(|(change, _)| statement.contains(change))?;
        return large("ALTER TABLE ").map(|table| {
            format!("ALTER TABLE …{change} locks {table} while it reads or rewrites all rows: {instead}")
        });
    }
    let slow = SLOW_STATEMENTS
        .iter()
        .find(|slow| statement.starts_with(**slow))?;
    large(slow).map(|table| {
        format!("{slow}{table} keeps locks on all rows that it changes until the end of the migration: do it in batches during maintenance")
    })
}

/// Splits SQL into statements in upper case with single spaces. Omits comments and the bodies of functions, but not those of DO.
fn statements(sql: &str) -> Vec<String> {
    let text: Vec<&str> = sql
        .lines()
        .map(|line| line.split_once("--").map_or(line, |(before, _)| before))
        .collect();
    let mut kept = String::new();
    for (part, text) in text.join(" ").split("$$").enumerate() {
        // Every second part is between two dollar quotes.
        let is_body = part % 2 == 1;
        let is_run = kept.rsplit(';').next().is_some_and(|begun| begun.trim() == "DO");
        if !is_body || is_run {
            kept.push_str(text);
            kept.push(if is_run { ';' } else { ' ' });
        }
    }
    let mut is_function = false;
    kept.to_uppercase()
        .split(';')
        .map(|statement| {
            let words: Vec<&str> = statement.split_whitespace().collect();
            // Only where a block begins.
            let first = words.iter().position(|word| !["DO", "BEGIN"].contains(word));
            format!("{} ", words[first.unwrap_or(words.len())..].join(" "))
        })
        .filter(|statement| {
            is_function |= statement.contains(" BEGIN ATOMIC ");
            let is_kept = !is_function;
            is_function &= !statement.starts_with("END ");
            is_kept
        })
        .collect()
}

/// Returns the name of the table that follows a part of a statement.
fn table_after(statement: &str, part: &str) -> Option<String> {
    let (_, rest) = statement.split_once(part)?;
    rest.split_whitespace()
        .find(|word| !["IF", "NOT", "EXISTS", "ONLY"].contains(word))
        .map(|word| word.split('(').next().unwrap_or(word).to_lowercase())
}

#[test]
fn migrations_do_not_block_replicas_of_previous_version() {
    let violations: Vec<String> = MIGRATOR
        .iter()
        .filter(|migration| migration.version >= FIRST)
        .flat_map(|migration| {
            violations(migration.sql.as_str(), !migration.no_tx)
                .into_iter()
                .map(|text| format!("{:04} {}: {text}", migration.version, migration.description))
        })
        .collect();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn blocking_statements_are_refused() {
    for (sql, expected) in [
        (
            "CREATE INDEX posts_a_idx ON posts (a);",
            "CREATE INDEX blocks writes to posts ",
        ),
        (
            "create unique index a\n  on only post_days(a)",
            "CREATE INDEX blocks writes to post_days ",
        ),
        (
            "DO $$ BEGIN EXECUTE format('CREATE INDEX a ON %I (b)', t); END $$;",
            "CREATE INDEX blocks writes to %i ",
        ),
        (
            "ALTER TABLE posts ALTER COLUMN views TYPE numeric;",
            "ALTER TABLE … TYPE  locks posts ",
        ),
        (
            "ALTER TABLE posts ADD COLUMN a int GENERATED ALWAYS AS (views / 2) STORED",
            "ALTER TABLE … STORED locks posts ",
        ),
        (
            "ALTER TABLE IF EXISTS audit_log ADD COLUMN a uuid DEFAULT gen_random_uuid()",
            " locks audit_log ",
        ),
        (
            "ALTER TABLE posts ALTER COLUMN a SET NOT NULL;",
            "use VALIDATE CONSTRAINT in the next migration",
        ),
        (
            "ALTER TABLE posts ADD CONSTRAINT a CHECK (b > 0);",
            "use VALIDATE CONSTRAINT in the next migration",
        ),
        (
            "ALTER TABLE posts ADD UNIQUE (a);",
            "add the constraint with USING INDEX",
        ),
        (
            "CREATE TABLE a (); UPDATE posts SET a = 1; SELECT 1",
            "UPDATE posts keeps locks on all rows",
        ),
        (
            "DO $$ BEGIN DELETE FROM runs; END $$",
            "DELETE FROM runs keeps locks",
        ),
    ] {
        let found = violations(sql, true);
        assert!(
            found.len() == 1 && found[0].contains(expected),
            "{sql}: {found:?}"
        );
    }
    for (sql, expected) in [
        (
            "CREATE INDEX CONCURRENTLY a ON posts (b)",
            "must be exactly one statement",
        ),
        (
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON post_metrics (b)",
            "partitioned table post_metrics",
        ),
    ] {
        let found = violations(sql, false);
        assert!(
            found.len() == 1 && found[0].contains(expected),
            "{sql}: {found:?}"
        );
    }
}

#[test]
fn statements_that_lock_nothing_for_long_are_accepted() {
    for sql in [
        "CREATE TABLE IF NOT EXISTS likes (a int); CREATE INDEX likes_a_idx ON likes (a); ALTER TABLE likes ADD UNIQUE (a);",
        "CREATE INDEX groups_a_idx ON groups (a); UPDATE settings SET a = 1;",
        "ALTER TABLE posts ADD COLUMN a int, ADD COLUMN b timestamptz NOT NULL DEFAULT now();",
        "ALTER TABLE posts ADD CONSTRAINT a CHECK (b > 0) NOT VALID;",
        "ALTER TABLE posts VALIDATE CONSTRAINT a;",
        "ALTER TABLE posts ADD CONSTRAINT a UNIQUE USING INDEX a_key;",
        "-- CREATE INDEX a ON posts (b)\nSELECT 1;",
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE posts SET a = 1; END $$;",
        "CREATE FUNCTION f() RETURNS void LANGUAGE sql BEGIN ATOMIC SELECT 1; DELETE FROM posts; END;",
        "CREATE TRIGGER a AFTER UPDATE ON posts FOR EACH ROW EXECUTE FUNCTION f();",
    ] {
        assert_eq!(violations(sql, true), Vec::<String>::new(), "{sql}");
    }
    let sql = "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS posts_a_idx ON posts (a);\n";
    assert_eq!(violations(sql, false), Vec::<String>::new());
}
