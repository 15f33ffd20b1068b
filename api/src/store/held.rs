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
        let rows = sqlx::query!(
            r#"SELECT u.run_id, array_agg(a.id) AS "accounts!"
               FROM run_units u JOIN platform_accounts a ON a.id = u.account_id
               WHERE u.held AND a.platform = $1 AND a.id = ANY ($2)
               GROUP BY u.run_id ORDER BY u.run_id"#,
            platform.code(),
            accounts
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.run_id, row.accounts)).collect())
    }
}
