//! `POST /api/auth/login`

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::{self, Action, Actor};
use clipmeter_db::users;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::sign_in::SignedInUser;
use crate::auth::names::MAX_EMAIL_LENGTH;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input;
use crate::http::state::HttpState;

/// The sign-in form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// Username or email, case-insensitive.
    #[schema(example = "admin")]
    pub(crate) username: String,
    /// The password.
    #[schema(value_type = String, format = Password)]
    pub(crate) password: SecretString,
}

/// Sign in
///
/// Returns a token for later calls. The name is the username or the email, case-insensitive. With `must_change_password`,
/// every call except `POST /api/auth/password` and signing out fails with `password_change_required`.
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
pub(crate) async fn login(
    State(state): State<Arc<HttpState>>,
    ClientAddress(address): ClientAddress,
    input::SecretJson(credentials): input::SecretJson<Credentials>,
) -> Result<Json<SignedInUser>, Problem> {
    let name = credentials.username.trim();
    if name.is_empty() || credentials.password.expose_secret().is_empty() {
        return Err(Problem::invalid("username and password are required"));
    }
    let name = input::line("username", name, MAX_EMAIL_LENGTH)?;
    if !name.is_ascii() {
        // Names contain no other letters. The database lowercases some that are different letters here, so that one
        // name would have two counts.
        return Err(ErrorCode::InvalidCredentials.into());
    }
    let now = state.clock.now();
    // By the name as given, before the lookup: a shared count for a user's username and email would reveal that both
    // belong to the same user.
    let attempt = state.limit(name, address).await?;
    let (attempt, found) = attempt.look_up(state.database.sign_in(name)).await?;
    let stored = found.as_ref().map(|found| found.password_hash.clone());
    let matches = state.passwords.verify(credentials.password, stored).await?;
    let username = found.as_ref().map(|found| found.user.username.clone());
    let Some(found) = found.filter(|_| matches) else {
        // Attempts that wait for this result need not wait for the audit log too.
        drop(attempt);
        record_failure(&state, username.as_deref(), address, "invalid_credentials").await?;
        return Err(ErrorCode::InvalidCredentials.into());
    };
    attempt.succeed();
    if !found.may_sign_in() {
        record_failure(&state, username.as_deref(), address, "inactive").await?;
        return Err(if found.user.is_active {
            Problem::new(ErrorCode::Inactive, GROUP_INACTIVE)
        } else {
            ErrorCode::Inactive.into()
        });
    }
    let signed_in = state.signed_in(&found.user, found.token_version, found.must_change_password, now)?;
    let mut transaction = state.database.begin_unscoped().await?;
    users::note_sign_in(&mut transaction, found.user.user_id, now).await?;
    let address_text = address.to_string();
    let actor = Actor::user(&found.user, &address_text);
    audit::record(
        &mut transaction,
        now,
        actor,
        Action::SignIn,
        found.user.group_id,
        json!({}),
    )
    .await?;
    transaction.commit().await?;
    tracing::info!(user_id = found.user.user_id, %address, "signed in");
    Ok(Json(signed_in))
}

/// Replaces the text of `inactive` for an active user of a deactivated group.
const GROUP_INACTIVE: &str = "Your group is deactivated. Contact your administrator.";

/// Records the user and address of a failed login. A name that belongs to no user is not stored: it may be a password
/// typed into the wrong field. Both cases take the same time.
async fn record_failure(
    state: &HttpState,
    username: Option<&str>,
    address: IpAddr,
    reason: &'static str,
) -> Result<(), Problem> {
    tracing::warn!(%address, reason, "sign-in failed");
    let mut transaction = state.database.begin_unscoped().await?;
    let address = address.to_string();
    let actor = Actor {
        user_id: None,
        username: username.unwrap_or_default(),
        address: &address,
    };
    let details = json!({"reason": reason});
    audit::record(
        &mut transaction,
        state.clock.now(),
        actor,
        Action::SignInFailed,
        None,
        details,
    )
    .await?;
    Ok(transaction.commit().await?)
}
