//! Keeps the states of recent polls, so that a repeated poll without changes needs no query at all. Only 304s, which contain no data, are
//! based on it.

use std::collections::HashMap;
use std::ops::Range;

use chrono::{DateTime, Utc};
use clipmeter_db::Scope;
use clipmeter_db::database::revisions::{Revision, Revisions, Source};
use parking_lot::Mutex;

use crate::auth::Bearer;

/// With [`MAX_TARGET`], at most about 15 MB. Polls beyond it query the user each time.
const MAX_POLLS: usize = 20_000;

/// A screen polls about ten addresses.
const MAX_POLLS_OF_USER: usize = 200;

/// Bytes of path and query. A user may send any query; those of screens are shorter, except for lists of many accounts.
const MAX_TARGET: usize = 512;

/// The claims of a token, and path and query.
type Request = (Bearer, String);

/// The latest poll of each address by each token, until its state expires.
#[derive(Default)]
pub(crate) struct UnchangedPolls(Mutex<Polls>);

#[derive(Default)]
struct Polls {
    by_user: HashMap<i64, HashMap<Request, Poll>>,
    /// The number of all polls.
    length: usize,
    /// The minute in which polls that had expired were removed.
    swept: i64,
}

/// What the response to a poll depends on. Its user was found in the database.
pub(crate) struct Poll {
    /// The state in the tag of the response.
    pub(crate) state: String,
    /// When the state is current if nothing changes, in seconds since 1970-01-01T00:00:00Z.
    pub(crate) seconds: Range<i64>,
    /// The sign-ins before the user was looked up.
    pub(crate) sign_ins: u64,
    pub(crate) scope: Scope,
    pub(crate) sources: &'static [Source],
    /// Of the sources in the scope, before the response was built.
    pub(crate) revision: Revision,
}

impl Poll {
    fn is_current(&self, revisions: &Revisions, now: DateTime<Utc>) -> bool {
        self.seconds.contains(&now.timestamp())
            && self.sign_ins == revisions.sign_ins()
            && self.revision == revisions.of(self.scope, self.sources)
    }
}

impl UnchangedPolls {
    /// Returns the state of the request's response, if it is known without a query. The token must be valid at `now`.
    pub(crate) fn state(
        &self,
        revisions: &Revisions,
        request: &Request,
        now: DateTime<Utc>,
    ) -> Option<String> {
        let polls = self.0.lock();
        let poll = polls.by_user.get(&request.0.user_id)?.get(request)?;
        poll.is_current(revisions, now).then(|| poll.state.clone())
    }

    /// Keeps a poll whose user was looked up at `now`.
    pub(crate) fn insert(&self, request: Request, poll: Poll, now: DateTime<Utc>) {
        if request.1.len() > MAX_TARGET {
            return;
        }
        let polls = &mut *self.0.lock();
        polls.sweep(now.timestamp());
        let of_user = polls.by_user.entry(request.0.user_id).or_default();
        let has_room = polls.length < MAX_POLLS && of_user.len() < MAX_POLLS_OF_USER;
        if (has_room || of_user.contains_key(&request)) && of_user.insert(request, poll).is_none() {
            polls.length += 1;
        }
    }
}

