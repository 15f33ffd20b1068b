//! Which open runs hold which accounts.

use clipmeter_proto::v1::Platform;
use uuid::Uuid;

use super::RunStore;
use crate::ApiError;

impl RunStore {
    /// The open runs that hold any of these accounts, each with the accounts of these that it holds.
    pub async fn holders(
        &self,
        platform: Platform,
        accounts: &[i64],
    ) -> Result<Vec<(Uuid, Vec<i64>)>, ApiError> {
        Ok(sqlx::query_as(
            "SELECT u.run_id, array_agg(u.account_id)
             FROM run_units u JOIN platform_accounts a ON a.id = u.account_id
             WHERE u.held AND a.platform = $1 AND u.account_id = ANY ($2)
             GROUP BY u.run_id ORDER BY u.run_id",
        )
        .bind(platform.code())
        .bind(accounts)
        .fetch_all(&self.pool)
        .await?)
    }
}
