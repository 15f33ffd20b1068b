//! Play counts of reels. The timeline does not contain them; the reels list does, in the same order, without dates. Both are crawled in
//! parallel and joined on the post's shortcode.

use std::collections::HashMap;

use clipmeter_proto::v1::{MediaKind, Observation, PlaysCheckpoint, Profile};

use super::account_scrape::{AccountScrape, owner};
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::merge::complete;
use super::strategy::Need;
use crate::core::failure::FetchError;
use crate::core::page::Page;
use crate::core::subject::ExpectedSubject;
use crate::platforms::instagram::kinds;

/// Maximum number of pages of the reels list read for one page of posts. Posts between reels make the lists drift apart by a page or two; a video that
/// is not found by then is not in the list.
const PAGES_AHEAD: usize = 3;

/// Progress in an account's reels list.
#[derive(Debug, Default)]
pub(super) struct Plays {
    by_code: HashMap<String, Observation>,
    cursor: Option<String>,
    /// The lists that may be read, in order; the first one is in use.
    lists: Vec<Endpoint>,
    /// Whether the list has ended, or is closed to this session.
    is_over: bool,
    /// Ends of the pages read so far: the ID of the last reel and the cursor of the next page, empty at the end of the list.
    page_ends: Vec<(u64, String)>,
    /// Posts that are listed ahead of their regular position, such as pinned ones, and whose reels come further down.
    waiting: Vec<Observation>,
}

impl Plays {
    /// Starts with the first of these lists that is available.
    pub(super) fn new(lists: Vec<Endpoint>) -> Self {
        Self {
            lists,
            ..Self::default()
        }
    }

    /// Returns whether to request another page of reels. A pinned post alone does not justify it before the last page: its reel
    /// comes at its regular position.
    fn needs(&self, posts: &[Observation], is_last: bool) -> bool {
        posts
            .iter()
            .any(|post| self.may_find_later(post) && (is_last || !post.pinned))
    }

    /// Returns whether a later page may still contain this post's play count.
    fn may_find_later(&self, post: &Observation) -> bool {
        !self.is_over && lacks_plays(post) && !self.has_passed(post)
    }

    /// Returns whether posts in list order wait for their play counts, and would be lost if the crawl broke off. Pinned posts are
    /// shown again in the next crawl.
    pub(super) fn has_waiting_posts(&self) -> bool {
        self.waiting.iter().any(|post| !post.pinned)
    }

    /// Returns where another crawl resumes the list, if it resumes the posts below `oldest_post`. This is not the current position: pages
    /// of reels reach further down than those of posts, and reels read beyond that are lost with the process. None: at the beginning.
    pub(super) fn checkpoint(&self, oldest_post: u64) -> Option<PlaysCheckpoint> {
        let is_above = |(oldest, _): &&(u64, String)| *oldest >= oldest_post;
        let (oldest, cursor) = self.page_ends.iter().rfind(is_above)?;
        Some(PlaysCheckpoint {
            endpoint: self.lists.first()?.code().to_owned(),
            cursor: cursor.clone(),
            covered_to_id: *oldest,
        })
    }

    /// Resumes where an earlier crawl broke off, if it had read any reels.
    pub(super) fn resume_at(&mut self, checkpoint: Option<&PlaysCheckpoint>) {
        let is_its =
            |list: &Endpoint| checkpoint.is_some_and(|checkpoint| checkpoint.endpoint == list.code());
        let (Some(checkpoint), Some(at)) = (checkpoint, self.lists.iter().position(is_its)) else {
            return;
        };
        self.lists.swap(0, at);
        self.page_ends = vec![(checkpoint.covered_to_id, checkpoint.cursor.clone())];
        self.cursor = Some(checkpoint.cursor.clone()).filter(|cursor| !cursor.is_empty());
        self.is_over = self.cursor.is_none();
    }

    /// Returns the waiting posts: play counts not found by now will not be found.
    pub(super) fn take_waiting(&mut self) -> Vec<Observation> {
        std::mem::take(&mut self.waiting)
    }

    /// Returns the ID of the last reel read. IDs increase over time, so everything newer has been passed.
    fn oldest(&self) -> Option<u64> {
        self.page_ends.last().map(|(oldest, _)| *oldest)
    }

    /// Returns whether the post was found or cannot be found in later pages.
    fn has_passed(&self, post: &Observation) -> bool {
        let is_newer = || Some(id(post)? > self.oldest()?);
        self.by_code.contains_key(&post.shortcode) || is_newer().unwrap_or(false)
    }
}

