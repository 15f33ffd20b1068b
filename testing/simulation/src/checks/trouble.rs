//! The allowed effects of an hour of false responses.

use std::collections::BTreeMap;

use clipmeter_proto::Schedule;
use clipmeter_proto::v1::Outcome;

use crate::plan::Trouble;
use crate::report_log::AccountKey;

/// Consecutive scrapes that an account may miss.
const MAX_MISSED: usize = 2;

/// The remaining effects two hours after such an hour.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Aftermath {
    /// Sessions that are no longer leased; all of them were usable when the hour began.
    pub(crate) ended: Vec<i64>,
    /// Accounts that wrongly have a handle conflict.
    pub(crate) mistaken: Vec<String>,
}

/// Compares the remaining effects, and the outcomes of each account since the hour began, with the allowed ones. `readings` are
/// of accounts that were public all the time.
pub(crate) fn check(
    trouble: Trouble,
    aftermath: &Aftermath,
    readings: &BTreeMap<AccountKey, Vec<Outcome>>,
) -> Result<(), String> {
    if let Some(session) = aftermath.ended.first() {
        return Err(format!("{trouble:?}: session {session} was lost"));
    }
    if let Some(account) = aftermath.mistaken.first() {
        return Err(format!("{trouble:?}: @{account} was taken for another account"));
    }
    for ((platform, name), outcomes) in readings {
        let missed = outcomes
            .split(|outcome| is_reading(*outcome))
            .max_by_key(|missed| missed.len())
            .unwrap_or_default();
        if missed.len() > MAX_MISSED {
            let codes: Vec<_> = missed.iter().map(|outcome| outcome.code()).collect();
            return Err(format!(
                "{trouble:?}: @{name} of {} missed {} intervals in a row: {codes:?}",
                platform.code(),
                missed.len()
            ));
        }
        if let Some(last) = outcomes.last().filter(|outcome| !is_reading(**outcome)) {
            return Err(format!(
                "{trouble:?}: @{name} of {} still ends with {} two hours later",
                platform.code(),
                last.code()
            ));
        }
    }
    Ok(())
}

/// Returns whether the outcome is a valid response of the platform about the account.
fn is_reading(outcome: Outcome) -> bool {
    outcome.is_success() || outcome.policy().schedule == Schedule::Daily
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::Platform;

    use super::*;

    #[test]
    fn trouble_check_names_missed_intervals_and_lost_sessions() {
        use Outcome::{NoSession, Ok as Good, UnexpectedPage as Strange};
        let of = |outcomes: &[Outcome]| {
            let account = (Platform::Tiktok, "ann".to_owned());
            BTreeMap::from([(account, outcomes.to_vec())])
        };
        let none = Aftermath::default();
        let checked = |aftermath: &Aftermath, outcomes: &[Outcome]| {
            check(Trouble::StrangePages, aftermath, &of(outcomes))
        };
        checked(&none, &[Good, Strange, NoSession, Good, Strange, Good]).unwrap();
        checked(&none, &[]).unwrap();
        let missed = checked(&none, &[Good, Strange, NoSession, Strange, Good]).unwrap_err();
        assert!(missed.contains("@ann of tiktok missed 3 intervals"), "{missed}");
        let late = checked(&none, &[Good, Strange]).unwrap_err();
        assert!(late.contains("still ends with unexpected_page"), "{late}");
        let lost = Aftermath {
            ended: vec![7],
            ..Aftermath::default()
        };
        assert!(
            checked(&lost, &[Good])
                .unwrap_err()
                .contains("session 7 was lost")
        );
        let mistaken = Aftermath {
            mistaken: vec!["bob".to_owned()],
            ..Aftermath::default()
        };
        assert!(
            checked(&mistaken, &[Good])
                .unwrap_err()
                .contains("@bob was taken for")
        );
    }
}
