//! `GET /api/share-links`

use axum::Json;
use clipmeter_db::{groups, share_links};
use serde::Serialize;
use utoipa::ToSchema;

use super::share_link::ShareLink;
use crate::http::common::AccountScope;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::Query;
use crate::http::scope::UserManager;

/// Share links.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShareLinks {
    /// The newest first. Expired links are listed until they are deleted.
    pub(crate) links: Vec<ShareLink>,
}

/// List the share links
///
/// Admins: those of all groups, or with `group_id` of one group. Group admins: those of their group. Without their tokens, which are
/// not stored.
#[utoipa::path(
    get,
    path = "/api/share-links",
    tag = "Groups",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = ShareLinks, description = "The links"),
    ),
)]
pub(crate) async fn list_share_links(
    manager: UserManager,
    Query(scope): Query<AccountScope>,
) -> Result<Json<ShareLinks>, Problem> {
    let mut transaction = manager.read().await?;
    if let Some(group_id) = scope.group_id
        && !groups::exists(&mut transaction, group_id).await?
    {
        return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
    }
    let links = share_links::list(&mut transaction, scope.group_id).await?;
    Ok(Json(ShareLinks {
        links: links.into_iter().map(ShareLink::from).collect(),
    }))
}
