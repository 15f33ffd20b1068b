//! `DELETE /api/tiktok/accounts/{id}`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::accounts;
use crate::http::error::Problem;
use crate::http::input::PathId;
use crate::http::scope::AccountManager;
use crate::http::types::{AccountScope, Message};

/// Stop tracking a TikTok account
///
/// If no other group tracks it, its videos and their history are deleted.
#[utoipa::path(
    delete,
    path = "/api/tiktok/accounts/{id}",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub(super) async fn delete_tiktok_account(
    scope: AccountManager,
    PathId(id): PathId,
) -> Result<Json<Message>, Problem> {
    Ok(Json(accounts::remove(scope, Platform::Tiktok, id).await?))
}
