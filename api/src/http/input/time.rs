//! Validation of times.

use chrono::{DateTime, Datelike as _, Utc};

use crate::http::error::Problem;

/// The last year that RFC 3339 can express; the database supports fewer years than chrono.
const LAST_YEAR: i32 = 9999;

/// A time in the range that the database supports.
pub(crate) fn time(field: &str, time: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>, Problem> {
    if time.is_some_and(|time| !(0..=LAST_YEAR).contains(&time.year())) {
        return Err(Problem::invalid(format!(
            "{field} must be in the years 0000 to {LAST_YEAR}"
        )));
    }
    Ok(time)
}
