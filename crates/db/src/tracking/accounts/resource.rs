//! The desired state of tracked accounts that is kept outside the dashboard.

use std::collections::HashMap;

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use crate::intent::{Subject, TrackedName};

/// How a tracked account or video is identified outside the dashboard, and the tool that manages it there.
#[derive(Clone, Debug)]
pub struct TrackedResource {
    /// The group that tracks it.
    pub group_id: i64,
    pub name: TrackedName,
    /// The manager other than the dashboard; empty when the dashboard may change it.
    pub managed_by: String,
}

/// Returns the resources of those of the accounts that are in scope, by `tracked_accounts.id`.
pub async fn resources(
    connection: &mut PgConnection,
    platform: Platform,
    ids: &[i64],
) -> Result<HashMap<i64, TrackedResource>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT t.id, t.group_id, t.resource, t.managed_by,
                  (SELECT a.username FROM platform_accounts a WHERE a.id = t.account_id) AS "username!"
           FROM tracked_accounts t
           WHERE t.id = ANY ($1) AND (SELECT a.platform FROM platform_accounts a WHERE a.id = t.account_id) = $2"#,
        ids,
        platform.code()
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let subject = Subject::Account {
                platform,
                username: row.username,
            };
            let resource = TrackedResource {
                group_id: row.group_id,
                name: TrackedName {
                    resource: row.resource,
                    subject,
                },
                managed_by: row.managed_by,
            };
            (row.id, resource)
        })
        .collect())
}
