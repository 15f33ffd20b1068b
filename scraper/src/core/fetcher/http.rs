//! The transport over HTTP.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use clipmeter_domain::ProxyAddress;
use reqwest::redirect::Policy;
use reqwest::{Client, Proxy};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::guard::GuardedAddresses;
use super::{Hosts, Request, Response, Transport, TransportError};
use crate::error::ScraperError;

/// A connection that is not established by then will not be: even intercontinental handshakes take under a second.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of the whole response; the slowest recorded pages took about 5 s.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// How the client connects to the platforms.
#[derive(Debug, Clone)]
pub struct HttpOptions {
    /// URL with the scheme `http://`, `https://` or `socks5://`. It may contain a password.
    pub proxy: Option<SecretString>,
    /// Whether the proxy may be on this machine, its link or a metadata service.
    pub local_proxy: bool,
    /// Allowed hosts. Names of a platform resolve to public addresses only.
    pub hosts: Hosts,
}

#[derive(Debug, Clone)]
pub struct HttpTransport {
    client: Client,
    hosts: Hosts,
}

impl HttpTransport {
    /// Creates the client; nothing is sent yet.
    pub fn new(options: &HttpOptions) -> Result<Self, ScraperError> {
        // An error means that a provider is already installed: a process has one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // HTTP_PROXY and similar variables are ignored: Clipmeter has its own setting.
        let mut builder = Client::builder()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .tcp_nodelay(true)
            .no_proxy();
        if let Some(proxy) = &options.proxy {
            if !options.local_proxy {
                refuse_local(proxy)?;
            }
            let proxy = Proxy::all(proxy.expose_secret()).map_err(|_| ScraperError::Proxy)?;
            builder = builder.proxy(proxy);
        }
        builder = builder.dns_resolver(Arc::new(GuardedAddresses {
            proxy: options.proxy.as_ref().and_then(host),
            local_proxy: options.local_proxy,
            only_public: !matches!(options.hosts, Hosts::Chosen(_)),
        }));
        let client = builder
            .build()
            .map_err(|error| ScraperError::HttpClient(error.to_string()))?;
        Ok(Self {
            client,
            hosts: options.hosts.clone(),
        })
    }
}

#[async_trait]
impl Transport for HttpTransport {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        // The caller should have checked it. A proxy resolves names where the address guard cannot check them.
        if !self.hosts.allows(&request.url) {
            return Err(TransportError::Elsewhere);
        }
        let mut builder = self
            .client
            .request(request.method.clone(), request.url.clone())
            .headers(request.headers.clone());
        if let Some(form) = &request.form {
            builder = builder.body(form.clone());
        }
        let mut response = builder.send().await.map_err(|error| classify(&error))?;
        let status = response.status().as_u16();
        let headers = std::mem::take(response.headers_mut());
        let body = read_body(response, request.max_body).await?;
        Ok(Response {
            status,
            headers,
            body,
        })
    }
}

/// Refuses a proxy whose address is local. The resolver refuses names that resolve to a local address.
fn refuse_local(proxy: &SecretString) -> Result<(), ScraperError> {
    let address = ProxyAddress::parse(proxy.expose_secret()).map_err(|_| ScraperError::Proxy)?;
    if address.is_local() {
        return Err(ScraperError::LocalProxy);
    }
    Ok(())
}

/// Returns the host name of a proxy.
fn host(proxy: &SecretString) -> Option<String> {
    let url = Url::parse(proxy.expose_secret()).ok()?;
    url.host_str().map(str::to_owned)
}

async fn read_body(mut response: reqwest::Response, most: usize) -> Result<Bytes, TransportError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| classify(&error))? {
        if body.len() + chunk.len() > most {
            return Err(TransportError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

fn classify(error: &reqwest::Error) -> TransportError {
    if error.is_timeout() {
        TransportError::Timeout
    } else if error.is_connect() {
        TransportError::Connect
    } else if error.is_builder() {
        TransportError::Invalid
    } else {
        TransportError::Broken
    }
}
