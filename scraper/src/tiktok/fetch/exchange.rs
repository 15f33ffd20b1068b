//! One question to TikTok: sent, unlocked when the proof-of-work page comes instead, and read.

use clipmeter_proto::v1::{Outcome, Platform};
use url::Url;

use super::Tiktok;
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
        let response = self.send(&self.page_request(url.clone(), &[]), work).await?;
        let page = match read(kind, &response, work) {
            Read::Page(page) => page,
            Read::Challenge(challenge) => {
                let solution = self.solve(challenge).await?;
                let response = self
                    .send(&self.page_request(url, &solution.cookies), work)
                    .await?;
                match read(kind, &response, work) {
                    Read::Page(page) => page,
                    Read::Challenge(_) => {
                        let detail = "the solved challenge was not accepted";
                        return Err(Failure::new(Outcome::Blocked, detail).into());
                    }
                }
            }
        };
        Ok(page)
    }

    /// Asks an endpoint that answers with JSON and is never locked.
    pub(super) async fn ask(
        &self,
        kind: AnswerKind,
        request: &Request,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let response = self.send(request, work).await?;
        match read(kind, &response, work) {
            Read::Page(page) => Ok(page),
            Read::Challenge(_) => {
                Err(Failure::new(Outcome::WafChallenge, "a challenge instead of data").into())
            }
        }
    }

    /// Sends a request; what comes with the answer beside its body is kept for the next ones.
    pub(super) async fn send(&self, request: &Request, work: &UnitWork) -> Result<Response, FetchError> {
        let response = self.fetcher.send(request, &work.traffic).await?;
        self.keep_cookies(&request.url, &response.headers);
        if response.status >= FIRST_REFUSAL {
            self.breaker.rest(response.retry_after(), work.now());
        }
        Ok(response)
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
    Page(Page),
    Challenge(Challenge),
}

fn read(kind: AnswerKind, response: &Response, work: &UnitWork) -> Read {
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
    match answer.challenge.take() {
        Some(challenge) => Read::Challenge(challenge),
        None => Read::Page(Page::new(&answer, Platform::Tiktok, work.now())),
    }
}
