//! The requests to the platforms: counts for the results, and a digest that changes with every single request.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};

/// A request and its response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchange<'a> {
    /// Time of the request.
    pub(crate) at: DateTime<Utc>,
    /// `instagram` or `tiktok`.
    pub(crate) platform: &'a str,
    /// The path with its query.
    pub(crate) path: &'a str,
    /// The hash of the session that the request was sent with.
    pub(crate) session: Option<&'a str>,
    /// Whether the request was sent through a proxy.
    pub(crate) is_proxied: bool,
    /// The status of the response.
    pub(crate) status: u16,
}

/// All requests of a simulation.
#[derive(Debug, Default)]
pub(crate) struct Log {
    digest: Sha256,
    by_platform: BTreeMap<String, u64>,
}

impl Log {
    pub(crate) fn note(&mut self, exchange: &Exchange<'_>) {
        let line = format!(
            "{} {} {} {} {}\n",
            exchange.at.timestamp_millis(),
            exchange.platform,
            exchange.path,
            exchange.session.unwrap_or("-"),
            exchange.status
        );
        self.digest.update(line);
        *self.by_platform.entry(exchange.platform.to_owned()).or_default() += 1;
    }

    /// Returns the number of requests by platform.
    pub(crate) fn by_platform(&self) -> BTreeMap<String, u64> {
        self.by_platform.clone()
    }

    /// Returns the SHA-256 of all requests so far, in the order in which they were sent.
    pub(crate) fn digest(&self) -> Vec<u8> {
        self.digest.clone().finalize().to_vec()
    }
}
