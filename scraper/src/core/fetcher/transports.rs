//! Transports, one for each destination and proxy.

use std::sync::Arc;

use parking_lot::Mutex;
use secrecy::{ExposeSecret, SecretString};

use super::{Hosts, HttpOptions, HttpTransport, Transport};
use crate::error::ScraperError;

/// Creates transports to the platforms.
pub trait Transports: Send + Sync {
    /// Returns the transport to these hosts, through a proxy if one is given.
    fn to(&self, hosts: &Hosts, proxy: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError>;
}

/// Transports over HTTP.
#[derive(Debug, Clone)]
pub struct HttpTransports {
    local_proxies: bool,
    /// The proxy from the scraper's own settings. It was chosen by the operator, so it may be local.
    own_proxy: Option<SecretString>,
}

impl HttpTransports {
    /// Creates transports through any proxy. Only `own_proxy` may be local, unless `local_proxies` is set.
    #[must_use]
    pub fn new(local_proxies: bool, own_proxy: Option<SecretString>) -> Self {
        Self {
            local_proxies,
            own_proxy,
        }
    }

    fn is_own(&self, proxy: &SecretString) -> bool {
        let own = self.own_proxy.as_ref().map(SecretString::expose_secret);
        own == Some(proxy.expose_secret())
    }
}

impl Transports for HttpTransports {
    fn to(&self, hosts: &Hosts, proxy: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
        let options = HttpOptions {
            proxy: proxy.cloned(),
            local_proxy: self.local_proxies || proxy.is_some_and(|proxy| self.is_own(proxy)),
            hosts: hosts.clone(),
        };
        Ok(Arc::new(HttpTransport::new(&options)?))
    }
}

/// A run's transports to its platform: each is created once, so that its connections are reused.
pub struct TransportPool {
    transports: Arc<dyn Transports>,
    hosts: Hosts,
    default_proxy: Option<SecretString>,
    pooled: Mutex<Vec<PooledTransport>>,
}

type PooledTransport = (Option<SecretString>, Arc<dyn Transport>);

impl TransportPool {
    /// Creates a pool to `hosts`, through `default_proxy` if no other proxy is given.
    pub fn new(transports: Arc<dyn Transports>, hosts: Hosts, default_proxy: Option<SecretString>) -> Self {
        Self {
            transports,
            hosts,
            default_proxy,
            pooled: Mutex::default(),
        }
    }

    /// Returns the transport through this proxy, or through the default one.
    pub fn via(&self, proxy: Option<SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
        let proxy = proxy.or_else(|| self.default_proxy.clone());
        let url = |proxy: &Option<SecretString>| proxy.as_ref().map(|url| url.expose_secret().to_owned());
        let mut pooled = self.pooled.lock();
        if let Some((_, transport)) = pooled.iter().find(|(of, _)| url(of) == url(&proxy)) {
            return Ok(Arc::clone(transport));
        }
        let transport = self.transports.to(&self.hosts, proxy.as_ref())?;
        pooled.push((proxy, Arc::clone(&transport)));
        Ok(transport)
    }
}
