//! Polls the API for scraping progress.

mod cursor;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::ClientGroup;
use clipmeter_proto::v1::{Progress, TrackedKind};
use tokio::time::sleep;

use self::cursor::Cursor;
use crate::context::{Context, now};
use crate::error::Error;
use crate::object_key::ObjectKey;
use crate::tracked::{TrackedResource, Tracker};

/// Poll interval; users who wait for `Ready` wait at most this long.
const POLL_INTERVAL: Duration = Duration::from_secs(3);

/// Runs until it is dropped.
pub(crate) async fn run(context: Arc<Context>) {
    let mut cursor = Cursor::default();
    loop {
        let since = cursor.since(now());
        let started = (Instant::now(), now());
        match poll(&context, since, started.0).await {
            Ok(()) => cursor.record_response(since, started.1),
            Err(error) => tracing::warn!(%error, "cannot read the progress of scraping; trying again"),
        }
        sleep(POLL_INTERVAL).await;
    }
}

async fn poll(context: &Context, since: Option<i64>, started: Instant) -> Result<(), Error> {
    let all = context.api.list_progress(since).await?;
    let mut namespaces = HashSet::new();
    let mut known: HashSet<(i32, ObjectKey)> = HashSet::new();
    for progress in &all {
        let Some((kind, key)) = object(context, progress) else {
            continue;
        };
        let is_changed = match kind {
            TrackedKind::InstagramAccount => context.instagram_accounts.progress(&key, progress),
            TrackedKind::TiktokAccount => context.tiktok_accounts.progress(&key, progress),
            TrackedKind::TiktokVideo => context.tiktok_videos.progress(&key, progress),
            TrackedKind::Unspecified => false,
        };
        if is_changed {
            namespaces.insert(key.namespace.clone());
        }
        known.insert((kind.into(), key));
    }
    for namespace in namespaces {
        context.groups.count_anew(&namespace);
    }
    // Only a complete list shows which objects the API has lost.
    if since.is_none() {
        lost(&context.instagram_accounts, &known, started);
        lost(&context.tiktok_accounts, &known, started);
        lost(&context.tiktok_videos, &known, started);
    }
    Ok(())
}

fn lost<K: TrackedResource>(tracker: &Tracker<K>, known: &HashSet<(i32, ObjectKey)>, started: Instant) {
    tracker.lost(|key| known.contains(&(K::KIND.into(), key.clone())), started);
}

/// Returns the object that the progress belongs to.
fn object(context: &Context, progress: &Progress) -> Option<(TrackedKind, ObjectKey)> {
    let name = progress.name.as_ref()?;
    let group = context
        .groups
        .status_cache
        .get(&ObjectKey::new("", &name.group))?;
    Some((
        name.kind(),
        ObjectKey::new(&ClientGroup::target_namespace(&group), &name.object),
    ))
}
