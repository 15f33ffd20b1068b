//! Request statistics of the platforms.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlatformName, SessionClass};

/// One week; statistics are retained longer.
const MOST_HOURS: u16 = 168;

/// The time range of request statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u16")]
pub struct TrafficHours(u16);

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
        if (1..=MOST_HOURS).contains(&hours) {
            Ok(Self(hours))
        } else {
            Err(format!("hours must be from 1 to {MOST_HOURS}"))
        }
    }
}

/// Query of request statistics.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TrafficQuery {
    /// Number of hours back, 1 to 168.
    #[serde(default = "TrafficHours::default_hours")]
    #[param(value_type = i32, default = 24, minimum = 1, maximum = 168)]
    pub hours: TrafficHours,
}

/// Requests to one endpoint with the same outcome.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrafficEntry {
    /// The platform.
    pub platform: PlatformName,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub endpoint: String,
    /// The outcome's code.
    pub status: &'static str,
    /// Whether a session was used.
    pub session_class: SessionClass,
    /// Number of requests.
    #[schema(example = 480)]
    pub requests: i64,
    /// Bytes of the platform's responses, as transferred over the network.
    #[schema(example = 5_120_000)]
    pub bytes: i64,
}

/// Requests per account in 24 hours.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AccountTraffic {
    /// Null without Instagram accounts.
    #[schema(example = 41.5)]
    pub instagram: Option<f64>,
    /// Null without TikTok accounts.
    #[schema(example = 18.0)]
    pub tiktok: Option<f64>,
}

/// Request statistics of the platforms.
#[derive(Serialize, ToSchema)]
pub struct Traffic {
    /// Start of the range, rounded down to an hour because statistics are stored by the hour.
    pub from: DateTime<Utc>,
    /// By platform, most requests first.
    pub rows: Vec<TrafficEntry>,
    /// At the current rate, including requests for single videos.
    pub per_account_per_day: AccountTraffic,
}
