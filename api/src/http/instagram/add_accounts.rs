//! `POST /api/instagram/accounts/bulk`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_proto::v1::Platform;

use crate::http::error::{ErrorBody, Problem};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::types::{AddAccounts, AddedAccounts, InstagramAccount};
use crate::http::{accounts, input};

/// Track many Instagram accounts
///
/// Adds new entries in the order of the list, up to the group's limit, in one transaction, and returns the result of
/// every entry.
#[utoipa::path(
    post,
    path = "/api/instagram/accounts/bulk",
    tag = "Instagram",
    security(("token" = [])),
    request_body = AddAccounts,
    responses(
        (status = 200, body = AddedAccounts<InstagramAccount>, description = "A row for every entry"),
        (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
    ),
)]
pub(super) async fn add_instagram_accounts(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    input::Json(input): input::Json<AddAccounts>,
) -> Result<Json<AddedAccounts<InstagramAccount>>, Problem> {
    Ok(Json(
        accounts::add_many(&state, signed_in, Platform::Instagram, input).await?,
    ))
}
