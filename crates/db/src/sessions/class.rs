//! Session classes: whether requests used a session.

use clipmeter_proto::v1::{Platform, RequestStats, UnitReport};
use strum::{EnumString, IntoStaticStr};

/// How requests were authenticated. Ordered by risk: the class of several requests is the greatest of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum SessionClass {
    /// The platform has no sessions, or no request was sent.
    None,
    /// Without a session.
    Anonymous,
    /// With a session of the pool.
    Session,
}

impl SessionClass {
    /// Returns the code in SQL and JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Parses a code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        code.parse().ok()
    }

    /// Returns the class of requests with the same outcome.
    pub(crate) fn of_stats(platform: Platform, stats: &RequestStats) -> Self {
        match (platform.descriptor().has_sessions, stats.session_id) {
            (false, _) => Self::None,
            (true, 0) => Self::Anonymous,
            (true, _) => Self::Session,
        }
    }

    /// Returns the class of a whole unit; `None` if its scraper sent requests and did not report how.
    #[must_use]
    pub fn of_unit(platform: Platform, end: &UnitReport) -> Option<Self> {
        let nothing_to_report = !platform.descriptor().has_sessions || end.requests == 0;
        Self::of_all_stats(platform, &end.request_stats).or(nothing_to_report.then_some(Self::None))
    }

    /// Returns the class of requests with several outcomes; `None` if there are none.
    pub(crate) fn of_all_stats(platform: Platform, request_stats: &[RequestStats]) -> Option<Self> {
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
    fn session_class_of_unit_is_highest_of_its_requests() {
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
    fn session_class_codes_round_trip() {
        let classes = [SessionClass::None, SessionClass::Anonymous, SessionClass::Session];
        for class in classes {
            assert_eq!(SessionClass::of_code(class.code()), Some(class));
        }
        assert!(classes.is_sorted());
    }
}
