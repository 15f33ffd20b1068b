//! The crawl of an account's posts, page by page; missing values are filled in from other sources.

use std::collections::HashSet;

use clipmeter_proto::v1::{Observation, Outcome, Profile};

use super::account_scrape::{AccountScrape, owner};
use super::client::WebClient;
use super::clips::Plays;
use super::endpoint::Endpoint;
use super::merge::complete;
use super::strategy::{self, Need, Tried, With};
use crate::core::crawl::{Crawl, MAX_PAGES};
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::subject::ExpectedSubject;
use crate::platforms::instagram::kinds;

/// Maximum number of further pages that are read if a list begins without posts: Instagram filters pages after it has cut them.
const MAX_EMPTY_PAGES: usize = 3;

impl AccountScrape<'_> {
    /// Reports the account's posts, newest pages first, with the first strategy that works. `known` are the posts that came with the
    /// profile.
    pub(super) async fn crawl_posts(
        &self,
        profile: &Profile,
        known: &[Observation],
        crawl: &mut Crawl,
    ) -> Result<(), FetchError> {
        let config = &self.instagram.platform_config.instagram;
        let strategies = strategy::read(&config.strategies.posts);
        let limits = &config.rate_limits.endpoints_per_hour;
        let mut tried = Tried::none_of(&strategies).limited(&strategies, limits);
        for alike in strategies.chunk_by(|one, next| one.with == next.with) {
            let Some(client) = self.client(alike[0].with).await? else {
                continue;
            };
            let mut plays = Plays::new(self.lists_of_plays(&client, alike[0].with));
            for strategy in client.in_order(Need::Posts, alike) {
                if client.skips(strategy.endpoint, self.work.now()) {
                    tried.skipped(client.is_anonymous(), "posts");
                    continue;
                }
                let crawled = self
                    .crawl_list(&client, strategy.endpoint, profile, known, crawl, &mut plays)
                    .await;
                let mut late = plays.take_waiting();
                add_known(&mut late, known);
                self.work.page(self.work.now(), late).await?;
                match crawled {
                    Ok(()) => return self.works(&client, Need::Posts, strategy.endpoint).await,
                    Err(error) => {
                        tried.failed(strategy, error)?;
                        tracing::info!(endpoint = ?strategy.endpoint, "trying the next strategy for the posts");
                    }
                }
            }
        }
        Err(tried.end("posts", self.is_anonymous_only()))
    }

    /// Returns the lists of reels that may be read in parallel with the posts, by the same client.
    fn lists_of_plays(&self, client: &WebClient, with: With) -> Vec<Endpoint> {
        let mut strategies = strategy::read(&self.instagram.platform_config.instagram.strategies.plays);
        strategies.retain(|strategy| strategy.with == with);
        let strategies = client.in_order(Need::Plays, &strategies);
        strategies.iter().map(|strategy| strategy.endpoint).collect()
    }

    async fn crawl_list(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        profile: &Profile,
        known: &[Observation],
        crawl: &mut Crawl,
        plays: &mut Plays,
    ) -> Result<(), FetchError> {
        crawl.begin(endpoint.code());
        let mut cursor: Option<String> = None;
        // A list that leads back to one of them has no further page.
        let mut cursors = HashSet::new();
        // Where the list continues if it shows nothing at the checkpoint of an earlier crawl.
        let mut back = None;
        for number in 0..MAX_PAGES {
            let page = self
                .fetch_list(client, endpoint, profile, cursor.as_deref())
                .await?;
            if let Some(next) = back.take().filter(|_| page.observations.is_empty()) {
                crawl.cancel_jump();
                // The list may lead to the checkpoint by itself.
                if let Some(checkpoint) = cursor.replace(next) {
                    cursors.remove(&checkpoint);
                }
                continue;
            }
            let mut posts = crawl.take(page.observations);
            let next = page.cursor.filter(|_| page.has_more != Some(false));
            let is_last = next.is_none();
            let next = next.filter(|next| crawl.continues() && cursors.insert(next.clone()));
            let is_empty = crawl.has_shown_nothing() && (next.is_none() || number == MAX_EMPTY_PAGES);
            if is_empty && profile.item_count.is_some_and(|count| count > 0) {
                let detail = "posts: the account has some and the list is empty";
                return Err(Failure::new(Outcome::AmbiguousEmpty, detail).into());
            }
            if is_last {
                crawl.end();
            }
            // The posts are reported before a failure to read their views ends the crawl.
            let views = self
                .add_plays(client, &mut posts, next.is_none(), profile, plays)
                .await;
            add_known(&mut posts, known);
            // Otherwise, another crawl would skip posts with unknown play counts.
            let is_complete = views.is_ok() && !plays.has_waiting_posts();
            let checkpoint = next.as_ref().filter(|_| is_complete);
            let checkpoint = checkpoint.and_then(|next| {
                let reels = crawl.lowest().and_then(|oldest| plays.checkpoint(oldest));
                crawl.checkpoint(next, reels)
            });
            // The time is that of their play counts, which were read later.
            self.work.page_to(self.work.now(), posts, checkpoint).await?;
            views?;
            let Some(next) = next else { return Ok(()) };
            cursor = Some(next.clone());
            if let Some(checkpoint) = crawl.jump_to_checkpoint(Some) {
                plays.resume_at(checkpoint.plays.as_ref());
                cursors.insert(checkpoint.cursor.clone());
                cursor = Some(checkpoint.cursor);
                back = Some(next);
            }
            if crawl.is_full() {
                return Ok(());
            }
        }
        tracing::warn!(pages = MAX_PAGES, "reached the page limit of a list; stopping");
        Ok(())
    }

    async fn fetch_list(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        profile: &Profile,
        cursor: Option<&str>,
    ) -> Result<Page, FetchError> {
        let (id, name) = (&profile.platform_id, &profile.username);
        let page = if endpoint == Endpoint::Timeline {
            self.fetch_timeline(client, profile, cursor).await?
        } else {
            let request = self.instagram.feed(id, name, cursor, client);
            let expected = (kinds::FEED_USER, ExpectedSubject::ItemsOf(owner(profile)));
            self.fetch(client, endpoint, expected, &request).await?
        };
        Ok(page.accept("posts")?)
    }
}

/// Fills in values from the profile's own list of the same posts.
fn add_known(posts: &mut [Observation], known: &[Observation]) {
    for post in posts {
        if let Some(known) = known.iter().find(|known| known.external_id == post.external_id) {
            complete(post, known);
        }
    }
}
