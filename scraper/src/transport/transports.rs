//! One way to send requests for each place they are sent to and each proxy they are sent through.

use std::sync::{Arc, Mutex, PoisonError};

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::{Hosts, HttpOptions, HttpTransport, Transport};
use crate::error::ScraperError;

/// Makes the ways to the platforms.
pub trait Transports: Send + Sync {
    /// The way to a platform, through a proxy if one is given.
    fn to(&self, base: &Url, proxy: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError>;
}

/// Ways over real HTTP.
#[derive(Debug, Clone, Copy)]
pub struct HttpTransports;

impl Transports for HttpTransports {
    fn to(&self, base: &Url, proxy: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
        let options = HttpOptions {
            proxy: proxy.cloned(),
            hosts: Hosts::of(base),
        };
        Ok(Arc::new(HttpTransport::new(&options)?))
    }
}

/// A run's ways to its platform: each is made once, so that its connections stay.
pub struct Exits {
    transports: Arc<dyn Transports>,
    base: Url,
    usual: Option<SecretString>,
    made: Mutex<Vec<Exit>>,
}

type Exit = (Option<SecretString>, Arc<dyn Transport>);

impl Exits {
    /// Ways to `base`, through the proxy `usual` where there is no other.
    pub fn new(transports: Arc<dyn Transports>, base: Url, usual: Option<SecretString>) -> Self {
        Self {
            transports,
            base,
            usual,
            made: Mutex::default(),
        }
    }

    /// The way through this proxy, or through the usual one.
    pub fn through(&self, proxy: Option<SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
        let proxy = proxy.or_else(|| self.usual.clone());
        let url = |proxy: &Option<SecretString>| proxy.as_ref().map(|url| url.expose_secret().to_owned());
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, transport)) = made.iter().find(|(of, _)| url(of) == url(&proxy)) {
            return Ok(Arc::clone(transport));
        }
        let transport = self.transports.to(&self.base, proxy.as_ref())?;
        made.push((proxy, Arc::clone(&transport)));
        Ok(transport)
    }
}
