//! One question to TikTok: sent, unlocked when the proof-of-work page comes instead, and read.

use clipmeter_proto::v1::{Outcome, Platform};
use url::Url;

use super::Tiktok;
use crate::evidence::Judged;
use crate::failure::Failure;
use crate::model::{Answer, AnswerKind, Reply};
use crate::page::Page;
use crate::tiktok::waf::{Challenge, Solution};
use crate::transport::{FetchError, Request, Response};
use crate::unit::UnitWork;

/// HTTP status codes from here on are no answers; with them the platform may ask to be left alone.
const FIRST_REFUSAL: u16 = 400;

impl Tiktok {
    /// Opens a page. A proof-of-work that comes instead is solved and the page asked for once more, with the solution; a
    /// second one means that the platform does not want this address.
    pub(super) async fn open(&self, kind: AnswerKind, url: Url, work: &UnitWork) -> Result<Page, FetchError> {
        let request = self.page_request(url.clone(), &[]);
        let challenge = match self.read_from(kind, &request, work).await? {
            Read::Page(page) => return Ok(*page),
            Read::Challenge(challenge) => challenge,
        };
        let solution = self.solve(challenge).await?;
        let request = self.page_request(url, &solution.cookies);
        match self.read_from(kind, &request, work).await? {
            Read::Page(page) => Ok(*page),
            Read::Challenge(_) => {
                Err(Failure::new(Outcome::Blocked, "the solved challenge was not accepted").into())
            }
        }
    }

    /// Asks an endpoint that answers with JSON and is never locked.
    pub(super) async fn ask(
        &self,
        kind: AnswerKind,
        request: &Request,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        match self.read_from(kind, request, work).await? {
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
            self.keep_cookies(&request.url, &response.headers);
            if response.status >= FIRST_REFUSAL {
                self.breaker.rest(response.retry_after(), work.now());
            }
            read(response)
        };
        self.fetcher
            .send(&self.line, endpoint, request, &work.traffic, read)
            .await
    }

    async fn read_from(
        &self,
        kind: AnswerKind,
        request: &Request,
        work: &UnitWork,
    ) -> Result<Read, FetchError> {
        self.send(endpoint(kind), request, work, |response| {
            read(kind, request, response, work)
        })
        .await
    }

    /// Up to a million hashes: work for a thread of its own.
    async fn solve(&self, challenge: Challenge) -> Result<Solution, FetchError> {
        let search = tokio::task::spawn_blocking(move || challenge.solve());
        let found = self.fetcher.unless_stopped(search).await?;
        let unsolved = || Failure::new(Outcome::WafChallenge, "the challenge has no solution").into();
        found.ok().flatten().ok_or_else(unsolved)
    }
}

/// The code of the endpoint that gives this kind of answer, in reports and turns.
pub(super) fn endpoint(kind: AnswerKind) -> &'static str {
    kind.code().strip_prefix("tt_").unwrap_or(kind.code())
}

/// What an answer is.
enum Read {
    Page(Box<Page>),
    Challenge(Challenge),
}

/// What an answer says: here it is classified, and kept for people where nobody understands it.
fn read(kind: AnswerKind, request: &Request, response: &Response, work: &UnitWork) -> (Outcome, Read) {
    let reply = Reply {
        status: response.status,
        location: response.location(),
        body: &response.body,
        is_guest: true,
    };
    let mut answer: Answer<'_> = crate::tiktok::read(kind, &reply);
    tracing::debug!(
        kind = kind.code(),
        status = response.status,
        outcome = answer.outcome.code(),
        "answered"
    );
    let judged = Judged {
        kind,
        endpoint: endpoint(kind),
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
