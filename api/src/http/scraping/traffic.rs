//! `GET /api/scraping/traffic`

use axum::Json;
use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_db::stats::traffic::{self, TrafficRow};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::common::{PlatformName, SessionClass};
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::Admin;

/// One week; statistics are retained longer.
const MAX_HOURS: u16 = 168;

/// The time range of request statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u16")]
pub(crate) struct TrafficHours(u16);

impl TrafficHours {
    /// One day.
    const DEFAULT: Self = Self(24);

    /// Returns the number of hours.
    pub(crate) fn hours(self) -> u16 {
        self.0
    }

    fn default_hours() -> Self {
        Self::DEFAULT
    }
}

impl TryFrom<u16> for TrafficHours {
    type Error = String;

    fn try_from(hours: u16) -> Result<Self, Self::Error> {
        if (1..=MAX_HOURS).contains(&hours) {
            Ok(Self(hours))
        } else {
            Err(format!("hours must be from 1 to {MAX_HOURS}"))
        }
    }
}

/// Query of request statistics.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TrafficQuery {
    /// Number of hours back, 1 to 168.
    #[serde(default = "TrafficHours::default_hours")]
    #[param(value_type = i32, default = 24, minimum = 1, maximum = 168)]
    pub(crate) hours: TrafficHours,
}

/// Requests to one endpoint with the same outcome.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TrafficEntry {
    /// The platform.
    pub(crate) platform: PlatformName,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub(crate) endpoint: String,
    /// The outcome's code.
    pub(crate) status: &'static str,
    /// Whether a session was used.
    pub(crate) session_class: SessionClass,
    /// Number of requests.
    #[schema(example = 480)]
    pub(crate) requests: i64,
    /// Bytes of the platform's responses, as transferred over the network.
    #[schema(example = 5_120_000)]
    pub(crate) bytes: i64,
}

/// Requests per account in 24 hours.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct AccountTraffic {
    /// Null without Instagram accounts.
    #[schema(example = 41.5)]
    pub(crate) instagram: Option<f64>,
    /// Null without TikTok accounts.
    #[schema(example = 18.0)]
    pub(crate) tiktok: Option<f64>,
}

/// Request statistics of the platforms.
#[derive(Serialize, ToSchema)]
pub(crate) struct Traffic {
    /// Start of the range, rounded down to an hour because statistics are stored by the hour.
    pub(crate) from: DateTime<Utc>,
    /// By platform, most requests first.
    pub(crate) rows: Vec<TrafficEntry>,
    /// At the current rate, including requests for single videos.
    pub(crate) per_account_per_day: AccountTraffic,
}

/// Show request statistics of the platforms
///
/// Admins only. Requests by platform, endpoint and outcome over the last hours, and requests per account.
#[utoipa::path(
    get,
    path = "/api/scraping/traffic",
    tag = "Scraping",
    security(("token" = [])),
    params(TrafficQuery),
    responses(
        (status = 200, body = Traffic, description = "The requests in this period"),
    ),
)]
pub(crate) async fn scraping_traffic(
    admin: Admin,
    Query(query): Query<TrafficQuery>,
) -> Result<Json<Traffic>, Problem> {
    let now = admin.caller().now();
    let from = traffic::begin(now, query.hours.hours());
    let mut transaction = admin.read().await?;
    let rows = traffic::since(&mut transaction, from).await?;
    let accounts = traffic::read_accounts(&mut transaction).await?;
    let rate = |platform, accounts| per_account_per_day(&rows, platform, accounts, now - from);
    let per_account_per_day = AccountTraffic {
        instagram: rate(Platform::Instagram, accounts.instagram),
        tiktok: rate(Platform::Tiktok, accounts.tiktok),
    };
    Ok(Json(Traffic {
        from,
        rows: rows.into_iter().map(entry).collect(),
        per_account_per_day,
    }))
}

fn entry(row: TrafficRow) -> TrafficEntry {
    TrafficEntry {
        platform: row.platform.into(),
        endpoint: row.endpoint,
        status: row.outcome.code(),
        session_class: row.session_class.into(),
        requests: row.requests,
        bytes: row.bytes,
    }
}

/// None without accounts.
#[expect(
    clippy::cast_precision_loss,
    reason = "far fewer than 2^53 requests and accounts"
)]
fn per_account_per_day(
    rows: &[TrafficRow],
    platform: Platform,
    accounts: i64,
    time: TimeDelta,
) -> Option<f64> {
    let requests: i64 = rows
        .iter()
        .filter(|row| row.platform == platform)
        .map(|row| row.requests)
        .sum();
    let days = time.as_seconds_f64() / TimeDelta::days(1).as_seconds_f64();
    (accounts > 0).then(|| requests as f64 / accounts as f64 / days)
}
