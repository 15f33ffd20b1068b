//! `POST /api/auth/login`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use secrecy::ExposeSecret;

use crate::auth::Bearer;
use crate::http::client_address::ClientAddress;
use crate::http::error::{Code, ErrorBody, Problem};
use crate::http::input;
use crate::http::state::HttpState;
use crate::http::types::{Credentials, SignedInUser};

/// Sign in
///
/// Gives a token for later calls. The name is the username or the email, upper or lower case.
#[utoipa::path(
    post,
    path = "/api/auth/login",
    tag = "Authentication",
    request_body = Credentials,
    responses(
        (status = 200, body = SignedInUser, description = "Signed in"),
        (status = 401, body = ErrorBody, description = "`invalid_credentials` or `inactive`"),
        (status = 429, body = ErrorBody, description = "`too_many_attempts`: wait for Retry-After seconds"),
    ),
)]
pub(super) async fn login(
    State(state): State<Arc<HttpState>>,
    ClientAddress(address): ClientAddress,
    input::Json(credentials): input::Json<Credentials>,
) -> Result<Json<SignedInUser>, Problem> {
    let name = credentials.username.trim();
    if name.is_empty() || credentials.password.expose_secret().is_empty() {
        return Err(Problem::invalid("username and password are required"));
    }
    let now = state.clock.now();
    state
        .throttle
        .attempt(name, address, now)
        .map_err(|wait| Problem::from(Code::TooManyAttempts).retry_after(wait))?;
    let user = state.database.sign_in(name).await?;
    let stored = user.as_ref().map(|user| user.password_hash.clone());
    let matches = state.passwords.verify(credentials.password, stored).await?;
    let Some(user) = user.filter(|_| matches) else {
        tracing::warn!(%address, "a sign-in failed");
        return Err(Code::InvalidCredentials.into());
    };
    state.throttle.forgive(name, address);
    if !user.may_sign_in() {
        return Err(Code::Inactive.into());
    }
    let bearer = Bearer {
        user_id: user.user_id,
        token_version: user.token_version,
    };
    let access_token = state.tokens.issue(bearer, now)?;
    tracing::info!(user_id = user.user_id, %address, "signed in");
    Ok(Json(SignedInUser {
        user: (&user).into(),
        access_token,
    }))
}
