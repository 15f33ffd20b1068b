//! Whether Instagram sessions are free, as outcomes show it: who has none is asked to sign in.

use clipmeter_proto::v1::{Outcome, Platform, Progress};

/// What the last attempts said.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    exhausted: bool,
}

impl Sessions {
    /// Looks at attempts that were not seen before. Returns whether sessions have run out with them.
    pub(super) fn ran_out<'a>(&mut self, news: impl IntoIterator<Item = &'a Progress>) -> bool {
        let (mut read, mut refused) = (false, false);
        for progress in news {
            let is_instagram = progress
                .unit
                .is_some_and(|unit| unit.platform() == Platform::Instagram);
            if is_instagram {
                read |= progress.last_outcome().is_success();
                refused |= progress.last_outcome() == Outcome::LoginRequired;
            }
        }
        let was = self.exhausted;
        if read {
            self.exhausted = false;
        } else if refused {
            self.exhausted = true;
        }
        self.exhausted && !was
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::UnitKey;

    use super::*;

    fn attempt(platform: Platform, outcome: Outcome) -> Progress {
        let unit = UnitKey {
            platform: platform.into(),
            id: None,
        };
        Progress {
            unit: Some(unit),
            last_outcome: outcome.into(),
            ..Progress::default()
        }
    }

    #[test]
    fn running_out_is_told_once_until_something_is_read_again() {
        let mut sessions = Sessions::default();
        let instagram = |outcome| attempt(Platform::Instagram, outcome);
        for (news, told) in [
            (vec![instagram(Outcome::Private)], false),
            (vec![attempt(Platform::Tiktok, Outcome::LoginRequired)], false),
            (
                vec![instagram(Outcome::LoginRequired), instagram(Outcome::Ok)],
                false,
            ),
            (vec![instagram(Outcome::LoginRequired)], true),
            (vec![instagram(Outcome::LoginRequired)], false),
            (vec![], false),
            (vec![instagram(Outcome::Ok)], false),
            (vec![instagram(Outcome::LoginRequired)], true),
        ] {
            assert_eq!(sessions.ran_out(&news), told, "{news:?}");
        }
    }
}
