//! `GET /api/dashboard/compare/export`

use axum::response::Response;
use clipmeter_db::stats::compare::{DailyViews, ViewsByAge};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{CompareQuery, Compared, series};
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::{Csv, small_file};
use crate::http::input::SplitQuery;
use crate::http::period::Period;
use crate::http::scope::SignedIn;

/// The index of the views before the period.
const BASE: f64 = 100.0;

/// What the lines of an exported comparison are.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ComparedBy {
    /// Days.
    #[default]
    Day,
    /// Ages of posts.
    Age,
}

/// Query of the lines.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ComparedByQuery {
    /// A line for each `day`, the default, or for each `age` of the posts.
    #[serde(default)]
    #[param(inline)]
    pub(crate) by: ComparedBy,
}

/// Export a comparison
///
/// The numbers of a comparison by day or by age as CSV: a line for each account or group and day or age. `indexed` are
/// the views before the period and what was gained since, if those before the period are 100. `platform` is empty for groups.
#[utoipa::path(
    get,
    path = "/api/dashboard/compare/export",
    tag = "Dashboard",
    security(("token" = [])),
    params(CompareQuery, ComparedByQuery),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "The file",
         headers(("Content-Disposition" = String, description = "The suggested file name")),
         example = json!("platform,name,day,gained_views,total_gained_views,indexed\r\n")),
        (status = 404, body = ErrorBody, description = "`not_found`: the caller sees no account or group with one of the IDs"),
    ),
)]
pub(crate) async fn export_comparison(
    caller: SignedIn,
    SplitQuery(query, ComparedByQuery { by }): SplitQuery<CompareQuery, ComparedByQuery>,
) -> Result<Response, Problem> {
    let period = query.period(caller.today(None).await?)?;
    let selection = query.selection()?;
    let (what, csv) = match by {
        ComparedBy::Day => (
            "days",
            by_day(&series(&caller, &selection, period).await?, period),
        ),
        ComparedBy::Age => ("ages", by_age(&series(&caller, &selection, period).await?)),
    };
    let name = format!("clipmeter-compare-{what}-{}-{}.csv", period.from, period.to);
    Ok(small_file(&name, csv))
}

fn by_day(series: &[(Compared, DailyViews)], period: Period) -> Csv {
    let heading = [
        "platform",
        "name",
        "day",
        "gained_views",
        "total_gained_views",
        "indexed",
    ];
    let mut csv = Csv::new(heading.into_iter());
    for (compared, views) in series {
        let mut total = 0;
        for (day, gained) in period.from.iter_days().zip(&views.gained) {
            total += gained;
            begin_line(&mut csv, compared);
            csv.number(Some(day));
            csv.number(Some(gained));
            csv.number(Some(total));
            csv.number(indexed(views.before, total).map(|index| format!("{index:.2}")));
            csv.end_line();
        }
    }
    csv
}

fn by_age(series: &[(Compared, ViewsByAge)]) -> Csv {
    let heading = ["platform", "name", "age_days", "median_views", "items"];
    let mut csv = Csv::new(heading.into_iter());
    for (compared, ages) in series {
        for (age, views) in (1..).zip(&ages.views) {
            begin_line(&mut csv, compared);
            csv.number(Some::<i32>(age));
            csv.number(*views);
            csv.number(Some(ages.items));
            csv.end_line();
        }
    }
    csv
}

fn begin_line(csv: &mut Csv, compared: &Compared) {
    csv.text(compared.platform.map_or("", |platform| platform.0.code()));
    csv.text(&compared.name);
}

/// Returns the index of the views after a gain; `None` without views before it.
#[expect(clippy::cast_precision_loss, reason = "an index with 2 decimals")]
fn indexed(before: i64, gained: i64) -> Option<f64> {
    (before > 0).then(|| BASE * (before + gained) as f64 / before as f64)
}
