//! `DELETE /api/tiktok/accounts/{id}`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::Message;

/// Stop tracking a TikTok account
///
/// When no other group tracks it, its videos and their history are deleted.
#[utoipa::path(
    delete,
    path = "/api/tiktok/accounts/{id}",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub async fn delete_tiktok_account() -> Result<Json<Message>, Problem> {
    Err(Code::Unavailable.into())
}
