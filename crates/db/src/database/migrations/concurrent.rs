//! Statements that run outside transactions: indexes that are built while rows are read and written. An interrupted build leaves an
//! invalid index behind, which is dropped before the build is repeated.

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnection;

/// The only statements that a migration may run outside a transaction. Both can be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConcurrentStatement<'a> {
    /// `CREATE INDEX CONCURRENTLY IF NOT EXISTS index ON table …`
    Create { index: &'a str, table: &'a str },
    /// `DROP INDEX CONCURRENTLY IF EXISTS index`
    Drop { index: &'a str },
}

impl<'a> ConcurrentStatement<'a> {
    /// Returns `None` unless the SQL is exactly one such statement besides lines of comments, with keywords in upper case and names
    /// that need no quotes.
    pub(super) fn of(sql: &'a str) -> Option<Self> {
        let mut words: Vec<&str> = sql
            .lines()
            .filter(|line| !line.trim_start().starts_with("--"))
            .flat_map(str::split_whitespace)
            .collect();
        let last = words.last_mut()?;
        *last = last.strip_suffix(';').unwrap_or(last);
        if words.starts_with(&["CREATE", "UNIQUE"]) {
            words.remove(1);
        }
        let statement = match words.as_slice() {
            [
                "CREATE",
                "INDEX",
                "CONCURRENTLY",
                "IF",
                "NOT",
                "EXISTS",
                index,
                "ON",
                table,
                ..,
            ] => Self::Create { index, table },
            ["DROP", "INDEX", "CONCURRENTLY", "IF", "EXISTS", index] => Self::Drop { index },
            _ => return None,
        };
        let (Self::Create { index, .. } | Self::Drop { index }) = statement;
        let is_plain = index
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        let is_single = words.iter().all(|word| !word.contains(';'));
        (is_plain && is_single).then_some(statement)
    }
}

/// Drops the index that the migration builds if an interrupted build has left it invalid: `IF NOT EXISTS` would keep it.
pub(super) async fn drop_invalid(owner: &mut PgConnection, sql: &str) -> Result<(), sqlx::Error> {
    let Some(ConcurrentStatement::Create { index, .. }) = ConcurrentStatement::of(sql) else {
        return Ok(());
    };
    let is_invalid: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid)",
    )
    .bind(index)
    .fetch_one(&mut *owner)
    .await?;
    if is_invalid {
        tracing::warn!(
            index,
            "dropping the index, because its build was interrupted, to build it again"
        );
        // Safe: the name consists of letters, digits and underscores.
        let drop = format!("DROP INDEX CONCURRENTLY {index}");
        sqlx::raw_sql(AssertSqlSafe(drop)).execute(owner).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_single_repeatable_statement_is_recognized() {
        for (sql, expected) in [
            (
                "-- no-transaction\n-- For lists.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_b_idx ON a (b DESC)\n    WHERE b > 0;\n",
                Some(ConcurrentStatement::Create {
                    index: "a_b_idx",
                    table: "a",
                }),
            ),
            (
                "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_key ON a (b)",
                Some(ConcurrentStatement::Create {
                    index: "a_key",
                    table: "a",
                }),
            ),
            (
                "DROP INDEX CONCURRENTLY IF EXISTS a_key;",
                Some(ConcurrentStatement::Drop { index: "a_key" }),
            ),
            ("CREATE INDEX CONCURRENTLY a_key ON a (b)", None),
            ("CREATE INDEX IF NOT EXISTS a_key ON a (b)", None),
            ("CREATE INDEX CONCURRENTLY IF NOT EXISTS \"A\" ON a (b)", None),
            (
                "DROP INDEX CONCURRENTLY IF EXISTS a_key; DROP INDEX CONCURRENTLY IF EXISTS b_key;",
                None,
            ),
            (
                "CREATE INDEX CONCURRENTLY IF NOT EXISTS a_key ON a (b); SELECT 1",
                None,
            ),
            ("-- nothing", None),
        ] {
            assert_eq!(ConcurrentStatement::of(sql), expected, "{sql}");
        }
    }
}
