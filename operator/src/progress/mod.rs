//! Learns from the API how scraping goes.

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
use crate::key::Key;
use crate::tracked::{Kind, Tracker};

/// People who wait for `Ready` wait for this at most.
const LOOK_EVERY: Duration = Duration::from_secs(3);

/// Runs until it is dropped.
pub(crate) async fn run(context: Arc<Context>) {
    let mut cursor = Cursor::default();
    loop {
        let since = cursor.since(now());
        let asked = (Instant::now(), now());
        match look(&context, since, asked.0).await {
            Ok(()) => cursor.answered(since, asked.1),
            Err(error) => tracing::warn!(%error, "cannot look how scraping goes; trying again"),
        }
        sleep(LOOK_EVERY).await;
    }
}

async fn look(context: &Context, since: Option<i64>, asked: Instant) -> Result<(), Error> {
    let all = context.api.list_progress(since).await?;
    let mut homes = HashSet::new();
    let mut known: HashSet<(i32, Key)> = HashSet::new();
    for progress in &all {
        let Some((kind, key)) = object(context, progress) else {
            continue;
        };
        let is_news = match kind {
            TrackedKind::InstagramAccount => context.instagram_accounts.progress(&key, progress),
            TrackedKind::TiktokAccount => context.tiktok_accounts.progress(&key, progress),
            TrackedKind::TiktokVideo => context.tiktok_videos.progress(&key, progress),
            TrackedKind::Unspecified => false,
        };
        if is_news {
            homes.insert(key.namespace.clone());
        }
        known.insert((kind.into(), key));
    }
    for home in homes {
        context.groups.count_anew(&home);
    }
    // Only a whole list says what is not known.
    if since.is_none() {
        lost(&context.instagram_accounts, &known, asked);
        lost(&context.tiktok_accounts, &known, asked);
        lost(&context.tiktok_videos, &known, asked);
    }
    Ok(())
}

fn lost<K: Kind>(tracker: &Tracker<K>, known: &HashSet<(i32, Key)>, asked: Instant) {
    tracker.lost(|key| known.contains(&(K::KIND.into(), key.clone())), asked);
}

/// The object that the progress is of.
fn object(context: &Context, progress: &Progress) -> Option<(TrackedKind, Key)> {
    let name = progress.name.as_ref()?;
    let group = context.groups.ledger.get(&Key::new("", &name.group))?;
    Some((name.kind(), Key::new(&ClientGroup::home(&group), &name.object)))
}
