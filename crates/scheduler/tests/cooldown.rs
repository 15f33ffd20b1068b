//! The effect of responses on sessions, addresses and endpoints. The circuit breaker of an address is tested in `address.rs`, the lockout
//! of a session in `api/tests/store/sessions/pool/locked_out.rs`.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressAction, SessionAction};
use clipmeter_scheduler::address::{AddressRecord, address_after};
use clipmeter_scheduler::cooldown::{
    SessionRecord, SessionStatus, clean_responses, disabled, endpoint_cooldown, reenabled, restored,
    session_after, suspect,
};
use proptest::prelude::*;

const NOW: i64 = 1_790_000_000;
const DAY: i64 = 86_400;

fn fresh() -> SessionRecord {
    SessionRecord {
        state: SessionStatus::Active,
        until: None,
        limited_at: Vec::new(),
        backoff_step: 0,
        clean: 0,
        slow_until: None,
        refused_at: None,
    }
}

/// A session refused for good: the refusal was confirmed.
fn ended(outcome: Outcome) -> SessionRecord {
    let suspect = session_after(&fresh(), outcome, None, NOW - 301, 0.0);
    session_after(&cooled_down(&suspect), outcome, None, NOW, 0.5)
}

/// A session in use again after its cooldown.
fn cooled_down(record: &SessionRecord) -> SessionRecord {
    SessionRecord {
        state: SessionStatus::Active,
        until: None,
        ..record.clone()
    }
}

#[test]
fn session_disabled_and_reenabled_keeps_its_cooldown() {
    let dead = ended(Outcome::SessionDead);
    assert_eq!(dead.state, SessionStatus::Dead);
    assert_eq!(disabled(&dead), dead);
    assert_eq!(reenabled(&fresh(), NOW), fresh());
    let cooling = session_after(&fresh(), Outcome::RateLimited, Some(600), NOW, 0.5);
    assert_eq!(reenabled(&cooling, NOW), cooling);
    let taken_out = disabled(&cooling);
    assert_eq!(
        (taken_out.state, taken_out.until),
        (SessionStatus::Disabled, Some(NOW + 600))
    );
    assert_eq!(
        session_after(&taken_out, Outcome::SessionDead, None, NOW, 0.5),
        taken_out
    );

    let early = reenabled(&taken_out, NOW + 599);
    assert_eq!(
        (early.state, early.until),
        (SessionStatus::Cooling, Some(NOW + 600))
    );
    for ended in [disabled(&fresh()), dead, taken_out] {
        let back = reenabled(&ended, NOW + 600);
        assert_eq!((back.state, back.until), (SessionStatus::Active, None));
        assert_eq!((back.limited_at, back.backoff_step, back.clean), (vec![], 0, 0));
        assert_eq!(back.slow_until, Some(NOW + 600 + DAY));
    }
}

#[test]
fn session_status_round_trips_through_code() {
    for &state in SessionStatus::ALL {
        assert_eq!(SessionStatus::of(state.code()), Some(state));
    }
    assert_eq!(SessionStatus::of("asleep"), None);
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(Outcome::all().collect::<Vec<_>>())
}

#[test]
fn session_status_after_outcome_follows_outcome_policy() {
    for outcome in Outcome::all() {
        let after = session_after(&fresh(), outcome, None, NOW, 0.5);
        let (state, cooldown) = match outcome.policy().session {
            SessionAction::Keep => (SessionStatus::Active, None),
            SessionAction::Cooldown => (SessionStatus::Cooling, Some(120)),
            SessionAction::LongCooldown => (SessionStatus::Cooling, Some(18 * 3_600)),
            SessionAction::Challenged | SessionAction::Dead => (SessionStatus::Suspect, Some(330)),
        };
        assert_eq!(after.state, state, "{outcome:?}");
        assert_eq!(
            after.until,
            cooldown.map(|cooldown| NOW + cooldown),
            "{outcome:?}"
        );

        let address = address_after(&AddressRecord::default(), outcome, None, NOW);
        let cooldown = match outcome.policy().address {
            AddressAction::Keep | AddressAction::Count => None,
            AddressAction::Cooldown => Some(300),
            AddressAction::LongCooldown => Some(3_600),
        };
        assert_eq!(
            address.blocked_until,
            cooldown.map(|cooldown| NOW + cooldown),
            "{outcome:?}"
        );
    }
}

