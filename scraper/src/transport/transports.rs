//! One way to send requests for each place they are sent to and each proxy they are sent through.

use std::sync::Arc;

use secrecy::SecretString;
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
