//! `POST /api/tiktok/accounts/{id}/identity`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::{DecideIdentity, TiktokAccount};
use crate::http::{accounts, input};

/// Decide what it means that somebody else has the name of a TikTok account
///
/// Nothing is read of such an account until then. Either whoever has the name now is the account, so that its history goes on,
/// or the group follows the name to a new account and lets go of the former one. Admins only.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts/{id}/identity",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    request_body = DecideIdentity,
    responses(
        (status = 200, body = TiktokAccount, description = "The account that the group tracks now; its id is another one where the group tracked who has the name already"),
        (status = 409, body = ErrorBody, description = "`nothing_to_decide`: nobody else has the name"),
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