impl AccountScrape<'_> {
    /// Adds play counts to the videos that lack them, including waiting ones. Posts whose play counts may still come are held back until
    /// the last page. They keep their values if the list cannot be read; an error means that the session is lost or the run is ending.
    pub(super) async fn add_plays(
        &self,
        client: &WebClient,
        posts: &mut Vec<Observation>,
        is_last: bool,
        profile: &Profile,
        plays: &mut Plays,
    ) -> Result<(), FetchError> {
        posts.extend(plays.take_waiting());
        let mut result = Ok(());
        for _ in 0..PAGES_AHEAD {
            if !plays.needs(posts, is_last) {
                break;
            }
            result = self.read_clips(client, profile, plays).await;
            if result.is_err() {
                break;
            }
        }
        for post in posts.iter_mut().filter(|post| lacks_plays(post)) {
            if let Some(clip) = plays.by_code.get(&post.shortcode) {
                complete(post, clip);
            }
        }
        if !is_last {
            plays.waiting = posts.extract_if(.., |post| plays.may_find_later(post)).collect();
        }
        result
    }

    async fn read_clips(
        &self,
        client: &WebClient,
        profile: &Profile,
        plays: &mut Plays,
    ) -> Result<(), FetchError> {
        let Some(at) = plays.lists.iter().position(|list| self.may_read(client, *list)) else {
            plays.is_over = true;
            return Ok(());
        };
        // The list is not changed during a crawl: a cursor is valid for one list only.
        if at > 0 && plays.cursor.is_some() {
            plays.is_over = true;
            return Ok(());
        }
        plays.lists.drain(..at);
        let list = plays.lists[0];
        let cursor = plays.cursor.take();
        let page = self.fetch_clips(client, profile, list, cursor.as_deref()).await?;
        if !page.outcome.is_success() {
            if client.stopped_by().is_some() {
                plays.is_over = true;
                return Err(page.failure().while_reading("reels").into());
            }
            tracing::warn!(?list, outcome = page.outcome.code(), "cannot read reels");
            if cursor.is_none() {
                plays.lists.remove(0);
            } else {
                plays.is_over = true;
                // The list may be open again for another crawl.
                plays.cursor = cursor;
            }
            return Ok(());
        }
        if cursor.is_none() {
            self.works(client, Need::Plays, list).await?;
        }
        let oldest = page.observations.last().and_then(id).or(plays.oldest());
        plays.by_code.extend(
            page.observations
                .into_iter()
                .map(|clip| (clip.shortcode.clone(), clip)),
        );
        let next = page.cursor.filter(|_| page.has_more != Some(false));
        if next.is_none() || next == cursor {
            plays.is_over = true;
        }
        plays.cursor = next.filter(|_| !plays.is_over);
        if let Some(oldest) = oldest {
            let cursor = plays.cursor.clone().unwrap_or_default();
            plays.page_ends.push((oldest, cursor));
        }
        Ok(())
    }

    async fn fetch_clips(
        &self,
        client: &WebClient,
        profile: &Profile,
        list: Endpoint,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let (id, name) = (&profile.platform_id, &profile.username);
        if list == Endpoint::ClipsUser {
            let request = self.instagram.clips_user(id, name, cursor, client);
            let expected = (kinds::CLIPS_USER, ExpectedSubject::ItemsOf(owner(profile)));
            return self.fetch(client, list, expected, &request).await;
        }
        self.fetch_clips_query(client, profile, cursor).await
    }

    /// Returns whether a list of reels may be requested now.
    fn may_read(&self, client: &WebClient, list: Endpoint) -> bool {
        !client.is_cooling_down(list, self.work.now())
            && (list != Endpoint::Clips || self.instagram.has_clips_query(client))
    }
}

fn lacks_plays(post: &Observation) -> bool {
    post.views.is_none() && post.media_kind() == MediaKind::Video && !post.shortcode.is_empty()
}

fn id(post: &Observation) -> Option<u64> {
    post.external_id.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn video(id: &str) -> Observation {
        Observation {
            external_id: id.to_owned(),
            shortcode: format!("c{id}"),
            media_kind: MediaKind::Video.into(),
            ..Observation::default()
        }
    }

    #[test]
    fn plays_need_page_only_for_uncovered_videos_without_views() {
        let mut plays = Plays::default();
        assert!(plays.needs(&[video("50")], false));
        let image = Observation {
            media_kind: MediaKind::Image.into(),
            ..video("50")
        };
        assert!(!plays.needs(
            &[
                image,
                Observation {
                    views: Some(1),
                    ..video("51")
                }
            ],
            false
        ));
        plays.page_ends = vec![(40, "next".into())];
        assert!(
            !plays.needs(&[video("50")], false),
            "newer than all that was read: not in the list"
        );
        assert!(plays.needs(&[video("50"), video("30")], false));
        let pinned = Observation {
            pinned: true,
            ..video("30")
        };
        assert!(!plays.needs(std::slice::from_ref(&pinned), false) && plays.may_find_later(&pinned));
        assert!(plays.needs(std::slice::from_ref(&pinned), true));
        plays.is_over = true;
        assert!(!plays.needs(&[video("30")], false) && !plays.may_find_later(&pinned));
    }

    #[test]
    fn plays_checkpoint_never_resumes_below_unread_posts() {
        let mut plays = Plays::new(vec![Endpoint::Clips]);
        plays.page_ends = vec![(80, "second".into()), (40, "third".into()), (10, String::new())];
        for (oldest_post, resumes_at) in [
            (90, None),
            (80, Some(("second", 80))),
            (41, Some(("second", 80))),
            (40, Some(("third", 40))),
            (11, Some(("third", 40))),
            (10, Some(("", 10))),
        ] {
            let checkpoint = plays.checkpoint(oldest_post);
            let found = checkpoint
                .as_ref()
                .map(|checkpoint| (checkpoint.cursor.as_str(), checkpoint.covered_to_id));
            assert_eq!(found, resumes_at, "{oldest_post}");
        }
    }
}
