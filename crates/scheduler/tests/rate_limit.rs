//! Invariants of rate-limit buckets for every sequence of requests.

use clipmeter_scheduler::rate_limit::{
    MAX_WAIT_MS, RateLimit, RateLimitBucket, RateLimitPermit, take_permit,
};
use proptest::prelude::*;

const NOW: i64 = 1_790_000_000_000;
const HOUR: i64 = 3_600_000;

fn any_rule() -> impl Strategy<Value = RateLimit> {
    (0_i64..20_000, 0.0..0.9, 0_u32..6, 0_u32..150).prop_map(|(interval_ms, spread, burst, per_hour)| {
        RateLimit {
            interval_ms,
            spread,
            burst,
            per_hour,
        }
    })
}

#[derive(Clone, Debug)]
enum Move {
    Wait(i64),
    Take { delay_factor: f64, sample: f64 },
    Block(i64),
}

fn any_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        3 => (0_i64..400_000).prop_map(Move::Wait),
        12 => (1.0..4.0, 0.0..1.0).prop_map(|(delay_factor, sample)| Move::Take { delay_factor, sample }),
        1 => (0_i64..120_000).prop_map(Move::Block),
    ]
}

/// Returns the permits that result from some moves, checking the buckets before and after each.
fn play(moves: &[Move], buckets: &mut [(RateLimit, RateLimitBucket)]) -> Vec<i64> {
    let (mut now, mut permits) = (NOW, Vec::new());
    for step in moves {
        match *step {
            Move::Wait(ms) => now += ms,
            Move::Block(ms) => buckets[0].1.blocked_until_ms = Some(now + ms),
            Move::Take { delay_factor, sample } => {
                let before = buckets.to_vec();
                match take_permit(now, delay_factor, sample, buckets) {
                    RateLimitPermit::Granted(at) => {
                        assert!(at >= now && at - now <= MAX_WAIT_MS);
                        assert!(before[0].1.blocked_until_ms.is_none_or(|until| at >= until));
                        permits.push(at);
                    }
                    RateLimitPermit::Deferred { at_ms, bucket } => {
                        assert!(at_ms - now > MAX_WAIT_MS);
                        assert_eq!(before, buckets, "no permit is used");
                        assert!(bucket < buckets.len());
                        // At that time the permit is granted, if no other request comes before.
                        let mut then = before;
                        assert_eq!(
                            take_permit(at_ms, delay_factor, sample, &mut then),
                            RateLimitPermit::Granted(at_ms)
                        );
                    }
                }
            }
        }
    }
    permits.sort_unstable();
    permits
}

proptest! {
    #[test]
    fn bucket_grants_no_more_permits_than_its_rate_limit(
        rules in prop::collection::vec(any_rule(), 1..4),
        moves in prop::collection::vec(any_move(), 1..400),
    ) {
        let mut buckets: Vec<_> = rules.iter().map(|rule| (*rule, RateLimitBucket::default())).collect();
        let permits = play(&moves, &mut buckets);
        for rule in &rules {
            let burst = rule.burst.max(1) as usize;
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a small number")]
            let shortest = (rule.interval_ms as f64 * (1.0 - rule.spread)).floor() as i64;
            for (at, permit) in permits.iter().enumerate().skip(burst) {
                // A burst, followed by a pause for each permit. Rounding may cost a millisecond for each permit of the
                // burst.
                prop_assert!(permit - permits[at - burst] >= shortest - 1, "{permits:?}");
            }
            let per_hour = rule.per_hour.max(1) as usize;
            for (at, permit) in permits.iter().enumerate().skip(per_hour) {
                prop_assert!(permit - permits[at - per_hour] >= HOUR, "{} in an hour", per_hour + 1);
            }
        }
    }

    #[test]
    fn permits_are_independent_of_bucket_order(
        rules in prop::collection::vec(any_rule(), 2..4),
        moves in prop::collection::vec(any_move(), 1..60),
    ) {
        let mut forward: Vec<_> = rules.iter().map(|rule| (*rule, RateLimitBucket::default())).collect();
        let mut backward: Vec<_> = forward.iter().rev().cloned().collect();
        let moves: Vec<_> = moves.into_iter().filter(|step| !matches!(step, Move::Block(_))).collect();
        prop_assert_eq!(play(&moves, &mut forward), play(&moves, &mut backward));
        backward.reverse();
        prop_assert_eq!(forward, backward);
    }
}

