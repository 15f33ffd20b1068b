//! The transport: what it follows, what it repeats, where it ends.

use std::sync::Arc;

use clipmeter_proto::v1::Outcome;
use clipmeter_scraper::pace::{INSTAGRAM, Pace};
use clipmeter_scraper::random::Random;
use clipmeter_scraper::transport::{
    FetchError, Fetcher, HttpOptions, HttpTransport, MAX_BODY_BYTES, Request, Response, Retry, Traffic,
};
use reqwest::header::HeaderMap;
use tokio_util::sync::CancellationToken;

use super::standin::{Reply, StandIn};

fn fetcher(allow_private_addresses: bool) -> Fetcher {
    let random = Arc::new(Random::seeded(1));
    let options = HttpOptions {
        proxy: None,
        allow_private_addresses,
    };
    Fetcher {
        transport: Arc::new(HttpTransport::new(&options).unwrap()),
        pace: Pace::new(INSTAGRAM, 0.0, random.clone()),
        retry: Retry { pace: 0.0 },
        random,
        stop: CancellationToken::new(),
    }
}

async fn get(url: &str, fetcher: &Fetcher) -> (Result<Response, Outcome>, Traffic) {
    let traffic = Traffic::default();
    let request = Request::get(url.parse().unwrap(), HeaderMap::new());
    let answer = fetcher
        .send(&request, &traffic)
        .await
        .map_err(|error| match error {
            FetchError::Failed(failure) => failure.outcome,
            FetchError::Stopped => Outcome::Unspecified,
        });
    (answer, traffic)
}

#[tokio::test]
async fn a_redirect_is_an_answer() {
    let platform = StandIn::start().await;
    platform.on("/", [Reply::redirect("/elsewhere")]);
    let (answer, traffic) = get(&platform.url(), &fetcher(true)).await;
    assert_eq!(answer.unwrap().location(), Some("/elsewhere"));
    assert_eq!((platform.asked().len(), traffic.requests()), (1, 1));
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_asked_for_again() {
    let platform = StandIn::start().await;
    platform.on("/once", [Reply::cut_off("ha"), Reply::ok("whole")]);
    platform.on("/always", [Reply::cut_off("ha")]);
    let (answer, traffic) = get(&format!("{}/once", platform.url()), &fetcher(true)).await;
    assert_eq!(&answer.unwrap().body[..], b"whole");
    assert_eq!((traffic.requests(), traffic.bytes()), (2, 5));
    let (answer, traffic) = get(&format!("{}/always", platform.url()), &fetcher(true)).await;
    assert_eq!((answer.unwrap_err(), traffic.requests()), (Outcome::Transient, 3));
}

#[tokio::test]
async fn an_endless_answer_is_left_and_not_asked_for_again() {
    let platform = StandIn::start().await;
    platform.on("/", [Reply::ok(vec![b' '; MAX_BODY_BYTES + 1])]);
    let (answer, traffic) = get(&platform.url(), &fetcher(true)).await;
    assert_eq!(
        (answer.unwrap_err(), traffic.requests()),
        (Outcome::UnexpectedPage, 1)
    );
}

#[tokio::test]
async fn a_name_inside_the_own_network_is_not_connected_to() {
    let platform = StandIn::start().await;
    platform.on("/", [Reply::ok("secret")]);
    let url = platform.url().replace("127.0.0.1", "localhost");
    let (answer, _) = get(&url, &fetcher(false)).await;
    assert_eq!(answer.unwrap_err(), Outcome::Transient);
    assert!(platform.asked().is_empty());
    assert!(
        get(&url, &fetcher(true)).await.0.is_ok(),
        "unless the operator chose the address"
    );
}

#[tokio::test]
async fn stopping_ends_a_request_that_hangs() {
    let platform = StandIn::start().await;
    platform.on("/", [Reply::hang()]);
    let fetcher = fetcher(true);
    let stop = fetcher.stop.clone();
    let stopper = async {
        while platform.asked().is_empty() {
            tokio::task::yield_now().await;
        }
        stop.cancel();
    };
    let url = platform.url();
    let ((answer, _), ()) = tokio::join!(get(&url, &fetcher), stopper);
    assert_eq!(answer.unwrap_err(), Outcome::Unspecified);
}
