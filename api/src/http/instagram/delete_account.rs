//! `DELETE /api/instagram/accounts/{id}`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::Message;

/// Stop tracking an Instagram account
///
/// When no other group tracks it, its posts and their history are deleted.
#[utoipa::path(
    delete,
    path = "/api/instagram/accounts/{id}",
    tag = "Instagram",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub async fn delete_instagram_account() -> Result<Json<Message>, Problem> {
    Err(Code::Unavailable.into())
}
