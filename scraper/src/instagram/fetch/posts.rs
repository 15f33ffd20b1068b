//! The walk through an account's posts, page by page, with whatever each page lacks filled in from elsewhere.

use clipmeter_proto::v1::{Observation, Outcome, Profile};

use super::Instagram;
use super::access::Endpoint;
use super::clips::Plays;
use super::exchange::most_telling;
use crate::failure::Failure;
use crate::merge::complete;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::transport::FetchError;
use crate::unit::UnitWork;
use crate::walk::{MAX_PAGES, Walk};

impl Instagram {
    /// Reports the account's posts, newest pages first, over the first endpoint that serves this session. `known` are the posts that came
    /// with the profile.
    pub(super) async fn walk_posts(
        &self,
        profile: &Profile,
        known: &[Observation],
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        let mut failures = Vec::new();
        let mut plays = Plays::default();
        for endpoint in [Endpoint::Timeline, Endpoint::Feed] {
            if self.access.is_retired(endpoint) {
                failures.push(Failure::new(
                    Outcome::EndpointRetired,
                    "posts: retired earlier in this run",
                ));
                continue;
            }
            let walked = self
                .walk_list(endpoint, profile, known, walk, &mut plays, work)
                .await;
            let mut late = plays.take_waiting();
            add_known(&mut late, known);
            work.page(work.now(), late).await?;
            match walked {
                Err(FetchError::Failed(failure)) if failure.has_other_way() => {
                    tracing::info!(
                        ?endpoint,
                        outcome = failure.outcome.code(),
                        "trying the next way to the posts"
                    );
                    failures.push(failure);
                }
                end => return end,
            }
        }
        let failure = most_telling(failures);
        Err(failure
            .unwrap_or_else(|| Failure::new(Outcome::UnknownError, "no way to the posts"))
            .into())
    }

    async fn walk_list(
        &self,
        endpoint: Endpoint,
        profile: &Profile,
        known: &[Observation],
        walk: &mut Walk,
        plays: &mut Plays,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        let code = match endpoint {
            Endpoint::Timeline => "graphql_timeline",
            _ => "feed_user",
        };
        walk.begin(code);
        let mut cursor: Option<String> = None;
        // Where the list goes on if it shows nothing where an earlier walk broke off.
        let mut back = None;
        for _ in 0..MAX_PAGES {
            let page = self.ask_list(endpoint, profile, cursor.as_deref(), work).await?;
            if let Some(next) = back.take().filter(|_| page.observations.is_empty()) {
                walk.leap_back();
                cursor = Some(next);
                continue;
            }
            let mut posts = walk.take(page.observations);
            if walk.has_shown_nothing() && profile.item_count.is_some_and(|count| count > 0) {
                let detail = "posts: the account has some and the list is empty";
                return Err(Failure::new(Outcome::AmbiguousEmpty, detail).into());
            }
            // What was read is reported before a failure to read its views ends the walk.
            let next = page.cursor.filter(|_| page.has_more != Some(false));
            if next.is_none() {
                walk.end();
            }
            let next = next.filter(|next| walk.goes_on() && Some(next) != cursor.as_ref());
            let views = self
                .add_plays(&mut posts, next.is_none(), profile, plays, work)
                .await;
            add_known(&mut posts, known);
            // Otherwise another walk would go past posts whose plays nobody knows.
            let is_whole = views.is_ok() && !plays.holds_back();
            let mark = next.as_ref().filter(|_| is_whole);
            let mark = mark.and_then(|next| walk.mark(next, plays.mark()));
            // Their plays have come since.
            work.page_to(work.now(), posts, mark).await?;
            views?;
            let Some(next) = next else { return Ok(()) };
            cursor = Some(next.clone());
            if let Some(mark) = walk.leap(Some) {
                plays.go_on(mark.plays.as_ref());
                cursor = Some(mark.cursor);
                back = Some(next);
            }
            if walk.is_full() {
                return Ok(());
            }
        }
        tracing::warn!(pages = MAX_PAGES, "the list has no end; leaving it");
        Ok(())
    }

    async fn ask_list(
        &self,
        endpoint: Endpoint,
        profile: &Profile,
        cursor: Option<&str>,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let (id, name) = (&profile.platform_id, &profile.username);
        let page = if endpoint == Endpoint::Timeline {
            self.ask_timeline(profile, cursor, work).await?
        } else {
            let build = |way| self.feed(id, name, cursor, way);
            self.ask(endpoint, AnswerKind::IgFeedUser, work, build).await?
        };
        Ok(page.accept("posts")?)
    }
}

/// Fills in what the profile's own list said of the same posts.
fn add_known(posts: &mut [Observation], known: &[Observation]) {
    for post in posts {
        if let Some(known) = known.iter().find(|known| known.external_id == post.external_id) {
            complete(post, known);
        }
    }
}
