//! The measurements of an item over time.

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::content::{self, Measurement};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::metrics::MeasuredCounts;
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;

/// Maximum number of measurements for a chart; one every 15 minutes for three weeks.
const MAX_MEASUREMENTS: i64 = 2000;

/// One measurement. Unlike in lists, an unknown count is null, so that a chart does not draw it as 0.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HistoryPoint {
    /// Time, to the minute.
    pub(crate) observed_at: DateTime<Utc>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: MeasuredCounts,
}

/// All measurements of an item.
#[derive(Serialize, ToSchema)]
pub(crate) struct History {
    /// When the counts were 0, so that the first ones are gains: when the item was posted, if its account was already tracked then.
    /// Null: unknown, or before these points.
    pub(crate) zero_at: Option<DateTime<Utc>>,
    /// Oldest first; only the latest 2000.
    pub(crate) points: Vec<HistoryPoint>,
}

impl From<Measurement> for HistoryPoint {
    fn from(row: Measurement) -> Self {
        Self {
            observed_at: row.observed_at,
            counts: (&row).into(),
        }
    }
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;

            #[utoipa::path(
                                        get,
                                        path = concat!("/api/", $code, "/", $items, "/{id}/history"),
                                        tag = $name,
                                        operation_id = concat!($code, "_", $item, "_history"),
                                        summary = concat!("Show the measurements of ", $named, " ", $item),
                                        description = "Oldest first, at most one per minute.",
                                        security(("token" = [])),
                                        params(("id" = i64, Path, description = concat!("The ", $item))),
                                        responses(
                                            (status = 200, body = History, description = "The measurements"),
                                        ),
                                    )]
            pub(crate) async fn handler(
                caller: SignedIn,
                PathId(id): PathId,
            ) -> Result<Json<History>, Problem> {
                Ok(Json(history(&caller, Platform::$Platform, id).await?))
            }
        }
    };
}

each_platform!(operations);

async fn history(caller: &SignedIn, platform: Platform, id: i64) -> Result<History, Problem> {
    let mut transaction = caller.read().await?;
    let history = content::history(&mut transaction, platform, id, MAX_MEASUREMENTS)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(History {
        zero_at: history.zero_at,
        points: history.points.into_iter().map(HistoryPoint::from).collect(),
    })
}
