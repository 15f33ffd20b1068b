//! `POST /api/groups/{id}/users`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::groups;
use clipmeter_db::users::{self, NewUser};
use clipmeter_domain::password;
use http::StatusCode;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::auth::{generate, names};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId, null_as_default};
use crate::http::scope::UserManager;
use crate::http::state::HttpState;
use crate::http::users::user::{MAX_FULL_NAME_LENGTH, User};

/// A member of a group to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "username": "ann", "email": "ann@example.com", "full_name": "Ann Example", "is_group_admin": true
}))]
pub(crate) struct CreateUser {
    /// Letters a to z, digits, dots, hyphens and underscores, or the email; unique, stored in lower case.
    #[schema(min_length = 1, max_length = 254)]
    pub(crate) username: String,
    /// An address like name@example.com, unique.
    #[schema(min_length = 3, max_length = 254)]
    pub(crate) email: String,
    /// At most 100 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub(crate) full_name: String,
    /// At least 8 characters and not one of the most common passwords; generated if omitted or blank.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password, max_length = 256)]
    pub(crate) password: Option<SecretString>,
    /// Whether the user can manage the users of the group, and its accounts even if its members cannot.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<bool>)]
    pub(crate) is_group_admin: bool,
    /// Whether the user must replace the password at the first sign-in. Set it if a person reads the password; omitted or
    /// null: false, for programs that create users with their own passwords.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<bool>)]
    pub(crate) must_change_password: bool,
}

/// A new user with the password to hand over.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedUser {
    /// The user.
    pub(crate) user: User,
    /// Returned only in this response; only a hash is stored.
    pub(crate) password: String,
    /// Human-readable message.
    pub(crate) message: String,
}

/// Create a user of a group
///
/// Admins, and admins of the group. The password is only in this response; if the call contains none, one is generated.
#[utoipa::path(
    post,
    path = "/api/groups/{id}/users",
    tag = "Groups",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The group")),
    request_body = CreateUser,
    responses(
        (status = 201, body = CreatedUser, description = "The new user and its password"),
        (status = 409, body = ErrorBody, description = "`user_exists`"),
        (status = 429, body = ErrorBody, description = "`too_many_attempts`: wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn create_user(
    State(state): State<Arc<HttpState>>,
    manager: UserManager,
    PathId(group_id): PathId,
    input::Json(input): input::Json<CreateUser>,
) -> Result<(StatusCode, Json<CreatedUser>), Problem> {
    let email = names::email(&input.email)?;
    let username = names::username(&input.username, email)?;
    let full_name = input::line("full_name", &input.full_name, MAX_FULL_NAME_LENGTH)?;
    let password = chosen_or_generated(input.password, &[&username, email])?;
    let change = async {
        // Hashing takes a while, during which no transaction should be open.
        let password_hash = state.passwords.hash(password.clone()).await?;
        let new = NewUser {
            username: &username,
            email: Some(email),
            full_name,
            password_hash: &password_hash,
            is_admin: false,
            is_group_admin: input.is_group_admin,
            group_id: Some(group_id),
            must_change_password: input.must_change_password,
        };
        create(&manager, group_id, &new).await
    };
    let user = manager.claim(&state, email, change).await?;
    let created = CreatedUser {
        user,
        password: password.expose_secret().to_owned(),
        message: "User created successfully".to_owned(),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

async fn create(manager: &UserManager, group_id: i64, new: &NewUser<'_>) -> Result<User, Problem> {
    let caller = manager.caller();
    let mut transaction = manager.write().await?;
    if !groups::exists(&mut transaction, group_id).await? {
        return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
    }
    manager.check_room(&mut transaction, group_id).await?;
    let id = users::create(&mut transaction, new, caller.now())
        .await?
        .ok_or(ErrorCode::UserExists)?;
    let details = json!({"user_id": id, "username": new.username, "is_group_admin": new.is_group_admin});
    caller
        .record(&mut transaction, Action::UserCreate, Some(group_id), details)
        .await?;
    let created = users::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::Internal)?;
    transaction.commit().await?;
    Ok((&created.user).into())
}

fn chosen_or_generated(chosen: Option<SecretString>, names: &[&str]) -> Result<SecretString, Problem> {
    match chosen.filter(|password| !password.expose_secret().trim().is_empty()) {
        Some(password) => {
            password::check(&password, names)?;
            Ok(password)
        }
        None => Ok(generate(&mut UnwrapErr(SysRng))?),
    }
}
