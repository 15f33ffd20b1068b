//! The ways to what is wanted of a platform: which endpoint is asked and with whom, in the order of the facts and of what worked lately.

use std::collections::BTreeMap;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointReport, Outcome, Resting, Works};

/// An endpoint of a platform.
pub(crate) trait Asked: Copy + Eq {
    /// The word for it in reports, turns and facts.
    fn code(self) -> &'static str;

    /// The one with this code.
    fn of(code: &str) -> Option<Self>;
}

/// With whom an endpoint is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    Session,
    Guest,
}

/// A way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way<E> {
    pub(crate) endpoint: E,
    pub(crate) with: With,
}

impl<E: Asked> Way<E> {
    /// A way as the facts write it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (with, endpoint) = text.split_once(':')?;
        let with = match with {
            "guest" => With::Guest,
            "session" => With::Session,
            _ => return None,
        };
        let endpoint = E::of(endpoint)?;
        Some(Self { endpoint, with })
    }
}

/// Ways as the facts write them, in their order.
pub(crate) fn read<E: Asked>(ways: &[String]) -> Vec<Way<E>> {
    ways.iter().filter_map(|way| Way::read(way)).collect()
}

/// Ways that one visitor goes one after the other: the endpoint that worked lately comes first, else their order stays. Memory does not
/// lead past a way of somebody else, because when a session is spent, or a guest's turn, is for the facts to say.
pub(crate) fn in_order<E: Asked>(ways: &[Way<E>], works: Option<&str>) -> Vec<Way<E>> {
    let mut ways = ways.to_vec();
    let works = ways.iter().position(|way| works == Some(way.endpoint.code()));
    if let Some(at) = works {
        ways[..=at].rotate_right(1);
    }
    ways
}

/// What a visitor remembers of endpoints.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Those that are not asked until then, seconds since 1970-01-01T00:00:00Z.
    resting: BTreeMap<String, i64>,
    /// What gave each need lately.
    works: BTreeMap<String, String>,
}

impl Memory {
    /// What the API remembers.
    pub(crate) fn recalled<'a>(resting: &[Resting], works: impl IntoIterator<Item = &'a Works>) -> Self {
        let resting = resting.iter().map(|rest| (rest.endpoint.clone(), rest.until));
        let works = works
            .into_iter()
            .map(|works| (works.need.clone(), works.endpoint.clone()));
        Self {
            resting: resting.collect(),
            works: works.collect(),
        }
    }

    /// Adds what others have found to be closed meanwhile.
    pub(crate) fn hear(&mut self, resting: &[Resting]) {
        for rest in resting {
            let until = self.resting.entry(rest.endpoint.clone()).or_default();
            *until = (*until).max(rest.until);
        }
    }

    /// Whether this endpoint is not to be asked now, seconds since 1970-01-01T00:00:00Z.
    pub(crate) fn rests(&self, endpoint: impl Asked, now: i64) -> bool {
        self.resting
            .get(endpoint.code())
            .is_some_and(|until| *until > now)
    }

    /// Lets an endpoint rest for the run, at least; from then on the API says for how long.
    pub(crate) fn close(&mut self, endpoint: impl Asked) {
        self.resting.insert(endpoint.code().to_owned(), i64::MAX);
    }

    /// Remembers that an endpoint gave what was wanted. Returns whether that is news.
    pub(crate) fn works(&mut self, need: &str, endpoint: impl Asked) -> bool {
        let before = self.works.insert(need.to_owned(), endpoint.code().to_owned());
        before.as_deref() != Some(endpoint.code())
    }

    /// Ways of one visitor in the order in which they are tried.
    pub(crate) fn in_order<E: Asked>(&self, need: &str, ways: &[Way<E>]) -> Vec<Way<E>> {
        in_order(ways, self.works.get(need).map(String::as_str))
    }
}

/// What to tell the API of an endpoint: a success, which was for `need`, or that it is to rest. `session_id` says who asked, 0 as a guest.
pub(crate) fn report(
    address: &str,
    session_id: i64,
    endpoint: impl Asked,
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
