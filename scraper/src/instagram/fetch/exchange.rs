//! One question to Instagram: sent by a visitor, read, and learnt from.

use clipmeter_proto::v1::{Outcome, Platform};

use super::endpoint::Endpoint;
use super::tokens::PageTokens;
use super::visit::Visit;
use super::visitor::Visitor;
use super::ways::Need;
use crate::evidence::Judged;
use crate::model::{AnswerKind, Reply};
use crate::page::Page;
use crate::subject::Subject;
use crate::transport::{FetchError, Request, Response};

/// The header that asks for an echo.
const SET_CLAIM: &str = "x-ig-set-www-claim";

/// What is wanted of an answer: its kind, and what it has to be about.
pub(super) type Wanted<'a> = (AnswerKind, Subject<'a>);

/// What became of one request.
struct Answered<T> {
    outcome: Outcome,
    retry_after: Option<std::time::Duration>,
    read: T,
}

impl Visit<'_> {
    /// Sends the visitor's request and returns what the answer says, success or not. What it says of session, endpoint and address is
    /// told at once. A page that is not known is asked for once more: what puts itself between does not always do so.
    pub(super) async fn ask(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        wanted: Wanted<'_>,
        request: &Request,
    ) -> Result<Page, FetchError> {
        let mut tries = 1;
        loop {
            let answered = self
                .send(visitor, endpoint, request, |response| {
                    let page = self.read(endpoint, wanted, visitor, request, response);
                    (page.outcome, page)
                })
                .await?;
            // A gate before one post does not close the endpoint.
            if !answered.read.is_gated {
                self.learn(visitor, endpoint, &answered).await?;
            }
            let is_strange = answered.outcome == Outcome::UnexpectedPage;
            if !is_strange || tries >= answered.outcome.reaction().tries {
                return Ok(answered.read);
            }
            tries += 1;
        }
    }

    /// Sends the visitor's request and returns what `read` makes of the answer, from whose outcome is learnt.
    pub(super) async fn exchange<T>(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        request: &Request,
        read: impl FnOnce(&Response) -> (Outcome, T),
    ) -> Result<T, FetchError> {
        let answered = self.send(visitor, endpoint, request, read).await?;
        self.learn(visitor, endpoint, &answered).await?;
        Ok(answered.read)
    }

    async fn send<T>(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        request: &Request,
        read: impl FnOnce(&Response) -> (Outcome, T),
    ) -> Result<Answered<T>, FetchError> {
        visitor.check()?;
        self.instagram
            .fetcher
            .send(
                &visitor.line,
                endpoint.code(),
                request,
                &self.work.traffic,
                |response| {
                    let claim = response.headers.get(SET_CLAIM);
                    if let Some(claim) = claim.and_then(|claim| claim.to_str().ok()) {
                        visitor.set_claim(claim);
                    }
                    let (outcome, read) = read(response);
                    tracing::debug!(
                        ?endpoint,
                        status = response.status,
                        outcome = outcome.code(),
                        "answered"
                    );
                    let retry_after = response.retry_after();
                    (
                        outcome,
                        Answered {
                            outcome,
                            retry_after,
                            read,
                        },
                    )
                },
            )
            .await
    }

    /// Has the visitor learn from an answer, and tells what there is to tell of it.
    async fn learn<T>(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        answered: &Answered<T>,
    ) -> Result<(), FetchError> {
        for told in visitor.learn(endpoint, answered.outcome, answered.retry_after) {
            tracing::warn!(
                ?endpoint,
                session = visitor.line.session_id,
                outcome = answered.outcome.code(),
                "refused"
            );
            self.work.tell(told).await?;
        }
        Ok(())
    }

    /// What an answer says: here it is classified, and kept for people where nobody understands it.
    pub(super) fn read(
        &self,
        endpoint: Endpoint,
        (kind, subject): Wanted<'_>,
        visitor: &Visitor,
        request: &Request,
        response: &Response,
    ) -> Page {
        let reply = Reply {
            status: response.status,
            location: response.location(),
            body: &response.body,
            is_guest: visitor.is_guest(),
        };
        let mut answer = crate::instagram::read(kind, &reply);
        subject.hold_against(&mut answer);
        let judged = Judged {
            kind,
            endpoint: endpoint.code(),
            outcome: answer.outcome,
            reply: &reply,
        };
        self.work.keep(judged, request);
        Page::new(&answer, Platform::Instagram, self.work.now())
    }

    /// Remembers that an endpoint gave what was wanted, and tells it when it is news.
    pub(super) async fn works(
        &self,
        visitor: &Visitor,
        need: Need,
        endpoint: Endpoint,
    ) -> Result<(), FetchError> {
        match visitor.works(need, endpoint) {
            Some(told) => self.work.tell(told).await,
            None => Ok(()),
        }
    }

    /// The tokens for persisted queries, read from the home page once per visitor. Without them the queries are tried all the
    /// same: they are not always demanded. A home page that rests is not asked.
    pub(super) async fn tokens<'v>(&self, visitor: &'v Visitor) -> Result<&'v PageTokens, FetchError> {
        visitor.tokens.get_or_try_init(|| self.load_tokens(visitor)).await
    }

    async fn load_tokens(&self, visitor: &Visitor) -> Result<PageTokens, FetchError> {
        if visitor.rests(Endpoint::Home, self.work.now()) {
            return Ok(PageTokens::default());
        }
        let request = self.instagram.home_page(visitor);
        let found = self
            .exchange(visitor, Endpoint::Home, &request, |response| {
                if response.status == 200 {
                    return (Outcome::Ok, Ok(PageTokens::find(&response.body)));
                }
                let page = self.read(
                    Endpoint::Home,
                    (AnswerKind::IgError, Subject::Unnamed),
                    visitor,
                    &request,
                    response,
                );
                (page.outcome, Err(page))
            })
            .await?;
        match found {
            Ok(tokens) => Ok(tokens),
            Err(page) if visitor.out().is_none() => {
                tracing::warn!(
                    outcome = page.outcome.code(),
                    "the home page gives no tokens; going on without"
                );
                Ok(PageTokens::default())
            }
            Err(page) => Err(page.failure().while_reading("home page").into()),
        }
    }
}
