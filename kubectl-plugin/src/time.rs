//! Ages and times in words.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use k8s_openapi::jiff::Timestamp;

/// Returns the seconds from one time to another; negative if it is earlier.
pub(crate) fn seconds_between(from: Timestamp, to: Timestamp) -> i64 {
    to.as_second().saturating_sub(from.as_second())
}

/// Returns how long ago a time is, as kubectl does: one or two units.
pub(crate) fn age(time: &Time, now: Timestamp) -> String {
    span(seconds_between(time.0, now))
}

/// Returns a number of seconds in one unit, or two while the first one is small.
pub(crate) fn span(seconds: i64) -> String {
    let seconds = seconds.max(0);
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    if seconds < 120 {
        format!("{seconds}s")
    } else if minutes < 10 && seconds % 60 != 0 {
        format!("{minutes}m{}s", seconds % 60)
    } else if minutes < 180 {
        format!("{minutes}m")
    } else if hours < 8 && minutes % 60 != 0 {
        format!("{hours}h{}m", minutes % 60)
    } else if hours < 48 {
        format!("{hours}h")
    } else if days < 8 && hours % 24 != 0 {
        format!("{days}d{}h", hours % 24)
    } else {
        format!("{days}d")
    }
}

/// Returns a time in UTC, to the second.
pub(crate) fn clock(time: Timestamp) -> String {
    let whole = Timestamp::from_second(time.as_second()).unwrap_or(time);
    whole.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn span_has_at_most_two_units() {
        for (seconds, expected) in [
            (-5, "0s"),
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (125, "2m5s"),
            (600, "10m"),
            (10_799, "179m"),
            (10_800, "3h"),
            (12_000, "3h20m"),
            (86_400, "24h"),
            (200_000, "2d7h"),
            (864_000, "10d"),
        ] {
            assert_eq!(span(seconds), expected, "{seconds}");
        }
    }
}
