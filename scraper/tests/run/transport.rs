//! The transport: redirects that it follows, requests that it repeats, and its limits.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_domain::malicious_urls;
use clipmeter_proto::Credential;
use clipmeter_proto::v1::{Outcome, RequestStats};
use clipmeter_runtime::Random;
use clipmeter_scraper::core::failure::FetchError;
use clipmeter_scraper::core::fetcher::{
    Connection, Fetcher, Hosts, HttpOptions, HttpTransport, MAX_BODY_BYTES, RateLimiter, Request, Response,
    Retry, Traffic,
};
use clipmeter_scraper::core::report::{Api, GrpcApi, Lease, Pool};
use clipmeter_scraper::error::ScraperError;
use clipmeter_scraper::platforms::{instagram, tiktok};
use reqwest::Url;
use reqwest::header::HeaderMap;
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use super::fake_platform::{FakePlatform, StubResponse};
use super::trap::Trap;

/// Sends without pauses, by one line.
struct Sender {
    fetcher: Fetcher,
    connection: Connection,
}

/// A pool that is never called, because there are no delays.
fn pool() -> Pool {
    let api = GrpcApi::new("http://127.0.0.1:9", None, Credential::token("token").unwrap()).unwrap();
    let lease = Lease {
        run_id: String::new(),
        token: String::new(),
        length: Duration::ZERO,
    };
    Pool::new(Api::new(Arc::new(api)), lease)
}

fn fetcher(hosts: Hosts, proxy: Option<SecretString>) -> Sender {
    let random = Arc::new(Random::seeded(1));
    let options = HttpOptions {
        proxy,
        local_proxy: true,
        hosts,
    };
    Sender {
        fetcher: Fetcher {
            rate_limiter: RateLimiter::new(pool(), 0.0),
            retry: Retry { delay_factor: 0.0 },
            random,
            stop: CancellationToken::new(),
        },
        connection: Connection {
            transport: Arc::new(HttpTransport::new(&options).unwrap()),
            session_id: 0,
        },
    }
}

/// A fetcher for a platform at this address.
fn fetcher_of(url: &str) -> Sender {
    let base: Url = url.parse().unwrap();
    fetcher(Hosts::Chosen(base.origin()), None)
}

async fn get(url: &str, sender: &Sender) -> (Result<Response, Outcome>, Traffic) {
    let traffic = Traffic::default();
    let request = Request::get(url.parse().unwrap(), HeaderMap::new());
    let read = |response: &Response| (Outcome::Ok, response.clone());
    let result = sender
        .fetcher
        .send(&sender.connection, "page", &request, &traffic, read)
        .await
        .map_err(|error| match error {
            FetchError::Failed(failure) => failure.outcome,
            FetchError::Stopped | FetchError::Deferred => Outcome::Unspecified,
        });
    (result, traffic)
}

#[tokio::test]
async fn transport_returns_redirect_without_following_it() {
    let platform = FakePlatform::start().await;
    platform.on("/", [StubResponse::redirect("/elsewhere")]);
    let (result, traffic) = get(&platform.url(), &fetcher_of(&platform.url())).await;
    assert_eq!(result.unwrap().location(), Some("/elsewhere"));
    assert_eq!((platform.received().len(), traffic.requests()), (1, 1));
}

#[tokio::test]
async fn transport_retries_interrupted_response() {
    let platform = FakePlatform::start().await;
    platform.on("/once", [StubResponse::cut_off("ha"), StubResponse::ok("whole")]);
    platform.on("/always", [StubResponse::cut_off("ha")]);
    let (result, traffic) = get(&format!("{}/once", platform.url()), &fetcher_of(&platform.url())).await;
    assert_eq!(&result.unwrap().body[..], b"whole");
    assert_eq!((traffic.requests(), traffic.bytes()), (2, 5));
    let ended: Vec<_> = traffic
        .request_stats()
        .iter()
        .map(RequestStats::outcome)
        .collect();
    assert_eq!(ended, [Outcome::Ok, Outcome::Transient]);
    let (result, traffic) = get(
        &format!("{}/always", platform.url()),
        &fetcher_of(&platform.url()),
    )
    .await;
    assert_eq!((result.unwrap_err(), traffic.requests()), (Outcome::Transient, 3));
}

#[tokio::test]
async fn transport_refuses_oversized_response_without_retry() {
    let platform = FakePlatform::start().await;
    platform.on("/", [StubResponse::ok(vec![b' '; MAX_BODY_BYTES + 1])]);
    let (result, traffic) = get(&platform.url(), &fetcher_of(&platform.url())).await;
    assert_eq!(
        (result.unwrap_err(), traffic.requests()),
        (Outcome::UnexpectedPage, 1)
    );
}

#[tokio::test]
async fn transport_connects_only_to_platform_even_through_proxy() {
    let trap = Trap::set().await;
    // Any request would arrive here, whichever host it is for.
    let proxy = SecretString::from(format!("http://127.0.0.1:{}", trap.port()));
    let hosts = [tiktok::HOSTS, instagram::HOSTS].map(|hosts| fetcher(hosts, Some(proxy.clone())));
    let mut tried = 0;
    for url in malicious_urls::hops(trap.port()).filter_map(|text| Url::parse(&text).ok()) {
        for fetcher in hosts.iter().filter(|_| !is_on_a_platform(&url)) {
            let (result, _) = get(url.as_str(), fetcher).await;
            assert_eq!(result.unwrap_err(), Outcome::UnexpectedPage, "{url}");
            tried += 1;
        }
    }
    assert!(tried >= 80, "{tried}");
    trap.stayed_empty().await;
}

#[tokio::test]
async fn transport_refuses_local_proxy_unless_allowed() {
    let trap = Trap::set().await;
    let port = trap.port();
    let open = |proxy: &str, local_proxy| {
        HttpTransport::new(&HttpOptions {
            proxy: Some(SecretString::from(proxy.to_owned())),
            local_proxy,
            hosts: tiktok::HOSTS,
        })
    };
    for host in [
        "127.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "localhost",
        "x.localhost",
    ] {
        for scheme in ["http", "socks5"] {
            let proxy = format!("{scheme}://ann:secret@{host}:{port}");
            let refused = open(&proxy, false).unwrap_err();
            assert!(matches!(refused, ScraperError::LocalProxy), "{proxy}: {refused}");
            assert!(!refused.to_string().contains("secret"), "{refused}");
            assert!(open(&proxy, true).is_ok(), "{proxy}");
        }
    }
    trap.stayed_empty().await;
}

/// Some of the malicious ones are other pages of a platform; only their parsers can reject them.
fn is_on_a_platform(url: &Url) -> bool {
    tiktok::HOSTS.allows(url) || instagram::HOSTS.allows(url)
}

#[tokio::test]
async fn transport_request_ends_when_stopped() {
    let platform = FakePlatform::start().await;
    platform.on("/", [StubResponse::hang()]);
    let fetcher = fetcher_of(&platform.url());
    let stop = fetcher.fetcher.stop.clone();
    let stopper = async {
        while platform.received().is_empty() {
            tokio::task::yield_now().await;
        }
        stop.cancel();
    };
    let url = platform.url();
    let ((result, _), ()) = tokio::join!(get(&url, &fetcher), stopper);
    assert_eq!(result.unwrap_err(), Outcome::Unspecified);
}
