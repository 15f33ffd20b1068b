//! `POST /api/auth/password`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::users;
use clipmeter_domain::password;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::sign_in::SignedInUser;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::PasswordHolder;
use crate::http::state::HttpState;

/// A change of the caller's own password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "correct horse battery", "new_password": "wrong staple donkey"}))]
pub(crate) struct PasswordChange {
    /// The current password.
    #[schema(value_type = String, format = Password)]
    pub(crate) current_password: SecretString,
    /// At least 8 characters and not one of the most common passwords.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
    pub(crate) new_password: SecretString,
}

/// Change the caller's password
///
/// Invalidates all tokens of the user; the response contains a new one. The new password must differ from the current one,
/// and ends the obligation to replace a password that an admin set. Wrong current passwords count as failed logins,
/// so that a stolen token cannot be used to guess the password.
#[utoipa::path(
    post,
    path = "/api/auth/password",
    tag = "Authentication",
    security(("token" = [])),
    request_body = PasswordChange,
    responses(
        (status = 200, body = SignedInUser, description = "Changed"),
        (status = 422, body = ErrorBody, description = "`wrong_password` or `invalid_request`"),
        (status = 429, body = ErrorBody, description = "`too_many_attempts`: wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn change_password(
    State(state): State<Arc<HttpState>>,
    holder: PasswordHolder,
    input::SecretJson(input): input::SecretJson<PasswordChange>,
) -> Result<Json<SignedInUser>, Problem> {
    let caller = holder.caller();
    let user = caller.user();
    let names = [&user.username, user.email.as_deref().unwrap_or_default()];
    password::check(&input.new_password, &names)?;

    let is_unchanged = input.current_password.expose_secret() == input.new_password.expose_secret();
    let attempt = state.limit(&user.username, caller.address()).await?;
    let lookup = state.database.sign_in_by_id(user.user_id);
    let (attempt, stored) = attempt.look_up(lookup).await?;
    let stored = stored.ok_or(ErrorCode::Unauthenticated)?;
    let matches = state
        .passwords
        .verify(input.current_password, Some(stored.password_hash))
        .await?;
    if !matches {
        let mut transaction = caller.begin_own().await?;
        let details = json!({"reason": "wrong_password"});
        caller
            .record(&mut transaction, Action::SignInFailed, user.group_id, details)
            .await?;
        transaction.commit().await?;
        return Err(ErrorCode::WrongPassword.into());
    }
    attempt.succeed();
    if is_unchanged {
        return Err(Problem::invalid(
            "new_password must differ from the current password",
        ));
    }

    let password_hash = state.passwords.hash(input.new_password).await?;
    let mut transaction = caller.begin_own().await?;
    let token_version = users::change_password(
        &mut transaction,
        user.user_id,
        stored.token_version,
        &password_hash,
    )
    .await?
    .ok_or(ErrorCode::Unauthenticated)?;
    caller
        .record(&mut transaction, Action::PasswordChange, user.group_id, json!({}))
        .await?;
    transaction.commit().await?;
    Ok(Json(state.signed_in(user, token_version, false, caller.now())?))
}
