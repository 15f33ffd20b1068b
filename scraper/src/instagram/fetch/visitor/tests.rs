use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_proto::v1;

use super::*;
use crate::transport::{Request, Response, Transport, TransportError};

/// Nothing is sent here.
struct Nowhere;

#[async_trait]
impl Transport for Nowhere {
    async fn send(&self, _: &Request) -> Result<Response, TransportError> {
        Err(TransportError::Elsewhere)
    }
}

fn visitor(session: Option<&v1::Session>) -> Visitor {
    let line = Line {
        transport: Arc::new(Nowhere),
        session_id: session.map_or(0, |session| session.session_id),
    };
    let resting = [Resting {
        endpoint: "feed_user".to_owned(),
        until: 100,
    }];
    let works = [Works {
        need: "posts".to_owned(),
        endpoint: "graphql_timeline".to_owned(),
        since: 1,
    }];
    let memory = Memory::recalled(&resting, &works);
    let session = session.map(|session| Session::new(session).unwrap());
    Visitor::new(session, line, "direct".to_owned(), String::new(), memory)
}

fn signed_in() -> Visitor {
    visitor(Some(&v1::Session {
        session_id: 5,
        value: "1:x".to_owned(),
        ..v1::Session::default()
    }))
}

#[test]
fn a_dead_session_is_told_and_sent_no_more() {
    let visitor = signed_in();
    let told = visitor.learn(Endpoint::Feed, Outcome::SessionDead, None);
    let [Body::Session(report)] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((report.session_id, report.outcome()), (5, Outcome::SessionDead));
    assert_eq!(visitor.check().unwrap_err().outcome, Outcome::SessionDead);
}

#[test]
fn a_limit_is_told_of_session_and_address_with_the_platforms_wish() {
    let wish = Some(Duration::from_secs(90));
    let told = signed_in().learn(Endpoint::Feed, Outcome::RateLimited, wish);
    let [Body::Session(session), Body::Address(address)] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!(
        (session.retry_after_seconds, address.retry_after_seconds),
        (Some(90), Some(90))
    );
    let guest = visitor(None);
    let told = guest.learn(Endpoint::WebProfileInfo, Outcome::RateLimited, None);
    let [Body::Endpoint(endpoint), Body::Address(_)] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((endpoint.session_id, endpoint.address.as_str()), (0, "direct"));
    assert_eq!(guest.out(), Some(Outcome::RateLimited));
}

#[test]
fn a_closed_endpoint_says_nothing_about_the_session() {
    let visitor = signed_in();
    let told = visitor.learn(Endpoint::Timeline, Outcome::EndpointRetired, None);
    let [Body::Endpoint(report)] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!(
        (report.endpoint.as_str(), report.outcome()),
        ("graphql_timeline", Outcome::EndpointRetired)
    );
    assert!(visitor.rests(Endpoint::Timeline, 1_000));
    assert_eq!(visitor.check(), Ok(()));
}

#[test]
fn what_the_api_remembers_holds_until_its_time() {
    let visitor = visitor(None);
    assert!(visitor.rests(Endpoint::Feed, 99) && !visitor.rests(Endpoint::Feed, 100));
}

#[test]
fn what_other_runs_found_closed_is_added_to_what_this_one_did() {
    let visitor = signed_in();
    visitor.learn(Endpoint::Timeline, Outcome::EndpointRetired, None);
    let rest = |endpoint: &str, until| Resting {
        endpoint: endpoint.to_owned(),
        until,
    };
    visitor.hear(&[rest("graphql_timeline", 50), rest("home", 200)]);
    assert!(visitor.rests(Endpoint::Timeline, 1_000), "the later of both");
    assert!(visitor.rests(Endpoint::Feed, 99) && visitor.rests(Endpoint::Home, 199));
    assert!(!visitor.rests(Endpoint::Home, 200));
}

#[test]
fn only_news_of_what_works_is_told() {
    let visitor = signed_in();
    assert_eq!(visitor.works(Need::Posts, Endpoint::Timeline), None);
    assert!(visitor.works(Need::Posts, Endpoint::Feed).is_some());
    assert_eq!(visitor.works(Need::Posts, Endpoint::Feed), None);
}

#[test]
fn a_claim_is_told_once_and_a_guests_never() {
    for (visitor, is_told) in [(signed_in(), true), (visitor(None), false)] {
        assert_eq!(visitor.new_claim(), None);
        visitor.set_claim("hmac.1");
        assert_eq!(visitor.claim(), "hmac.1");
        assert_eq!(visitor.new_claim().is_some(), is_told);
        visitor.set_claim("hmac.1");
        assert_eq!(visitor.new_claim(), None);
    }
}
