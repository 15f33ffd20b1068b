//! Scopes: the rows that a transaction of the web role may see.

use sqlx::{PgConnection, Postgres, Transaction};

use super::connections::Pool;

/// All statements see one snapshot, which the first of them takes.
const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The rows that row-level security shows. A transaction without a scope sees nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One group's rows, and the collected content as far as the platform's settings share it.
    Group(i64),
    /// One group's rows, without other collected content, and the right to change the group's users.
    GroupAdmin(i64),
    /// One group's rows, without other collected content.
    Viewer(i64),
    /// The rows of all groups.
    Admin,
    /// No rows.
    Empty,
}

/// Whether a transaction may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Read-only; all its statements see one snapshot.
    Read,
    /// Read and write.
    Write,
}

impl Scope {
    /// Returns the only group whose rows it shows.
    #[must_use]
    pub fn group(self) -> Option<i64> {
        match self {
            Self::Group(id) | Self::GroupAdmin(id) | Self::Viewer(id) => Some(id),
            Self::Admin | Self::Empty => None,
        }
    }

    /// Begins a transaction on a pool of `clipmeter_app`. The scope ends with the transaction, so that a
    /// connection returns to the pool without one. The signature is sent as a parameter, because
    /// `pg_stat_activity` shows statements, also to an injected one.
    pub async fn begin(
        self,
        pool: &Pool,
        access: Access,
    ) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        let begin = match access {
            Access::Read => BEGIN_READ,
            Access::Write => "BEGIN",
        };
        let mut transaction = pool.begin_with(begin).await?;
        self.set(pool, &mut transaction).await?;
        Ok(transaction)
    }

    /// Begins a read on a pool of a replica; `None` if it has not replayed the log to `required`.
    pub(crate) async fn begin_on_replica(
        self,
        pool: &Pool,
        required: i64,
    ) -> Result<Option<Transaction<'static, Postgres>>, sqlx::Error> {
        let Some(mut transaction) = pool.begin_replayed(BEGIN_READ, required).await? else {
            return Ok(None);
        };
        self.set(pool, &mut transaction).await?;
        Ok(Some(transaction))
    }

    async fn set(self, pool: &Pool, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let scope = match self {
            Self::Group(id) => format!("group:{id}"),
            Self::GroupAdmin(id) => format!("group_admin:{id}"),
            Self::Viewer(id) => format!("group:{id}:viewer"),
            Self::Admin => "admin".to_owned(),
            Self::Empty => "none".to_owned(),
        };
        let signed = pool
            .scope_key()
            .and_then(|key| key.sign(&scope))
            .ok_or_else(|| sqlx::Error::Configuration("the pool's role has no password".into()))?;
        sqlx::query("SELECT set_config('clipmeter.scope', $1, true)")
            .bind(signed)
            .execute(connection)
            .await?;
        Ok(())
    }
}

/// Makes an admin's transaction use this group's costs and time zone, as the group itself sees them. Has no effect on a
/// transaction with the scope of a group.
pub async fn view_as_group(connection: &mut PgConnection, group_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT set_config('clipmeter.viewing_group', $1, true)",
        group_id.to_string()
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// The same for the group that tracks an account, by `tracked_accounts.id`. Has no effect if the account is not in scope.
pub async fn view_as_group_of(connection: &mut PgConnection, account: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT set_config('clipmeter.viewing_group', group_id::text, true) FROM tracked_accounts WHERE id = $1",
        account
    )
    .fetch_optional(connection)
    .await?;
    Ok(())
}

/// Makes the statements of a transaction keep their plans, whatever the parameters: under the policies, planning one may take longer
/// than executing it. Not for lists, whose best plans may depend on the filters.
pub async fn reuse_plans(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SET LOCAL plan_cache_mode = force_generic_plan")
        .execute(connection)
        .await?;
    Ok(())
}

/// Extends the idle timeout of a transaction that waits for a cluster: a thousand accounts take two thousand
/// calls there.
pub async fn wait_for_cluster(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = '5min'")
        .execute(connection)
        .await?;
    Ok(())
}
