use proptest::prelude::*;

use super::*;

const NOW: i64 = 1_790_000_000;

fn account(interval: u32, silence: i64) -> ScrapeHistory {
    ScrapeHistory {
        kind: UnitKind::Account { has_boosted: false },
        interval,
        last_attempt: Some(NOW),
        outcome: Some(Outcome::Ok),
        failures: 0,
        quiet_since: Some(NOW - silence),
    }
}

fn after_failures(outcome: Outcome, failures: u32) -> Cadence {
    cadence(&ScrapeHistory {
        outcome: Some(outcome),
        failures,
        ..account(900, 0)
    })
}

#[test]
fn cadence_interval_grows_with_silence_of_account() {
    let minutes =
        |configured: u32, hours: i64| cadence(&account(configured * MINUTE, hours * 3_600)).interval / MINUTE;
    // Every 15 minutes, the default for TikTok accounts.
    assert_eq!(
        [0, 11, 12, 23, 24, 167].map(|hours| minutes(15, hours)),
        [15, 15, 30, 30, 60, 60]
    );
    assert_eq!(
        [168, 192, 24 * 30, 24 * 365].map(|hours| minutes(15, hours)),
        [240, 480, 960, 960]
    );
    // Every four hours, as for Instagram.
    assert_eq!(
        [0, 7 * 24, 8 * 24, 16 * 24, 24 * 365].map(|hours| minutes(240, hours)),
        [240, 240, 480, 960, 960]
    );
    // Configured intervals above a day are kept.
    assert_eq!(minutes(2_000, 24 * 365), 2_000);
}

#[test]
fn cadence_of_account_with_boosted_item_assumes_recent_post() {
    let silent = account(900, 400 * i64::from(DAY));
    let boosted = ScrapeHistory {
        kind: UnitKind::Account { has_boosted: true },
        ..silent
    };
    assert_eq!(
        (cadence(&silent).interval, cadence(&boosted).interval),
        (960 * MINUTE, 60 * MINUTE)
    );
}

#[test]
fn cadence_interval_of_video_grows_with_age() {
    let minutes = |days: i64| {
        let video = ScrapeHistory {
            kind: UnitKind::Video,
            ..account(15 * MINUTE, days * i64::from(DAY))
        };
        cadence(&video).interval / MINUTE
    };
    assert_eq!(
        [0, 1, 6, 7, 29, 30, 400].map(minutes),
        [15, 60, 60, 960, 960, 7_680, 7_680]
    );
}

#[test]
fn cadence_of_new_or_empty_account_is_configured_interval() {
    let fresh = ScrapeHistory {
        last_attempt: None,
        outcome: None,
        ..account(900, 0)
    };
    let empty = ScrapeHistory {
        quiet_since: None,
        ..account(900, 0)
    };
    for seen in [fresh, empty] {
        assert_eq!(
            cadence(&seen),
            Cadence {
                interval: 900,
                delay: None,
                why: Why::Configured
            }
        );
    }
    assert_eq!(cadence(&account(900, 30 * i64::from(DAY))).why, Why::Quiet);
}

#[test]
fn cadence_delay_after_failure_depends_on_outcome() {
    let waits = |outcome, failures| after_failures(outcome, failures).delay.unwrap() / MINUTE;
    // Caused by the account.
    assert_eq!([1, 2, 9].map(|n| waits(Outcome::Private, n)), [24 * 60; 3]);
    assert_eq!(
        [1, 2, 9].map(|n| waits(Outcome::NotFound, n)),
        [15, 7 * 24 * 60, 7 * 24 * 60]
    );
    // Caused by the session or the address.
    assert_eq!(
        [1, 2, 3, 30].map(|n| waits(Outcome::RateLimited, n)),
        [30, 60, 60, 60]
    );
    assert_eq!(waits(Outcome::LoginRequired, 30), 60);
    // Caused by Clipmeter.
    assert_eq!(
        [1, 4, 5, 30].map(|n| waits(Outcome::SchemaChanged, n)),
        [30, 240, 360, 360]
    );
    // Not attributed to anything at first.
    assert_eq!(
        [1, 2, 3, 4, 30].map(|n| waits(Outcome::Transient, n)),
        [15, 15, 30, 60, 24 * 60]
    );
    assert_eq!(waits(Outcome::IdentityUnconfirmed, 1), 15);
    assert_eq!(
        [2, 3, 30].map(|n| waits(Outcome::IdentityChanged, n)),
        [60, 120, 24 * 60]
    );
    assert_eq!(after_failures(Outcome::IdentityChanged, 2).why, Why::Undecided);
}

