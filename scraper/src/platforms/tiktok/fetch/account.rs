//! Reads a TikTok account: its profile, then its videos.

use clipmeter_proto::AddressAction;
use clipmeter_proto::v1::{AccountTarget, Outcome, Profile};

use super::TiktokClient;
use super::endpoint::{Endpoint, Need};
use super::search::FailedStrategies;
use crate::core::crawl::Crawl;
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::strategy::{FetchStrategy, PlatformEndpoint as _};
use crate::core::subject::{ExpectedAccount, ExpectedSubject};
use crate::core::unit::{UnitResult, UnitWork};
use crate::platforms::tiktok::item_ids::ITEM_IDS;

/// An account, and where it was found.
pub(super) struct ResolvedAccount {
    pub(super) profile: Profile,
    pub(super) page: Page,
    pub(super) endpoint: Endpoint,
    /// Endpoints that did not show the account.
    pub(super) not_at: Vec<Endpoint>,
}

impl TiktokClient {
    /// Reads an account and reports its videos.
    pub(super) async fn read_account(
        &self,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<UnitResult, FetchError> {
        let found = self.find_account(target, work).await?;
        let (profile, page) = (&found.profile, &found.page);
        if is_other_account(target, profile) {
            let detail = format!("@{} now belongs to another account", target.username);
            return Ok(UnitResult::new(Outcome::IdentityChanged, detail).with_new_owner(found.profile));
        }
        work.found(profile.clone());
        if page.outcome == Outcome::Private {
            return Ok(UnitResult::new(page.outcome, found.page.detail));
        }
        if profile.is_private == Some(true) {
            return Ok(UnitResult::new(Outcome::Private, "only followers see its videos"));
        }
        let mut crawl = Crawl::new(ITEM_IDS.hour, target);
        crawl.counted(profile.item_count);
        let is_empty = profile.item_count == Some(0) && page.observations.is_empty();
        let mut result = if is_empty {
            crawl.empty_result(found.endpoint.code())
        } else if crawl.is_needed(&page.observations) {
            self.read_items(found, &mut crawl, work).await?
        } else {
            work.page(page.observed_at, found.page.observations).await?;
            UnitResult::new(Outcome::Ok, "")
        };
        let missing = self.look_up(&target.lookup_ids, &crawl, work).await?;
        result.missing.extend(missing);
        Ok(result)
    }

    /// Finds the account, also under a new username if its secUid is known: the old one may no longer exist or belong to another account.
    /// Another account is returned only if no new username was found.
    async fn find_account(
        &self,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<ResolvedAccount, FetchError> {
        let found = self.find_name(&target.username, target, work).await;
        let may_be_renamed = match &found {
            Ok(found) => is_other_account(target, &found.profile),
            Err(FetchError::Failed(failure)) => failure.outcome == Outcome::NotFound,
            Err(_) => false,
        };
        if !may_be_renamed {
            return found;
        }
        let renamed = match self.new_name(target, work).await {
            // The username's absence is certain without the list. A list that is closed to this address may be open at another time.
            Err(FetchError::Failed(failure)) if found.is_err() && is_unusable(&failure) => None,
            renamed => renamed?,
        };
        let Some(renamed) = renamed else {
            return found;
        };
        tracing::info!(from = target.username, to = renamed, "the account was renamed");
        match self.find_name(&renamed, target, work).await {
            Ok(other) if is_other_account(target, &other.profile) => found,
            renamed => renamed,
        }
    }

    /// Finds the account with a username using the first strategy that works.
    async fn find_name(
        &self,
        name: &str,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<ResolvedAccount, FetchError> {
        let (mut failed, mut not_at) = (FailedStrategies::new(Need::Profile), Vec::new());
        for FetchStrategy { endpoint, .. } in self.strategies(Need::Profile) {
            not_at.push(endpoint);
            if self.client.is_cooling_down(endpoint, work.now()) {
                failed.skipped(endpoint);
                continue;
            }
            match self.fetch_profile(endpoint, name, target, work).await {
                Ok((mut profile, page)) => {
                    self.works(Need::Profile, endpoint, work).await?;
                    not_at.pop();
                    if profile.platform_id.is_empty() && profile.sec_uid.is_empty() {
                        // The embed identifies its account by username only; the known IDs of that username remain valid.
                        profile.platform_id.clone_from(&target.platform_id);
                        profile.sec_uid.clone_from(&target.sec_uid);
                    }
                    return Ok(ResolvedAccount {
                        profile,
                        page,
                        endpoint,
                        not_at,
                    });
                }
                // The page is authoritative; the embed is empty for many accounts.
                Err(FetchError::Failed(failure))
                    if failure.outcome == Outcome::NotFound && !endpoint.has_less_data(Need::Profile) =>
                {
                    return Err(failure.into());
                }
                Err(error) => failed.failed(endpoint, error)?,
            }
        }
        Err(failed.end().into())
    }

    async fn fetch_profile(
        &self,
        endpoint: Endpoint,
        name: &str,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<(Profile, Page), FetchError> {
        let subject = ExpectedSubject::Account(ExpectedAccount {
            name,
            id: &target.platform_id,
            sec_uid: &target.sec_uid,
        });
        let url = self.account_url(endpoint, name);
        let page = self.open(endpoint, url, subject, work).await?;
        let may_have_profile =
            page.outcome.is_success() || matches!(page.outcome, Outcome::Private | Outcome::OkNoVideos);
        match &page.profile {
            Some(profile) if may_have_profile => Ok((profile.clone(), page)),
            _ if page.outcome.is_success() => {
                Err(Failure::new(Outcome::SchemaChanged, "profile: the page names no account").into())
            }
            _ => Err(page.failure().while_reading("profile").into()),
        }
    }

    /// Returns the current username of a known secUid: the author of its newest videos. None: no new username was found.
    async fn new_name(&self, target: &AccountTarget, work: &UnitWork) -> Result<Option<String>, FetchError> {
        if target.sec_uid.is_empty() {
            return Ok(None);
        }
        let list = Endpoint::ItemList;
        if self.client.is_cooling_down(list, work.now()) {
            let detail = format!("new name: {} is on cooldown", list.code());
            return Err(Failure::new(list.refusal(), detail).into());
        }
        let known = Profile {
            username: target.username.clone(),
            platform_id: target.platform_id.clone(),
            sec_uid: target.sec_uid.clone(),
            ..Profile::default()
        };
        match self.newest_videos(&known, work).await {
            Ok(page) => {
                let mut names = page.observations.into_iter().map(|video| video.author_username);
                Ok(names.find(|name| !name.is_empty() && *name != target.username))
            }
            Err(FetchError::Failed(failure))
                if matches!(failure.outcome, Outcome::NotFound | Outcome::AmbiguousEmpty) =>
            {
                Ok(None)
            }
            Err(FetchError::Failed(failure)) => Err(failure.while_reading("new name").into()),
            Err(error) => Err(error),
        }
    }
}

/// Returns whether the failure is neither about the address nor temporary.
fn is_unusable(failure: &Failure) -> bool {
    failure.may_try_next_strategy() && failure.outcome.policy().address == AddressAction::Keep
}

/// Returns whether the account found is not the tracked one.
fn is_other_account(target: &AccountTarget, found: &Profile) -> bool {
    let differ = |known: &str, found: &str| !known.is_empty() && !found.is_empty() && known != found;
    differ(&target.platform_id, &found.platform_id) || differ(&target.sec_uid, &found.sec_uid)
}
