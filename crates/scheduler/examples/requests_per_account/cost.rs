//! The cost of reading accounts, in requests and in freshness.

use crate::reader::{Account, Reader, Rule};

const DAY: i64 = 86_400;
/// Simulated days.
pub(crate) const DAYS: i64 = WARM_UP + MEASURED;
/// Days at the beginning that are not measured: by then, every tier was read twice.
const WARM_UP: i64 = 15;
/// Measured days.
const MEASURED: i64 = 30;
/// Seconds between two samples of unseen views; not a multiple of an interval.
const SAMPLE: i64 = 20_011;
/// Seconds after which an item has half of its final views.
const HALF_LIFE: f64 = 86_400.0;

/// The cost of reading many accounts.
#[derive(Default)]
pub(crate) struct Cost {
    /// Requests per day, for each account.
    requests: Vec<f64>,
    /// Seconds after which each new post was noticed.
    delays: Vec<f64>,
    /// Views of all items at the samples, and those of them that had not been seen yet.
    views: f64,
    missed: f64,
}

impl Cost {
    pub(crate) fn add(&mut self, other: Self) {
        self.requests.extend(other.requests);
        self.delays.extend(other.delays);
        self.views += other.views;
        self.missed += other.missed;
    }

    /// Returns the median and the 95th percentile of requests.
    pub(crate) fn requests(&self) -> String {
        let [half, most] = quantiles(&self.requests);
        format!("{half:.0} · {most:.0}")
    }

    /// Returns the median and the 95th percentile of delays, minutes.
    pub(crate) fn delay(&self) -> String {
        if self.delays.is_empty() {
            return "–".to_owned();
        }
        let [half, most] = quantiles(&self.delays);
        format!("{:.0} · {:.0} min", half / 60.0, most / 60.0)
    }

    /// Returns the percentage of views not seen.
    pub(crate) fn unseen(&self) -> String {
        format!("{:.3} %", 100.0 * self.missed / self.views.max(1.0))
    }
}

/// Returns the median and the 95th percentile.
fn quantiles(values: &[f64]) -> [f64; 2] {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    [last / 2, last * 95 / 100].map(|place| sorted.get(place).copied().unwrap_or_default())
}

/// Reads an account for the measured time.
pub(crate) fn live(account: &Account, rule: Rule, begin: i64) -> Cost {
    let (from, end) = (begin + WARM_UP * DAY, begin + DAYS * DAY);
    let mut reader = Reader::new(account, rule);
    let mut cost = Cost::default();
    let (mut requests, mut sample) = (0, from);
    let mut at = reader.next(begin);
    while at < end {
        while sample < at {
            cost.sample(account, &reader, sample);
            sample += SAMPLE;
        }
        let tick = reader.tick(at);
        if at >= from {
            requests += tick.requests;
            let waited = tick.new.map(|place| seconds(tick.at - account.posts[place]));
            cost.delays.extend(waited);
        }
        at = reader.next(begin);
    }
    cost.requests
        .push(seconds(i64::try_from(requests).unwrap()) / seconds(MEASURED));
    cost
}

impl Cost {
    /// Adds up the views of all items at a moment, and those not seen. An item that was not noticed has no seen views.
    fn sample(&mut self, account: &Account, reader: &Reader, now: i64) {
        let known = reader.known().count();
        let posted = account.posts.partition_point(|posted| *posted <= now);
        let read = reader.known().map(|(posted, read)| views(read - posted));
        let seen: f64 = read.sum();
        let all: f64 = account.posts[..posted.max(known)]
            .iter()
            .map(|at| views(now - at))
            .sum();
        self.views += all;
        self.missed += all - seen;
    }
}

/// Returns the part of its final views that an item has at an age in seconds.
fn views(age: i64) -> f64 {
    let age = seconds(age.max(0));
    age / (age + HALF_LIFE)
}

/// Converts seconds to a float for computation.
fn seconds(seconds: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "durations of decades fit easily")]
    return seconds as f64;
}