#[test]
fn bucket_grants_burst_at_once_and_then_single_permits() {
    let rule = RateLimit {
        interval_ms: 2_500,
        spread: 0.4,
        burst: 4,
        per_hour: 1_440,
    };
    let mut buckets = [(rule, RateLimitBucket::default())];
    let waits: Vec<i64> = (0..7)
        .map(|_| match take_permit(NOW, 1.0, 0.5, &mut buckets) {
            RateLimitPermit::Granted(at) => at - NOW,
            RateLimitPermit::Deferred { .. } => panic!("too long a wait"),
        })
        .collect();
    // Three shortest pauses are granted in advance: 4,500 ms.
    assert_eq!(waits, [0, 0, 500, 3_000, 5_500, 8_000, 10_500]);
}

#[test]
fn hourly_limit_counts_from_oldest_slot() {
    let rule = RateLimit {
        interval_ms: 0,
        spread: 0.0,
        burst: 1,
        per_hour: 2,
    };
    // At the beginning of a slot.
    let start = NOW - NOW.rem_euclid(300_000);
    let mut buckets = [(rule, RateLimitBucket::default())];
    for _ in 0..2 {
        assert_eq!(
            take_permit(start, 1.0, 0.0, &mut buckets),
            RateLimitPermit::Granted(start)
        );
    }
    let free = start + HOUR + 300_000;
    assert_eq!(
        take_permit(start, 1.0, 0.0, &mut buckets),
        RateLimitPermit::Deferred {
            at_ms: free,
            bucket: 0
        }
    );
    assert_eq!(buckets[0].1.ready_at_ms(&rule, 1.0, start), free);
    assert_eq!(
        take_permit(free, 1.0, 0.0, &mut buckets),
        RateLimitPermit::Granted(free)
    );
}

#[test]
fn permit_waiting_for_one_bucket_leaves_other_bucket_usable() {
    let address = RateLimit {
        interval_ms: 2_500,
        spread: 0.0,
        burst: 1,
        per_hour: 1_440,
    };
    let (session, free) = (
        RateLimit {
            interval_ms: 30_000,
            ..address
        },
        RateLimit {
            interval_ms: 0,
            ..address
        },
    );
    let mut slow = [
        (address, RateLimitBucket::default()),
        (session, RateLimitBucket::default()),
    ];
    let wait = |buckets: &mut [(RateLimit, RateLimitBucket)]| match take_permit(NOW, 1.0, 0.5, buckets) {
        RateLimitPermit::Granted(at) => at - NOW,
        RateLimitPermit::Deferred { .. } => panic!("too long a wait"),
    };
    assert_eq!([wait(&mut slow), wait(&mut slow)], [0, 30_000]);
    // An anonymous client and another session go first: twelve pauses fit in between, the last of which ends with this
    // permit.
    let mut others = [(address, slow[0].1.clone()), (free, RateLimitBucket::default())];
    let waits: Vec<i64> = (0..13).map(|_| wait(&mut others)).collect();
    let expected: Vec<i64> = (1..12).chain(13..15).map(|pauses| pauses * 2_500).collect();
    assert_eq!(waits, expected);
}

#[test]
fn request_delay_factor_shortens_hour_and_pauses_alike() {
    let rule = RateLimit {
        interval_ms: 10_000,
        spread: 0.0,
        burst: 1,
        per_hour: 2,
    };
    let mut buckets = [(rule, RateLimitBucket::default())];
    let permits = (0..6).map(|permit| RateLimitPermit::Granted(NOW + permit * 1_000));
    for expected in permits {
        assert_eq!(take_permit(NOW, 0.1, 0.0, &mut buckets), expected);
    }
    assert_eq!(buckets[0].1.ready_at_ms(&rule, 0.1, NOW), NOW + 6_000);
}

#[test]
fn slowed_rate_limit_halves_both_limits() {
    let rule = RateLimit {
        interval_ms: 10_000,
        spread: 0.4,
        burst: 2,
        per_hour: 120,
    };
    let slowed = rule.slowed();
    assert_eq!(
        (slowed.interval_ms, slowed.per_hour, slowed.burst),
        (20_000, 60, 2)
    );
}
