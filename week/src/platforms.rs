//! The platforms as a run's transport sees them: the simulator without a server, slow and unreliable by tokio's clock.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_scraper::error::ScraperError;
use clipmeter_scraper::transport::{
    Hosts, MAX_BODY_BYTES, REQUEST_TIMEOUT, Request, Response, Transport, TransportError, Transports,
};
use clipmeter_simulator::{Asked, Offline, session_hash};
use http::Uri;
use http::header::{COOKIE, HeaderMap};
use secrecy::SecretString;
use url::{Position, Url};
use uuid::Uuid;

use crate::log::Exchange;
use crate::witness::Witness;

/// How long an answer takes that comes at once: recorded pages took 0.1 s to 5 s.
const LATENCY: Duration = Duration::from_millis(300);

/// What the platforms see requests come from that go through no proxy. An address of documentation (RFC 5737).
const ADDRESS: &str = "192.0.2.1";

/// The ways of one run to the platforms.
pub(crate) struct Platforms {
    pub(crate) offline: Arc<Offline>,
    pub(crate) witness: Arc<Witness>,
    pub(crate) run: Uuid,
}

impl Transports for Platforms {
    fn to(&self, base: &Url, _: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
        Ok(Arc::new(Line {
            offline: Arc::clone(&self.offline),
            witness: Arc::clone(&self.witness),
            run: self.run,
            hosts: Hosts::of(base),
        }))
    }
}

/// The way of one run to one platform.
struct Line {
    offline: Arc<Offline>,
    witness: Arc<Witness>,
    run: Uuid,
    hosts: Hosts,
}

#[async_trait]
impl Transport for Line {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        if !self.hosts.allows(&request.url) {
            return Err(TransportError::Elsewhere);
        }
        let uri: Uri = request.url[Position::BeforePath..Position::AfterQuery]
            .parse()
            .map_err(|_| TransportError::Invalid)?;
        let session = session(&request.headers);
        let answered = self.offline.answer(Asked {
            method: request.method.clone(),
            uri,
            headers: request.headers.clone(),
            body: request.form.clone().unwrap_or_default().into(),
            address: ADDRESS.to_owned(),
        });
        let exchange = Exchange {
            at: self.witness.now(),
            platform: if self.hosts == Hosts::TIKTOK {
                "tiktok"
            } else {
                "instagram"
            },
            path: &request.url[Position::BeforePath..Position::AfterQuery],
            session: session.as_deref(),
            status: answered.status.as_u16(),
        };
        self.witness.asked(self.run, &exchange);
        tokio::time::sleep((LATENCY + answered.delay).min(REQUEST_TIMEOUT)).await;
        if LATENCY + answered.delay >= REQUEST_TIMEOUT {
            return Err(TransportError::Timeout);
        }
        if answered.cut_off {
            return Err(TransportError::Broken);
        }
        if answered.body.len() > MAX_BODY_BYTES {
            return Err(TransportError::TooLarge);
        }
        Ok(Response {
            status: answered.status.as_u16(),
            headers: answered.headers,
            body: answered.body,
        })
    }
}

/// The hash of the session in a request's cookies.
fn session(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix("sessionid="))
        .map(session_hash)
}
