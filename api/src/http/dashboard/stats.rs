//! `GET /api/dashboard/stats`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AccountScope, DashboardStats};

/// Totals of the dashboard
///
/// Exact, over a member's own group, or for admins over one group or all.
#[utoipa::path(
    get,
    path = "/api/dashboard/stats",
    tag = "Dashboard",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = DashboardStats, description = "The totals"),
    ),
)]
pub async fn dashboard_stats() -> Result<Json<DashboardStats>, Problem> {
    Err(Code::Unavailable.into())
}
