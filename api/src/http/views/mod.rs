//! Views of a page that users saved by name.

mod create;
mod delete;
mod list;
mod update;
mod view;

use clipmeter_db::groups;
use clipmeter_db::saved_views::{self, ViewRow};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::view::may_change;
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::routing::Routes;
use crate::http::scope::{Caller, GroupScope};

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_views, create::create_view))
        .routes(routes!(update::update_view, delete::delete_view))
}

/// Begins a transaction with a view that the caller may change.
async fn changing(scope: &GroupScope, id: i64) -> Result<(Transaction, ViewRow), Problem> {
    let caller = scope.caller();
    let mut transaction = scope.write().await?;
    let view = saved_views::find(&mut transaction, id, caller.user().user_id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    if view.group_id.is_none_or(|group| may_change(caller.user(), group)) {
        return Ok((transaction, view));
    }
    drop(transaction);
    Err(deny_sharing(caller).await)
}

/// Returns whether the caller may share views with a group, which must exist.
async fn may_share(transaction: &mut Transaction, caller: &Caller, group_id: i64) -> Result<bool, Problem> {
    if !groups::exists(transaction, group_id).await? {
        return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
    }
    Ok(may_change(caller.user(), group_id))
}

/// Rejects the call because only admins of a group change the views that are shared with it.
async fn deny_sharing(caller: &Caller) -> Problem {
    let problem = Problem::new(
        ErrorCode::AccessDenied,
        "Only your group's admins can share views, and change and delete shared ones",
    );
    caller.deny(problem).await
}
