//! Reads Loopreel accounts anonymously, one request each.

use std::collections::HashSet;

use async_trait::async_trait;
use clipmeter_domain::item;
use clipmeter_proto::v1::{AccountTarget, CrawlSummary, MissingSource, Outcome};
use reqwest::header::HeaderMap;
use url::Url;

use super::{ITEM_IDS, parse};
use crate::core::failure::FetchError;
use crate::core::fetcher::{Connection, Fetcher, Request, Response};
use crate::core::model::{Profile, RawResponse};
use crate::core::report::address;
use crate::core::unit::{UnitResult, UnitWork};
use crate::error::ScraperError;
use crate::platforms::{PlatformClient, RunAccess};

/// The code of the only endpoint.
const ENDPOINT: &str = "profile";

/// Loopreel, as used by one run.
pub(super) struct LoopreelClient {
    fetcher: Fetcher,
    connection: Connection,
    base: Url,
    /// Key of the address that requests leave from.
    address: String,
}

impl LoopreelClient {
    pub(super) fn new(fetcher: Fetcher, access: RunAccess) -> Result<Self, ScraperError> {
        Ok(Self {
            fetcher,
            connection: Connection {
                transport: access.transports.via(None)?,
                session_id: 0,
            },
            base: access.base,
            address: access.address.key,
        })
    }

    /// Returns a URL below the base. The name is escaped, so that it cannot reach another path.
    fn profile_url(&self, username: &str) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["api", "users", username]);
        }
        url
    }
}

#[async_trait]
impl PlatformClient for LoopreelClient {
    fn at_once(&self) -> usize {
        1
    }

    async fn account(&self, target: &AccountTarget, work: &UnitWork) -> Result<UnitResult, FetchError> {
        let request = Request::get(self.profile_url(&target.username), HeaderMap::new());
        let read = |response: &Response| {
            let parsed = parse::read(&RawResponse {
                status: response.status,
                location: response.location(),
                body: &response.body,
                is_anonymous: true,
            });
            (parsed.outcome, (parsed, response.retry_after()))
        };
        let (parsed, retry_after) = self
            .fetcher
            .send(&self.connection, ENDPOINT, &request, &work.traffic, read)
            .await?;
        if let Some(report) = address::report(&self.address, 0, parsed.outcome, retry_after) {
            work.report(report).await?;
        }
        let result = UnitResult::new(parsed.outcome, parsed.detail.clone());
        let Some(profile) = parsed.profile.as_ref().map(Profile::to_message) else {
            return Ok(result);
        };
        if !target.platform_id.is_empty() && profile.platform_id != target.platform_id {
            let changed = UnitResult::new(Outcome::IdentityChanged, "another account has the username");
            return Ok(changed.with_new_owner(profile));
        }
        work.found(profile);
        if !parsed.outcome.is_success() {
            return Ok(result);
        }
        let observations: Vec<_> = parsed
            .items
            .iter()
            .map(|video| video.to_observation(&ITEM_IDS))
            .collect();
        let listed: HashSet<u64> = parsed
            .items
            .iter()
            .filter_map(|video| item::id(&video.id))
            .collect();
        work.page(work.now(), observations).await?;
        // The response always has all videos.
        let missing = target.known_ids.iter().copied().filter(|id| !listed.contains(id));
        let crawl = CrawlSummary {
            endpoint: ENDPOINT.to_owned(),
            covered_to_id: 0,
            reached_end: true,
            listed: u32::try_from(listed.len()).unwrap_or(u32::MAX),
            ..CrawlSummary::default()
        };
        Ok(result
            .with_crawl(crawl)
            .with_missing(missing, MissingSource::List))
    }
}
