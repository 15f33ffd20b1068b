//! One question to Instagram: sent by a visitor, read, and learnt from.

use clipmeter_proto::v1::{Outcome, Platform};

use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::strategy::Need;
use super::tokens::PageTokens;
use crate::captures::ClassifiedResponse;
use crate::model::{RawResponse, ResponseKind};
use crate::page::Page;
use crate::subject::ExpectedSubject;
use crate::transport::{FetchError, Request, Response};

/// The header that asks for an echo.
const SET_CLAIM: &str = "x-ig-set-www-claim";

/// What is wanted of an answer: its kind, and what it has to be about.
pub(super) type ExpectedResponse<'a> = (ResponseKind, ExpectedSubject<'a>);

/// What became of one request.
struct ExchangeResult<T> {
    outcome: Outcome,
    retry_after: Option<std::time::Duration>,
    read: T,
}

impl AccountScrape<'_> {
    /// Sends the visitor's request and returns what the answer says, success or not. What it says of session, endpoint and address is
    /// told at once. A page that is not known is asked for once more: what puts itself between does not always do so.
    pub(super) async fn fetch(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        expected: ExpectedResponse<'_>,
        request: &Request,
    ) -> Result<Page, FetchError> {
        let mut tries = 1;
        loop {
            let result = self
                .send(client, endpoint, request, |response| {
                    let page = self.read(endpoint, expected, client, request, response);
                    (page.outcome, page)
                })
                .await?;
            // A gate before one post does not close the endpoint.
            if !result.read.is_gated {
                self.record_outcome(client, endpoint, &result).await?;
            }
            let is_strange = result.outcome == Outcome::UnexpectedPage;
            if !is_strange || tries >= result.outcome.policy().tries {
                return Ok(result.read);
            }
            tries += 1;
        }
    }

    /// Sends the visitor's request and returns what `read` makes of the answer, from whose outcome is learnt.
    pub(super) async fn exchange<T>(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        request: &Request,
        read: impl FnOnce(&Response) -> (Outcome, T),
    ) -> Result<T, FetchError> {
        let result = self.send(client, endpoint, request, read).await?;
        self.record_outcome(client, endpoint, &result).await?;
        Ok(result.read)
    }

    async fn send<T>(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        request: &Request,
        read: impl FnOnce(&Response) -> (Outcome, T),
    ) -> Result<ExchangeResult<T>, FetchError> {
        client.check()?;
        self.instagram
            .fetcher
            .send(
                &client.connection,
                endpoint.code(),
                request,
                &self.work.traffic,
                |response| {
                    let claim = response.headers.get(SET_CLAIM);
                    if let Some(claim) = claim.and_then(|claim| claim.to_str().ok()) {
                        client.set_claim(claim);
                    }
                    let (outcome, read) = read(response);
                    tracing::debug!(
                        ?endpoint,
                        status = response.status,
                        outcome = outcome.code(),
                        "response received"
                    );
                    let retry_after = response.retry_after();
                    (
                        outcome,
                        ExchangeResult {
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
    async fn record_outcome<T>(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        result: &ExchangeResult<T>,
    ) -> Result<(), FetchError> {
        for report in client.record_outcome(endpoint, result.outcome, result.retry_after) {
            tracing::warn!(
                ?endpoint,
                session = client.connection.session_id,
                outcome = result.outcome.code(),
                "refused"
            );
            self.work.report(report).await?;
        }
        Ok(())
    }

    /// What an answer says: here it is classified, and kept for people where nobody understands it.
    pub(super) fn read(
        &self,
        endpoint: Endpoint,
        (kind, subject): ExpectedResponse<'_>,
        client: &WebClient,
        request: &Request,
        response: &Response,
    ) -> Page {
        let raw_response = RawResponse {
            status: response.status,
            location: response.location(),
            body: &response.body,
            is_anonymous: client.is_anonymous(),
        };
        let mut parsed = crate::instagram::read(kind, &raw_response);
        subject.check_subject(&mut parsed);
        let classified = ClassifiedResponse {
            kind,
            endpoint: endpoint.code(),
            outcome: parsed.outcome,
            response: &raw_response,
        };
        self.work.capture(classified, request);
        Page::new(&parsed, Platform::Instagram, self.work.now())
    }

    /// Remembers that an endpoint gave what was wanted, and tells it when it is news.
    pub(super) async fn works(
        &self,
        client: &WebClient,
        need: Need,
        endpoint: Endpoint,
    ) -> Result<(), FetchError> {
        match client.works(need, endpoint) {
            Some(report) => self.work.report(report).await,
            None => Ok(()),
        }
    }

    /// The tokens for persisted queries, read from the home page once per visitor. Without them the queries are tried all the
    /// same: they are not always demanded. A home page that rests is not asked.
    pub(super) async fn tokens<'v>(&self, client: &'v WebClient) -> Result<&'v PageTokens, FetchError> {
        client.tokens.get_or_try_init(|| self.load_tokens(client)).await
    }

    async fn load_tokens(&self, client: &WebClient) -> Result<PageTokens, FetchError> {
        if client.is_cooling_down(Endpoint::Home, self.work.now()) {
            return Ok(PageTokens::default());
        }
        let request = self.instagram.home_page(client);
        let found = self
            .exchange(client, Endpoint::Home, &request, |response| {
                if response.status == 200 {
                    return (Outcome::Ok, Ok(PageTokens::find(&response.body)));
                }
                let page = self.read(
                    Endpoint::Home,
                    (ResponseKind::IgError, ExpectedSubject::Unnamed),
                    client,
                    &request,
                    response,
                );
                (page.outcome, Err(page))
            })
            .await?;
        match found {
            Ok(tokens) => Ok(tokens),
            Err(page) if client.out().is_none() => {
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
