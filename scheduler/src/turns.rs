//! When the next request may be sent. What holds requests back is kept in a ledger that all scrapers share: one bucket for
//! the session, one for the address that requests leave from, one for an endpoint that has a limit of its own.
//!
//! A bucket is a token bucket, written as the time at which it is full again, and a count of the turns of the last hour.
//! Times are milliseconds since 1970-01-01T00:00:00Z.

/// Length of a slot in which turns are counted.
const SLOT_MS: i64 = 5 * 60 * 1_000;

/// Slots of a bucket: twelve whole ones and the running one, which together cover every hour that ends in it.
pub const SLOTS: usize = 13;

/// From the beginning of the first slot to that of the last.
const BEFORE_LAST_MS: i64 = 12 * SLOT_MS;

/// The longest wait that a turn is given for. A run that waits longer does not end within its time.
pub const LONGEST_WAIT_MS: i64 = 60_000;

/// What a bucket lets through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Between two turns on average; 0 leaves only the hour's limit.
    pub interval_ms: i64,
    /// How far a pause is from the interval, as a part of it: 0 up to and without 1.
    pub spread: f64,
    /// Turns at once after a rest, at most; 0 counts as 1.
    pub burst: u32,
    /// Turns within any 60 minutes; 0 counts as 1.
    pub per_hour: u32,
}

impl Rule {
    /// The same at half the rate, for a session that was flagged.
    #[must_use]
    pub fn slowed(self) -> Self {
        Self {
            interval_ms: self.interval_ms.saturating_mul(2),
            per_hour: self.per_hour / 2,
            ..self
        }
    }

    /// The shortest pause, from which a burst is counted, so that short pauses by chance do not lengthen it.
    #[expect(clippy::cast_precision_loss, reason = "an interval is far below 2^52 ms")]
    fn shortest_ms(self) -> f64 {
        self.interval_ms as f64 * (1.0 - self.spread)
    }
}

/// A bucket as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// When it is full again; `None` counts as always.
    pub full_at_ms: Option<i64>,
    /// Turns by slot, the oldest first.
    pub hits: [u32; SLOTS],
    /// When the first slot begins.
    pub hits_from_ms: i64,
    /// Nothing is let through before.
    pub blocked_until_ms: Option<i64>,
}

/// The answer to who asks for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is theirs, at this time.
    At(i64),
    /// Nothing was taken: it would be too long a wait.
    Later {
        /// When it would have been.
        at_ms: i64,
        /// Position of the bucket that it waits for.
        bucket: usize,
    },
}

/// Takes the next turn that every bucket has. `pace` stretches the pauses (above 1) or shortens them; what is not a
/// positive number counts as 1. `roll`, from 0 to 1, chooses the pause behind it.
pub fn take(now_ms: i64, pace: f64, roll: f64, buckets: &mut [(Rule, Bucket)]) -> Turn {
    let pace = if pace.is_finite() && pace > 0.0 { pace } else { 1.0 };
    let latest = buckets
        .iter()
        .enumerate()
        .map(|(at, (rule, bucket))| (bucket.earliest(rule, pace, now_ms), at))
        .max_by_key(|(earliest, at)| (*earliest, std::cmp::Reverse(*at)));
    let Some((turn, bucket)) = latest else {
        return Turn::At(now_ms);
    };
    if turn.saturating_sub(now_ms) > LONGEST_WAIT_MS {
        return Turn::Later { at_ms: turn, bucket };
    }
    for (rule, bucket) in buckets {
        bucket.count(rule, pace, roll.clamp(0.0, 1.0), turn);
    }
    Turn::At(turn)
}

impl Bucket {
    /// When it has its next turn, at the rule's own pace.
    #[must_use]
    pub fn ready_at_ms(&self, rule: &Rule, now_ms: i64) -> i64 {
        self.earliest(rule, 1.0, now_ms)
    }

    fn earliest(&self, rule: &Rule, pace: f64, now_ms: i64) -> i64 {
        let unblocked = now_ms.max(self.blocked_until_ms.unwrap_or(now_ms));
        let filled = self.full_at_ms.map_or(now_ms, |full| {
            // A pace above 1 does not lengthen the burst: others may have gone at 1 just before.
            let ahead = f64::from(rule.burst.max(1) - 1) * rule.shortest_ms() * pace.min(1.0);
            full.saturating_sub(whole(ahead))
        });
        let turn = unblocked.max(filled);
        turn.max(self.hour_allows(rule.per_hour.max(1), turn))
    }

    /// The first time, at or after `turn` where possible, whose hour has room. A slot that a later turn has closed is not
    /// opened again: the hours that it ends would be counted no more.
    fn hour_allows(&self, per_hour: u32, turn: i64) -> i64 {
        let mut slots = self.clone();
        slots.move_to(turn);
        let mut counted: u32 = slots.hits.iter().fold(0, |sum, hits| sum.saturating_add(*hits));
        let mut leaving = 0;
        while counted >= per_hour && leaving < SLOTS {
            counted = counted.saturating_sub(slots.hits[leaving]);
            leaving += 1;
        }
        let last = slots.last_slot_ms();
        if leaving == 0 {
            turn.max(last)
        } else {
            last.saturating_add(SLOT_MS.saturating_mul(i64::try_from(leaving).unwrap_or(i64::MAX)))
        }
    }

    fn count(&mut self, rule: &Rule, pace: f64, roll: f64, turn: i64) {
        self.move_to(turn);
        if let Some(hits) = self.hits.last_mut() {
            *hits = hits.saturating_add(1);
        }
        #[expect(clippy::cast_precision_loss, reason = "an interval is far below 2^52 ms")]
        let pause = rule.interval_ms as f64 * (1.0 + rule.spread * (2.0 * roll - 1.0)) * pace;
        let from = self.full_at_ms.map_or(turn, |full| full.max(turn));
        self.full_at_ms = Some(from.saturating_add(whole(pause)));
    }

    fn last_slot_ms(&self) -> i64 {
        self.hits_from_ms.saturating_add(BEFORE_LAST_MS)
    }

    /// Lets the last slot be that of a time, unless it is a later one.
    fn move_to(&mut self, time_ms: i64) {
        let slot = time_ms.div_euclid(SLOT_MS).saturating_mul(SLOT_MS);
        let steps = slot.saturating_sub(self.last_slot_ms()).div_euclid(SLOT_MS);
        if steps <= 0 {
            return;
        }
        let steps = usize::try_from(steps).unwrap_or(SLOTS).min(SLOTS);
        self.hits.rotate_left(steps);
        self.hits[SLOTS - steps..].fill(0);
        self.hits_from_ms = slot.saturating_sub(BEFORE_LAST_MS);
    }
}

/// Whole milliseconds, rounded up, so that no pause is shorter than it was reckoned.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion from f64 saturates, which is far beyond any wait that is granted"
)]
fn whole(ms: f64) -> i64 {
    ms.ceil() as i64
}
