//! What the platform was asked with.

use clipmeter_proto::v1::{Platform, RequestStats, UnitReport};

/// With what requests went out. The order is by how much is at stake: of several, the greatest names them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SessionClass {
    /// The platform has no sessions, or was asked nothing.
    None,
    /// As anybody.
    Anonymous,
    /// With a session of the pool.
    Session,
}

impl SessionClass {
    const ALL: [Self; 3] = [Self::None, Self::Anonymous, Self::Session];

    /// The word for it in SQL and JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Anonymous => "anonymous",
            Self::Session => "session",
        }
    }

    /// The one with this word.
    pub(super) fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
    }

    /// Of requests that ended alike.
    pub(super) fn of_stats(platform: Platform, stats: &RequestStats) -> Self {
        match (platform, stats.session_id) {
            (Platform::Instagram, 0) => Self::Anonymous,
            (Platform::Instagram, _) => Self::Session,
            _ => Self::None,
        }
    }

    /// Of a whole unit. None: its scraper sent requests and does not say how.
    pub(super) fn of_unit(platform: Platform, end: &UnitReport) -> Option<Self> {
        let nothing_to_report = platform != Platform::Instagram || end.requests == 0;
        Self::of_all_stats(platform, &end.request_stats).or(nothing_to_report.then_some(Self::None))
    }

    /// Of requests that ended in several ways. None: there are none.
    pub(super) fn of_all_stats(platform: Platform, request_stats: &[RequestStats]) -> Option<Self> {
        request_stats
            .iter()
            .map(|stats| Self::of_stats(platform, stats))
            .max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(requests: u32, sessions: &[i64]) -> UnitReport {
        let stats = |session_id: &i64| RequestStats {
            session_id: *session_id,
            ..RequestStats::default()
        };
        UnitReport {
            requests,
            request_stats: sessions.iter().map(stats).collect(),
            ..UnitReport::default()
        }
    }

    #[test]
    fn a_unit_is_of_the_greatest_class_of_its_requests() {
        let of = |platform, requests, sessions: &[i64]| {
            SessionClass::of_unit(platform, &unit(requests, sessions)).map(SessionClass::code)
        };
        assert_eq!(of(Platform::Instagram, 3, &[0, 7, 0]), Some("session"));
        assert_eq!(of(Platform::Instagram, 2, &[0]), Some("anonymous"));
        assert_eq!(of(Platform::Instagram, 0, &[]), Some("none"));
        assert_eq!(of(Platform::Instagram, 2, &[]), None, "an older scraper");
        assert_eq!(of(Platform::Tiktok, 2, &[0]), Some("none"));
        assert_eq!(of(Platform::Tiktok, 2, &[]), Some("none"));
    }

    #[test]
    fn every_class_has_a_word_that_reads_back() {
        for class in SessionClass::ALL {
            assert_eq!(SessionClass::of_code(class.code()), Some(class));
        }
        assert!(SessionClass::ALL.is_sorted());
    }
}
