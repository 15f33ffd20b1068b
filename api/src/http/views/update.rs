//! `PUT /api/views/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::saved_views::{self, Changed};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::view::{self, SavedView};
use super::{changing, deny_sharing, may_share};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId, present};
use crate::http::scope::SignedIn;

/// The new name and query string of a view, and with whom it is shared.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct UpdateView {
    /// 1 to 60 characters, unique for the page among the caller's own views, or among those of the group.
    #[schema(min_length = 1, max_length = 60, example = "Most viewed reels")]
    pub(crate) name: String,
    /// The query string of the page's address, without the question mark; at most 2048 characters, percent-encoded.
    #[schema(max_length = 2048)]
    pub(crate) query: String,
    /// The group to share it with; only its admins and platform admins may. Null makes it the caller's own. Omitted: unchanged.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub(crate) group_id: Option<Option<i64>>,
}

/// Rename, replace or share a saved view
///
/// Only admins of the group share views with it, and change shared ones.
#[utoipa::path(
    put,
    path = "/api/views/{id}",
    tag = "Dashboard",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The view")),
    request_body = UpdateView,
    responses(
        (status = 200, body = SavedView, description = "The view after the change"),
        (status = 409, body = ErrorBody, description = "`view_exists`"),
    ),
)]
pub(crate) async fn update_view(
    caller: SignedIn,
    PathId(id): PathId,
    input::Json(input): input::Json<UpdateView>,
) -> Result<Json<SavedView>, Problem> {
    let name = view::name(&input.name)?;
    let query = view::query(&input.query)?;
    let scope = caller.in_group(None).await?;
    let caller = scope.caller();
    let (mut transaction, view) = changing(&scope, id).await?;
    let group_id = input.group_id.unwrap_or(view.group_id);
    if group_id != view.group_id
        && let Some(group_id) = group_id
        && !may_share(&mut transaction, caller, group_id).await?
    {
        drop(transaction);
        return Err(deny_sharing(caller).await);
    }
    let user_id = caller.user().user_id;
    match saved_views::change(&mut transaction, id, user_id, name, query, group_id).await? {
        Changed::Done => {}
        Changed::NameTaken => return Err(ErrorCode::ViewExists.into()),
        Changed::NotFound => return Err(ErrorCode::NotFound.into()),
    }
    let mut details = json!({"view_id": id, "name": name});
    if group_id != view.group_id {
        details["from_group"] = json!(view.group_id);
        details["to_group"] = json!(group_id);
    }
    caller
        .record(
            &mut transaction,
            Action::ViewUpdate,
            group_id.or(view.group_id),
            details,
        )
        .await?;
    let changed = saved_views::find(&mut transaction, id, user_id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    transaction.commit().await?;
    Ok(Json(SavedView::new(changed, caller.user())))
}
