//! Checks the roles' rights before the roles are used.

use sqlx::PgConnection;

use super::Roles;
use crate::DbError;

const FINDINGS: &str = include_str!("check.sql");

/// Maximum of findings in one error: a badly misconfigured server has one for every table.
const MOST_FINDINGS: usize = 20;

impl Roles {
    /// Rejects roles that have more rights than they need, or lack some.
    pub(crate) async fn check(&self, owner: &mut PgConnection) -> Result<(), DbError> {
        let names = self.logins().each_ref().map(|login| login.name);
        let mut findings: Vec<String> = sqlx::query_scalar(FINDINGS)
            .bind(&names[..])
            .fetch_all(owner)
            .await?;
        findings.truncate(MOST_FINDINGS);
        if findings.is_empty() {
            Ok(())
        } else {
            Err(DbError::Roles(findings))
        }
    }
}
