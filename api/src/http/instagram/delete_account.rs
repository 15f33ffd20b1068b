//! `DELETE /api/instagram/accounts/{id}`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::accounts;
use crate::http::error::Problem;
use crate::http::input::PathId;
use crate::http::scope::AccountManager;
use crate::http::types::{AccountScope, Message};

/// Stop tracking an Instagram account
///
/// If no other group tracks it, its posts and their history are deleted.
#[utoipa::path(
    delete,
    path = "/api/instagram/accounts/{id}",
    tag = "Instagram",
    security(("token" = [])),
    params(AccountScope, ("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub(super) async fn delete_instagram_account(
    scope: AccountManager,
    PathId(id): PathId,
) -> Result<Json<Message>, Problem> {
    Ok(Json(accounts::remove(scope, Platform::Instagram, id).await?))
}
