//! `PATCH /api/instagram/accounts/{id}`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::{AccountSettings, UpdateAccount};
use crate::http::{accounts, input};

/// Change the cost and the interval of an Instagram account
///
/// A new cost also applies to existing posts. Admins only.
#[utoipa::path(
    patch,
    path = "/api/instagram/accounts/{id}",
    tag = "Instagram",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    request_body = UpdateAccount,
    responses(
        (status = 200, body = AccountSettings, description = "What the account has of its own now"),
    ),
)]
pub(super) async fn update_instagram_account(
    admin: Admin,
    PathId(id): PathId,
    input::Json(input): input::Json<UpdateAccount>,
) -> Result<Json<AccountSettings>, Problem> {
    Ok(Json(
        accounts::update(&admin, Platform::Instagram, id, &input).await?,
    ))
}
