//! `POST /api/tiktok/accounts/bulk-delete`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::scope::AccountManager;
use crate::http::types::{AccountScope, DeleteAccounts, DeletedAccounts};
use crate::http::{accounts, input};

/// Stop tracking many TikTok accounts
///
/// Deletes those in scope, in one transaction; IDs of others are returned separately and change nothing. Accounts
/// managed outside the dashboard are kept and named in the message; if there are no others, the call is rejected.
/// Accounts that no other group tracks lose their videos and history.
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
