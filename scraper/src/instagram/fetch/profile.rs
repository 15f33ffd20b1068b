//! Who an account is: its id, its counts, and the posts that come along.

use clipmeter_proto::v1::{AccountTarget, Outcome, Profile};

use super::Instagram;
use super::access::{As, Endpoint};
use super::exchange::most_telling;
use crate::failure::Failure;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::transport::{FetchError, Request};
use crate::unit::UnitWork;

impl Instagram {
    /// Finds the account, also under a new name when its id is known. The page's outcome is a success or
    /// [`Outcome::Private`], and it has a profile.
    pub(super) async fn find_account(
        &self,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<(Profile, Page), FetchError> {
        match self.find_name(&target.username, work).await {
            Err(FetchError::Failed(failure)) if failure.outcome == Outcome::NotFound => {
                let Some(renamed) = self.new_name(target, work).await? else {
                    return Err(failure.into());
                };
                tracing::info!(from = target.username, to = renamed, "the account has a new name");
                self.find_name(&renamed, work).await
            }
            found => found,
        }
    }

    /// Asks each endpoint that knows accounts by name. A session that is lost by the question leaves the question to a guest.
    async fn find_name(&self, username: &str, work: &UnitWork) -> Result<(Profile, Page), FetchError> {
        let mut failures = Vec::new();
        for endpoint in [
            Endpoint::WebProfileInfo,
            Endpoint::ProfilePage,
            Endpoint::FeedByName,
        ] {
            if endpoint == Endpoint::FeedByName && self.access.current()? == As::Guest {
                continue; // Closed to guests, always.
            }
            if self.access.is_retired(endpoint) {
                failures.push(Failure::new(
                    Outcome::EndpointRetired,
                    "profile: retired earlier in this run",
                ));
                continue;
            }
            let before = self.access.current()?;
            let mut found = self.ask_profile(endpoint, username, work).await;
            if before == As::Session && self.access.current() == Ok(As::Guest) {
                found = self.ask_profile(endpoint, username, work).await;
            }
            match found {
                Err(FetchError::Failed(failure)) if failure.has_other_way() => failures.push(failure),
                found => return found,
            }
        }
        let failure = most_telling(failures);
        Err(failure
            .unwrap_or_else(|| Failure::new(Outcome::UnknownError, "no way to the profile"))
            .into())
    }

    async fn ask_profile(
        &self,
        endpoint: Endpoint,
        username: &str,
        work: &UnitWork,
    ) -> Result<(Profile, Page), FetchError> {
        let (kind, build): (_, &(dyn Fn(As) -> Request + Sync)) = match endpoint {
            Endpoint::ProfilePage => (AnswerKind::IgProfileHtmlEmbedded, &|way| {
                self.profile_page(username, way)
            }),
            Endpoint::FeedByName => (AnswerKind::IgFeedUser, &|way| self.feed_by_name(username, way)),
            _ => (AnswerKind::IgWebProfileInfo, &|way| {
                self.web_profile_info(username, way)
            }),
        };
        let page = self.ask(endpoint, kind, work, build).await?;
        let profile = page
            .profile
            .clone()
            .filter(|profile| !profile.platform_id.is_empty());
        match profile {
            Some(profile) if page.outcome.is_success() || page.outcome == Outcome::Private => {
                Ok((profile, page))
            }
            None if page.outcome.is_success() => {
                Err(Failure::new(Outcome::SchemaChanged, "profile: the answer names no account").into())
            }
            _ => Err(page.failure().while_reading("profile").into()),
        }
    }

    /// The name that a known id has now. Only a session can ask that. A post's author says nothing about it unless the
    /// id is the same: others publish posts together with the account.
    async fn new_name(&self, target: &AccountTarget, work: &UnitWork) -> Result<Option<String>, FetchError> {
        let can_ask = !target.platform_id.is_empty()
            && self.access.current()? == As::Session
            && !self.access.is_retired(Endpoint::Feed);
        if !can_ask {
            return Ok(None);
        }
        let build = |way| self.feed(&target.platform_id, &target.username, None, way);
        let page = self
            .ask(Endpoint::Feed, AnswerKind::IgFeedUser, work, build)
            .await?;
        let name = page
            .profile
            .filter(|profile| profile.platform_id == target.platform_id)
            .map(|profile| profile.username);
        Ok(name.filter(|name| !name.is_empty() && *name != target.username))
    }
}
