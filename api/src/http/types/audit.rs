//! The audit log.

use chrono::{DateTime, Utc};
use clipmeter_db::audit::AuditRow;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::MAX_PER_PAGE;
use super::page::first_page;

/// Filters of the audit log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// 1 to 100.
    #[serde(default = "most_per_page")]
    #[param(default = 100, minimum = 1, maximum = 100)]
    pub per_page: i64,
    /// The action, such as `user.delete`.
    pub action: Option<String>,
    /// The username at that time, case-insensitive.
    pub user: Option<String>,
    /// The group whose rows changed.
    pub group_id: Option<i64>,
    /// The earliest time.
    pub from: Option<DateTime<Utc>>,
    /// Entries before this time. A fixed time keeps pages stable while new entries are added.
    pub to: Option<DateTime<Utc>>,
}

fn most_per_page() -> i64 {
    MAX_PER_PAGE
}

/// An audit log entry: user, action, time and address.
#[derive(Serialize, ToSchema)]
pub struct AuditEntry {
    /// Entry ID.
    pub id: i64,
    /// Time.
    pub at: DateTime<Utc>,
    /// Absent when the caller was not signed in.
    pub user_id: Option<i64>,
    /// The username at that time; for a failed sign-in the user who was tried, or empty when there is no such user.
    #[schema(example = "admin")]
    pub username: String,
    /// The network address of the caller; empty for actions at program start.
    #[schema(example = "192.0.2.1")]
    pub address: String,
    /// The group whose rows changed; absent for the whole platform.
    pub group_id: Option<i64>,
    /// The action: subject and verb.
    #[schema(example = "user.delete")]
    pub action: String,
    /// The object of the action; depends on the action.
    #[schema(value_type = Object, example = json!({"user_id": 7, "username": "ann", "accounts": 2, "videos": 0}))]
    pub details: Value,
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub struct AuditLog {
    /// Newest first.
    pub entries: Vec<AuditEntry>,
    /// Entries on all pages.
    pub total: i64,
    /// Number of pages; 0 without entries.
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