impl Polls {
    /// Removes the polls that have expired, once a minute.
    fn sweep(&mut self, now: i64) {
        let minute = now.div_euclid(60);
        if self.swept == minute {
            return;
        }
        self.swept = minute;
        self.by_user.retain(|_, polls| {
            polls.retain(|_, poll| poll.seconds.contains(&now));
            !polls.is_empty()
        });
        self.length = self.by_user.values().map(HashMap::len).sum();
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_db::ChangeNotification;
    use uuid::Uuid;

    use super::*;

    const TARGET: &str = "/api/groups?page=1";
    const SOURCES: &[Source] = &[Source::Scope];

    fn request(user_id: i64, target: &str) -> Request {
        let bearer = Bearer {
            user_id,
            token_version: 1,
            sign_in: Some(Uuid::nil()),
        };
        (bearer, target.to_owned())
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    /// Inserts a poll in group 7, whose state is current for a minute.
    fn insert(polls: &UnchangedPolls, revisions: &Revisions, request: &Request, second: i64) {
        let poll = Poll {
            state: "state".to_owned(),
            seconds: at(second).timestamp()..at(second + 60).timestamp(),
            sign_ins: revisions.sign_ins(),
            scope: Scope::Group(7),
            sources: SOURCES,
            revision: revisions.of(Scope::Group(7), SOURCES),
        };
        polls.insert(request.clone(), poll, at(second));
    }

    #[test]
    fn state_is_known_by_token_and_address_while_it_is_current() {
        let revisions = Revisions::default();
        let polls = UnchangedPolls::default();
        insert(&polls, &revisions, &request(1, TARGET), 0);
        for (user, target, second, is_known) in [
            (1, TARGET, 0, true),
            (1, TARGET, 59, true),
            (2, TARGET, 0, false),
            (1, "/api/groups?page=2", 0, false),
            (1, TARGET, 60, false),
            (1, TARGET, -1, false),
        ] {
            let state = polls.state(&revisions, &request(user, target), at(second));
            assert_eq!(state.is_some(), is_known, "{user} {target} {second}");
        }
    }

    #[test]
    fn state_is_unknown_after_changes_of_sources_and_sign_ins() {
        let is_known_after = |change: &dyn Fn(&Revisions)| {
            let revisions = Revisions::default();
            let polls = UnchangedPolls::default();
            insert(&polls, &revisions, &request(1, TARGET), 0);
            change(&revisions);
            polls.state(&revisions, &request(1, TARGET), at(1)).is_some()
        };
        let note = |change| is_known_after(&move |revisions| revisions.note(change));
        assert!(!note(ChangeNotification::SignInsChanged));
        assert!(!note(ChangeNotification::Missed));
        assert!(!note(ChangeNotification::SettingsChanged));
        assert!(!note(ChangeNotification::GroupChanged(7)));
        assert!(note(ChangeNotification::GroupChanged(8)));
        // Signing out commits in the empty scope.
        assert!(!is_known_after(&|revisions| revisions.committed(Scope::Empty)));
        assert!(is_known_after(&|revisions| revisions.scraped(Scope::Group(8))));
    }

    #[test]
    fn polls_of_long_addresses_are_not_kept() {
        let revisions = Revisions::default();
        let polls = UnchangedPolls::default();
        for (length, is_known) in [(MAX_TARGET, true), (MAX_TARGET + 1, false)] {
            let target = "x".repeat(length);
            insert(&polls, &revisions, &request(1, &target), 0);
            let state = polls.state(&revisions, &request(1, &target), at(0));
            assert_eq!(state.is_some(), is_known);
        }
    }

    #[test]
    fn polls_are_limited_until_they_expire() {
        let revisions = Revisions::default();
        let polls = UnchangedPolls::default();
        let is_known = |user, second| {
            polls
                .state(&revisions, &request(user, TARGET), at(second))
                .is_some()
        };
        let last = i64::try_from(MAX_POLLS).unwrap();
        for user in 1..=last + 1 {
            insert(&polls, &revisions, &request(user, TARGET), 0);
        }
        assert!(is_known(last, 0) && !is_known(last + 1, 0));
        insert(&polls, &revisions, &request(1, TARGET), 30);
        assert!(is_known(1, 89));
        insert(&polls, &revisions, &request(last + 1, TARGET), 60);
        assert!(is_known(last + 1, 60));
        let kept = polls.0.lock();
        assert_eq!((kept.by_user.len(), kept.length), (2, 2));
    }

    #[test]
    fn polls_of_a_user_are_limited() {
        let revisions = Revisions::default();
        let polls = UnchangedPolls::default();
        let target = |n| format!("{TARGET}&n={n}");
        for n in 0..=MAX_POLLS_OF_USER {
            insert(&polls, &revisions, &request(1, &target(n)), 0);
        }
        insert(&polls, &revisions, &request(2, TARGET), 0);
        for (request, is_known) in [
            (request(1, &target(MAX_POLLS_OF_USER - 1)), true),
            (request(1, &target(MAX_POLLS_OF_USER)), false),
            (request(2, TARGET), true),
        ] {
            let state = polls.state(&revisions, &request, at(0));
            assert_eq!(state.is_some(), is_known, "{request:?}");
        }
    }
}
