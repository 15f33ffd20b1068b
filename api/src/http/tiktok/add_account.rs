//! `POST /api/tiktok/accounts`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;
use http::StatusCode;

use crate::http::error::{ErrorBody, Problem};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::types::{AddAccount, TiktokAccount};
use crate::http::{accounts, input};

/// Track a TikTok account
///
/// The account is scraped at the next tick of the schedule.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts",
    tag = "TikTok",
    security(("token" = [])),
    request_body = AddAccount,
    responses(
        (status = 201, body = TiktokAccount, description = "The account, now tracked"),
        (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
        (status = 409, body = ErrorBody, description = "`account_exists`, `account_limit_reached` or `handle_erased`"),
    ),
)]
pub(super) async fn add_tiktok_account(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    input::Json(input): input::Json<AddAccount>,
) -> Result<(StatusCode, Json<TiktokAccount>), Problem> {
    let account = accounts::add(&state, signed_in, Platform::Tiktok, input).await?;
    Ok((StatusCode::CREATED, Json(account.into())))
}
