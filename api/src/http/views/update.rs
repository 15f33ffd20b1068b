//! `PUT /api/views/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::saved_views::{self, Changed, ViewRow};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::changing;
use super::view::{self, SavedView};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId};
use crate::http::scope::SignedIn;

/// The new name and query string of a view.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateView {
    /// 1 to 60 characters, unique for the page among the caller's own views, or among those of the group.
    #[schema(min_length = 1, max_length = 60, example = "Most viewed reels")]
    pub(crate) name: String,
    /// The query string of the page's address, without the question mark; at most 2048 characters, percent-encoded.
    #[schema(max_length = 2048)]
    pub(crate) query: String,
}

/// Rename or replace a saved view
///
/// Only admins of the group change views that are shared with it.
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
    let (mut transaction, view) = changing(&scope, id).await?;
    match saved_views::change(&mut transaction, id, name, query).await? {
        Changed::Done => {}
        Changed::NameTaken => return Err(ErrorCode::ViewExists.into()),
        Changed::NotFound => return Err(ErrorCode::NotFound.into()),
    }
    let caller = scope.caller();
    let details = json!({"view_id": id, "name": name});
    caller
        .record(&mut transaction, Action::ViewUpdate, view.group_id, details)
        .await?;
    transaction.commit().await?;
    let view = ViewRow {
        name: name.to_owned(),
        query: query.to_owned(),
        ..view
    };
    Ok(Json(SavedView::new(view, caller.user())))
}
