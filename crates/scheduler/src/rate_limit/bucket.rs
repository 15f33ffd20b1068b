//! A rate-limit bucket as it is stored.

/// Length of a slot in which permits are counted.
const SLOT_MS: i64 = 5 * 60 * 1_000;

/// Slots of a bucket: twelve complete ones and the current one, which together cover every hour that ends in it.
pub const SLOTS: usize = 13;

/// Time from the beginning of the first slot to that of the last.
const BEFORE_LAST_MS: i64 = 12 * SLOT_MS;

/// The stored state of a rate limit for one session, address or endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateLimitBucket {
    /// When the bucket is full again, counting permits that have passed; `None`: it is full.
    pub full_at_ms: Option<i64>,
    /// Reserved permits in order of time. They are kept one by one, so that a permit that waits long because of another bucket leaves
    /// the time before it to other requests.
    pub reserved: Vec<ReservedPermit>,
    /// Passed permits by slot, the oldest slot first.
    pub hits: [u32; SLOTS],
    /// When the first slot begins.
    pub hits_from_ms: i64,
    /// No permits before this time.
    pub blocked_until_ms: Option<i64>,
}

/// A permit whose time is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedPermit {
    /// The time of the permit.
    pub at_ms: i64,
    /// The pause after it.
    pub pause_ms: i64,
}

impl ReservedPermit {
    /// Returns when the bucket is full again after this permit.
    pub(super) fn fill_after(&self, full_at_ms: Option<i64>) -> i64 {
        let from = full_at_ms.map_or(self.at_ms, |full| full.max(self.at_ms));
        from.saturating_add(self.pause_ms)
    }
}

impl RateLimitBucket {
    /// Splits the reserved permits into those up to this time and those after it.
    pub(super) fn around(&self, at_ms: i64) -> (&[ReservedPermit], &[ReservedPermit]) {
        self.reserved
            .split_at(self.reserved.partition_point(|permit| permit.at_ms <= at_ms))
    }

    /// Returns the bucket's state at this time, when reserved permits up to it have passed.
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

    /// Returns the first time, at or after `at_ms` where possible, whose hour has room. A slot that a passed permit has closed is not
    /// reopened: the hours that end in it would no longer be counted.
    pub(super) fn hour_allows(&self, per_hour: u32, at_ms: i64) -> i64 {
        let mut slots = self.passed(at_ms);
        slots.move_to(at_ms);
        // Later permits share the hour of this one.
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

    /// Makes the slot of a time the last one, unless the last one is later.
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
