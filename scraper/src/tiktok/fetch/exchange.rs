//! One question to TikTok: sent, unlocked when the proof-of-work page comes instead, and read.

use clipmeter_proto::v1::{Outcome, Platform};
use url::Url;

use super::Tiktok;
use super::endpoint::Endpoint;
use crate::evidence::Judged;
use crate::failure::Failure;
use crate::model::{Answer, Reply};
use crate::page::Page;
use crate::subject::Subject;
use crate::tiktok::waf::{Challenge, Solution};
use crate::transport::{FetchError, Request, Response};
use crate::unit::UnitWork;
use crate::ways::Asked as _;

/// HTTP status codes from here on are no answers; with them the platform may ask to be left alone.
const FIRST_REFUSAL: u16 = 400;

impl Tiktok {
    /// Opens a page about a subject, and once more where a page that is not known comes instead: what puts itself between does not always do so.
    pub(super) async fn open(
        &self,
        endpoint: Endpoint,
        url: Url,
        subject: Subject<'_>,
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
        subject: Subject<'_>,
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
    pub(super) async fn ask(
        &self,
        endpoint: Endpoint,
        request: &Request,
        subject: Subject<'_>,
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
            self.keep_cookies(&request.url, &response.headers, work.now());
            if response.status >= FIRST_REFUSAL {
                self.breaker.rest(response.retry_after(), work.now());
            }
            read(response)
        };
        self.fetcher
            .send(&self.guest.line, endpoint, request, &work.traffic, read)
            .await
    }

    async fn read_from(
        &self,
        endpoint: Endpoint,
        request: &Request,
        subject: Subject<'_>,
        work: &UnitWork,
    ) -> Result<Read, FetchError> {
        let (outcome, read) = self
            .send(endpoint.code(), request, work, |response| {
                let (outcome, read) = read(endpoint, request, subject, response, work);
                (outcome, (outcome, read))
            })
            .await?;
        if let Some(told) = self.guest.learn(endpoint, work.id(), outcome) {
            tracing::warn!(?endpoint, outcome = outcome.code(), "refused");
            work.tell(told).await?;
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
    subject: Subject<'_>,
    response: &Response,
    work: &UnitWork,
) -> (Outcome, Read) {
    let kind = endpoint.kind();
    let reply = Reply {
        status: response.status,
        location: response.location(),
        body: &response.body,
        is_guest: true,
    };
    let mut answer: Answer<'_> = crate::tiktok::read(kind, &reply);
    subject.hold_against(&mut answer);
    tracing::debug!(
        kind = kind.code(),
        status = response.status,
        outcome = answer.outcome.code(),
        "answered"
    );
    let judged = Judged {
        kind,
        endpoint: endpoint.code(),
        outcome: answer.outcome,
        reply: &reply,
    };
    work.keep(judged, request);
    let read = match answer.challenge.take() {
        Some(challenge) => Read::Challenge(challenge),
        None => Read::Page(Box::new(Page::new(&answer, Platform::Tiktok, work.now()))),
    };
    (answer.outcome, read)
}
