//! What a transaction of the web's role may see.

use sqlx::{PgConnection, Postgres, Transaction};

use super::Pool;

/// Whose rows row-level security shows. A transaction without a scope sees nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One group's, and the collected content as far as the platform's settings share it.
    Group(i64),
    /// Every group's.
    Admin,
    /// Nobody's.
    Empty,
}

/// Whether a transaction may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It may not, and all its statements see one snapshot.
    Read,
    /// It may.
    Write,
}

impl Scope {
    /// Begins a transaction on a pool of `clipmeter_app`. The scope ends with it, so that a connection goes back to the pool
    /// without one. Its signature is sent as a parameter: `pg_stat_activity` shows statements, also to an injected one.
    pub async fn begin(
        self,
        pool: &Pool,
        access: Access,
    ) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        let begin = match access {
            Access::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Access::Write => "BEGIN",
        };
        let scope = match self {
            Self::Group(id) => format!("group:{id}"),
            Self::Admin => "admin".to_owned(),
            Self::Empty => "none".to_owned(),
        };
        let signed = pool
            .scope_key()
            .and_then(|key| key.sign(&scope))
            .ok_or_else(|| sqlx::Error::Configuration("the pool's role has no password".into()))?;
        let mut transaction = pool.begin_with(begin).await?;
        sqlx::query("SELECT set_config('clipmeter.scope', $1, true)")
            .bind(signed)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction)
    }
}

/// Has an admin's transaction count the costs that this group pays, as the group itself sees them. Changes nothing for a
/// transaction with the scope of a group.
pub(crate) async fn view_as_group(connection: &mut PgConnection, group_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT set_config('clipmeter.viewing_group', $1, true)",
        group_id.to_string()
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// Has the database keep a transaction that waits for a cluster: a thousand accounts are two thousand calls there.
pub(crate) async fn wait_for_cluster(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = '5min'")
        .execute(connection)
        .await?;
    Ok(())
}
