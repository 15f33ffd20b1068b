//! `POST /api/tiktok/accounts/{id}/identity`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::{DecideIdentity, TiktokAccount};
use crate::http::{accounts, input};

/// Resolve the handle conflict of a TikTok account
///
/// The account is not read until then. Either the new owner of the handle is the same account, so that its history
/// continues, or the group follows the handle to the new account and stops tracking the former one. Admins only.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts/{id}/identity",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    request_body = DecideIdentity,
    responses(
        (status = 200, body = TiktokAccount, description = "The account that the group tracks now; its id differs if the group already tracked the new owner"),
        (status = 409, body = ErrorBody, description = "`nothing_to_decide`: the account has no ownership conflict"),
    ),
)]
pub(super) async fn decide_tiktok_identity(
    admin: Admin,
    PathId(id): PathId,
    input::Json(input): input::Json<DecideIdentity>,
) -> Result<Json<TiktokAccount>, Problem> {
    let account = accounts::decide(admin, Platform::Tiktok, id, input).await?;
    Ok(Json(account.into()))
}
