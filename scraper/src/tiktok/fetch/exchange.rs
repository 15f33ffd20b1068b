//! One question to TikTok: sent, unlocked when the proof-of-work page comes instead, and read.

use clipmeter_proto::v1::{Outcome, Platform};
use url::Url;

use super::Tiktok;
use super::endpoint::Endpoint;
use crate::captures::ClassifiedResponse;
use crate::failure::Failure;
use crate::model::{ParsedResponse, RawResponse};
use crate::page::Page;
use crate::strategy::PlatformEndpoint as _;
use crate::subject::ExpectedSubject;
use crate::tiktok::waf::{Challenge, Solution};
use crate::transport::{FetchError, Request, Response};
use crate::unit::UnitWork;

/// HTTP status codes from here on are no answers; with them the platform may ask to be left alone.
const FIRST_REFUSAL: u16 = 400;

impl Tiktok {
    /// Opens a page about a subject, and once more where a page that is not known comes instead: what puts itself between does not always do so.
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

    /// Opens a page. A proof-of-work that comes instead is solved and the page asked for once more, with the solution; a
    /// second one means that the platform does not want this address.
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

    /// Asks an endpoint that answers with JSON and is never locked.
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

    /// Sends a request to an endpoint and returns what `read` makes of the answer; what comes beside its body is kept for the
    /// next ones.
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

    /// Up to a million hashes: work for a thread of its own.
    async fn solve(&self, challenge: Challenge) -> Result<Solution, FetchError> {
        let search = tokio::task::spawn_blocking(move || challenge.solve());
        let found = self.fetcher.unless_stopped(search).await?;
        let unsolved = || Failure::new(Outcome::WafChallenge, "the challenge has no solution").into();
        found.ok().flatten().ok_or_else(unsolved)
    }
}

/// What an answer is.
enum Read {
    Page(Box<Page>),
    Challenge(Challenge),
}

/// What an answer says: here it is classified, and kept for people where nobody understands it.
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
    let mut parsed: ParsedResponse<'_> = crate::tiktok::read(kind, &raw_response);
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
    let read = match parsed.challenge.take() {
        Some(challenge) => Read::Challenge(challenge),
        None => Read::Page(Box::new(Page::new(&parsed, Platform::Tiktok, work.now()))),
    };
    (parsed.outcome, read)
}
