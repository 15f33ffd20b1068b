//! What the platform was asked with.

use clipmeter_proto::v1::{Platform, Tally, UnitReport};

/// With what requests went out. The order is by how much is at stake: of several, the greatest names them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SessionClass {
    /// The platform has no sessions, or was asked nothing.
    None,
    /// As anybody.
    Guest,
    /// With a session of the pool.
    Session,
}

impl SessionClass {
    const ALL: [Self; 3] = [Self::None, Self::Guest, Self::Session];

    /// The word for it in SQL and JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Guest => "guest",
            Self::Session => "session",
        }
    }

    /// The one with this word.
    pub(super) fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
    }

    /// Of requests that ended alike.
    pub(super) fn of_tally(platform: Platform, tally: &Tally) -> Self {
        match (platform, tally.session_id) {
            (Platform::Instagram, 0) => Self::Guest,
            (Platform::Instagram, _) => Self::Session,
            _ => Self::None,
        }
    }

    /// Of a whole unit. None: its scraper sent requests and does not say how.
    pub(super) fn of_unit(platform: Platform, end: &UnitReport) -> Option<Self> {
        let nothing_to_tell = platform != Platform::Instagram || end.requests == 0;
        Self::of_tallies(platform, &end.tallies).or(nothing_to_tell.then_some(Self::None))
    }

    /// Of requests that ended in several ways. None: there are none.
    pub(super) fn of_tallies(platform: Platform, tallies: &[Tally]) -> Option<Self> {
        tallies.iter().map(|tally| Self::of_tally(platform, tally)).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(requests: u32, sessions: &[i64]) -> UnitReport {
        let tally = |session_id: &i64| Tally {
            session_id: *session_id,
            ..Tally::default()
        };
        UnitReport {
            requests,
            tallies: sessions.iter().map(tally).collect(),
            ..UnitReport::default()
        }
    }

    #[test]
    fn a_unit_is_of_the_greatest_class_of_its_requests() {
        let of = |platform, requests, sessions: &[i64]| {
            SessionClass::of_unit(platform, &unit(requests, sessions)).map(SessionClass::code)
        };
        assert_eq!(of(Platform::Instagram, 3, &[0, 7, 0]), Some("session"));
        assert_eq!(of(Platform::Instagram, 2, &[0]), Some("guest"));
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
