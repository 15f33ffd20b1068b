//! Who an account is: its id, its counts, and the posts that come along.

use clipmeter_proto::v1::{AccountTarget, Outcome, Profile};

use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::search::LookupTarget;
use crate::failure::Failure;
use crate::model::ResponseKind;
use crate::page::Page;
use crate::subject::{ExpectedAccount, ExpectedSubject};
use crate::transport::FetchError;

/// An account and the answer that told it.
type ResolvedProfile = (Profile, Page);

impl AccountScrape<'_> {
    /// Finds the account, also under a new name when its id is known: the name it had may be gone, or somebody else's. The page's outcome is
    /// a success or [`Outcome::Private`], and it has a profile, of somebody else only if nobody knows a new name.
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
        tracing::info!(from = target.username, to = renamed, "the account has a new name");
        match self.find_name(&renamed, target).await {
            Ok((profile, _)) if is_other_account(target, &profile) => found,
            renamed => renamed,
        }
    }

    /// Asks each endpoint that knows accounts by name.
    async fn find_name(&self, username: &str, target: &AccountTarget) -> Result<ResolvedProfile, FetchError> {
        let page = self.find(LookupTarget::Account { username, target }).await?;
        Ok((page.profile.clone().unwrap_or_default(), page))
    }

    /// The page has a profile with an id.
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
                ResponseKind::IgProfileHtmlEmbedded,
                instagram.profile_page(username, client),
            ),
            Endpoint::FeedByName => (ResponseKind::IgFeedUser, instagram.feed_by_name(username, client)),
            _ => (
                ResponseKind::IgWebProfileInfo,
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

    /// The name that a known id has now; none when nobody knows it. Only a session can ask that: where one may be free soon, it is waited for.
    /// Where the old name `is_taken`, an account that nobody knows stops until an administrator decides: then only a denial says so.
    async fn new_name(&self, target: &AccountTarget, is_taken: bool) -> Result<Option<String>, FetchError> {
        if target.platform_id.is_empty() {
            return Ok(None);
        }
        match self.find(LookupTarget::Name { of: target }).await {
            Ok(page) => {
                let name = page.profile.map(|profile| profile.username);
                Ok(name.filter(|name| *name != target.username))
            }
            Err(FetchError::Failed(failure)) if failure.outcome == Outcome::NoSession => {
                if self.may_come() {
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

    /// Asks who has the account's id; the page has the profile. A post's author says nothing about it unless the id is the same: others publish posts together
    /// with the account.
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
                ResponseKind::IgFeedUser,
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

/// Whether nobody answers by the name or id that was asked for, although not each endpoint may have said so.
fn is_denial(failure: &Failure) -> bool {
    matches!(failure.outcome, Outcome::NotFound | Outcome::AmbiguousEmpty)
}

/// Whether the account found is another one than the one tracked.
pub(super) fn is_other_account(target: &AccountTarget, found: &Profile) -> bool {
    !target.platform_id.is_empty() && target.platform_id != found.platform_id
}
