use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_proto::v1;

use super::*;
use crate::core::fetcher::{Request, Response, Transport, TransportError};

/// A transport that sends nothing.
struct NoTransport;

#[async_trait]
impl Transport for NoTransport {
    async fn send(&self, _: &Request) -> Result<Response, TransportError> {
        Err(TransportError::Elsewhere)
    }
}

fn client(session: Option<&v1::Session>) -> WebClient {
    let connection = Connection {
        transport: Arc::new(NoTransport),
        session_id: session.map_or(0, |session| session.session_id),
    };
    let cooldowns = [EndpointCooldown {
        endpoint: "feed_user".to_owned(),
        until: 100,
    }];
    let works = [Works {
        need: "posts".to_owned(),
        endpoint: "graphql_timeline".to_owned(),
        since: 1,
    }];
    let state = ClientState::restored(&cooldowns, &works);
    let session = session.map(|session| Session::new(session).unwrap());
    WebClient::new(session, connection, "direct".to_owned(), String::new(), state)
}

fn signed_in() -> WebClient {
    client(Some(&v1::Session {
        session_id: 5,
        value: "1:x".to_owned(),
        ..v1::Session::default()
    }))
}

#[test]
fn client_reports_dead_session_and_stops_sending_it() {
    let client = signed_in();
    let reports = client.record_outcome(Endpoint::Feed, Outcome::SessionDead, None);
    let [Body::Session(report)] = &reports[..] else {
        panic!("{reports:?}")
    };
    assert_eq!((report.session_id, report.outcome()), (5, Outcome::SessionDead));
    assert_eq!(client.check().unwrap_err().outcome, Outcome::SessionDead);
}

#[test]
fn rate_limit_reports_session_address_and_retry_after() {
    let retry_after = Some(Duration::from_secs(90));
    let reports = signed_in().record_outcome(Endpoint::Feed, Outcome::RateLimited, retry_after);
    let [Body::Session(session), Body::Address(address)] = &reports[..] else {
        panic!("{reports:?}")
    };
    assert_eq!(
        (session.retry_after_seconds, address.retry_after_seconds),
        (Some(90), Some(90))
    );
    let anonymous = client(None);
    let reports = anonymous.record_outcome(Endpoint::WebProfileInfo, Outcome::RateLimited, None);
    let [Body::Endpoint(endpoint), Body::Address(_)] = &reports[..] else {
        panic!("{reports:?}")
    };
    assert_eq!((endpoint.session_id, endpoint.address.as_str()), (0, "direct"));
    assert_eq!(anonymous.stopped_by(), Some(Outcome::RateLimited));
}

#[test]
fn retired_endpoint_cools_down_without_session_report() {
    let client = signed_in();
    let reports = client.record_outcome(Endpoint::Timeline, Outcome::EndpointRetired, None);
    let [Body::Endpoint(report)] = &reports[..] else {
        panic!("{reports:?}")
    };
    assert_eq!(
        (report.endpoint.as_str(), report.outcome()),
        ("graphql_timeline", Outcome::EndpointRetired)
    );
    assert!(client.is_cooling_down(Endpoint::Timeline, 1_000));
    assert_eq!(client.check(), Ok(()));
}

#[test]
fn endpoint_cooldown_from_api_lasts_until_its_time() {
    let client = client(None);
    assert!(client.is_cooling_down(Endpoint::Feed, 99) && !client.is_cooling_down(Endpoint::Feed, 100));
}

#[test]
fn endpoint_cooldowns_of_other_runs_are_merged_with_own() {
    let client = signed_in();
    client.record_outcome(Endpoint::Timeline, Outcome::EndpointRetired, None);
    let cooldown = |endpoint: &str, until| EndpointCooldown {
        endpoint: endpoint.to_owned(),
        until,
    };
    client.add_cooldowns(&[cooldown("graphql_timeline", 50), cooldown("home", 200)]);
    assert!(
        client.is_cooling_down(Endpoint::Timeline, 1_000),
        "the later of both"
    );
    assert!(client.is_cooling_down(Endpoint::Feed, 99) && client.is_cooling_down(Endpoint::Home, 199));
    assert!(!client.is_cooling_down(Endpoint::Home, 200));
}

#[test]
fn client_reports_working_endpoint_only_when_it_changes() {
    let client = signed_in();
    assert_eq!(client.works(Need::Posts, Endpoint::Timeline), None);
    assert!(client.works(Need::Posts, Endpoint::Feed).is_some());
    assert_eq!(client.works(Need::Posts, Endpoint::Feed), None);
}

#[test]
fn client_reports_new_claim_once_and_never_when_anonymous() {
    for (client, is_reported) in [(signed_in(), true), (client(None), false)] {
        assert_eq!(client.new_claim(), None);
        client.set_claim("hmac.1");
        assert_eq!(client.claim(), "hmac.1");
        assert_eq!(client.new_claim().is_some(), is_reported);
        client.set_claim("hmac.1");
        assert_eq!(client.new_claim(), None);
    }
}
