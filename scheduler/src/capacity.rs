//! How many sessions the accounts ask for, and how many runs the pool of sessions and the pace of each address leave room for.

/// Hours of a day.
const HOURS: u64 = 24;

/// The part of a session's hour that is planned with: the rest is for what comes at once, and for sessions that rest.
const PLANNED: u64 = 2;

/// How many sessions are enough for so many requests over sessions in the last 24 hours, each of them bearing `per_hour`: one at
/// least where there are accounts, because a first request may need it.
#[must_use]
pub fn wanted_sessions(requests: u64, instagram_accounts: u64, per_hour: u32) -> u64 {
    if instagram_accounts == 0 {
        return 0;
    }
    let each = (HOURS * u64::from(per_hour) / PLANNED).max(1);
    requests.div_ceil(each).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_planned_with_half_of_its_hours() {
        for (requests, accounts, wanted) in [
            (0, 0, 0),
            (10_000, 0, 0),
            (0, 1, 1),
            (1_440, 500, 1),
            (1_441, 500, 2),
            (14_400, 500, 10),
        ] {
            assert_eq!(
                wanted_sessions(requests, accounts, 120),
                wanted,
                "{requests} {accounts}"
            );
        }
        assert_eq!(wanted_sessions(7, 1, 0), 7);
    }
}
