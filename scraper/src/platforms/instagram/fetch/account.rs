//! Reads an Instagram account: its profile, then its posts.

use std::collections::HashSet;

use clipmeter_proto::RecoveryStep;
use clipmeter_proto::v1::{AccountTarget, Outcome, Profile};

use super::account_scrape::AccountScrape;
use super::endpoint::Endpoint;
use super::profile::is_other_account;
use super::strategy::{self, With};
use crate::core::crawl::Crawl;
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::unit::UnitResult;
use crate::platforms::instagram::item_ids::ITEM_IDS;

impl AccountScrape<'_> {
    /// Reads the account with the current client.
    pub(super) async fn read_account(&self, target: &AccountTarget) -> Result<UnitResult, FetchError> {
        let (profile, page) = self.find_account(target).await?;
        if is_other_account(target, &profile) {
            let detail = format!("@{} now belongs to another account", target.username);
            return Ok(UnitResult::new(Outcome::IdentityChanged, detail).with_new_owner(profile));
        }
        self.work.found(profile.clone());
        if page.outcome == Outcome::Private || profile.is_private == Some(true) {
            return Ok(UnitResult::new(
                Outcome::Private,
                "only approved followers see its posts",
            ));
        }
        // Another session continues where the last one was lost.
        let interrupted = self.interrupted.lock().take();
        let mut crawl = interrupted.map_or_else(|| Crawl::new(ITEM_IDS.hour, target), Crawl::resumed);
        crawl.counted(profile.item_count);
        let mut shown = HashSet::new();
        let is_empty = profile.item_count == Some(0) && page.observations.is_empty();
        let mut result = if is_empty {
            crawl.empty_result(Endpoint::WebProfileInfo.code())
        } else if crawl.is_needed(&page.observations) {
            match self.read_posts(&profile, page, &mut crawl).await {
                Ok(result) => result,
                Err(error) => {
                    *self.interrupted.lock() = Some(crawl);
                    return Err(error);
                }
            }
        } else {
            // No list contradicts the profile. If a list was requested and omits a post, the post is looked up, although the profile shows
            // it.
            shown.extend(page.observations.iter().map(|post| post.external_id.clone()));
            self.work.page(page.observed_at, page.observations).await?;
            UnitResult::new(Outcome::Ok, "")
        };
        let is_seen = |id: u64| crawl.has_seen(id) || shown.contains(&id.to_string());
        let missing = self.look_up_posts(target, &profile.username, is_seen).await?;
        result.missing.extend(missing);
        Ok(result)
    }

    /// Crawls the list; if anonymous clients cannot read it, the posts that came with the profile are used instead.
    async fn read_posts(
        &self,
        profile: &Profile,
        page: Page,
        crawl: &mut Crawl,
    ) -> Result<UnitResult, FetchError> {
        let known = page.observations;
        match self.crawl_posts(profile, &known, crawl).await {
            Err(FetchError::Failed(failure)) if self.may_use_profile_posts(&failure) => {
                let was_served = crawl.count() > 0;
                crawl.begin(Endpoint::WebProfileInfo.code());
                self.work.page(page.observed_at, crawl.take(known)).await?;
                if page.has_more == Some(false) && crawl.count() > 0 {
                    crawl.end();
                    return Ok(crawl.unit_result("posts"));
                }
                let is_closed = !was_served && self.requires_session(&failure);
                Ok(self.anonymous_result(failure, crawl, is_closed))
            }
            end => {
                // The posts in the profile do not count as part of the list.
                let cut = end.err().map(|error| crawl.cut(error));
                if crawl.count() == 0 {
                    self.work.page(page.observed_at, crawl.take(known)).await?;
                }
                cut.map_or_else(|| Ok(crawl.unit_result("posts")), Err)
            }
        }
    }

    /// Returns whether the scrape is anonymous, so that the list may fail in any way: the profile was read.
    fn may_use_profile_posts(&self, failure: &Failure) -> bool {
        !self.is_signed_in() && !failure.outcome.policy().recovery.contains(&RecoveryStep::StopRun)
    }

    /// Returns whether a list that showed nothing to an anonymous client requires a session, as far as its failure shows. A client
    /// without a permit can read the list later.
    fn requires_session(&self, failure: &Failure) -> bool {
        let strategies =
            strategy::read::<Endpoint>(&self.instagram.platform_config.instagram.strategies.posts);
        let has_anonymous_strategy = strategies.iter().any(|strategy| strategy.with == With::Anonymous);
        failure.may_try_next_strategy() || (failure.outcome == Outcome::NoSession && !has_anonymous_strategy)
    }

    /// Returns the result of an anonymous scrape of an account with posts whose list failed; `is_closed`: the list is permanently closed to
    /// anonymous clients.
    fn anonymous_result(&self, failure: Failure, crawl: &Crawl, is_closed: bool) -> UnitResult {
        if crawl.is_full() {
            return UnitResult::new(Outcome::Ok, "");
        }
        let detail = if is_closed {
            "only the newest posts are public; add a session to read all".to_owned()
        } else if failure.outcome == Outcome::NoSession {
            "only the newest posts, because the rate limit allows anonymous clients no list request now"
                .to_owned()
        } else {
            format!(
                "only the newest posts, because the list returned {}",
                failure.outcome.code()
            )
        };
        if crawl.count() == 0 || self.has_lost_session() {
            let why = if is_closed {
                let detail = "none of its posts are public; add a session";
                Failure::new(Outcome::LoginRequired, detail)
            } else {
                failure
            };
            return self.explain_anonymous(why).into();
        }
        let result = UnitResult::new(Outcome::Ok, detail);
        // If there are sessions, one reads the rest later; so does an anonymous client if the list is not closed to it. Otherwise nothing
        // more can be read.
        if self.expects_session() || !is_closed {
            result.with_crawl(crawl.summary())
        } else {
            result
        }
    }
}
