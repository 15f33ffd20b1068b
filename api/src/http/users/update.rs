//! `PATCH /api/admin/users/{id}`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::users::{self, Edited, UserEdit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::no_such_user;
use super::user::{MAX_FULL_NAME_LENGTH, User};
use crate::auth::names;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId};
use crate::http::scope::UserManager;
use crate::http::state::HttpState;

/// The changes to a user. An omitted field stays unchanged.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"full_name": "Ann Example", "is_group_admin": true}))]
pub(crate) struct UpdateUser {
    /// An address like name@example.com, unique. The username stays, even if it was the former email.
    #[schema(min_length = 3, max_length = 254)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    /// At most 100 characters.
    #[schema(max_length = 100)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) full_name: Option<String>,
    /// Whether the user can manage the users of the group, and its accounts even if its members cannot. Only for users of a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) is_group_admin: Option<bool>,
}

/// Change a user
///
/// Admins, and admins of the user's group. Changes the email, the full name and the role in the group. Takes effect at once; the
/// user stays signed in. Group admins can change neither admins nor their own role.
#[utoipa::path(
    patch,
    path = "/api/admin/users/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The user")),
    request_body = UpdateUser,
    responses(
        (status = 200, body = User, description = "The user after the change"),
        (status = 409, body = ErrorBody, description = "`user_exists`, `admin_protected`, `own_user`"),
        (status = 429, body = ErrorBody, description = "`too_many_attempts`: wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn update_user(
    State(state): State<Arc<HttpState>>,
    manager: UserManager,
    PathId(id): PathId,
    input::Json(input): input::Json<UpdateUser>,
) -> Result<Json<User>, Problem> {
    let edit = UserEdit {
        email: input.email.as_deref().map(names::email).transpose()?,
        full_name: input
            .full_name
            .as_deref()
            .map(|name| input::line("full_name", name, MAX_FULL_NAME_LENGTH))
            .transpose()?,
        is_group_admin: input.is_group_admin,
    };
    let change = update(&manager, id, &edit);
    let user = match edit.email {
        Some(email) => manager.claim(&state, email, change).await?,
        None => change.await?,
    };
    Ok(Json(user))
}

async fn update(manager: &UserManager, id: i64, edit: &UserEdit<'_>) -> Result<User, Problem> {
    let mut transaction = manager.write().await?;
    let user = super::user(manager, &mut transaction, id).await?;
    if edit.is_group_admin == Some(true) && user.group_id.is_none() {
        return Err(Problem::invalid("is_group_admin requires a user of a group"));
    }
    if edit.is_group_admin == Some(false) {
        manager.check_other(id)?;
    }
    if *edit == UserEdit::default() {
        return Ok((&user).into());
    }
    match users::edit(&mut transaction, id, edit).await? {
        Edited::Done => {}
        Edited::NotFound => return Err(no_such_user()),
        Edited::EmailTaken => return Err(ErrorCode::UserExists.into()),
    }
    let mut details = json!({"user_id": id, "username": user.username, "changed": changed_names(edit)});
    if let Some(is_group_admin) = edit.is_group_admin {
        details["is_group_admin"] = is_group_admin.into();
    }
    manager
        .caller()
        .record(&mut transaction, Action::UserUpdate, user.group_id, details)
        .await?;
    let user = super::user(manager, &mut transaction, id).await?;
    transaction.commit().await?;
    Ok((&user).into())
}

/// Returns the changed personal data by name: the audit log outlives the user, so it does not contain the values.
fn changed_names(edit: &UserEdit<'_>) -> Vec<&'static str> {
    [
        ("email", edit.email.is_some()),
        ("full_name", edit.full_name.is_some()),
    ]
    .into_iter()
    .filter_map(|(name, is_changed)| is_changed.then_some(name))
    .collect()
}
