//! `GET /api/scraping/runs`

use axum::Json;
use clipmeter_db::runs::list::{self as run_list, RunFilter};

use crate::http::content::PageRequest;
use crate::http::error::Problem;
use crate::http::input::{self, Query};
use crate::http::scope::Admin;
use crate::http::types::{PageQuery, RunEntry, RunList, RunReason, RunState, RunsQuery};

/// List runs
///
/// Admins only, because a run may read accounts of several groups. Newest first, with the results of each. Ended runs
/// are kept for a week.
#[utoipa::path(
    get,
    path = "/api/scraping/runs",
    tag = "Scraping",
    security(("token" = [])),
    params(RunsQuery),
    responses(
        (status = 200, body = RunList, description = "A page of them"),
    ),
)]
pub(super) async fn scraping_runs(
    admin: Admin,
    Query(query): Query<RunsQuery>,
) -> Result<Json<RunList>, Problem> {
    let page = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let filter = RunFilter {
        platform: query.platform.map(Into::into),
        trigger: query.trigger.map(RunReason::code),
        ended: query.status.map(|status| status == RunState::Completed),
        taken: match query.status {
            Some(RunState::Queued) => Some(false),
            Some(RunState::Running) => Some(true),
            Some(RunState::Completed) | None => None,
        },
        failed: query.failed,
        from: input::time("from", query.from)?,
        to: input::time("to", query.to)?,
    };
    let mut transaction = admin.read().await?;
    let total = run_list::count(&mut transaction, &filter).await?;
    let rows = run_list::page(&mut transaction, &filter, page.skip, page.take).await?;
    Ok(Json(RunList {
        runs: rows.into_iter().map(RunEntry::from).collect(),
        total,
        pages: page.pages(total),
    }))
}
