//! Reads the database's catalog.

use chrono::NaiveDate;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{Contents, Sequence, TableSchema, in_public};
use crate::DbError;

/// Tables of the schema `public`, except partitions; the record of migrations, which is recreated with the
/// schema; and the keys that sign scopes, which are secret and tied to the server's passwords.
const TABLES: &str = "
    SELECT c.relname::text,
           array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '')
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('_sqlx_migrations', 'scope_keys')
    GROUP BY c.relname ORDER BY c.relname";

/// Foreign keys between the tables.
const REFERENCES: &str = "
    SELECT DISTINCT c.relname::text, r.relname::text
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid AND NOT c.relispartition
    JOIN pg_class r ON r.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace";

const SEQUENCES: &str = "
    SELECT relname::text FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY relname";

/// Partitions as named by `ensure_metrics_month`.
const MONTHS: &str = r"
    SELECT to_date(right(c.relname, 7), 'YYYY_MM')
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('public.post_metrics') AND c.relname ~ '^post_metrics_\d{4}_\d{2}$'
    ORDER BY 1";

/// Reads the catalog in the connection's transaction.
pub(super) async fn contents(connection: &mut PgConnection) -> Result<Contents, DbError> {
    let is_migrated: bool = sqlx::query_scalar("SELECT to_regclass('public._sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !is_migrated {
        return Err(DbError::invalid(
            "the database is empty; start Clipmeter with it first",
        ));
    }
    let postgres = sqlx::query_scalar("SELECT current_setting('server_version_num')::int / 10000")
        .fetch_one(&mut *connection)
        .await?;
    let migrations = sqlx::query_scalar("SELECT version FROM public._sqlx_migrations ORDER BY version")
        .fetch_all(&mut *connection)
        .await?;
    let tables: Vec<(String, Vec<String>)> = sqlx::query_as(TABLES).fetch_all(&mut *connection).await?;
    let tables = tables
        .into_iter()
        .map(|(name, columns)| TableSchema { name, columns })
        .collect();
    let references: Vec<(String, String)> = sqlx::query_as(REFERENCES).fetch_all(&mut *connection).await?;
    let months: Vec<NaiveDate> = sqlx::query_scalar(MONTHS).fetch_all(&mut *connection).await?;
    let names: Vec<String> = sqlx::query_scalar(SEQUENCES).fetch_all(&mut *connection).await?;
    let mut sequences = Vec::with_capacity(names.len());
    for name in names {
        let query = format!("SELECT last_value, is_called FROM {}", in_public(&name));
        let (last_value, is_called) = sqlx::query_as(AssertSqlSafe(query))
            .fetch_one(&mut *connection)
            .await?;
        sequences.push(Sequence {
            name,
            last_value,
            is_called,
        });
    }
    Ok(Contents {
        postgres,
        migrations,
        tables: ordered(tables, &references)?,
        sequences,
        months,
    })
}

/// Sorts tables so that referenced tables come before the ones that refer to them, and otherwise keeps the
/// order. Rows are inserted in parts, so a table must not refer to itself either.
fn ordered(
    mut tables: Vec<TableSchema>,
    references: &[(String, String)],
) -> Result<Vec<TableSchema>, DbError> {
    let mut sorted: Vec<TableSchema> = Vec::with_capacity(tables.len());
    while !tables.is_empty() {
        let waits = |table: &TableSchema| {
            references
                .iter()
                .any(|(from, to)| *from == table.name && !sorted.iter().any(|done| done.name == *to))
        };
        let (waiting, ready): (Vec<TableSchema>, Vec<TableSchema>) = tables.into_iter().partition(waits);
        if ready.is_empty() {
            let names: Vec<String> = waiting.into_iter().map(|table| table.name).collect();
            return Err(DbError::invalid(format!(
                "tables have circular references: {}",
                names.join(", ")
            )));
        }
        sorted.extend(ready);
        tables = waiting;
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backup_tables_follow_referenced_tables_and_cycles_are_refused() {
        let sorted = |references: &[(&str, &str)]| {
            let tables = ["a", "b", "c"].map(|name| TableSchema {
                name: name.to_owned(),
                columns: Vec::new(),
            });
            let references: Vec<_> = references
                .iter()
                .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
                .collect();
            let names = |tables: Vec<TableSchema>| tables.into_iter().map(|table| table.name).collect();
            ordered(tables.into(), &references)
                .map(names)
                .map_err(|error| error.to_string())
        };
        let names = |text: &str| Ok::<Vec<String>, String>(text.chars().map(String::from).collect());
        assert_eq!(sorted(&[]), names("abc"));
        assert_eq!(sorted(&[("a", "b"), ("a", "c"), ("b", "c")]), names("cba"));
        for circle in [&[("a", "b"), ("b", "a")][..], &[("c", "c")]] {
            assert!(sorted(circle).unwrap_err().contains("circular references"));
        }
    }
}
