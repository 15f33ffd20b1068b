//! The walk through an account's posts, page by page, with whatever each page lacks filled in from elsewhere.

use clipmeter_proto::v1::{Observation, Outcome, Profile};

use super::clips::Plays;
use super::endpoint::Endpoint;
use super::visit::Visit;
use super::visitor::Visitor;
use super::ways::{self, Need, Tried, With};
use crate::failure::Failure;
use crate::merge::complete;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::subject::{Owner, Subject};
use crate::transport::FetchError;
use crate::walk::{MAX_PAGES, Walk};

impl Visit<'_> {
    /// Reports the account's posts, newest pages first, by the first of the ways that leads to them. `known` are the posts that came with the
    /// profile.
    pub(super) async fn walk_posts(
        &self,
        profile: &Profile,
        known: &[Observation],
        walk: &mut Walk,
    ) -> Result<(), FetchError> {
        let ways = ways::read(&self.instagram.facts.instagram.ways.posts);
        let mut tried = Tried::none_of(&ways);
        for alike in ways.chunk_by(|one, next| one.with == next.with) {
            let Some(visitor) = self.visitor(alike[0].with).await? else {
                continue;
            };
            let mut plays = Plays::new(self.lists_of_plays(&visitor, alike[0].with));
            for way in visitor.in_order(Need::Posts, alike) {
                if visitor.leaves_alone(way.endpoint, self.work.now()) {
                    tried.rests(&visitor, "posts");
                    continue;
                }
                let walked = self
                    .walk_list(&visitor, way.endpoint, profile, known, walk, &mut plays)
                    .await;
                let mut late = plays.take_waiting();
                add_known(&mut late, known);
                self.work.page(self.work.now(), late).await?;
                match walked {
                    Ok(()) => return self.works(&visitor, Need::Posts, way.endpoint).await,
                    Err(error) => {
                        tried.failed(way, error)?;
                        tracing::info!(endpoint = ?way.endpoint, "trying the next way to the posts");
                    }
                }
            }
        }
        Err(tried.end("posts", self.are_guests_alone()))
    }

    /// The lists of reels that may be read beside the posts: whoever reads one list reads the other.
    fn lists_of_plays(&self, visitor: &Visitor, with: With) -> Vec<Endpoint> {
        let mut ways = ways::read(&self.instagram.facts.instagram.ways.plays);
        ways.retain(|way| way.with == with);
        let ways = visitor.in_order(Need::Plays, &ways);
        ways.iter().map(|way| way.endpoint).collect()
    }

    async fn walk_list(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        profile: &Profile,
        known: &[Observation],
        walk: &mut Walk,
        plays: &mut Plays,
    ) -> Result<(), FetchError> {
        walk.begin(endpoint.code());
        let mut cursor: Option<String> = None;
        // Where the list goes on if it shows nothing where an earlier walk broke off.
        let mut back = None;
        for _ in 0..MAX_PAGES {
            let page = self
                .ask_list(visitor, endpoint, profile, cursor.as_deref())
                .await?;
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
                .add_plays(visitor, &mut posts, next.is_none(), profile, plays)
                .await;
            add_known(&mut posts, known);
            // Otherwise another walk would go past posts whose plays nobody knows.
            let is_whole = views.is_ok() && !plays.holds_back();
            let mark = next.as_ref().filter(|_| is_whole);
            let mark = mark.and_then(|next| {
                let reels = walk.lowest().and_then(|oldest| plays.mark(oldest));
                walk.mark(next, reels)
            });
            // Their plays have come since.
            self.work.page_to(self.work.now(), posts, mark).await?;
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
        visitor: &Visitor,
        endpoint: Endpoint,
        profile: &Profile,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let (id, name) = (&profile.platform_id, &profile.username);
        let page = if endpoint == Endpoint::Timeline {
            self.ask_timeline(visitor, profile, cursor).await?
        } else {
            let request = self.instagram.feed(id, name, cursor, visitor);
            let wanted = (AnswerKind::IgFeedUser, Subject::ItemsOf(owner(profile)));
            self.ask(visitor, endpoint, wanted, &request).await?
        };
        Ok(page.accept("posts")?)
    }
}

/// Whose items a list has to hold.
pub(super) fn owner(profile: &Profile) -> Owner<'_> {
    Owner {
        name: &profile.username,
        id: &profile.platform_id,
        ..Owner::default()
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
