//! Finds an account: its ID, its counts, and the posts that come along.

use clipmeter_proto::v1::{AccountTarget, Outcome, Profile};

use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::search::LookupTarget;
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::subject::{ExpectedAccount, ExpectedSubject};
use crate::platforms::instagram::kinds;

/// An account and the response that contained it.
type ResolvedProfile = (Profile, Page);

impl AccountScrape<'_> {
    /// Finds the account, also under a new username if its ID is known: the old one may no longer exist or belong to another account. The
    /// page's outcome is a success or [`Outcome::Private`], and it has a profile, which is of another account only if no new username was
    /// found.
    pub(super) async fn find_account(&self, target: &AccountTarget) -> Result<ResolvedProfile, FetchError> {
        let found = self.find_name(&target.username, target).await;
        let (is_taken, is_denied) = match &found {
            Ok((profile, _)) => (is_other_account(target, profile), false),
            Err(FetchError::Failed(failure)) => (false, is_denial(failure)),
            Err(_) => (false, false),
        };
        if !is_taken && !is_denied {
            return found;
        }
        let Some(renamed) = self.new_name(target, is_taken).await? else {
            return found;
        };
        tracing::info!(from = target.username, to = renamed, "the account was renamed");
        match self.find_name(&renamed, target).await {
            Ok((profile, _)) if is_other_account(target, &profile) => found,
            renamed => renamed,
        }
    }

    /// Requests each endpoint that finds accounts by username.
    async fn find_name(&self, username: &str, target: &AccountTarget) -> Result<ResolvedProfile, FetchError> {
        let page = self.find(LookupTarget::Account { username, target }).await?;
        Ok((page.profile.clone().unwrap_or_default(), page))
    }

    /// Returns a page that has a profile with an ID.
    pub(super) async fn fetch_profile(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        username: &str,
        target: &AccountTarget,
    ) -> Result<Page, FetchError> {
        let instagram = self.instagram;
        let (kind, request) = match endpoint {
            Endpoint::ProfilePage => (
                kinds::PROFILE_HTML_EMBEDDED,
                instagram.profile_page(username, client),
            ),
            Endpoint::FeedByName => (kinds::FEED_USER, instagram.feed_by_name(username, client)),
            _ => (
                kinds::WEB_PROFILE_INFO,
                instagram.web_profile_info(username, client),
            ),
        };
        let owner = ExpectedAccount {
            name: username,
            id: &target.platform_id,
            ..ExpectedAccount::default()
        };
        let expected = (kind, ExpectedSubject::Account(owner));
        let page = self.fetch(client, endpoint, expected, &request).await?;
        let has_profile = page
            .profile
            .as_ref()
            .is_some_and(|profile| !profile.platform_id.is_empty());
        if has_profile && (page.outcome.is_success() || page.outcome == Outcome::Private) {
            Ok(page)
        } else if page.outcome.is_success() {
            Err(Failure::new(Outcome::SchemaChanged, "profile: the response names no account").into())
        } else {
            Err(page.failure().while_reading("profile").into())
        }
    }

    /// Returns the current username for a known ID; none if no endpoint finds one. Only sessions can request it: if one may be free soon,
    /// the unit waits for it. If the old username `is_taken`, an account without a new one stops until an administrator decides: in that
    /// case only an explicit denial counts. If the platform still returns the old username for the ID, the two responses contradict each
    /// other, and the scraper uses neither.
    async fn new_name(&self, target: &AccountTarget, is_taken: bool) -> Result<Option<String>, FetchError> {
        if target.platform_id.is_empty() {
            return Ok(None);
        }
        match self.find(LookupTarget::Name { of: target }).await {
            Ok(page) => match page.profile.map(|profile| profile.username) {
                Some(name) if name == target.username => {
                    let detail = "profile: the account has this username according to its ID only";
                    Err(Failure::new(Outcome::AmbiguousEmpty, detail).into())
                }
                name => Ok(name),
            },
            Err(FetchError::Failed(failure)) if failure.outcome == Outcome::NoSession => {
                if self.expects_session() {
                    Err(failure.into())
                } else {
                    Ok(None)
                }
            }
            Err(FetchError::Failed(failure))
                if is_denial(&failure) || (!is_taken && failure.may_try_next_strategy()) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Requests the account that has the ID; the page has the profile. A post's author counts only with the same ID, because posts may be
    /// coauthored.
    pub(super) async fn fetch_name(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        target: &AccountTarget,
    ) -> Result<Page, FetchError> {
        let (id, username) = (&target.platform_id, &target.username);
        let page = if endpoint == Endpoint::Feed {
            let request = self.instagram.feed(id, username, None, client);
            let expected = (
                kinds::FEED_USER,
                ExpectedSubject::ItemsOf(ExpectedAccount::of_id(id)),
            );
            self.fetch(client, endpoint, expected, &request).await?
        } else {
            self.fetch_profile_by_id(client, id, username).await?
        };
        let is_its = page
            .profile
            .as_ref()
            .is_some_and(|profile| profile.platform_id == *id && !profile.username.is_empty());
        if is_its {
            Ok(page)
        } else if page.outcome.is_success() {
            Err(Failure::new(
                Outcome::AmbiguousEmpty,
                "name: the response names no such account",
            )
            .into())
        } else {
            Err(page.failure().while_reading("name").into())
        }
    }
}

/// Returns whether the failure means that the requested username or ID does not exist, although not every endpoint may have
/// confirmed it.
fn is_denial(failure: &Failure) -> bool {
    matches!(failure.outcome, Outcome::NotFound | Outcome::AmbiguousEmpty)
}

/// Returns whether the account found is not the tracked one.
pub(super) fn is_other_account(target: &AccountTarget, found: &Profile) -> bool {
    !target.platform_id.is_empty() && target.platform_id != found.platform_id
}