#[test]
fn session_cooldown_grows_per_limit_until_twenty_clean_responses() {
    let (mut record, mut now) = (fresh(), NOW);
    let cooldown = |record: &mut SessionRecord, now: i64| {
        *record = session_after(&cooled_down(record), Outcome::RateLimited, None, now, 0.5);
        record.until.unwrap() - now
    };
    // More than a day lies between them, so that no third rate limit within a day occurs.
    for expected in [120, 300, 900, 3_600, 3_600] {
        assert_eq!(cooldown(&mut record, now), expected);
        record = clean_responses(&record, 19);
        now += DAY + 1;
    }
    record = clean_responses(&cooled_down(&record), 20);
    assert_eq!(cooldown(&mut record, now), 120);
    assert_eq!(cooldown(&mut record, now + 3_600), 300);
    record = clean_responses(&record, 20);
    // The third within a day, however clean the responses between them were.
    assert_eq!(cooldown(&mut record, now + 7_200), DAY);
}

#[test]
fn cooldown_follows_retry_after_within_bounds() {
    let cooldown = |requested| {
        session_after(&fresh(), Outcome::RateLimited, Some(requested), NOW, 0.5)
            .until
            .unwrap()
            - NOW
    };
    assert_eq!((cooldown(60), cooldown(i64::from(u32::MAX))), (60, DAY));
    let address = |requested| {
        address_after(&AddressRecord::default(), Outcome::Captcha, Some(requested), NOW)
            .blocked_until
            .unwrap()
            - NOW
    };
    assert_eq!((address(1), address(7_200)), (3_600, 7_200));
}

#[test]
fn session_is_slowed_for_a_week_after_feedback_required() {
    let record = session_after(&fresh(), Outcome::FeedbackRequired, None, NOW, 0.0);
    assert_eq!(record.until, Some(NOW + DAY / 2));
    assert_eq!(record.slow_until, Some(NOW + DAY / 2 + 7 * DAY));
}

#[test]
fn limit_during_session_cooldown_extends_it_only_by_longer_retry_after() {
    let record = session_after(&fresh(), Outcome::RateLimited, Some(600), NOW, 0.5);
    for retry_after in [None, Some(599)] {
        let again = session_after(&record, Outcome::RateLimited, retry_after, NOW + 1, 0.5);
        assert_eq!(again, record, "{retry_after:?}");
    }
    let longer = session_after(&record, Outcome::RateLimited, Some(900), NOW + 1, 0.5);
    assert_eq!(
        longer,
        SessionRecord {
            until: Some(NOW + 901),
            ..record
        }
    );
}

#[test]
fn refusal_during_session_cooldown_makes_session_suspect_for_longer() {
    let record = session_after(&fresh(), Outcome::RateLimited, Some(600), NOW, 0.5);
    let suspect = session_after(&record, Outcome::SessionDead, None, NOW + 1, 0.5);
    assert_eq!(
        (suspect.state, suspect.until),
        (SessionStatus::Suspect, record.until.max(Some(NOW + 991)))
    );
}

