//! A client for unit tests, without a cluster.

use std::convert::Infallible;
use std::future;

use http::{Request, Response};
use kube::Client;
use kube::client::Body;
use serde_json::json;
use tower::service_fn;

/// Returns a client whose API server accepts every object and returns it without a name.
pub(crate) fn accepting() -> Client {
    let respond = |_: Request<Body>| {
        let created = json!({"metadata": {}}).to_string();
        let response = Response::new(Body::from(created.into_bytes()));
        future::ready(Ok::<_, Infallible>(response))
    };
    Client::new(service_fn(respond), "default")
}
