//! A single TikTok video.

use clipmeter_proto::v1::{Outcome, VideoTarget};
use clipmeter_rules::VideoAddress;
use url::Url;

use super::Tiktok;
use super::address::{is_video_id, target};
use crate::failure::Failure;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::transport::FetchError;
use crate::unit::{Ending, UnitWork};

impl Tiktok {
    /// Reads a video and reports it.
    pub(super) async fn read_video(
        &self,
        target: &VideoTarget,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        let id = if target.video_id.is_empty() {
            self.resolve(&target.short_url, work).await?
        } else {
            target.video_id.clone()
        };
        if !is_video_id(&id) {
            return Ok(Ending::new(
                Outcome::NotFound,
                "the video's id must be 17 to 20 digits",
            ));
        }
        let mut ending = match self.read_video_id(&id, work).await {
            Err(FetchError::Failed(failure)) => failure.into(),
            ending => ending?,
        };
        if target.video_id.is_empty() {
            ending.resolved_video_id = id;
        }
        Ok(ending)
    }

    async fn read_video_id(&self, id: &str, work: &UnitWork) -> Result<Ending, FetchError> {
        let failure = match self.open_video(id, work).await {
            Ok(page) if page.outcome.is_success() => return self.report_video(page, "", work).await,
            Ok(page) => page.failure().while_reading("video"),
            Err(FetchError::Failed(failure)) => failure,
            Err(FetchError::Stopped) => return Err(FetchError::Stopped),
        };
        if is_final(failure.outcome) {
            return Err(failure.into());
        }
        // A page that denies the video, or does not come, gets a second look from the embed, which is not guarded.
        let embed = self
            .open(AnswerKind::TtEmbedVideo, self.embed_video_url(id), work)
            .await;
        match embed {
            Ok(page) if page.outcome.is_success() && !page.observations.is_empty() => {
                let detail = format!(
                    "read from its embed, because the page answered {}",
                    failure.outcome.code()
                );
                self.report_video(page, &detail, work).await
            }
            Err(FetchError::Stopped) => Err(FetchError::Stopped),
            _ => self.confirm_missing(id, failure, work).await,
        }
    }

    /// Opens the video's page; one of another kind that says where the video's page is leads there once.
    async fn open_video(&self, id: &str, work: &UnitWork) -> Result<Page, FetchError> {
        let page = self
            .open(AnswerKind::TtVideoPage, self.video_page_url(id), work)
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
            Some(url) => self.open(AnswerKind::TtVideoPage, self.at_base(&url), work).await,
            None => Ok(page),
        }
    }

    async fn report_video(&self, page: Page, detail: &str, work: &UnitWork) -> Result<Ending, FetchError> {
        if let Some(profile) = page.profile {
            work.found(profile);
        }
        work.page(page.observed_at, page.observations).await?;
        let detail = if detail.is_empty() {
            page.detail
        } else {
            detail.to_owned()
        };
        Ok(Ending::new(page.outcome, detail))
    }

    /// Whether the video still exists is known to the preview service, which shows no counts.
    async fn confirm_missing(
        &self,
        id: &str,
        failure: Failure,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        let preview = self.open(AnswerKind::TtOembed, self.oembed_url(id), work).await;
        let outcome = match preview {
            Ok(page) if page.outcome == Outcome::NotFound => Outcome::NotFound,
            Ok(page) if page.outcome.is_success() && failure.outcome == Outcome::NotFound => Outcome::Blocked,
            Err(FetchError::Stopped) => return Err(FetchError::Stopped),
            _ => failure.outcome,
        };
        Err(Failure { outcome, ..failure }.into())
    }
}

/// Whether the page's word is the platform's last: private is private on every page.
fn is_final(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Private
            | Outcome::RegionBlocked
            | Outcome::NotAvailable
            | Outcome::RateLimited
            | Outcome::Transient
    )
}
