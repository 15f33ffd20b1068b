//! Thirty days of 500 accounts: new posts are noticed in time, and no count exceeds its maximum age.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/reader.rs"]
mod reader;

use clipmeter_scheduler::{Platform, Target, UnitKey, bound};
use reader::{Account, Reader, Rule, moments, uniform_samples};

const BEGIN: i64 = 1_790_000_000;
const DAY: i64 = 86_400;
/// How long a reading takes at most.
const LATE: i64 = 60;
/// Days between two posts, on average.
const POSTING: [f64; 6] = [0.3, 1.0, 3.0, 7.0, 14.0, 1_000.0];

/// An account of either platform with up to 120 existing posts.
fn account(id: i64) -> Account {
    let mut sample = uniform_samples(id.cast_unsigned());
    let index = usize::try_from(id).unwrap();
    let every = POSTING[index % POSTING.len()] * 86_400.0;
    let interval = [900, 3_600, 14_400][index / 2 % 3];
    let behind = moments(every, BEGIN - 400 * DAY, BEGIN, &mut sample);
    let kept = behind.len().min(index * 7 % 121);
    let mut posts = behind[behind.len() - kept..].to_vec();
    posts.extend(moments(every, BEGIN, BEGIN + 30 * DAY, &mut sample));
    Account {
        key: UnitKey {
            platform: [Platform::Instagram, Platform::Tiktok][index % 2],
            target: Target::Account(id),
        },
        interval,
        posts,
    }
}

/// The longest that a post that ended a silence may remain unnoticed.
fn longest_wait(interval: u32, silence: i64) -> i64 {
    with_jitter(i64::from(interval).max(silence / 24))
}

/// Two ticks are at most 5 % further apart than an interval.
fn with_jitter(seconds: i64) -> i64 {
    seconds + seconds / 20 + LATE
}

/// The requests of an account's month.
fn requests(account: &Account, rule: Rule) -> usize {
    let mut reader = Reader::new(account, rule);
    let mut requests = 0;
    let mut at = reader.next(BEGIN);
    while at < BEGIN + 30 * DAY {
        requests += reader.tick(at).requests;
        at = reader.next(BEGIN);
    }
    requests
}

#[test]
fn adaptive_reading_costs_under_a_quarter_of_fixed_reading() {
    let [before, now] = [Rule::Fixed, Rule::Adaptive]
        .map(|rule| (0..60).map(|id| requests(&account(id), rule)).sum::<usize>());
    assert!(4 * now < before, "{before} requests became {now}");
}

#[test]
fn adaptive_reading_notices_posts_and_updates_counts_in_time() {
    let (mut noticed, mut readings) = (0, 0);
    for account in (0..500).map(account) {
        let mut late = uniform_samples(account.posts.len() as u64);
        let mut reader = Reader::new(&account, Rule::Adaptive);
        let mut due = reader.next(BEGIN);
        while due < BEGIN + 30 * DAY {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "a minute at most"
            )]
            let at = due + (late() * LATE as f64) as i64;
            for (posted, read) in reader.known() {
                let oldest = with_jitter(bound(account.interval, at - posted, false));
                assert!(
                    at - read <= oldest,
                    "{:?}: {} s after posting, read {} s ago and not {oldest}",
                    account.key,
                    at - posted,
                    at - read
                );
            }
            let is_first = reader.known().next().is_none();
            let tick = reader.tick(at);
            readings += 1;
            // The first of the posts since the last reading ended the silence.
            if let Some(place) = tick.new.clone().next().filter(|place| *place > 0 && !is_first) {
                let silence = account.posts[place] - account.posts[place - 1];
                let waited = tick.at - account.posts[place];
                assert!(
                    waited <= longest_wait(account.interval, silence),
                    "{:?}: noticed {waited} s after a silence of {silence} s",
                    account.key
                );
                noticed += tick.new.len();
            }
            assert!(
                reader
                    .known()
                    .all(|(posted, read)| at - posted >= DAY || read == at),
                "{:?}: a post of the last day was left out",
                account.key
            );
            due = reader.next(BEGIN);
        }
    }
    assert!(
        noticed > 5_000 && readings > 50_000,
        "{noticed} posts, {readings} readings"
    );
}
