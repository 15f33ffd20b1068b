//! `POST /api/tiktok/accounts/bulk-delete`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::scope::AccountManager;
use crate::http::types::{AccountScope, DeleteAccounts, DeletedAccounts};
use crate::http::{accounts, input};

/// Stop tracking many TikTok accounts
///
/// Deletes those in scope, in one transaction; ids of others are told apart and change nothing. What is managed outside the
/// dashboard stays and is named in the message, and is refused when there is nothing else. What no other group tracks loses
/// its videos and their history.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts/bulk-delete",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope),
    request_body = DeleteAccounts,
    responses(
        (status = 200, body = DeletedAccounts, description = "How many were deleted, and which ids name no account in scope"),
    ),
)]
pub(super) async fn delete_tiktok_accounts(
    scope: AccountManager,
    input::Json(input): input::Json<DeleteAccounts>,
) -> Result<Json<DeletedAccounts>, Problem> {
    Ok(Json(accounts::remove_many(scope, Platform::Tiktok, input).await?))
}
