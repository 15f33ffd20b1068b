//! A client for unit tests, without a cluster.

use std::convert::Infallible;
use std::future;
use std::sync::Arc;

use http::{Request, Response, StatusCode};
use kube::Client;
use kube::client::Body;
use parking_lot::Mutex;
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

/// Returns a client whose API server refuses every request with this status, and the methods of the requests so far.
pub(crate) fn refusing(status: StatusCode) -> (Client, Arc<Mutex<Vec<String>>>) {
    let requests = Arc::new(Mutex::new(Vec::new()));
    let received = Arc::clone(&requests);
    let respond = move |request: Request<Body>| {
        received.lock().push(request.method().to_string());
        let refusal = json!({"status": "Failure", "message": "", "reason": "", "code": status.as_u16()});
        let mut response = Response::new(Body::from(refusal.to_string().into_bytes()));
        *response.status_mut() = status;
        future::ready(Ok::<_, Infallible>(response))
    };
    (Client::new(service_fn(respond), "default"), requests)
}
