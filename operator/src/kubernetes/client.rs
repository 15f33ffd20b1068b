//! Client of the cluster that the program runs in, or of `KUBECONFIG`. Every call has a timeout, because a connection may die
//! silently.

use std::time::{Duration, Instant};

use http::{Method, Request};
use kube::client::{Body, ClientBuilder};
use kube::{Client, Config};
use tower::filter::FilterLayer;

use crate::error::Error;
use crate::leadership::Leadership;

/// Connect timeout; short, because the lease is valid for only 15 s.
const CONNECT: Duration = Duration::from_secs(5);
/// Maximum time without data while waiting for a response. A page of a list takes less than a second.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// Duration of a watch in seconds; shorter than the response timeout, because a watch may receive nothing for its whole duration.
pub(crate) const WATCH_SECONDS: u32 = 20;

pub(crate) async fn connect() -> Result<Client, Error> {
    Client::try_from(config().await?).map_err(|error| Error::NoCluster(Box::new(error)))
}

/// Returns a client that sends writes only while `leadership` is valid.
pub(crate) async fn connect_as_leader(leadership: Leadership) -> Result<Client, Error> {
    let builder =
        ClientBuilder::try_from(config().await?).map_err(|error| Error::NoCluster(Box::new(error)))?;
    let check = move |request: Request<Body>| {
        if request.method() == Method::GET || leadership.is_valid(Instant::now()) {
            Ok(request)
        } else {
            Err(Error::LeaseLost)
        }
    };
    Ok(builder.with_layer(&FilterLayer::new(check)).build())
}

async fn config() -> Result<Config, Error> {
    let config = Config::infer()
        .await
        .map_err(|error| Error::NoCluster(Box::new(kube::Error::InferConfig(error))))?;
    Ok(limited(config, RESPONSE_TIMEOUT))
}

fn limited(mut config: Config, response_timeout: Duration) -> Config {
    config.connect_timeout = Some(CONNECT);
    config.read_timeout = Some(response_timeout);
    config.write_timeout = Some(response_timeout);
    // A connection receives nothing while no request is pending.
    config.reset_reader_on_write = true;
    config
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::core::v1::Namespace;
    use kube::Api;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn kubernetes_request_times_out_on_silent_api_server() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", silent.local_addr().unwrap());
        let mut config = limited(Config::new(address.parse().unwrap()), Duration::from_millis(50));
        config.default_retry = false;
        let namespaces: Api<Namespace> = Api::all(Client::try_from(config).unwrap());
        let both = async { tokio::join!(namespaces.get("default"), silent.accept()) };
        let (response, connection) = tokio::time::timeout(RESPONSE_TIMEOUT, both).await.unwrap();
        assert!(connection.is_ok());
        let error = response.unwrap_err();
        assert!(!matches!(error, kube::Error::Api(_)), "{error}");
    }

    #[test]
    fn watch_timeout_is_shorter_than_response_timeout() {
        assert!(Duration::from_secs(WATCH_SECONDS.into()) + CONNECT < RESPONSE_TIMEOUT);
    }
}
