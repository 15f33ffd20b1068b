//! Plays of reels. The timeline does not show them; the reels list does, in the same order, without dates. Both are walked side by
//! side and joined on the post's code.

use std::collections::HashMap;

use clipmeter_proto::v1::{MediaKind, Observation, PlaysMark, Profile};

use super::Instagram;
use super::access::{As, Endpoint};
use crate::merge::complete;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::transport::FetchError;
use crate::unit::UnitWork;

/// Pages of the reels list that are read for one page of posts at most. Posts between reels make the lists drift apart by a page or
/// two; a video that is not found by then is not in the list.
const PAGES_AHEAD: usize = 3;

/// Which list of reels is read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum List {
    /// The persisted query.
    #[default]
    Query,
    /// Its older twin, where the query is not served.
    Rest,
}

impl List {
    /// Its endpoint's code in reports.
    fn code(self) -> &'static str {
        match self {
            Self::Query => "graphql_clips",
            Self::Rest => "clips_user",
        }
    }
}

/// What was read of an account's reels list.
#[derive(Debug, Default)]
pub(super) struct Plays {
    by_code: HashMap<String, Observation>,
    cursor: Option<String>,
    list: List,
    /// The list has ended, or serves this session no further.
    is_over: bool,
    /// The id of the last reel read. Ids grow with time, so everything newer has been passed.
    oldest: Option<u64>,
    /// Posts that are shown before their turn, such as pinned ones, and whose reels come further down.
    waiting: Vec<Observation>,
}

impl Plays {
    /// Whether another page of reels is worth its request. A pinned post alone is not before the last page: its reel comes in its turn.
    fn wants(&self, posts: &[Observation], is_last: bool) -> bool {
        posts
            .iter()
            .any(|post| self.may_come(post) && (is_last || !post.pinned))
    }

    /// Whether a page further down may still tell this post's plays.
    fn may_come(&self, post: &Observation) -> bool {
        !self.is_over && lacks_plays(post) && !self.has_passed(post)
    }

    /// Whether posts in their turn wait for their plays, and are lost with the walk if it breaks off. Pinned ones are shown again by the
    /// next.
    pub(super) fn holds_back(&self) -> bool {
        self.waiting.iter().any(|post| !post.pinned)
    }

    /// How far the list was read, for another walk to go on. None: not at all.
    pub(super) fn mark(&self) -> Option<PlaysMark> {
        Some(PlaysMark {
            endpoint: self.list.code().to_owned(),
            cursor: self.cursor.clone().unwrap_or_default(),
            covered_to_id: self.oldest?,
        })
    }

    /// Goes on where an earlier walk broke off, if that had read any reels.
    pub(super) fn go_on(&mut self, mark: Option<&PlaysMark>) {
        let Some(mark) = mark else { return };
        self.oldest = Some(mark.covered_to_id);
        self.cursor = Some(mark.cursor.clone()).filter(|cursor| !cursor.is_empty());
        self.is_over = self.cursor.is_none();
        self.list = if mark.endpoint == List::Rest.code() {
            List::Rest
        } else {
            List::Query
        };
    }

    /// Ends the waiting: what was not found will not be.
    pub(super) fn take_waiting(&mut self) -> Vec<Observation> {
        std::mem::take(&mut self.waiting)
    }

    /// Whether the post is found or will not be found any more.
    fn has_passed(&self, post: &Observation) -> bool {
        let is_newer = || Some(id(post)? > self.oldest?);
        self.by_code.contains_key(&post.shortcode) || is_newer().unwrap_or(false)
    }
}

impl Instagram {
    /// Adds plays to the videos that lack them, and to those that waited for theirs. Posts whose plays may still come are held back
    /// until the last page. They keep what they have when the list cannot be read; an error means that the session is lost or the run is ending.
    pub(super) async fn add_plays(
        &self,
        posts: &mut Vec<Observation>,
        is_last: bool,
        profile: &Profile,
        plays: &mut Plays,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        posts.extend(plays.take_waiting());
        let mut result = Ok(());
        for _ in 0..PAGES_AHEAD {
            if !plays.wants(posts, is_last) {
                break;
            }
            result = self.read_clips(profile, plays, work).await;
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
            plays.waiting = posts.extract_if(.., |post| plays.may_come(post)).collect();
        }
        result
    }

    async fn read_clips(
        &self,
        profile: &Profile,
        plays: &mut Plays,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        if plays.list == List::Query && !self.has_clips_query() {
            plays.list = List::Rest;
        }
        if plays.list == List::Rest && self.access.is_retired(Endpoint::ClipsRest) {
            plays.is_over = true;
            return Ok(());
        }
        let cursor = plays.cursor.take();
        let page = self
            .ask_clips(profile, plays.list, cursor.as_deref(), work)
            .await?;
        if !page.outcome.is_success() {
            if self.access.current() != Ok(As::Session) {
                plays.is_over = true;
                return Err(page.failure().while_reading("reels").into());
            }
            tracing::warn!(list = ?plays.list, outcome = page.outcome.code(), "reels cannot be read");
            // A list is not changed under way: its cursors mean nothing to the other.
            let may_change = plays.list == List::Query && cursor.is_none();
            if may_change {
                plays.list = List::Rest;
            } else {
                plays.is_over = true;
                // Another walk may find it open again.
                plays.cursor = cursor;
            }
            return Ok(());
        }
        plays.oldest = page.observations.last().and_then(id).or(plays.oldest);
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
        Ok(())
    }

    async fn ask_clips(
        &self,
        profile: &Profile,
        list: List,
        cursor: Option<&str>,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let (id, name) = (&profile.platform_id, &profile.username);
        if list == List::Rest {
            let build = |way| self.clips_rest(id, name, cursor, way);
            return self
                .ask(Endpoint::ClipsRest, AnswerKind::IgClipsUser, work, build)
                .await;
        }
        self.ask_clips_query(profile, cursor, work).await
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
    fn only_videos_without_views_that_the_list_has_not_passed_are_worth_a_page() {
        let mut plays = Plays::default();
        assert!(plays.wants(&[video("50")], false));
        let image = Observation {
            media_kind: MediaKind::Image.into(),
            ..video("50")
        };
        assert!(!plays.wants(
            &[
                image,
                Observation {
                    views: Some(1),
                    ..video("51")
                }
            ],
            false
        ));
        plays.oldest = Some(40);
        assert!(
            !plays.wants(&[video("50")], false),
            "newer than all that was read: not in the list"
        );
        assert!(plays.wants(&[video("50"), video("30")], false));
        let pinned = Observation {
            pinned: true,
            ..video("30")
        };
        assert!(!plays.wants(std::slice::from_ref(&pinned), false) && plays.may_come(&pinned));
        assert!(plays.wants(std::slice::from_ref(&pinned), true));
        plays.is_over = true;
        assert!(!plays.wants(&[video("30")], false) && !plays.may_come(&pinned));
    }
}
