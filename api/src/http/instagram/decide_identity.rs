//! `POST /api/instagram/accounts/{id}/identity`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::{DecideIdentity, InstagramAccount};
use crate::http::{accounts, input};

/// Resolve the handle conflict of an Instagram account
///
/// The account is not read until then. Either the new owner of the handle is the same account, so that its history
/// continues, or the group follows the handle to the new account and stops tracking the former one. Admins only.
#[utoipa::path(
    post,
    path = "/api/instagram/accounts/{id}/identity",
    tag = "Instagram",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    request_body = DecideIdentity,
    responses(
        (status = 200, body = InstagramAccount, description = "The account that the group tracks now; its id differs if the group already tracked the new owner"),
        (status = 409, body = ErrorBody, description = "`nothing_to_decide`: the account has no ownership conflict"),
    ),
)]
pub(super) async fn decide_instagram_identity(
    admin: Admin,
    PathId(id): PathId,
    input::Json(input): input::Json<DecideIdentity>,
) -> Result<Json<InstagramAccount>, Problem> {
    let account = accounts::decide(admin, Platform::Instagram, id, input).await?;
    Ok(Json(account.into()))
}
