//! Scrape intervals: `GET` and `PUT /api/scraping/intervals`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::settings;
use clipmeter_db::tracking::intent::{Intent, PolicyIntent};
use clipmeter_domain::Platform;
use clipmeter_domain::interval::{MAX, MIN};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::error::{ErrorBody, Problem};
use crate::http::execution::retried;
use crate::http::input;
use crate::http::scope::{Admin, SignedIn};

/// An interval in whole minutes, 5 to 1440.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "i32")]
pub(crate) struct Minutes(i32);

impl TryFrom<f64> for Minutes {
    type Error = String;

    fn try_from(minutes: f64) -> Result<Self, String> {
        if (f64::from(MIN)..=f64::from(MAX)).contains(&minutes) && minutes.fract() == 0.0 {
            #[expect(clippy::cast_possible_truncation, reason = "it is a small integer")]
            return Ok(Self(minutes as i32));
        }
        Err(format!(
            "an interval must be a whole number of minutes from {MIN} to {MAX}"
        ))
    }
}

impl From<Minutes> for i32 {
    fn from(minutes: Minutes) -> Self {
        minutes.0
    }
}

/// Default scrape intervals of the platforms, unless a group or an account overrides them.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Intervals {
    /// Minutes.
    #[schema(example = 60, minimum = 5, maximum = 1440)]
    pub(crate) instagram: i32,
    /// Minutes.
    #[schema(example = 15, minimum = 5, maximum = 1440)]
    pub(crate) tiktok: i32,
}

/// New scrape intervals.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetIntervals {
    /// Whole minutes.
    #[schema(value_type = i32, example = 60, minimum = 5, maximum = 1440)]
    pub(crate) instagram: Minutes,
    /// Whole minutes.
    #[schema(value_type = i32, example = 15, minimum = 5, maximum = 1440)]
    pub(crate) tiktok: Minutes,
}

/// The current intervals.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct IntervalsSet {
    /// Human-readable message.
    #[schema(example = "Intervals updated")]
    pub(crate) message: String,
    /// Minutes.
    pub(crate) instagram: i32,
    /// Minutes.
    pub(crate) tiktok: i32,
}

/// Show how often the platforms are scraped
///
/// Defaults, unless a group or an account has its own interval.
#[utoipa::path(
    get,
    path = "/api/scraping/intervals",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Intervals, description = "The intervals"),
    ),
)]
pub(crate) async fn intervals(signed_in: SignedIn) -> Result<Json<Intervals>, Problem> {
    let mut transaction = signed_in.read().await?;
    let intervals = settings::intervals(&mut transaction).await?;
    Ok(Json(Intervals {
        instagram: intervals.of(Platform::Instagram),
        tiktok: intervals.of(Platform::Tiktok),
    }))
}

/// Set how often the platforms are scraped
///
/// Takes effect at the next tick of the schedule. Admins only.
#[utoipa::path(
    put,
    path = "/api/scraping/intervals",
    tag = "Scraping",
    security(("token" = [])),
    request_body = SetIntervals,
    responses(
        (status = 200, body = IntervalsSet, description = "The current intervals"),
        (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
    ),
)]
pub(crate) async fn set_intervals(
    admin: Admin,
    input::Json(input): input::Json<SetIntervals>,
) -> Result<Json<IntervalsSet>, Problem> {
    let (instagram, tiktok) = (input.instagram.into(), input.tiktok.into());
    retried(|| set(&admin, instagram, tiktok)).await?;
    Ok(Json(IntervalsSet {
        message: "Intervals updated".to_owned(),
        instagram,
        tiktok,
    }))
}

async fn set(admin: &Admin, instagram: i32, tiktok: i32) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    let intervals = [(Platform::Instagram, instagram), (Platform::Tiktok, tiktok)];
    settings::set_intervals(&mut transaction, &intervals).await?;
    let details = json!({"instagram": instagram, "tiktok": tiktok});
    admin
        .caller()
        .record(&mut transaction, Action::IntervalsUpdate, None, details)
        .await?;
    let policy = PolicyIntent {
        instagram_minutes: instagram,
        tiktok_minutes: tiktok,
    };
    transaction.commit_desired(vec![Intent::Policy(policy)]).await
}
