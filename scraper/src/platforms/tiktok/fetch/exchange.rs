//! One exchange with TikTok: sends a request, solves the proof-of-work page if it comes instead, and parses the response.

use clipmeter_proto::v1::Outcome;
use url::Url;

use super::TiktokClient;
use super::endpoint::Endpoint;
use crate::core::capture::ClassifiedResponse;
use crate::core::failure::{Failure, FetchError};
use crate::core::fetcher::{Request, Response};
use crate::core::model::{ParsedResponse, RawResponse};
use crate::core::page::Page;
use crate::core::strategy::PlatformEndpoint as _;
use crate::core::subject::ExpectedSubject;
use crate::core::unit::UnitWork;
use crate::platforms::tiktok::item_ids::ITEM_IDS;
use crate::platforms::tiktok::waf::{Challenge, Solution};
use crate::platforms::tiktok::{self, challenge};

/// From this HTTP status on, a response is a refusal, with which the platform may request a pause.
const FIRST_REFUSAL: u16 = 400;

impl TiktokClient {
    /// Opens a page about a subject, and once more if an unknown page comes instead: intermediaries do not always interfere.
    pub(super) async fn open(
        &self,
        endpoint: Endpoint,
        url: Url,
        subject: ExpectedSubject<'_>,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let page = self.open_once(endpoint, url.clone(), subject, work).await?;
        if page.outcome == Outcome::UnexpectedPage && page.canonical.is_none() {
            return self.open_once(endpoint, url, subject, work).await;
        }
        Ok(page)
    }

    /// Opens a page. A proof-of-work page that comes instead is solved and the page requested once more with the solution; a second one
    /// means that the platform refuses this address.
    async fn open_once(
        &self,
        endpoint: Endpoint,
        url: Url,
        subject: ExpectedSubject<'_>,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let request = self.page_request(url.clone(), &[], work.now());
        let challenge = match self.read_from(endpoint, &request, subject, work).await? {
            Read::Page(page) => return Ok(*page),
            Read::Challenge(challenge) => challenge,
        };
        let solution = self.solve(challenge).await?;
        let request = self.page_request(url, &solution.cookies, work.now());
        match self.read_from(endpoint, &request, subject, work).await? {
            Read::Page(page) => Ok(*page),
            Read::Challenge(_) => {
                Err(Failure::new(Outcome::Blocked, "the solved challenge was not accepted").into())
            }
        }
    }

    /// Requests an endpoint that responds with JSON and never requires a proof of work.
    pub(super) async fn fetch(
        &self,
        endpoint: Endpoint,
        request: &Request,
        subject: ExpectedSubject<'_>,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        match self.read_from(endpoint, request, subject, work).await? {
            Read::Page(page) => Ok(*page),
            Read::Challenge(_) => {
                Err(Failure::new(Outcome::WafChallenge, "a challenge instead of data").into())
            }
        }
    }

    /// Sends a request to an endpoint and returns the result of `read` on the response; cookies and requested pauses are stored for later
    /// requests.
    pub(super) async fn send<T>(
        &self,
        endpoint: &'static str,
        request: &Request,
        work: &UnitWork,
        read: impl FnOnce(&Response) -> (Outcome, T),
    ) -> Result<T, FetchError> {
        let read = |response: &Response| {
            self.store_cookies(&request.url, &response.headers, work.now());
            if response.status >= FIRST_REFUSAL {
                self.breaker.cool_down(response.retry_after(), work.now());
            }
            read(response)
        };
        self.fetcher
            .send(&self.client.connection, endpoint, request, &work.traffic, read)
            .await
    }

    async fn read_from(
        &self,
        endpoint: Endpoint,
        request: &Request,
        subject: ExpectedSubject<'_>,
        work: &UnitWork,
    ) -> Result<Read, FetchError> {
        let (outcome, read) = self
            .send(endpoint.code(), request, work, |response| {
                let (outcome, read) = read(endpoint, request, subject, response, work);
                (outcome, (outcome, read))
            })
            .await?;
        if let Some(report) = self.client.record_outcome(endpoint, work.id(), outcome) {
            tracing::warn!(?endpoint, outcome = outcome.code(), "refused");
            work.report(report).await?;
        }
        Ok(read)
    }

    /// Up to a million hashes, therefore on a separate thread.
    async fn solve(&self, challenge: Challenge) -> Result<Solution, FetchError> {
        let search = tokio::task::spawn_blocking(move || challenge.solve());
        let found = self.fetcher.unless_stopped(search).await?;
        let unsolved = || Failure::new(Outcome::WafChallenge, "the challenge has no solution").into();
        found.ok().flatten().ok_or_else(unsolved)
    }
}

/// The result of parsing a response.
enum Read {
    Page(Box<Page>),
    Challenge(Challenge),
}

/// Parses a response, and captures it for debugging if it cannot be parsed.
fn read(
    endpoint: Endpoint,
    request: &Request,
    subject: ExpectedSubject<'_>,
    response: &Response,
    work: &UnitWork,
) -> (Outcome, Read) {
    let kind = endpoint.kind();
    let raw_response = RawResponse {
        status: response.status,
        location: response.location(),
        body: &response.body,
        is_anonymous: true,
    };
    let mut parsed: ParsedResponse<'_> = tiktok::read(kind, &raw_response);
    subject.check_subject(&mut parsed);
    tracing::debug!(
        kind = kind.code(),
        status = response.status,
        outcome = parsed.outcome.code(),
        "response received"
    );
    let classified = ClassifiedResponse {
        kind,
        endpoint: endpoint.code(),
        outcome: parsed.outcome,
        response: &raw_response,
    };
    work.capture(classified, request);
    let read = match challenge(&parsed, &response.body) {
        Some(challenge) => Read::Challenge(challenge),
        None => Read::Page(Box::new(Page::new(&parsed, &ITEM_IDS, work.now()))),
    };
    (parsed.outcome, read)
}
