//! `PATCH /api/tiktok/accounts/{id}`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::{AccountSettings, UpdateAccount};
use crate::http::{accounts, input};

/// Change the cost and the interval of a TikTok account
///
/// A new cost also applies to existing videos. Admins only.
#[utoipa::path(
    patch,
    path = "/api/tiktok/accounts/{id}",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    request_body = UpdateAccount,
    responses(
        (status = 200, body = AccountSettings, description = "What the account has of its own now"),
    ),
)]
pub(super) async fn update_tiktok_account(
    admin: Admin,
    PathId(id): PathId,
    input::Json(input): input::Json<UpdateAccount>,
) -> Result<Json<AccountSettings>, Problem> {
    Ok(Json(
        accounts::update(&admin, Platform::Tiktok, id, &input).await?,
    ))
}
