//! `GET /api/admin/audit-log`

use axum::Json;
use clipmeter_db::audit::{self, AuditFilter};

use crate::http::content::PageRequest;
use crate::http::error::Problem;
use crate::http::input::{self, Query};
use crate::http::scope::Admin;
use crate::http::types::{AuditEntry, AuditLog, AuditQuery, PageQuery};

/// Longer than any action or name.
const LONGEST_FILTER: usize = 254;

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
        (status = 200, body = AuditLog, description = "A page of it"),
    ),
)]
pub(super) async fn audit_log(
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
    text.map(|text| input::line(field, text, LONGEST_FILTER))
        .transpose()
}
