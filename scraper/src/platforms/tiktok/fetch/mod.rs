//! Reads TikTok accounts and single videos anonymously.

mod account;
mod breaker;
mod client;
mod cursor;
mod endpoint;
mod exchange;
mod hop;
mod items;
mod jar;
mod link;
mod list;
mod request;
mod search;
mod video;

use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::v1::{AccountTarget, VideoTarget};
use url::Url;

use self::breaker::Breaker;
use self::client::AnonymousClient;
use self::jar::Jar;
use crate::core::failure::FetchError;
use crate::core::fetcher::{Connection, Fetcher};
use crate::core::report::address;
use crate::core::unit::{UnitResult, UnitWork};
use crate::error::ScraperError;
use crate::platforms::{PlatformClient, RunAccess};

/// TikTok, as used by one run. Units may be read in parallel; they share the rate limit and cookies.
pub(super) struct TiktokClient {
    fetcher: Fetcher,
    client: AnonymousClient,
    base: Url,
    platform_config: Arc<PlatformConfig>,
    /// The platform ties a solved challenge to its cookies, so one run keeps all of them.
    jar: Jar,
    breaker: Breaker,
}

impl TiktokClient {
    pub(super) fn new(fetcher: Fetcher, access: RunAccess) -> Result<Self, ScraperError> {
        let connection = Connection {
            transport: access.transports.via(None)?,
            session_id: 0,
        };
        Ok(Self {
            fetcher,
            client: AnonymousClient::new(connection, &access.address),
            base: access.base,
            platform_config: access.platform_config,
            jar: Jar::default(),
            breaker: Breaker::default(),
        })
    }

    async fn guarded(
        &self,
        work: &UnitWork,
        reading: impl Future<Output = Result<UnitResult, FetchError>>,
    ) -> Result<UnitResult, FetchError> {
        self.breaker.check(work.now())?;
        if let Some(pause) = self.breaker.short_pause(work.now()) {
            self.fetcher.pause(pause).await?;
            self.breaker.check(work.now())?;
        }
        let result = reading.await;
        let outcome = match &result {
            // The embed serves every address, so its success does not outweigh the refusal of the list.
            Ok(unit_result) => unit_result.list_failure.unwrap_or(unit_result.outcome),
            Err(FetchError::Failed(failure)) => failure.outcome,
            Err(FetchError::Stopped | FetchError::Deferred) => return result,
        };
        self.breaker.record_outcome(outcome);
        if let Some(report) = address::report(
            &self.client.address,
            0,
            outcome,
            self.breaker.requested_pause(work.now()),
        ) {
            work.report(report).await?;
        }
        result
    }
}

#[async_trait]
impl PlatformClient for TiktokClient {
    fn at_once(&self) -> usize {
        self.platform_config.tiktok.rate_limits.at_once
    }

    async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<UnitResult, FetchError> {
        Box::pin(self.guarded(work, self.read_account(target, work))).await
    }

    async fn video(&self, target: &VideoTarget, work: &UnitWork) -> Result<UnitResult, FetchError> {
        self.guarded(work, self.read_video(target, work)).await
    }
}
