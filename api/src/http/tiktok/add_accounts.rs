//! `POST /api/tiktok/accounts/bulk`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::types::{AddAccounts, AddedAccounts, TiktokAccount};
use crate::http::{accounts, input};

/// Track many TikTok accounts
///
/// Adds new entries in the order of the list, up to the group's limit, in one transaction, and returns the result of
/// every entry.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts/bulk",
    tag = "TikTok",
    security(("token" = [])),
    request_body = AddAccounts,
    responses(
        (status = 200, body = AddedAccounts<TiktokAccount>, description = "A row for every entry"),
        (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
    ),
)]
pub(super) async fn add_tiktok_accounts(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    input::Json(input): input::Json<AddAccounts>,
) -> Result<Json<AddedAccounts<TiktokAccount>>, Problem> {
    Ok(Json(
        accounts::add_many(&state, signed_in, Platform::Tiktok, input).await?,
    ))
}
