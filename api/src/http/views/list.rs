//! `GET /api/views`

use axum::Json;
use clipmeter_db::{groups, saved_views};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::view::{SavedView, ViewPage};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::Query;
use crate::http::scope::SignedIn;

/// Selects saved views.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewsQuery {
    /// Only the views of this page.
    pub(crate) page: Option<ViewPage>,
    /// For admins: the group whose views are listed with their own. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
}

/// Saved views.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedViews {
    /// In alphabetical order.
    pub(crate) views: Vec<SavedView>,
}

/// List the saved views
///
/// The caller's own views, and those that are shared with the group.
#[utoipa::path(
    get,
    path = "/api/views",
    tag = "Dashboard",
    security(("token" = [])),
    params(ViewsQuery),
    responses(
        (status = 200, body = SavedViews, description = "The views"),
    ),
)]
pub(crate) async fn list_views(
    caller: SignedIn,
    Query(query): Query<ViewsQuery>,
) -> Result<Json<SavedViews>, Problem> {
    let user = caller.caller().user();
    // Not in the scope of the group, which hides an admin's own views.
    let mut transaction = caller.read().await?;
    if let Some(group_id) = query.group_id
        && !groups::exists(&mut transaction, group_id).await?
    {
        return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
    }
    let group_id = query.group_id.or(user.group_id);
    let page = query.page.map(ViewPage::code);
    let views = saved_views::list(&mut transaction, user.user_id, group_id, page).await?;
    Ok(Json(SavedViews {
        views: views.into_iter().map(|view| SavedView::new(view, user)).collect(),
    }))
}
