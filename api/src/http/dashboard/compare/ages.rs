//! `GET /api/dashboard/compare/ages`

use axum::Json;
use clipmeter_db::stats::compare::ViewsByAge;
use serde::Serialize;
use utoipa::ToSchema;

use super::{CompareQuery, Compared, series};
use crate::http::error::{ErrorBody, Problem};
use crate::http::input::Query;
use crate::http::period::Period;
use crate::http::scope::SignedIn;

/// Views of posts by age.
#[derive(Serialize, ToSchema)]
pub(crate) struct AgeComparison {
    /// When the posts were posted.
    pub(crate) period: Period,
    /// In the order of the request.
    pub(crate) series: Vec<ComparedAges>,
}

/// Views of the posts of an account or a group by age.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparedAges {
    /// What the series is of.
    #[serde(flatten)]
    pub(crate) compared: Compared,
    /// Items that were posted in the period while their account was tracked; at most the latest 50.
    pub(crate) items: i64,
    /// Median views of these items at the age of 1, 2, … 30 days; null if no item was measured at that age.
    pub(crate) views: Vec<Option<i64>>,
}

/// Compare accounts or groups by the age of their posts
///
/// The median views of the posts of a period at each age in days. Days are in the time zone of the caller's group, or
/// else of the installation; those of compared groups in the zone of each.
#[utoipa::path(
    get,
    path = "/api/dashboard/compare/ages",
    tag = "Dashboard",
    security(("token" = [])),
    params(CompareQuery),
    responses(
        (status = 200, body = AgeComparison, description = "The series"),
        (status = 404, body = ErrorBody, description = "`not_found`: the caller sees no account or group with one of the IDs"),
    ),
)]
pub(crate) async fn compare_ages(
    caller: SignedIn,
    Query(query): Query<CompareQuery>,
) -> Result<Json<AgeComparison>, Problem> {
    let period = query.period(caller.today(None).await?)?;
    let series = series::<ViewsByAge>(&caller, &query.selection()?, period).await?;
    let series = series.into_iter().map(|(compared, ages)| ComparedAges {
        compared,
        items: ages.items,
        views: ages.views,
    });
    Ok(Json(AgeComparison {
        period,
        series: series.collect(),
    }))
}
