//! One question to Instagram: sent the way that is open, read, and learnt from.

use clipmeter_proto::v1::{Outcome, Platform};

use super::Instagram;
use super::access::{As, Endpoint};
use super::tokens::PageTokens;
use crate::failure::Failure;
use crate::model::{AnswerKind, Reply};
use crate::page::Page;
use crate::transport::{FetchError, Request, Response};
use crate::unit::UnitWork;

/// The header that asks for an echo.
const SET_CLAIM: &str = "x-ig-set-www-claim";

impl Instagram {
    /// Sends the request that `build` makes for the way that is open and returns what the answer says, success or not. A session that is
    /// lost by it is reported at once.
    pub(super) async fn ask(
        &self,
        endpoint: Endpoint,
        kind: AnswerKind,
        work: &UnitWork,
        build: impl FnOnce(As) -> Request,
    ) -> Result<Page, FetchError> {
        let way = self.access.current()?;
        let response = self.fetcher.send(&build(way), &work.traffic).await?;
        self.read(endpoint, kind, way, &response, work).await
    }

    async fn read(
        &self,
        endpoint: Endpoint,
        kind: AnswerKind,
        way: As,
        response: &Response,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        if let Some(claim) = response
            .headers
            .get(SET_CLAIM)
            .and_then(|claim| claim.to_str().ok())
        {
            self.access.set_claim(claim);
        }
        let reply = Reply {
            status: response.status,
            location: response.location(),
            body: &response.body,
            is_guest: self.access.session(way).is_none(),
        };
        let page = Page::new(
            &crate::instagram::read(kind, &reply),
            Platform::Instagram,
            work.now(),
        );
        tracing::debug!(
            ?endpoint,
            status = response.status,
            outcome = page.outcome.code(),
            "answered"
        );
        if let Some(report) = self
            .access
            .learn(way, endpoint, page.outcome, response.retry_after())
        {
            tracing::warn!(
                session = report.session_id,
                outcome = page.outcome.code(),
                "the session is out"
            );
            work.session(report).await?;
        }
        Ok(page)
    }

    /// The tokens for persisted queries, read from the home page once per run. Without them the queries are tried all the same: they
    /// are not always demanded.
    pub(super) async fn tokens(&self, work: &UnitWork) -> Result<&PageTokens, FetchError> {
        self.tokens.get_or_try_init(|| self.load_tokens(work)).await
    }

    async fn load_tokens(&self, work: &UnitWork) -> Result<PageTokens, FetchError> {
        let way = self.access.current()?;
        let response = self.fetcher.send(&self.home_page(way), &work.traffic).await?;
        if response.status == 200 {
            return Ok(PageTokens::find(&response.body));
        }
        let page = self
            .read(Endpoint::Home, AnswerKind::IgError, way, &response, work)
            .await?;
        if self.access.current() == Ok(way) {
            tracing::warn!(
                outcome = page.outcome.code(),
                "the home page gives no tokens; going on without"
            );
            return Ok(PageTokens::default());
        }
        Err(page.failure().while_reading("home page").into())
    }
}

/// The failure that says most about why none of several ways worked: the first that is more than a closed endpoint.
pub(super) fn most_telling(failures: Vec<Failure>) -> Option<Failure> {
    let index = failures
        .iter()
        .position(|failure| failure.outcome != Outcome::EndpointRetired);
    failures.into_iter().nth(index.unwrap_or(0))
}
