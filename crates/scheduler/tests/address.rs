//! The cooldown of an address: a circuit breaker with a probe.

use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::address::{AddressRecord, Gate, address_after, is_good_probe, probed};

const NOW: i64 = 1_790_000_000;
const MINUTE: i64 = 60;

fn refused(record: &AddressRecord, outcome: Outcome, now: i64) -> AddressRecord {
    address_after(record, outcome, None, now)
}

#[test]
fn address_cools_down_when_two_sessions_are_limited_together() {
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
fn address_cools_down_five_minutes_after_empty_bodies() {
    let mut record = AddressRecord::default();
    for second in 0..30 {
        record = refused(&record, Outcome::EmptyBody, NOW + second);
    }
    assert_eq!(record.blocked_until, Some(NOW + 5 * MINUTE));
    assert_eq!(record.gate(NOW + 5 * MINUTE - 1), Gate::Open);
    assert_eq!(record.gate(NOW + 5 * MINUTE), Gate::HalfOpen);
}

#[test]
fn address_cooldown_doubles_to_an_hour_until_good_probe() {
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
fn address_probe_expires_after_three_minutes_and_allows_another() {
    let record = refused(&AddressRecord::default(), Outcome::Blocked, NOW);
    let now = NOW + 5 * MINUTE;
    let probing = record.with_probe(now);
    assert_eq!(probing.gate(now + 3 * MINUTE - 1), Gate::Probing);
    assert_eq!(probing.gate(now + 3 * MINUTE), Gate::HalfOpen);
    assert_eq!(
        probing.blocked_until,
        Some(now),
        "it does not extend the cooldown"
    );
}

#[test]
fn address_cooldown_ignores_late_response_except_captcha() {
    let record = refused(&AddressRecord::default(), Outcome::Blocked, NOW);
    assert_eq!(refused(&record, Outcome::Blocked, NOW + 60), record);
    assert_eq!(
        probed(&record, true, NOW + 60),
        record,
        "a good response does not end it"
    );
    let requested = address_after(&record, Outcome::RateLimited, Some(1_200), NOW + 60);
    assert_eq!(
        requested.blocked_until, record.blocked_until,
        "a single rate limit has no effect"
    );
    let captcha = refused(&record, Outcome::Captcha, NOW + 60);
    assert_eq!(captcha.blocked_until, Some(NOW + 60 + 3_600));
}

#[test]
fn address_probe_result_depends_on_outcome() {
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
