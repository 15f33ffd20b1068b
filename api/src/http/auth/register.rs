//! `POST /api/auth/register`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::{self, Action, Actor};
use clipmeter_db::users::{self, NewRegistration};
use clipmeter_domain::password;
use http::StatusCode;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::sign_in::SignedInUser;
use crate::auth::names;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, null_as_default};
use crate::http::state::HttpState;

/// A self-registration.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "email": "ann@example.com", "password": "correct horse battery", "company_name": "Example Ltd"
}))]
pub(crate) struct Registration {
    /// An address like name@example.com; also becomes the username.
    #[schema(min_length = 3, max_length = 254)]
    pub(crate) email: String,
    /// At least 8 characters and not one of the most common passwords.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 256)]
    pub(crate) password: SecretString,
    /// At most 100 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub(crate) company_name: String,
}

/// Column width in the table of users.
const MAX_COMPANY_LENGTH: usize = 100;

/// Register a user
///
/// Disabled by default. The username is the email. Such a user has no group, and sees no data of others.
#[utoipa::path(
    post,
    path = "/api/auth/register",
    tag = "Authentication",
    request_body = Registration,
    responses(
        (status = 201, body = SignedInUser, description = "Registered and signed in"),
        (status = 403, body = ErrorBody, description = "`registration_disabled`"),
        (status = 409, body = ErrorBody, description = "`user_exists`"),
        (status = 429, body = ErrorBody, description = "`too_many_attempts`: wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn register(
    State(state): State<Arc<HttpState>>,
    ClientAddress(address): ClientAddress,
    input::SecretJson(input): input::SecretJson<Registration>,
) -> Result<(StatusCode, Json<SignedInUser>), Problem> {
    if !state.registration {
        return Err(ErrorCode::RegistrationDisabled.into());
    }
    let email = names::email(&input.email)?;
    let company_name = input::line("company_name", &input.company_name, MAX_COMPANY_LENGTH)?;
    password::check(&input.password, &[email])?;
    let now = state.clock.now();
    // Counted like a failed sign-in, so that one network can neither fill the table of users nor enumerate it.
    drop(state.limit(email, address).await?);
    let password_hash = state.passwords.hash(input.password).await?;

    let mut transaction = state.database.begin_unscoped().await?;
    let new = NewRegistration {
        email,
        company_name,
        password_hash: &password_hash,
    };
    let id = users::register(&mut transaction, &new, now)
        .await?
        .ok_or(ErrorCode::UserExists)?;
    users::note_sign_in(&mut transaction, id, now).await?;
    let username = email.to_lowercase();
    let address = address.to_string();
    let actor = Actor {
        user_id: Some(id),
        username: &username,
        address: &address,
    };
    audit::record(&mut transaction, now, actor, Action::Register, None, json!({})).await?;
    transaction.commit().await?;

    let stored = state
        .database
        .sign_in_by_id(id)
        .await?
        .ok_or(ErrorCode::Internal)?;
    let signed_in = state.signed_in(&stored.user, stored.token_version, false, now)?;
    Ok((StatusCode::CREATED, Json(signed_in)))
}
