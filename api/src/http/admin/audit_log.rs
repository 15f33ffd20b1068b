//! `GET /api/admin/audit-log`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::{self, AuditFilter, AuditRow};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::http::error::Problem;
use crate::http::input::{self, Query};
use crate::http::page::{PageQuery, PageRequest, default_per_page, first_page};
use crate::http::scope::Admin;

/// Filters of the audit log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub(crate) page: i64,
    /// 1 to 100.
    #[serde(default = "default_per_page")]
    #[param(default = 100, minimum = 1, maximum = 100)]
    pub(crate) per_page: i64,
    /// The action, such as `user.delete`.
    pub(crate) action: Option<String>,
    /// The username at that time, case-insensitive.
    pub(crate) user: Option<String>,
    /// The group whose rows changed.
    pub(crate) group_id: Option<i64>,
    /// The earliest time.
    pub(crate) from: Option<DateTime<Utc>>,
    /// Entries before this time. A fixed time keeps pages stable while new entries are added.
    pub(crate) to: Option<DateTime<Utc>>,
}

/// An audit log entry: user, action, time and address.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditEntry {
    /// Entry ID.
    pub(crate) id: i64,
    /// Time.
    pub(crate) at: DateTime<Utc>,
    /// Absent when the caller was not signed in.
    pub(crate) user_id: Option<i64>,
    /// The username at that time; for a failed sign-in the user who was tried, or empty when there is no such user.
    #[schema(example = "admin")]
    pub(crate) username: String,
    /// The network address of the caller; empty for actions at program start.
    #[schema(example = "192.0.2.1")]
    pub(crate) address: String,
    /// The group whose rows changed; absent for the whole platform.
    pub(crate) group_id: Option<i64>,
    /// The action: subject and verb.
    #[schema(example = "user.delete")]
    pub(crate) action: String,
    /// The object of the action; depends on the action.
    #[schema(value_type = Object, example = json!({"user_id": 7, "username": "ann", "accounts": 2, "videos": 0}))]
    pub(crate) details: Value,
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLog {
    /// Newest first.
    pub(crate) entries: Vec<AuditEntry>,
    /// Entries on all pages.
    pub(crate) total: i64,
    /// Number of pages; 0 without entries.
    pub(crate) pages: i64,
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

/// Longer than any action or name.
const MAX_FILTER_LENGTH: usize = 254;

/// Read the audit log
///
/// Admins only. Sign-ins, failed sign-ins, calls rejected because of a missing role, and every change, newest first.
#[utoipa::path(
    get,
    path = "/api/admin/audit-log",
    tag = "Admin",
    security(("token" = [])),
    params(AuditQuery),
    responses(
        (status = 200, body = AuditLog, description = "A page of the audit log"),
    ),
)]
pub(crate) async fn audit_log(
    admin: Admin,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditLog>, Problem> {
    let page = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let filter = AuditFilter {
        action: optional_line("action", query.action.as_deref())?,
        username: optional_line("user", query.user.as_deref())?,
        group_id: query.group_id,
        from: input::time("from", query.from)?,
        to: input::time("to", query.to)?,
    };
    let mut transaction = admin.read().await?;
    let total = audit::count(&mut transaction, &filter).await?;
    let rows = audit::page(&mut transaction, &filter, page.skip, page.take).await?;
    Ok(Json(AuditLog {
        entries: rows.into_iter().map(AuditEntry::from).collect(),
        total,
        pages: page.pages(total),
    }))
}

fn optional_line<'a>(field: &str, text: Option<&'a str>) -> Result<Option<&'a str>, Problem> {
    text.map(|text| input::line(field, text, MAX_FILTER_LENGTH))
        .transpose()
}
