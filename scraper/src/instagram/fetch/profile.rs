//! Who an account is: its id, its counts, and the posts that come along.

use clipmeter_proto::v1::{AccountTarget, Outcome, Profile};

use super::endpoint::Endpoint;
use super::visit::Visit;
use super::visitor::Visitor;
use super::ways::{self, Need, Tried};
use crate::failure::Failure;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::transport::FetchError;

impl Visit<'_> {
    /// Finds the account, also under a new name when its id is known. The page's outcome is a success or
    /// [`Outcome::Private`], and it has a profile.
    pub(super) async fn find_account(&self, target: &AccountTarget) -> Result<(Profile, Page), FetchError> {
        match self.find_name(&target.username).await {
            Err(FetchError::Failed(failure)) if failure.outcome == Outcome::NotFound => {
                let Some(renamed) = self.new_name(target).await? else {
                    return Err(failure.into());
                };
                tracing::info!(from = target.username, to = renamed, "the account has a new name");
                self.find_name(&renamed).await
            }
            found => found,
        }
    }

    /// Asks each endpoint that knows accounts by name.
    async fn find_name(&self, username: &str) -> Result<(Profile, Page), FetchError> {
        let mut tried = Tried::default();
        let ways = ways::read(&self.instagram.facts.instagram.ways.profile);
        'search: for alike in ways.chunk_by(|one, next| one.with == next.with) {
            let Some(visitor) = self.visitor(alike[0].with).await? else {
                continue;
            };
            for way in visitor.in_order(Need::Profile, alike) {
                if visitor.rests(way.endpoint, self.work.now()) {
                    tried.rests(&visitor, "profile");
                    continue;
                }
                match self.ask_profile(&visitor, way.endpoint, username).await {
                    Ok(found) => {
                        self.works(&visitor, Need::Profile, way.endpoint).await?;
                        return Ok(found);
                    }
                    Err(error) => tried.failed(way, error)?,
                }
                if tried.is_denied() {
                    break 'search;
                }
            }
        }
        Err(tried.end("profile"))
    }

    async fn ask_profile(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        username: &str,
    ) -> Result<(Profile, Page), FetchError> {
        let instagram = self.instagram;
        let (kind, request) = match endpoint {
            Endpoint::ProfilePage => (
                AnswerKind::IgProfileHtmlEmbedded,
                instagram.profile_page(username, visitor),
            ),
            Endpoint::FeedByName => (AnswerKind::IgFeedUser, instagram.feed_by_name(username, visitor)),
            _ => (
                AnswerKind::IgWebProfileInfo,
                instagram.web_profile_info(username, visitor),
            ),
        };
        let page = self.ask(visitor, endpoint, kind, &request).await?;
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
    async fn new_name(&self, target: &AccountTarget) -> Result<Option<String>, FetchError> {
        if target.platform_id.is_empty() {
            return Ok(None);
        }
        let session = self.session().await?;
        let Some(session) = session.filter(|session| !session.rests(Endpoint::Feed, self.work.now())) else {
            return Ok(None);
        };
        let request = self
            .instagram
            .feed(&target.platform_id, &target.username, None, &session);
        let page = self
            .ask(&session, Endpoint::Feed, AnswerKind::IgFeedUser, &request)
            .await?;
        let name = page
            .profile
            .filter(|profile| profile.platform_id == target.platform_id)
            .map(|profile| profile.username)
            .filter(|name| !name.is_empty() && *name != target.username);
        if name.is_some() {
            self.works(&session, Need::NameById, Endpoint::Feed).await?;
        }
        Ok(name)
    }
}
