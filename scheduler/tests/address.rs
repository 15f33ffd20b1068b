//! The cooldown of an address: a circuit breaker with a probe.

use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::address::{AddressRecord, Gate, address_after, is_good_probe, probed};

const NOW: i64 = 1_790_000_000;
const MINUTE: i64 = 60;

fn refused(record: &AddressRecord, outcome: Outcome, now: i64) -> AddressRecord {
    address_after(record, outcome, None, now)
}

#[test]
fn two_sessions_limited_at_once_are_about_their_address() {
    let one = refused(&AddressRecord::default(), Outcome::RateLimited, NOW);
    assert_eq!(one.gate(NOW), Gate::Closed);
    let late = refused(&one, Outcome::RateLimited, NOW + 300);
    assert_eq!(late.gate(NOW + 300), Gate::Closed);
    let two = refused(&one, Outcome::RateLimited, NOW + 299);
    assert_eq!(
        (two.blocked_until, two.counted_at),
        (Some(NOW + 299 + 5 * MINUTE), None)
    );
}

#[test]
fn seconds_of_empty_bodies_cool_an_address_for_five_minutes() {
    let mut record = AddressRecord::default();
    for second in 0..30 {
        record = refused(&record, Outcome::EmptyBody, NOW + second);
    }
    assert_eq!(record.blocked_until, Some(NOW + 5 * MINUTE));
    assert_eq!(record.gate(NOW + 5 * MINUTE - 1), Gate::Open);
    assert_eq!(record.gate(NOW + 5 * MINUTE), Gate::HalfOpen);
}

#[test]
fn cooldowns_double_while_probes_fail_up_to_an_hour_and_a_good_one_resets_them() {
    let (mut record, mut now) = (refused(&AddressRecord::default(), Outcome::Blocked, NOW), NOW);
    // A probe fails by an explicit refusal or by a response that cannot be parsed.
    for (number, minutes) in [5, 10, 20, 40, 60, 60].into_iter().enumerate() {
        assert_eq!(record.blocked_until, Some(now + minutes * MINUTE), "{number}");
        now += minutes * MINUTE;
        assert_eq!(record.gate(now), Gate::HalfOpen);
        let probing = record.with_probe(now);
        assert_eq!(probing.gate(now), Gate::Probing);
        record = match number % 3 {
            0 => refused(&probing, Outcome::EmptyBody, now),
            1 => probed(&probing, is_good_probe(Outcome::UnexpectedPage), now),
            _ => refused(&probing, Outcome::RateLimited, now),
        };
    }
    let good = probed(&record.with_probe(now + 3_600), true, now + 3_600);
    assert_eq!(good, AddressRecord::default());
    let again = refused(&good, Outcome::Blocked, now + 3_601);
    assert_eq!(again.blocked_until, Some(now + 3_601 + 5 * MINUTE));
}

#[test]
fn a_probe_whose_run_died_expires_and_another_is_let_through() {
    let record = refused(&AddressRecord::default(), Outcome::Blocked, NOW);
    let now = NOW + 5 * MINUTE;
    let probing = record.with_probe(now);
    assert_eq!(probing.gate(now + 3 * MINUTE - 1), Gate::Probing);
    assert_eq!(probing.gate(now + 3 * MINUTE), Gate::HalfOpen);
    assert_eq!(
        probing.blocked_until,
        Some(now),
        "the cooldown is not longer for it"
    );
}

#[test]
fn an_answer_that_was_under_way_when_the_cooldown_began_makes_it_no_longer_unless_it_asks_for_that() {
    let record = refused(&AddressRecord::default(), Outcome::Blocked, NOW);
    assert_eq!(refused(&record, Outcome::Blocked, NOW + 60), record);
    assert_eq!(probed(&record, true, NOW + 60), record, "no good answer ends it");
    let requested = address_after(&record, Outcome::RateLimited, Some(1_200), NOW + 60);
    assert_eq!(
        requested.blocked_until, record.blocked_until,
        "one limit alone says nothing"
    );
    let captcha = refused(&record, Outcome::Captcha, NOW + 60);
    assert_eq!(captcha.blocked_until, Some(NOW + 60 + 3_600));
}

#[test]
fn what_a_probe_shows() {
    for (outcome, is_good) in [
        (Outcome::Ok, true),
        (Outcome::NotFound, true),
        (Outcome::Private, true),
        (Outcome::LoginRequired, true),
        (Outcome::EndpointRetired, true),
        (Outcome::SchemaChanged, true),
        (Outcome::UnexpectedPage, false),
        (Outcome::ParseError, false),
        (Outcome::EmptyBody, false),
        (Outcome::Blocked, false),
        (Outcome::Captcha, false),
        (Outcome::RateLimited, false),
        (Outcome::Transient, false),
        (Outcome::SessionDead, false),
    ] {
        assert_eq!(is_good_probe(outcome), is_good, "{outcome:?}");
    }
}
