//! `POST /api/instagram/accounts`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;
use http::StatusCode;

use crate::http::error::{ErrorBody, Problem};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::types::{AddAccount, InstagramAccount};
use crate::http::{accounts, input};

/// Track an Instagram account
///
/// The account is scraped at the next tick of the schedule.
#[utoipa::path(
    post,
    path = "/api/instagram/accounts",
    tag = "Instagram",
    security(("token" = [])),
    request_body = AddAccount,
    responses(
        (status = 201, body = InstagramAccount, description = "The account, now tracked"),
        (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
        (status = 409, body = ErrorBody, description = "`account_exists`, `account_limit_reached` or `handle_erased`"),
    ),
)]
pub(super) async fn add_instagram_account(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    input::Json(input): input::Json<AddAccount>,
) -> Result<(StatusCode, Json<InstagramAccount>), Problem> {
    let account = accounts::add(&state, signed_in, Platform::Instagram, input).await?;
    Ok((StatusCode::CREATED, Json(account.into())))
}
