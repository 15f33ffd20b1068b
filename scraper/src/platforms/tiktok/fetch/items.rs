//! The videos of an account: its list, or the web pages that replace it.

use clipmeter_proto::v1::{Outcome, Profile};

use super::TiktokClient;
use super::account::ResolvedAccount;
use super::endpoint::{Endpoint, Need};
use super::list::owner;
use super::search::FailedStrategies;
use crate::core::crawl::Crawl;
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::strategy::{FetchStrategy, PlatformEndpoint as _};
use crate::core::subject::ExpectedSubject;
use crate::core::unit::{UnitResult, UnitWork};

impl TiktokClient {
    /// Reads the videos with the first strategy that works. Videos on other pages replace a list that fails or breaks off.
    pub(super) async fn read_items(
        &self,
        found: ResolvedAccount,
        crawl: &mut Crawl,
        work: &UnitWork,
    ) -> Result<UnitResult, FetchError> {
        let mut failed = FailedStrategies::new(Need::Items);
        let mut available = Some((found.endpoint, found.page));
        for FetchStrategy { endpoint, .. } in self.strategies(Need::Items) {
            if self.client.is_cooling_down(endpoint, work.now()) {
                failed.skipped(endpoint);
                continue;
            }
            let read = if endpoint == Endpoint::ItemList {
                self.read_list(&found.profile, crawl, work).await
            } else if let Some((_, page)) = available.take_if(|(found_at, _)| *found_at == endpoint) {
                self.report_shown(page, endpoint, &failed, crawl, work).await
            } else if found.not_at.contains(&endpoint) {
                continue;
            } else {
                let url = self.account_url(endpoint, &found.profile.username);
                let subject = ExpectedSubject::Account(owner(&found.profile));
                match self.open(endpoint, url, subject, work).await {
                    Ok(page) => self.report_shown(page, endpoint, &failed, crawl, work).await,
                    Err(error) => Err(error),
                }
            };
            match read {
                Ok(result) => {
                    self.works(Need::Items, endpoint, work).await?;
                    return Ok(result);
                }
                Err(error) => failed.failed(endpoint, error)?,
            }
        }
        Err(failed.end().into())
    }

    async fn read_list(
        &self,
        profile: &Profile,
        crawl: &mut Crawl,
        work: &UnitWork,
    ) -> Result<UnitResult, FetchError> {
        self.crawl_videos(profile, crawl, work).await?;
        if crawl.count() > 0 {
            return Ok(crawl.unit_result("videos"));
        }
        if crawl.expects_items() {
            let detail = "videos: the account has some and the list is empty";
            return Err(Failure::new(Outcome::AmbiguousEmpty, detail).into());
        }
        Ok(UnitResult::new(Outcome::OkNoVideos, "the list is empty").with_crawl(crawl.summary()))
    }

    /// Reports the videos on a web page, which are the newest ones.
    async fn report_shown(
        &self,
        page: Page,
        endpoint: Endpoint,
        failed: &FailedStrategies,
        crawl: &mut Crawl,
        work: &UnitWork,
    ) -> Result<UnitResult, FetchError> {
        let page = page.accept("videos")?;
        if page.observations.is_empty() {
            let detail = "videos: the page shows none";
            return Err(Failure::new(Outcome::AmbiguousEmpty, detail).into());
        }
        crawl.begin(endpoint.code());
        work.page(page.observed_at, crawl.take(page.observations)).await?;
        let (Some(failure), Some(because)) = (failed.first_failure(), failed.explain("list")) else {
            let result = UnitResult::new(Outcome::Ok, "only the newest videos, without requesting the list");
            return Ok(result.with_crawl(crawl.summary()));
        };
        let detail = format!("only the newest videos, {because}");
        Ok(UnitResult::new(Outcome::Ok, detail)
            .with_crawl(crawl.summary())
            .with_list_error(failure))
    }
}