#[test]
fn cadence_delay_without_session_never_exceeds_interval() {
    assert_eq!(after_failures(Outcome::NoSession, 0).delay, None);
    assert_eq!(after_failures(Outcome::NoSession, 3).delay, Some(900));
}

#[test]
fn cadence_rechecks_missing_account_after_ten_minutes() {
    let hasty = ScrapeHistory {
        interval: 60,
        outcome: Some(Outcome::NotFound),
        failures: 1,
        ..account(60, 0)
    };
    assert_eq!(cadence(&hasty).delay, Some(600));
}

fn any_seen() -> impl Strategy<Value = ScrapeHistory> {
    let outcome = prop::option::of(prop::sample::select(Outcome::all().collect::<Vec<_>>()));
    (
        any::<bool>(),
        prop_oneof![8 => 60_u32..=200_000, 1 => any::<u32>()],
        prop::option::of(NOW - 1_000_000..NOW),
        outcome,
        prop_oneof![0_u32..10, any::<u32>()],
        prop_oneof![8 => prop::option::of(NOW - 10_000_000..NOW), 1 => any::<i64>().prop_map(Some)],
    )
        .prop_map(
            |(video, interval, last_attempt, outcome, failures, quiet_since)| ScrapeHistory {
                kind: if video {
                    UnitKind::Video
                } else {
                    UnitKind::Account {
                        has_boosted: failures % 2 == 1,
                    }
                },
                interval,
                last_attempt,
                outcome,
                failures,
                quiet_since,
            },
        )
}

proptest! {
    #[test]
    fn cadence_stays_between_configured_interval_and_one_week(seen in any_seen()) {
        let configured = seen.interval.max(1);
        let cadence = cadence(&seen);
        prop_assert!(cadence.every() >= configured && cadence.every() <= configured.max(MAX_DELAY));
        let factor = cadence.interval / configured;
        prop_assert!(cadence.interval.is_multiple_of(configured) && factor.is_power_of_two());
        if seen.kind != UnitKind::Video {
            prop_assert!(cadence.interval <= configured.max(DAY));
        }
    }

    #[test]
    fn cadence_interval_never_shrinks_with_longer_silence(interval in 60_u32..=200_000, a in 0_i64..10_000_000, b in 0_i64..10_000_000) {
        for kind in [UnitKind::Account { has_boosted: false }, UnitKind::Account { has_boosted: true }, UnitKind::Video] {
            let at = |silence| cadence(&ScrapeHistory { kind, ..account(interval, silence) }).interval;
            prop_assert!(at(a.min(b)) <= at(a.max(b)));
        }
    }

    #[test]
    fn cadence_notices_new_post_within_four_percent_of_silence(interval in 60_u32..=86_400, silence in 0_i64..40_000_000) {
        let wait = i64::from(cadence(&account(interval, silence)).interval);
        prop_assert!(wait <= (silence / 24).max(i64::from(interval)).min(i64::from(DAY)));
    }

    #[test]
    fn cadence_after_success_has_no_delay(seen in any_seen()) {
        for outcome in Outcome::all().filter(|outcome| outcome.is_success()) {
            let read = ScrapeHistory { outcome: Some(outcome), failures: 0, ..seen };
            prop_assert_eq!(cadence(&read).delay, None);
        }
    }
}
