//! `GET /api/dashboard/top-performers`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AccountScope, TopPerformers};

/// Most viewed items
///
/// The 5 posts and 5 videos with most views in scope.
#[utoipa::path(
    get,
    path = "/api/dashboard/top-performers",
    tag = "Dashboard",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = TopPerformers, description = "The items"),
    ),
)]
pub async fn top_performers() -> Result<Json<TopPerformers>, Problem> {
    Err(Code::Unavailable.into())
}
