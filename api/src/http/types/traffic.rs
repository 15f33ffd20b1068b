//! What the platforms were asked.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlatformName, SessionClass};

/// A week; traffic itself is kept for longer.
const MOST_HOURS: u16 = 168;

/// How far back traffic is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u16")]
pub struct TrafficHours(u16);

impl TrafficHours {
    /// A day.
    const DEFAULT: Self = Self(24);

    /// As a number.
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

/// Which traffic is wanted.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TrafficQuery {
    /// How many hours back, 1 to 168.
    #[serde(default = "TrafficHours::default_hours")]
    #[param(value_type = i32, default = 24, minimum = 1, maximum = 168)]
    pub hours: TrafficHours,
}

/// Requests to one endpoint that ended alike.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrafficEntry {
    /// The platform.
    pub platform: PlatformName,
    /// The code of what was asked.
    #[schema(example = "web_profile_info")]
    pub endpoint: String,
    /// The code of the outcome.
    pub status: &'static str,
    /// What it was asked with.
    pub session_class: SessionClass,
    /// How many requests.
    #[schema(example = 480)]
    pub requests: i64,
    /// Bytes of the answers, as they came over the network.
    #[schema(example = 5_120_000)]
    pub bytes: i64,
}

/// Requests for each account that is read, in a day.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AccountTraffic {
    /// Null without Instagram accounts.
    #[schema(example = 41.5)]
    pub instagram: Option<f64>,
    /// Null without TikTok accounts.
    #[schema(example = 18.0)]
    pub tiktok: Option<f64>,
}

/// What the platforms were asked.
#[derive(Serialize, ToSchema)]
pub struct Traffic {
    /// When the time begins that is counted: the hour that is so many hours back, since traffic is kept by the hour.
    pub from: DateTime<Utc>,
    /// By platform, the most requests first.
    pub rows: Vec<TrafficEntry>,
    /// At the rate of this time, single videos' requests included.
    pub per_account_per_day: AccountTraffic,
}
