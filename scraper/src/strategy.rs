//! The ways to what is wanted of a platform: which endpoint is asked and with whom, in the order of the facts and of what worked lately.

use std::collections::BTreeMap;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointCooldown, EndpointReport, Outcome, Works};

/// An endpoint of a platform.
pub(crate) trait PlatformEndpoint: Copy + Eq {
    /// The word for it in reports, turns and facts.
    fn code(self) -> &'static str;

    /// The one with this code.
    fn of(code: &str) -> Option<Self>;
}

/// With whom an endpoint is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    Session,
    Anonymous,
}

/// A way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FetchStrategy<E> {
    pub(crate) endpoint: E,
    pub(crate) with: With,
}

impl<E: PlatformEndpoint> FetchStrategy<E> {
    /// A way as the facts write it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (with, endpoint) = text.split_once(':')?;
        let with = match with {
            "anonymous" => With::Anonymous,
            "session" => With::Session,
            _ => return None,
        };
        let endpoint = E::of(endpoint)?;
        Some(Self { endpoint, with })
    }
}

/// Ways as the facts write them, in their order.
pub(crate) fn read<E: PlatformEndpoint>(strategies: &[String]) -> Vec<FetchStrategy<E>> {
    strategies
        .iter()
        .filter_map(|strategy| FetchStrategy::read(strategy))
        .collect()
}

/// Ways that one visitor goes one after the other: the endpoint that worked lately comes first, else their order stays. Memory does not
/// lead past a way of somebody else, because when a session is spent, or a guest's turn, is for the facts to say.
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

/// What a visitor remembers of endpoints.
#[derive(Debug, Default)]
pub(crate) struct EndpointHistory {
    /// Those that are not asked until then, seconds since 1970-01-01T00:00:00Z.
    cooldowns: BTreeMap<String, i64>,
    /// What gave each need lately.
    works: BTreeMap<String, String>,
}

impl EndpointHistory {
    /// What the API remembers.
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

    /// Adds what others have found to be closed meanwhile.
    pub(crate) fn add_cooldowns(&mut self, cooldowns: &[EndpointCooldown]) {
        for cooldown in cooldowns {
            let until = self.cooldowns.entry(cooldown.endpoint.clone()).or_default();
            *until = (*until).max(cooldown.until);
        }
    }

    /// Whether this endpoint is not to be asked now, seconds since 1970-01-01T00:00:00Z.
    pub(crate) fn is_cooling_down(&self, endpoint: impl PlatformEndpoint, now: i64) -> bool {
        self.cooldowns
            .get(endpoint.code())
            .is_some_and(|until| *until > now)
    }

    /// Lets an endpoint rest for the run, at least; from then on the API says for how long.
    pub(crate) fn close(&mut self, endpoint: impl PlatformEndpoint) {
        self.cooldowns.insert(endpoint.code().to_owned(), i64::MAX);
    }

    /// Remembers that an endpoint gave what was wanted. Returns whether that is news.
    pub(crate) fn works(&mut self, need: &str, endpoint: impl PlatformEndpoint) -> bool {
        let before = self.works.insert(need.to_owned(), endpoint.code().to_owned());
        before.as_deref() != Some(endpoint.code())
    }

    /// Ways of one visitor in the order in which they are tried.
    pub(crate) fn in_order<E: PlatformEndpoint>(
        &self,
        need: &str,
        strategies: &[FetchStrategy<E>],
    ) -> Vec<FetchStrategy<E>> {
        in_order(strategies, self.works.get(need).map(String::as_str))
    }
}

/// What to tell the API of an endpoint: a success, which was for `need`, or that it is to rest. `session_id` says who asked, 0 as a guest.
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
