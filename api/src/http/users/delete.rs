//! `DELETE /api/admin/users/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::tracking::intent::Intent;
use clipmeter_db::tracking::{accounts, videos};
use clipmeter_db::users::{self, AddedContent};
use clipmeter_proto::v1::Platform;
use serde_json::json;

use super::{no_such_user, removable_user};
use crate::http::common::Message;
use crate::http::database::Transaction;
use crate::http::database::desired::not_tracked;
use crate::http::error::{ErrorBody, Problem};
use crate::http::execution::{retried, spawn_to_completion};
use crate::http::input::PathId;
use crate::http::scope::UserManager;

/// Delete a user
///
/// Admins, and admins of the user's group. Also deletes the accounts and single videos that the user added, and, after a week,
/// their posts, videos and history, except those that another group tracks or that are managed outside the dashboard. Admins
/// cannot be deleted, and group admins cannot delete themselves. A deletion that exceeds the time limit of the request continues after
/// the error `unavailable`.
#[utoipa::path(
    delete,
    path = "/api/admin/users/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The user")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "`admin_protected`, `own_user`"),
    ),
)]
pub(crate) async fn delete_user(manager: UserManager, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    spawn_to_completion(async move { retried(|| delete(&manager, id)).await }).await?;
    Ok(Json(Message {
        message: "User and all associated data deleted successfully".to_owned(),
    }))
}

async fn delete(manager: &UserManager, id: i64) -> Result<(), Problem> {
    let mut transaction = manager.write().await?;
    let user = removable_user(manager, &mut transaction, id).await?;
    // Additions end first: what is added while the user is deleted would be deleted without a tombstone.
    users::lock(&mut transaction, id).await?;
    users::detach_managed(&mut transaction, id).await?;
    let added = users::added_by(&mut transaction, id).await?;
    let intents = untrack_intents(&mut transaction, &added).await?;
    if !users::delete(&mut transaction, id, manager.caller().now()).await? {
        return Err(no_such_user());
    }
    let details = json!({
        "user_id": id, "username": user.username, "accounts": added.accounts.len(), "videos": added.videos.len(),
    });
    manager
        .caller()
        .record(&mut transaction, Action::UserDelete, user.group_id, details)
        .await?;
    transaction.commit_desired(intents).await
}

/// Returns the intents to stop tracking what the user added.
async fn untrack_intents(
    transaction: &mut Transaction,
    added: &AddedContent,
) -> Result<Vec<Intent>, Problem> {
    let mut resources = Vec::new();
    for platform in Platform::ALL {
        resources.extend(
            accounts::resources(transaction, platform, &added.accounts)
                .await?
                .into_values(),
        );
    }
    resources.extend(videos::resources(transaction, &added.videos).await?.into_values());
    not_tracked(transaction, resources).await
}
