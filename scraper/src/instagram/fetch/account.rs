//! An Instagram account: who it is, then its posts.

use std::collections::HashSet;

use clipmeter_proto::Step;
use clipmeter_proto::v1::{AccountTarget, Outcome, Platform, Profile};

use super::endpoint::Endpoint;
use super::profile::is_someone_else;
use super::visit::Visit;
use super::ways::{self, With};
use crate::failure::Failure;
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
        let mut shown = HashSet::new();
        let mut ending = if walk.is_needed(&page.observations) {
            self.read_posts(&profile, page, &mut walk).await?
        } else {
            // No list says otherwise. What one leaves out that was asked is looked at, although the profile shows it.
            shown.extend(page.observations.iter().map(|post| post.external_id.clone()));
            self.work.page(page.observed_at, page.observations).await?;
            Ending::new(Outcome::Ok, "")
        };
        let is_seen = |id: u64| walk.has_seen(id) || shown.contains(&id.to_string());
        let missing = self.look_at_posts(target, &profile.username, is_seen).await?;
        ending.missing.extend(missing);
        Ok(ending)
    }

    /// Walks the list; where guests are not shown it, what came with the profile takes its place.
    async fn read_posts(&self, profile: &Profile, page: Page, walk: &mut Walk) -> Result<Ending, FetchError> {
        let known = page.observations;
        match self.walk_posts(profile, &known, walk).await {
            Err(FetchError::Failed(failure)) if self.is_left_to_the_profile(&failure) => {
                let was_served = walk.count() > 0;
                walk.begin(Endpoint::WebProfileInfo.code());
                self.work.page(page.observed_at, walk.take(known)).await?;
                if page.has_more == Some(false) && walk.count() > 0 {
                    walk.end();
                    return Ok(walk.ending("posts"));
                }
                let is_closed = !was_served && self.is_closed_to_guests(&failure);
                Ok(self.guests_ending(failure, walk, is_closed))
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

    /// Whether nobody but a guest is there, to whom the list may fail in any way: who the account is was read.
    fn is_left_to_the_profile(&self, failure: &Failure) -> bool {
        !self.is_signed_in() && !failure.outcome.reaction().then.contains(&Step::StopRun)
    }

    /// Whether a list that showed a guest nothing is for sessions only, as far as its failure says. Who had no turn for it is shown it later.
    fn is_closed_to_guests(&self, failure: &Failure) -> bool {
        let ways = ways::read::<Endpoint>(&self.instagram.facts.instagram.ways.posts);
        let has_way = ways.iter().any(|way| way.with == With::Guest);
        failure.has_other_way() || (failure.outcome == Outcome::NoSession && !has_way)
    }

    /// What a guest has seen of an account with posts, whose list failed so, for good if it `is_closed` to guests.
    fn guests_ending(&self, failure: Failure, walk: &Walk, is_closed: bool) -> Ending {
        if walk.is_full() {
            return Ending::new(Outcome::Ok, "");
        }
        let detail = if is_closed {
            "guests are shown the newest posts only; add a session for all".to_owned()
        } else if failure.outcome == Outcome::NoSession {
            "only the newest posts, because guests have no turn for the list now".to_owned()
        } else {
            format!(
                "only the newest posts, because the list answered {}",
                failure.outcome.code()
            )
        };
        if walk.count() == 0 || self.has_lost_session() {
            let why = if is_closed {
                let detail = "guests are shown none of its posts; add a session";
                Failure::new(Outcome::LoginRequired, detail)
            } else {
                failure
            };
            return self.why_guest(why).into();
        }
        let ending = Ending::new(Outcome::Ok, detail);
        // Where there are sessions, one reads the rest later, and so does a guest whose list is not closed; else this is all that there is to be
        // read.
        if self.may_come() || !is_closed {
            ending.after(walk.report())
        } else {
            ending
        }
    }
}
