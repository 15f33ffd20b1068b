//! The objects of a kind that must be reconciled, and when.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::objects::ObjectKey;

/// Time for which changes are combined; short, because users are waiting.
const DEBOUNCE: Duration = Duration::from_millis(200);
/// Maximum delay, because the sum of an instant and a duration is limited.
const MAX_DELAY: Duration = Duration::from_hours(24);

/// Contains each object once, at the earliest requested time.
#[derive(Default)]
pub(crate) struct ReconcileQueue {
    entries: Mutex<Entries>,
    /// Stores a permit when an entry may be due earlier.
    changed: Notify,
}

#[derive(Default)]
struct Entries {
    due: BTreeMap<ObjectKey, Instant>,
    order: BTreeSet<(Instant, ObjectKey)>,
    /// Objects that are being reconciled. If they are due, they wait.
    running: BTreeSet<ObjectKey>,
}

/// The result of looking for a due object.
enum Next {
    Due(ObjectKey),
    /// Nothing is due until then; `None`: until an entry is added or a reconciliation ends.
    Wait(Option<Instant>),
}

impl ReconcileQueue {
    /// Adds an object that has changed.
    pub(crate) fn add(&self, key: &ObjectKey) {
        self.add_after(key, DEBOUNCE);
    }

    pub(super) fn add_after(&self, key: &ObjectKey, delay: Duration) {
        self.entries
            .lock()
            .add(key, Instant::now() + delay.min(MAX_DELAY));
        self.changed.notify_one();
    }

    /// Waits for the next object that is due. There must be one caller at a time.
    pub(super) async fn next(&self) -> ObjectKey {
        loop {
            let next = self.entries.lock().take(Instant::now());
            match next {
                Next::Due(key) => return key,
                Next::Wait(Some(until)) => tokio::select! {
                    () = sleep_until(until) => {}
                    () = self.changed.notified() => {}
                },
                Next::Wait(None) => self.changed.notified().await,
            }
        }
    }

    /// Records that the reconciliation of an object ended.
    pub(super) fn finish(&self, key: &ObjectKey) {
        self.entries.lock().running.remove(key);
        self.changed.notify_one();
    }
}

impl Entries {
    fn add(&mut self, key: &ObjectKey, at: Instant) {
        match self.due.get_mut(key) {
            Some(due) if *due <= at => {}
            Some(due) => {
                self.order.remove(&(*due, key.clone()));
                *due = at;
                self.order.insert((at, key.clone()));
            }
            None => {
                self.due.insert(key.clone(), at);
                self.order.insert((at, key.clone()));
            }
        }
    }

    fn take(&mut self, now: Instant) -> Next {
        let mut waiting = self.order.iter().filter(|(_, key)| !self.running.contains(key));
        match waiting.next() {
            Some((due, key)) if *due <= now => {
                let entry = (*due, key.clone());
                self.order.remove(&entry);
                let (_, key) = entry;
                self.due.remove(&key);
                self.running.insert(key.clone());
                Next::Due(key)
            }
            next => Next::Wait(next.map(|(due, _)| *due)),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    fn key(name: &str) -> ObjectKey {
        ObjectKey::new("ns", name)
    }

    /// Returns the next object and when it was due, or `None` if nothing is due within an hour.
    async fn next(queue: &ReconcileQueue, began: Instant) -> Option<(String, u64)> {
        let key = timeout(Duration::from_hours(1), queue.next()).await.ok()?;
        let after = u64::try_from((Instant::now() - began).as_millis()).unwrap();
        Some((key.name().to_owned(), after))
    }

    #[tokio::test(start_paused = true)]
    async fn queue_returns_each_object_once_at_earliest_time() {
        let (queue, began) = (ReconcileQueue::default(), Instant::now());
        queue.add_after(&key("late"), Duration::from_secs(9));
        queue.add_after(&key("early"), Duration::from_secs(5));
        queue.add(&key("early"));
        queue.add_after(&key("early"), Duration::from_secs(7));
        queue.add_after(&key("never"), Duration::MAX);
        assert_eq!(next(&queue, began).await, Some(("early".to_owned(), 200)));
        assert_eq!(next(&queue, began).await, Some(("late".to_owned(), 9_000)));
        assert_eq!(next(&queue, began).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn queue_holds_object_until_its_reconciliation_ends() {
        let (queue, began) = (ReconcileQueue::default(), Instant::now());
        queue.add(&key("a"));
        next(&queue, began).await.unwrap();
        queue.add(&key("a"));
        queue.add_after(&key("b"), Duration::from_secs(1));
        assert_eq!(next(&queue, began).await, Some(("b".to_owned(), 1_200)));
        let finish = async {
            sleep_until(began + Duration::from_secs(3)).await;
            queue.finish(&key("a"));
        };
        let (after, ()) = tokio::join!(next(&queue, began), finish);
        assert_eq!(after, Some(("a".to_owned(), 3_000)));
        let entries = queue.entries.lock();
        assert!(entries.due.is_empty() && entries.order.is_empty());
    }
}
