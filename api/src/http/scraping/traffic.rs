//! `GET /api/scraping/traffic`

use axum::Json;
use chrono::TimeDelta;
use clipmeter_db::stats::traffic::{self, TrafficRow};
use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::Admin;
use crate::http::types::{AccountTraffic, Traffic, TrafficEntry, TrafficQuery};

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
        (status = 200, body = Traffic, description = "The requests since then"),
    ),
)]
pub(super) async fn scraping_traffic(
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