#[test]
fn suspect_session_ends_when_refusal_is_confirmed_minutes_later() {
    use Outcome::{CheckpointRequired, Ok, RateLimited, SessionDead, Transient};
    // The outcomes of a session's requests, each after this many seconds, with the status then. The session is leased again
    // when its cooldown ends.
    let cases: [&[(i64, Outcome, SessionStatus)]; 7] = [
        &[
            (0, SessionDead, SessionStatus::Suspect),
            (400, SessionDead, SessionStatus::Dead),
        ],
        &[
            (0, SessionDead, SessionStatus::Suspect),
            (400, CheckpointRequired, SessionStatus::Challenged),
        ],
        // One burst of refusals counts as one refusal.
        &[
            (0, SessionDead, SessionStatus::Suspect),
            (1, SessionDead, SessionStatus::Suspect),
            (200, SessionDead, SessionStatus::Suspect),
        ],
        // A success disproves it.
        &[
            (0, SessionDead, SessionStatus::Suspect),
            (400, Ok, SessionStatus::Active),
            (500, SessionDead, SessionStatus::Suspect),
        ],
        // Inconclusive responses neither confirm nor disprove it.
        &[
            (0, SessionDead, SessionStatus::Suspect),
            (400, Transient, SessionStatus::Active),
            (500, SessionDead, SessionStatus::Dead),
        ],
        // Requests sent before the cooldown began may get late responses.
        &[
            (0, RateLimited, SessionStatus::Cooling),
            (1, SessionDead, SessionStatus::Suspect),
            (2, RateLimited, SessionStatus::Suspect),
        ],
        &[
            (0, CheckpointRequired, SessionStatus::Suspect),
            (86_400, Ok, SessionStatus::Active),
        ],
    ];
    for case in cases {
        let mut record = fresh();
        for (after, outcome, expected) in case {
            let now = NOW + after;
            if record.until.is_some_and(|until| until <= now) {
                record = cooled_down(&record);
            }
            record = session_after(&record, *outcome, None, now, 0.0);
            assert_eq!(record.state, *expected, "{outcome:?} after {after} s of {case:?}");
        }
    }
}

#[test]
fn session_with_unparsed_responses_is_retried_and_never_ends() {
    let (mut record, mut now) = (fresh(), NOW);
    for minutes in [5, 15, 30, 60, 60] {
        record = suspect(&cooled_down(&record), now, 0.0);
        assert_eq!(
            (record.state, record.until),
            (SessionStatus::Suspect, Some(now + minutes * 60))
        );
        assert_eq!(suspect(&record, now + 1, 0.0), record, "it is already suspect");
        now += minutes * 60;
    }
    record = suspect(&clean_responses(&cooled_down(&record), 20), now, 0.0);
    assert_eq!(record.until, Some(now + 300));
    // A session that was disabled by an administrator or has ended stays so.
    for out in [disabled(&fresh()), ended(Outcome::SessionDead)] {
        assert_eq!(suspect(&out, now, 0.0), out);
    }
    let restored = restored(&ended(Outcome::SessionDead), now, 0.0);
    assert_eq!(
        (restored.state, restored.refused_at),
        (SessionStatus::Suspect, None)
    );
}

#[test]
fn endpoint_cooldown_is_longer_for_retired_than_changed_schema() {
    assert_eq!(endpoint_cooldown(Outcome::EndpointRetired), DAY);
    assert_eq!(endpoint_cooldown(Outcome::LoginRequired), DAY);
    assert_eq!(endpoint_cooldown(Outcome::SchemaChanged), 3_600);
}

proptest! {
    #[test]
    fn cooldown_never_exceeds_a_day_or_changes_ended_session(
        responses in prop::collection::vec((any_outcome(), prop::option::of(0_i64..200_000), 0_i64..100_000, 0.0..1.0), 1..40),
    ) {
        let (mut record, mut now) = (fresh(), NOW);
        let mut address = AddressRecord::default();
        for (outcome, retry_after, pause, sample) in responses {
            let before = record.clone();
            record = session_after(&before, outcome, retry_after, now, sample);
            prop_assert_eq!(
                matches!(record.state, SessionStatus::Cooling | SessionStatus::Suspect),
                record.until.is_some()
            );
            if let Some(until) = record.until {
                prop_assert!(until - now <= DAY, "{:?}", record);
                prop_assert!(before.until.is_none_or(|earlier| until >= earlier));
            }
            if matches!(before.state, SessionStatus::Challenged | SessionStatus::Dead) {
                prop_assert_eq!(&record, &before);
            }
            address = address_after(&address, outcome, retry_after, now);
            prop_assert!(address.blocked_until.is_none_or(|until| until - now <= DAY));
            now += pause;
            if record.until.is_some_and(|until| until <= now) {
                record = cooled_down(&record);
            }
        }
    }
}
