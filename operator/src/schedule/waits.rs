//! Which accounts and videos wait for a platform that cannot be read, so that their statuses say so.

use std::collections::HashMap;

use clipmeter_crds::Event;
use clipmeter_proto::v1::{Capacity, Platform};
use clipmeter_scheduler::{Unit, UnitKey};

use super::look::Schedule;
use super::pressure::is_overdue;
use crate::tracked::{Kind, Tracker};
use crate::wait::Wait;

/// What nobody asked for says nothing of a wait that is over sooner: ten thousand statuses that change twice in a minute would keep
/// the cluster busy for half an hour.
const WORTH_WRITING_SECONDS: i64 = 60;

/// What waits.
pub(crate) struct Held {
    pub(crate) wait: Wait,
    /// Somebody asked for it to be read now.
    pub(crate) asked: bool,
}

impl Schedule {
    /// Tells statuses, events and metrics what waits. People who asked for a scrape are told at once.
    pub(super) async fn tell_waits(&mut self, units: &[Unit], capacity: &Capacity, now: i64) {
        let platforms = [Platform::Instagram, Platform::Tiktok];
        let waits: HashMap<&'static str, Wait> = platforms
            .iter()
            .filter_map(|platform| Some((platform.code(), Wait::of(capacity, *platform)?)))
            .collect();
        let mut held = HashMap::new();
        for unit in units {
            let Some(wait) = waits.get(unit.key.platform.code()) else {
                continue;
            };
            let is_long = wait.until.is_none_or(|until| until - now > WORTH_WRITING_SECONDS);
            let since = self.gauge.due_since(unit, now);
            let is_overdue = is_long && since.is_some_and(|since| is_overdue(since, now));
            if unit.requested || is_overdue {
                let wait = wait.clone();
                let asked = unit.requested;
                held.insert(unit.key, Held { wait, asked });
            }
        }
        let context = &self.context;
        context.metrics.platforms_wait(&waits);
        for platform in platforms {
            let asked = held
                .iter()
                .filter(|(key, held)| key.platform == platform && held.asked);
            context.metrics.requests_wait(platform, asked.count());
        }
        self.hold(&context.instagram_accounts, &held, now).await;
        self.hold(&context.tiktok_accounts, &held, now).await;
        self.hold(&context.tiktok_videos, &held, now).await;
    }

    async fn hold<K: Kind>(&self, tracker: &Tracker<K>, held: &HashMap<UnitKey, Held>, now: i64) {
        for (key, message) in tracker.hold(held, now) {
            if let Some(object) = tracker.ledger.get(&key) {
                let reference = object.object_ref(&());
                self.context
                    .events
                    .tell(&reference, Event::ScrapeWaits, &message)
                    .await;
            }
        }
    }
}
