//! A bucket of turns as it is stored.

/// Length of a slot in which turns are counted.
const SLOT_MS: i64 = 5 * 60 * 1_000;

/// Slots of a bucket: twelve whole ones and the running one, which together cover every hour that ends in it.
pub const SLOTS: usize = 13;

/// From the beginning of the first slot to that of the last.
const BEFORE_LAST_MS: i64 = 12 * SLOT_MS;

/// A bucket as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateLimitBucket {
    /// When it is full again after the turns that have passed; `None` counts as always.
    pub full_at_ms: Option<i64>,
    /// Turns that were given and are still to come, the next first. Kept one by one, so that who waits long because of another
    /// bucket leaves the time until then to others.
    pub reserved: Vec<ReservedPermit>,
    /// Turns that have passed by slot, the oldest first.
    pub hits: [u32; SLOTS],
    /// When the first slot begins.
    pub hits_from_ms: i64,
    /// Nothing is let through before.
    pub blocked_until_ms: Option<i64>,
}

/// A turn that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedPermit {
    /// Its time.
    pub at_ms: i64,
    /// The pause behind it.
    pub pause_ms: i64,
}

impl ReservedPermit {
    /// When the bucket is full again behind it.
    pub(super) fn fill_after(&self, full_at_ms: Option<i64>) -> i64 {
        let from = full_at_ms.map_or(self.at_ms, |full| full.max(self.at_ms));
        from.saturating_add(self.pause_ms)
    }
}

impl RateLimitBucket {
    /// The turns to come until this time, and those behind it.
    pub(super) fn around(&self, at_ms: i64) -> (&[ReservedPermit], &[ReservedPermit]) {
        self.reserved
            .split_at(self.reserved.partition_point(|permit| permit.at_ms <= at_ms))
    }

    /// The same at this time.
    pub(super) fn passed(&self, time_ms: i64) -> Self {
        let (passed, reserved) = self.around(time_ms);
        let mut then = Self {
            reserved: reserved.to_vec(),
            ..self.clone()
        };
        for permit in passed {
            then.full_at_ms = Some(permit.fill_after(then.full_at_ms));
            then.move_to(permit.at_ms);
            if let Some(hits) = then.hits.last_mut() {
                *hits = hits.saturating_add(1);
            }
        }
        then
    }

    /// The first time, at or after `at_ms` where possible, whose hour has room. A slot that a turn which has passed has closed is not
    /// opened again: the hours that it ends would be counted no more.
    pub(super) fn hour_allows(&self, per_hour: u32, at_ms: i64) -> i64 {
        let mut slots = self.passed(at_ms);
        slots.move_to(at_ms);
        // Turns behind it are in its hour too, as it is in theirs.
        let behind = u32::try_from(slots.reserved.len()).unwrap_or(u32::MAX);
        let mut counted = slots
            .hits
            .iter()
            .fold(behind, |sum, hits| sum.saturating_add(*hits));
        let mut leaving = 0;
        while counted >= per_hour && leaving < SLOTS {
            counted = counted.saturating_sub(slots.hits[leaving]);
            leaving += 1;
        }
        let last = slots.last_slot_ms();
        if leaving == 0 {
            at_ms.max(last)
        } else {
            last.saturating_add(SLOT_MS.saturating_mul(i64::try_from(leaving).unwrap_or(i64::MAX)))
        }
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
