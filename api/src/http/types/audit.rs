//! The audit log.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::MAX_PER_PAGE;
use super::page::first_page;
use crate::store::audit::AuditRow;

/// Which entries of the audit log are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// From 1; a page behind the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// 1 to 100.
    #[serde(default = "most_per_page")]
    #[param(default = 100, minimum = 1, maximum = 100)]
    pub per_page: i64,
    /// What was done, like `user.delete`.
    pub action: Option<String>,
    /// The username at that time, upper or lower case.
    pub user: Option<String>,
    /// Whose rows changed.
    pub group_id: Option<i64>,
    /// The earliest time.
    pub from: Option<DateTime<Utc>>,
    /// Entries before this time. Fixing it keeps the pages still while new entries come in.
    pub to: Option<DateTime<Utc>>,
}

fn most_per_page() -> i64 {
    MAX_PER_PAGE
}

/// Who did what, when and from where.
#[derive(Serialize, ToSchema)]
pub struct AuditEntry {
    /// Names the entry.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Absent when nobody was signed in.
    pub user_id: Option<i64>,
    /// The username at that time; of a failed sign-in, that of the user who was tried, or empty when there is no such user.
    #[schema(example = "admin")]
    pub username: String,
    /// The network address that the call came from; empty for what a start of the program does.
    #[schema(example = "192.0.2.1")]
    pub address: String,
    /// Whose rows changed; absent for the whole platform.
    pub group_id: Option<i64>,
    /// What was done: subject and verb.
    #[schema(example = "user.delete")]
    pub action: String,
    /// What it was done to; depends on the action.
    #[schema(value_type = Object, example = json!({"user_id": 7, "username": "ann", "accounts": 2, "videos": 0}))]
    pub details: Value,
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub struct AuditLog {
    /// The newest first.
    pub entries: Vec<AuditEntry>,
    /// Entries on all pages.
    pub total: i64,
    /// Pages; 0 without entries.
    pub pages: i64,
}

impl From<AuditRow> for AuditEntry {
    fn from(row: AuditRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            user_id: row.user_id,
            username: row.username,
            address: row.address,
            group_id: row.group_id,
            action: row.action,
            details: row.details,
        }
    }
}
