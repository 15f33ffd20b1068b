//! `POST /api/views`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::saved_views::{self, Created, NewView};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::view::{self, SavedView, ViewPage};
use super::{deny_sharing, may_share};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::SignedIn;

/// Maximum number of views that a user saves, own and shared: more than a menu can show at once.
const MAX_VIEWS: i64 = 50;

/// A view to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateView {
    /// The page that it is a view of.
    pub(crate) page: ViewPage,
    /// Required, 1 to 60 characters, unique for the page among the caller's own views, or among those of the group.
    #[schema(min_length = 1, max_length = 60, example = "Most viewed reels")]
    pub(crate) name: String,
    /// The query string of the page's address, without the question mark; at most 2048 characters, percent-encoded.
    #[schema(max_length = 2048)]
    pub(crate) query: String,
    /// The group to share it with, by one of its admins; omitted or null: only the caller sees it.
    pub(crate) group_id: Option<i64>,
}

/// Save a view
///
/// At most 50 for each user. Admins of the group can share it.
#[utoipa::path(
    post,
    path = "/api/views",
    tag = "Dashboard",
    security(("token" = [])),
    request_body = CreateView,
    responses(
        (status = 201, body = SavedView, description = "The new view"),
        (status = 409, body = ErrorBody, description = "`view_exists`, `view_limit_reached`"),
    ),
)]
pub(crate) async fn create_view(
    caller: SignedIn,
    input::Json(input): input::Json<CreateView>,
) -> Result<(StatusCode, Json<SavedView>), Problem> {
    let scope = caller.in_group(None).await?;
    let caller = scope.caller();
    let user = caller.user();
    if user.group_id.is_none() && !user.is_admin {
        return Err(caller.deny_access().await);
    }
    let view = NewView {
        user_id: user.user_id,
        group_id: input.group_id,
        page: input.page.code(),
        name: view::name(&input.name)?,
        query: view::query(&input.query)?,
    };
    let mut transaction = scope.write().await?;
    if let Some(group_id) = view.group_id
        && !may_share(&mut transaction, caller, group_id).await?
    {
        drop(transaction);
        return Err(deny_sharing(caller).await);
    }
    let id = match saved_views::create(&mut transaction, &view, MAX_VIEWS, caller.now()).await? {
        Created::Done(id) => id,
        Created::NameTaken => return Err(ErrorCode::ViewExists.into()),
        Created::LimitReached => {
            return Err(Problem::new(
                ErrorCode::ViewLimitReached,
                format!("You can save at most {MAX_VIEWS} views. Delete one first."),
            ));
        }
    };
    let details = json!({"view_id": id, "name": view.name});
    caller
        .record(&mut transaction, Action::ViewCreate, view.group_id, details)
        .await?;
    let saved = saved_views::find(&mut transaction, id, user.user_id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(SavedView::new(saved, user))))
}
