//! An Instagram account: who it is, then its posts.

use std::collections::HashSet;

use clipmeter_proto::v1::{AccountTarget, Outcome, Platform, Profile};

use super::endpoint::Endpoint;
use super::profile::is_someone_else;
use super::visit::Visit;
use crate::failure::Failure;
use crate::merge::leave_out_lesser_views;
use crate::page::Page;
use crate::transport::FetchError;
use crate::unit::Ending;
use crate::walk::Walk;

impl Visit<'_> {
    /// Reads the account with whom it is asked now.
    pub(super) async fn read_account(&self, target: &AccountTarget) -> Result<Ending, FetchError> {
        let (profile, page) = self.find_account(target).await?;
        if is_someone_else(target, &profile) {
            let detail = format!("@{} now belongs to another account", target.username);
            return Ok(Ending::new(Outcome::IdentityChanged, detail).claimed_by(profile));
        }
        self.work.found(profile.clone());
        if page.outcome == Outcome::Private || profile.is_private == Some(true) {
            return Ok(Ending::new(
                Outcome::Private,
                "only approved followers see its posts",
            ));
        }
        if profile.item_count == Some(0) {
            return Ok(Ending::new(Outcome::OkNoVideos, ""));
        }
        let mut walk = Walk::new(Platform::Instagram, target);
        walk.counted(profile.item_count);
        let shown: HashSet<String> = page
            .observations
            .iter()
            .map(|post| post.external_id.clone())
            .collect();
        let mut ending = if walk.is_needed(&page.observations) {
            self.read_posts(&profile, page, &mut walk).await?
        } else {
            let mut known = page.observations;
            // The profile counts views of three seconds, where the list of reels counted plays.
            leave_out_lesser_views(&mut known);
            self.work.page(page.observed_at, known).await?;
            Ending::new(Outcome::Ok, "")
        };
        let is_seen = |id: u64| walk.has_seen(id) || shown.contains(&id.to_string());
        let missing = self.look_at_posts(target, &profile.username, is_seen).await?;
        ending.missing.extend(missing);
        Ok(ending)
    }

    /// Walks the list; to guests, who are shown none, what came with the profile takes its place.
    async fn read_posts(&self, profile: &Profile, page: Page, walk: &mut Walk) -> Result<Ending, FetchError> {
        let known = page.observations;
        match self.walk_posts(profile, &known, walk).await {
            Err(FetchError::Failed(failure)) if self.is_left_to_the_profile(&failure) => {
                let is_all = page.has_more == Some(false);
                walk.begin(Endpoint::WebProfileInfo.code());
                self.work.page(page.observed_at, walk.take(known)).await?;
                if is_all {
                    walk.end();
                }
                Ok(self.guests_ending(walk, is_all))
            }
            end => {
                // What the profile shows is no part of what the list has shown by then.
                let cut = end.err().map(|error| walk.cut(error));
                if walk.count() == 0 {
                    self.work.page(page.observed_at, walk.take(known)).await?;
                }
                cut.map_or_else(|| Ok(walk.ending("posts")), Err)
            }
        }
    }

    /// Whether the list is closed to guests, and nobody else is there.
    fn is_left_to_the_profile(&self, failure: &Failure) -> bool {
        let is_closed = failure.has_other_way() || failure.outcome == Outcome::NoSession;
        is_closed && !self.is_signed_in()
    }

    /// What a guest has seen of an account with posts.
    fn guests_ending(&self, walk: &Walk, is_all: bool) -> Ending {
        if walk.is_full() || (is_all && walk.count() > 0) {
            return Ending::new(Outcome::Ok, "");
        }
        let closed = Failure::new(
            Outcome::LoginRequired,
            "guests are shown none of its posts; add a session",
        );
        let why = self.why_guest(closed);
        if walk.count() == 0 || !matches!(why.outcome, Outcome::LoginRequired | Outcome::NoSession) {
            return why.into();
        }
        let ending = Ending::new(
            Outcome::Ok,
            "guests are shown the newest posts only; add a session for all",
        );
        // Where there are sessions, one reads the rest later; where there are none, this is all that there is to be read.
        if self.may_come() {
            ending.after(walk.report())
        } else {
            ending
        }
    }
}
