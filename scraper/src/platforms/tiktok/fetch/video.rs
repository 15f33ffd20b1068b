//! Reads a single TikTok video.

use clipmeter_domain::VideoAddress;
use clipmeter_proto::v1::{MissingItem, Outcome, VideoTarget};
use url::Url;

use super::TiktokClient;
use super::endpoint::{Endpoint, Need};
use super::hop::{is_video_id, target};
use super::search::FailedStrategies;
use crate::core::crawl::Crawl;
use crate::core::crawl::lookups::{self, Lookups};
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::strategy::FetchStrategy;
use crate::core::subject::ExpectedSubject;
use crate::core::unit::{UnitResult, UnitWork};

impl TiktokClient {
    /// Reads a video and reports it.
    pub(super) async fn read_video(
        &self,
        target: &VideoTarget,
        work: &UnitWork,
    ) -> Result<UnitResult, FetchError> {
        let id = if target.video_id.is_empty() {
            self.resolve(&target.short_url, work).await?
        } else {
            target.video_id.clone()
        };
        if !is_video_id(&id) {
            return Ok(UnitResult::new(
                Outcome::NotFound,
                "the video's id must be 17 to 20 digits",
            ));
        }
        let mut result = match self.find_video(&id, work).await {
            Err(FetchError::Failed(failure)) => failure.into(),
            found => self.report_video(found?, work).await?,
        };
        if target.video_id.is_empty() {
            result.resolved_video_id = id;
        }
        Ok(result)
    }

    /// Looks up videos of an account that its list did not show, and reports those that exist. Returns those that are removed or hidden.
    pub(super) async fn look_up(
        &self,
        ids: &[u64],
        crawl: &Crawl,
        work: &UnitWork,
    ) -> Result<Vec<MissingItem>, FetchError> {
        let is_seen = |id| crawl.has_seen(id);
        let mut lookups = Lookups::default();
        for id in lookups::worth(ids, is_seen) {
            let found = self.find_video(&id.to_string(), work).await;
            if !lookups.take(id, found, work).await? {
                break;
            }
        }
        Ok(lookups.missing)
    }

    /// Finds a video with the first strategy that works. If the page reports it as not found, or fails, the embed is tried, which is not
    /// protected.
    async fn find_video(&self, id: &str, work: &UnitWork) -> Result<Page, FetchError> {
        let mut failed = FailedStrategies::new(Need::Item);
        for FetchStrategy { endpoint, .. } in self.strategies(Need::Item) {
            if self.client.is_cooling_down(endpoint, work.now()) {
                failed.skipped(endpoint);
                continue;
            }
            match self.fetch_video(endpoint, id, work).await {
                Ok(mut page) => {
                    self.works(Need::Item, endpoint, work).await?;
                    if endpoint == Endpoint::EmbedVideo {
                        page.detail = read_from_embed(failed.explain("page"));
                    }
                    return Ok(page);
                }
                Err(error) => failed.failed(endpoint, error)?,
            }
        }
        Err(self.confirm_missing(id, failed.end(), work).await?.into())
    }

    async fn fetch_video(&self, endpoint: Endpoint, id: &str, work: &UnitWork) -> Result<Page, FetchError> {
        let page = match endpoint {
            Endpoint::EmbedVideo => {
                let subject = ExpectedSubject::Item(id);
                self.open(endpoint, self.embed_video_url(id), subject, work)
                    .await?
            }
            _ => self.open_video(id, work).await?,
        };
        let is_shown = endpoint != Endpoint::EmbedVideo || !page.observations.is_empty();
        if page.outcome.is_success() && is_shown {
            Ok(page)
        } else {
            Err(page.failure().while_reading("video").into())
        }
    }

    /// Opens the video's page; if it is a page of another kind with a canonical URL for the video, or redirects to one, that URL is opened
    /// once.
    async fn open_video(&self, id: &str, work: &UnitWork) -> Result<Page, FetchError> {
        let page = self
            .open(
                Endpoint::VideoPage,
                self.video_page_url(id),
                ExpectedSubject::Item(id),
                work,
            )
            .await?;
        let elsewhere = page
            .canonical
            .as_deref()
            .filter(|_| page.outcome == Outcome::UnexpectedPage)
            .and_then(|canonical| target(None, canonical))
            .and_then(|address| match address {
                VideoAddress::Video { id: named, url } if named == id => Url::parse(&url).ok(),
                _ => None,
            });
        match elsewhere {
            Some(url) => {
                let subject = ExpectedSubject::Item(id);
                self.open(Endpoint::VideoPage, self.at_base(&url), subject, work)
                    .await
            }
            None => Ok(page),
        }
    }

    async fn report_video(&self, page: Page, work: &UnitWork) -> Result<UnitResult, FetchError> {
        if let Some(profile) = page.profile {
            work.found(profile);
        }
        work.page(page.observed_at, page.observations).await?;
        Ok(UnitResult::new(page.outcome, page.detail))
    }

    /// Checks with the preview service, which shows no counts, whether the video still exists. A video that the service does not find was
    /// removed, regardless of the other endpoints' responses; one that only they do not find was not.
    async fn confirm_missing(
        &self,
        id: &str,
        failure: Failure,
        work: &UnitWork,
    ) -> Result<Failure, FetchError> {
        let is_denied = failure.outcome == Outcome::NotFound;
        let preview = if self.client.is_cooling_down(Endpoint::Oembed, work.now()) {
            None
        } else {
            let subject = ExpectedSubject::Item(id);
            Some(
                self.open(Endpoint::Oembed, self.oembed_url(id), subject, work)
                    .await,
            )
        };
        let outcome = match preview {
            Some(Ok(page)) if page.outcome == Outcome::NotFound => Outcome::NotFound,
            Some(Ok(page)) if page.outcome.is_success() && is_denied => Outcome::Blocked,
            Some(Err(FetchError::Stopped)) => return Err(FetchError::Stopped),
            Some(Err(FetchError::Deferred)) if is_denied => return Err(FetchError::Deferred),
            _ if is_denied => Outcome::AmbiguousEmpty,
            _ => failure.outcome,
        };
        Ok(Failure { outcome, ..failure })
    }
}

fn read_from_embed(because: Option<String>) -> String {
    let because = because.map(|because| format!(", {because}"));
    format!("read from its embed{}", because.unwrap_or_default())
}
