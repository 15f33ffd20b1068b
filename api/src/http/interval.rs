//! Scrape intervals.

use clipmeter_domain::interval::{LONGEST, SHORTEST};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An interval in whole minutes, 5 to 1440.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "i32")]
pub(crate) struct Minutes(i32);

impl TryFrom<f64> for Minutes {
    type Error = String;

    fn try_from(minutes: f64) -> Result<Self, String> {
        if (f64::from(SHORTEST)..=f64::from(LONGEST)).contains(&minutes) && minutes.fract() == 0.0 {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            return Ok(Self(minutes as i32));
        }
        Err(format!(
            "an interval is a whole number of minutes from {SHORTEST} to {LONGEST}"
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
