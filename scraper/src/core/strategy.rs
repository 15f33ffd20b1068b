//! Fetch strategies: which endpoint is requested and with which client, in the order of the platform configuration and recent successes.

use std::collections::BTreeMap;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointCooldown, EndpointReport, Outcome, Works};
use strum::EnumString;

pub(crate) trait PlatformEndpoint: Copy + Eq {
    /// Returns the code in reports, permits and the platform configuration.
    fn code(self) -> &'static str;

    /// Returns the endpoint with this code.
    fn of(code: &str) -> Option<Self>;
}

/// The client that requests an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum With {
    Session,
    Anonymous,
}

/// An endpoint and the client that requests it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FetchStrategy<E> {
    pub(crate) endpoint: E,
    pub(crate) with: With,
}

impl<E: PlatformEndpoint> FetchStrategy<E> {
    /// Parses a strategy of the platform configuration.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (with, endpoint) = text.split_once(':')?;
        Some(Self {
            endpoint: E::of(endpoint)?,
            with: with.parse().ok()?,
        })
    }
}

/// Parses strategies of the platform configuration, keeping their order.
pub(crate) fn read<E: PlatformEndpoint>(strategies: &[String]) -> Vec<FetchStrategy<E>> {
    strategies
        .iter()
        .filter_map(|strategy| FetchStrategy::read(strategy))
        .collect()
}

/// Orders the strategies of one client: the endpoint that worked recently comes first, all others keep their order. The history never
/// moves a strategy past one of another client, because the platform configuration decides when to switch between sessions and anonymous
/// clients.
pub(crate) fn in_order<E: PlatformEndpoint>(
    strategies: &[FetchStrategy<E>],
    works: Option<&str>,
) -> Vec<FetchStrategy<E>> {
    let mut strategies = strategies.to_vec();
    let works = strategies
        .iter()
        .position(|strategy| works == Some(strategy.endpoint.code()));
    if let Some(at) = works {
        strategies[..=at].rotate_right(1);
    }
    strategies
}

/// The endpoint history of a client.
#[derive(Debug, Default)]
pub(crate) struct EndpointHistory {
    /// Endpoints on cooldown, until seconds since 1970-01-01T00:00:00Z.
    cooldowns: BTreeMap<String, i64>,
    /// The endpoint that recently worked for each need.
    works: BTreeMap<String, String>,
}

impl EndpointHistory {
    /// Restores the history stored by the API.
    pub(crate) fn restored<'a>(
        cooldowns: &[EndpointCooldown],
        works: impl IntoIterator<Item = &'a Works>,
    ) -> Self {
        let cooldowns = cooldowns
            .iter()
            .map(|cooldown| (cooldown.endpoint.clone(), cooldown.until));
        let works = works
            .into_iter()
            .map(|works| (works.need.clone(), works.endpoint.clone()));
        Self {
            cooldowns: cooldowns.collect(),
            works: works.collect(),
        }
    }

    /// Adds cooldowns that other runs have caused meanwhile.
    pub(crate) fn add_cooldowns(&mut self, cooldowns: &[EndpointCooldown]) {
        for cooldown in cooldowns {
            let until = self.cooldowns.entry(cooldown.endpoint.clone()).or_default();
            *until = (*until).max(cooldown.until);
        }
    }

    /// Returns whether this endpoint is on cooldown at `now`, seconds since 1970-01-01T00:00:00Z.
    pub(crate) fn is_cooling_down(&self, endpoint: impl PlatformEndpoint, now: i64) -> bool {
        self.cooldowns
            .get(endpoint.code())
            .is_some_and(|until| *until > now)
    }

    /// Puts an endpoint on cooldown for the rest of the run; the API determines the actual duration.
    pub(crate) fn close(&mut self, endpoint: impl PlatformEndpoint) {
        self.cooldowns.insert(endpoint.code().to_owned(), i64::MAX);
    }

    /// Records that an endpoint worked for a need. Returns whether that changed the history.
    pub(crate) fn works(&mut self, need: &str, endpoint: impl PlatformEndpoint) -> bool {
        let before = self.works.insert(need.to_owned(), endpoint.code().to_owned());
        before.as_deref() != Some(endpoint.code())
    }

    /// Returns strategies of one client in the order in which they are tried.
    pub(crate) fn in_order<E: PlatformEndpoint>(
        &self,
        need: &str,
        strategies: &[FetchStrategy<E>],
    ) -> Vec<FetchStrategy<E>> {
        in_order(strategies, self.works.get(need).map(String::as_str))
    }
}

/// Returns the report of an endpoint's success for `need` or of its cooldown. `session_id` is 0 for an anonymous client.
pub(crate) fn report(
    address: &str,
    session_id: i64,
    endpoint: impl PlatformEndpoint,
    need: &str,
    outcome: Outcome,
) -> Body {
    Body::Endpoint(EndpointReport {
        session_id,
        address: address.to_owned(),
        endpoint: endpoint.code().to_owned(),
        need: need.to_owned(),
        outcome: outcome.into(),
    })
}
