//! Polls the API for scraping progress.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::ClientGroup;
use clipmeter_proto::v1::{Progress, TrackedKind};
use tokio::time::sleep;

use crate::api::ApiClient;
use crate::convert::now;
use crate::error::Error;
use crate::kubernetes::objects::ObjectKey;
use crate::state::{Groups, Trackers};

/// Poll interval, and therefore the longest delay for users who wait for `Ready`.
const POLL_INTERVAL: Duration = Duration::from_secs(3);

/// Polls the API for the progress of all kinds.
pub(crate) struct ProgressPoller {
    pub(crate) api: ApiClient,
    pub(crate) groups: Arc<Groups>,
    pub(crate) trackers: Arc<Trackers>,
}

impl ProgressPoller {
    /// Runs until it is dropped.
    pub(crate) async fn run(self) {
        let mut cursor = Cursor::default();
        // Objects without progress have the list 0.
        for list in 1.. {
            let since = cursor.since(now(), self.is_incomplete());
            let started = (Instant::now(), now());
            match self.poll(since, list, started.0).await {
                Ok(()) => cursor.record_response(since, started.1),
                Err(error) => tracing::warn!(%error, "cannot read the progress of scraping; retrying"),
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    fn is_incomplete(&self) -> bool {
        self.trackers.instagram_accounts.lacks_progress()
            || self.trackers.tiktok_accounts.lacks_progress()
            || self.trackers.tiktok_videos.lacks_progress()
    }

    async fn poll(&self, since: Option<i64>, list: u32, started: Instant) -> Result<(), Error> {
        let trackers = &self.trackers;
        let mut namespaces = HashSet::new();
        let record = |progress: Progress| {
            let Some((kind, key)) = self.object(&progress) else {
                return;
            };
            let is_changed = match kind {
                TrackedKind::InstagramAccount => {
                    trackers.instagram_accounts.set_progress(&key, progress, list)
                }
                TrackedKind::TiktokAccount => trackers.tiktok_accounts.set_progress(&key, progress, list),
                TrackedKind::TiktokVideo => trackers.tiktok_videos.set_progress(&key, progress, list),
                TrackedKind::Unspecified => false,
            };
            if is_changed && !namespaces.contains(key.namespace()) {
                namespaces.insert(key.namespace().to_owned());
            }
        };
        let listed = self.api.list_progress(since, record).await;
        for namespace in namespaces {
            self.groups.update_counts(&namespace);
        }
        listed?;
        // Only a complete list shows which objects are missing in the API.
        if since.is_none() {
            trackers.instagram_accounts.reregister_lost(list, started);
            trackers.tiktok_accounts.reregister_lost(list, started);
            trackers.tiktok_videos.reregister_lost(list, started);
            trackers.instagram_accounts.touch_stale(now());
            trackers.tiktok_accounts.touch_stale(now());
            trackers.tiktok_videos.touch_stale(now());
        }
        Ok(())
    }

    /// Returns the object that the progress belongs to.
    fn object(&self, progress: &Progress) -> Option<(TrackedKind, ObjectKey)> {
        let name = progress.name.as_ref()?;
        let group = self.groups.status_cache.get(&ObjectKey::new("", &name.group))?;
        let namespace = ClientGroup::target_namespace(&group);
        Some((name.kind(), ObjectKey::new(&namespace, &name.object)))
    }
}

/// Overlap of consecutive queries: clocks differ, and an attempt reaches the database some time after it ended.
const OVERLAP_SECONDS: i64 = 60;
/// Interval of complete queries, for changes without an attempt, such as the deletion of posts.
const FULL_SYNC_EVERY_SECONDS: i64 = 600;
/// The same while the progress of an object is unknown: it may have been scraped before it became this group's.
const INCOMPLETE_SYNC_EVERY_SECONDS: i64 = 15;

/// Decides the start time of the next query.
#[derive(Default)]
struct Cursor {
    requested_at: Option<i64>,
    last_full_sync: Option<i64>,
}

impl Cursor {
    /// Returns the start time of the next query, or `None` for a complete query.
    fn since(&self, now: i64, is_incomplete: bool) -> Option<i64> {
        let interval = if is_incomplete {
            INCOMPLETE_SYNC_EVERY_SECONDS
        } else {
            FULL_SYNC_EVERY_SECONDS
        };
        let is_full_sync_due = self
            .last_full_sync
            // A time in the future was recorded before the clock was moved back.
            .is_none_or(|last_full_sync| !(0..interval).contains(&(now - last_full_sync)));
        self.requested_at
            .filter(|_| !is_full_sync_due)
            .map(|requested_at| requested_at - OVERLAP_SECONDS)
    }

    /// Records a successful query at this time.
    fn record_response(&mut self, since: Option<i64>, at: i64) {
        self.requested_at = Some(at);
        if since.is_none() {
            self.last_full_sync = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_cursor_requests_everything_only_every_ten_minutes() {
        let mut cursor = Cursor::default();
        assert_eq!(cursor.since(1000, false), None);
        assert_eq!(cursor.since(1003, false), None, "the query did not succeed");
        cursor.record_response(None, 1003);
        assert_eq!(cursor.since(1006, false), Some(943));
        assert_eq!(cursor.since(1017, true), Some(943), "a new object waits a moment");
        assert_eq!(cursor.since(1018, true), None);
        cursor.record_response(Some(943), 1006);
        assert_eq!(cursor.since(1602, false), Some(946));
        assert_eq!(cursor.since(1603, false), None);
        cursor.record_response(None, 1603);
        assert_eq!(
            cursor.since(1603 - 86_400, false),
            None,
            "the clock was moved back"
        );
    }
}
