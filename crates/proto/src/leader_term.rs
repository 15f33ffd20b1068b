//! The term of a leading operator, sent with each of its calls.

use std::fmt;
use std::str::FromStr;

/// Metadata key of the [`LeaderTerm`].
pub const LEADER_TERM: &str = "clipmeter-leader-term";

/// A fencing token: the API rejects the calls of a leader once it has seen a later term. Terms of one cluster are ordered by the
/// resource version with which the lease was taken; those of a cluster that was set up anew by the time at which the lease was created,
/// because resource versions start again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeaderTerm {
    /// When the lease was created, seconds since 1970-01-01T00:00:00Z.
    pub lease_created: i64,
    /// Resource version of the lease when it was taken.
    pub version: i64,
}

impl fmt::Display for LeaderTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.lease_created, self.version)
    }
}

/// A text that is not a [`LeaderTerm`].
#[derive(Debug, thiserror::Error)]
#[error("`{LEADER_TERM}` is not SECONDS.VERSION")]
pub struct InvalidLeaderTerm;

impl FromStr for LeaderTerm {
    type Err = InvalidLeaderTerm;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (created, version) = text.split_once('.').ok_or(InvalidLeaderTerm)?;
        Ok(Self {
            lease_created: created.parse().map_err(|_| InvalidLeaderTerm)?,
            version: version.parse().map_err(|_| InvalidLeaderTerm)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leader_term_round_trips_and_orders_by_lease_then_version() {
        let terms = ["100.2", "100.10", "101.1"].map(|text| text.parse::<LeaderTerm>().unwrap());
        assert!(terms.is_sorted());
        assert_eq!(terms[1].to_string(), "100.10");
        for text in ["", "1", "a.1", "1.a", "1.2.3", "1.99999999999999999999"] {
            assert!(text.parse::<LeaderTerm>().is_err(), "{text}");
        }
    }
}
