//! One exchange with Instagram: sends a request, parses the response, and updates the client.

use clipmeter_proto::v1::Outcome;

use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::strategy::Need;
use super::tokens::PageTokens;
use crate::core::capture::ClassifiedResponse;
use crate::core::failure::FetchError;
use crate::core::fetcher::{Request, Response};
use crate::core::model::{RawResponse, ResponseKind};
use crate::core::page::Page;
use crate::core::subject::ExpectedSubject;
use crate::platforms::instagram::item_ids::ITEM_IDS;
use crate::platforms::instagram::kinds;

/// The response header that sets the claim.
const SET_CLAIM: &str = "x-ig-set-www-claim";

/// The expected response: its kind and its subject.
pub(super) type ExpectedResponse<'a> = (ResponseKind, ExpectedSubject<'a>);

/// The result of one request.
struct ExchangeResult<T> {
    outcome: Outcome,
    retry_after: Option<std::time::Duration>,
    read: T,
}

impl AccountScrape<'_> {
    /// Sends a request and returns the parsed response, whether a success or not. Outcomes for session, endpoint and address are
    /// reported at once. An unknown page is requested once more: intermediaries do not always interfere.
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
            // A gate on one account or post does not close the endpoint.
            if !result.read.is_gated {
                self.record_outcome(client, endpoint, &result).await?;
            }
            let is_unexpected = result.outcome == Outcome::UnexpectedPage;
            if !is_unexpected || tries >= result.outcome.policy().tries {
                return Ok(result.read);
            }
            tries += 1;
        }
    }

    /// Sends a request and returns the result of `read` on the response, whose outcome updates the client.
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

    /// Updates the client's state from the response and reports the changes.
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

    /// Parses a response, and captures it for debugging if it cannot be parsed.
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
        let mut parsed = crate::platforms::instagram::read(kind, &raw_response);
        subject.check_subject(&mut parsed);
        let classified = ClassifiedResponse {
            kind,
            endpoint: endpoint.code(),
            outcome: parsed.outcome,
            response: &raw_response,
        };
        self.work.capture(classified, request);
        Page::new(&parsed, &ITEM_IDS, self.work.now())
    }

    /// Records that an endpoint worked for a need, and reports it if that changed the history.
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

    /// Returns the tokens for persisted queries, read from the home page once per client. Without them the queries are sent anyway:
    /// the tokens are not always required. A home page on cooldown is not requested.
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
                    (kinds::ERROR, ExpectedSubject::Unnamed),
                    client,
                    &request,
                    response,
                );
                (page.outcome, Err(page))
            })
            .await?;
        match found {
            Ok(tokens) => Ok(tokens),
            Err(page) if client.stopped_by().is_none() => {
                tracing::warn!(
                    outcome = page.outcome.code(),
                    "the home page contains no tokens; continuing without them"
                );
                Ok(PageTokens::default())
            }
            Err(page) => Err(page.failure().while_reading("home page").into()),
        }
    }
}
