//! The platforms from the perspective of a run's transport: the simulator without a server, slow and unreliable by tokio's clock.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_scraper::core::fetcher::{
    Hosts, MAX_BODY_BYTES, REQUEST_TIMEOUT, Request, Response, Transport, TransportError, Transports,
};
use clipmeter_scraper::error::ScraperError;
use clipmeter_scraper::platforms::tiktok;
use clipmeter_simulator::{Offline, RawRequest, session_hash};
use http::Uri;
use http::header::{COOKIE, HeaderMap};
use secrecy::SecretString;
use url::Position;
use uuid::Uuid;

use crate::log::Exchange;
use crate::recorder::Recorder;

/// Latency of an ordinary response: recorded pages took 0.1 s to 5 s.
const LATENCY: Duration = Duration::from_millis(300);

/// Source address of requests without a proxy. A documentation address (RFC 5737).
const ADDRESS: &str = "192.0.2.1";

/// Source address of requests through a proxy.
const PROXY_ADDRESS: &str = "192.0.2.2";

/// The transports of one run.
pub(crate) struct SimulatedTransports {
    pub(crate) offline: Arc<Offline>,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) run: Uuid,
}

impl Transports for SimulatedTransports {
    fn to(&self, hosts: &Hosts, proxy: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
        Ok(Arc::new(SimulatedTransport {
            offline: Arc::clone(&self.offline),
            recorder: Arc::clone(&self.recorder),
            run: self.run,
            hosts: hosts.clone(),
            is_proxied: proxy.is_some(),
        }))
    }
}

/// The transport of one run to one platform.
struct SimulatedTransport {
    offline: Arc<Offline>,
    recorder: Arc<Recorder>,
    run: Uuid,
    hosts: Hosts,
    is_proxied: bool,
}

#[async_trait]
impl Transport for SimulatedTransport {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        if !self.hosts.allows(&request.url) {
            return Err(TransportError::Elsewhere);
        }
        let uri: Uri = request.url[Position::BeforePath..Position::AfterQuery]
            .parse()
            .map_err(|_| TransportError::Invalid)?;
        let session = session(&request.headers);
        let address = if self.is_proxied { PROXY_ADDRESS } else { ADDRESS };
        let response = self.offline.response(RawRequest {
            method: request.method.clone(),
            uri,
            headers: request.headers.clone(),
            body: request.form.clone().unwrap_or_default().into(),
            address: address.to_owned(),
        });
        let exchange = Exchange {
            at: self.recorder.now(),
            platform: if self.hosts == tiktok::HOSTS {
                "tiktok"
            } else {
                "instagram"
            },
            path: &request.url[Position::BeforePath..Position::AfterQuery],
            session: session.as_deref(),
            is_proxied: self.is_proxied,
            status: response.status.as_u16(),
        };
        self.recorder.requested(self.run, &exchange);
        tokio::time::sleep((LATENCY + response.delay).min(REQUEST_TIMEOUT)).await;
        if LATENCY + response.delay >= REQUEST_TIMEOUT {
            return Err(TransportError::Timeout);
        }
        if response.cut_off {
            return Err(TransportError::Broken);
        }
        if response.body.len() > MAX_BODY_BYTES {
            return Err(TransportError::TooLarge);
        }
        Ok(Response {
            status: response.status.as_u16(),
            headers: response.headers,
            body: response.body,
        })
    }
}

/// Returns the hash of the session in a request's cookies.
fn session(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix("sessionid="))
        .map(session_hash)
}
