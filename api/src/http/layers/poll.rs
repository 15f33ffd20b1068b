//! Answers unchanged polls with 304, usually without a query for the content.

use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Query, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use clipmeter_db::database::revisions::Source;
use http::header::{CACHE_CONTROL, ETAG};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde::Deserialize;

use super::etag::{self, ClientTags, Tag};
use crate::http::coalescing::SharedResponse;
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::{self, SignedIn};
use crate::http::state::HttpState;
use crate::http::unchanged_polls::Poll;

/// The browser caches the response for its user, but revalidates it every time.
const ALWAYS_REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Adds an `ETag` to a successful GET, and responds with 304 when the caller's copy is current. `sources` are what the
/// response depends on besides the caller's role, group and address; while they are unchanged, the only query is for the user, and
/// a repeated poll has none. When the tag comes from another process, the response is built and its body compared. Callers with the
/// same role in the same group, who request the same response at the same time, share it.
pub(crate) async fn poll(
    State(sources): State<&'static [Source]>,
    Extension(state): Extension<Arc<HttpState>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if request.method() != Method::GET {
        return Ok(next.run(request).await);
    }
    let (mut parts, body) = request.into_parts();
    let known = ClientTags::of(&parts.headers);
    let target = parts
        .uri
        .path_and_query()
        .map_or("", |target| target.as_str())
        .to_owned();
    let now = state.clock.now();
    let revisions = state.database.revisions();
    let polls = &state.unchanged_polls;
    let request = scope::claims(&parts, &state, now).map(|bearer| (bearer, target.clone()));
    if let Some(request) = &request
        && let Some(current) = polls.state(revisions, request, now)
        && let Some(tag) = known.with_state(&current)
    {
        return not_modified(&tag);
    }

    // Revisions are read before what they stand for: this one before the user, the other one before the handler's snapshot.
    let sign_ins = revisions.sign_ins();
    let caller = SignedIn::from_request_parts(&mut parts, &state).await?;
    let scope = caller.shown_scope(named_group(&parts));
    let revision = revisions.of(scope, sources);
    let of_role = etag::state_of_role(&state.tag_key, caller.caller(), &target, revision);
    let of_user = etag::state_of_user(&of_role.digest, caller.caller());
    parts.extensions.insert(caller);
    // Not for an error, which no tag is sent with.
    let keep = |state: &str| {
        if let Some(request) = request {
            let poll = Poll {
                state: state.to_owned(),
                seconds: of_role.seconds,
                sign_ins,
                scope,
                sources,
                revision,
            };
            polls.insert(request, poll, now);
        }
    };
    if let Some(tag) = known.with_state(&of_user) {
        keep(&of_user);
        return not_modified(&tag);
    }
    let handled = handle(Request::from_parts(parts, body), next);
    let SharedResponse { mut headers, body } = match state.polls.join(&of_role.digest, handled).await {
        Ok(built) => built,
        Err(response) => return Ok(*response),
    };
    keep(&of_user);
    let tag = Tag::new(of_user, &body);
    if known.has_body(&tag) {
        return not_modified(&tag);
    }
    headers.insert(ETAG, tag.header()?);
    headers.insert(CACHE_CONTROL, ALWAYS_REVALIDATE);
    Ok((headers, Body::from(body)).into_response())
}

/// Runs the handler. Returns a response that is not successful as the error.
async fn handle(request: Request, next: Next) -> Result<SharedResponse, Box<Response>> {
    let (parts, body) = next.run(request).await.into_parts();
    if parts.status != StatusCode::OK {
        return Err(Box::new(Response::from_parts(parts, body)));
    }
    let headers = parts.headers;
    // The handler has generated the whole body already, so a limit would save no memory.
    match to_bytes(body, usize::MAX).await {
        Ok(body) => Ok(SharedResponse { headers, body }),
        Err(error) => {
            tracing::error!(%error, "cannot buffer a response");
            Err(Box::new(Problem::from(ErrorCode::Internal).into_response()))
        }
    }
}

fn not_modified(tag: &Tag) -> Result<Response, Problem> {
    let headers = HeaderMap::from_iter([(ETAG, tag.header()?), (CACHE_CONTROL, ALWAYS_REVALIDATE)]);
    Ok((StatusCode::NOT_MODIFIED, headers).into_response())
}

/// The group that an admin may name. The handler validates the rest of the query.
#[derive(Deserialize)]
struct GroupParameter {
    group_id: Option<i64>,
}

fn named_group(parts: &Parts) -> Option<i64> {
    Query::<GroupParameter>::try_from_uri(&parts.uri)
        .ok()
        .and_then(|Query(named)| named.group_id)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    /// A list of 60,000 accounts.
    const LENGTH: usize = 40 * 1024 * 1024;

    #[tokio::test]
    async fn response_of_any_length_is_shared() {
        async fn shared(request: Request, next: Next) -> Response {
            match handle(request, next).await {
                Ok(SharedResponse { headers, body }) => (headers, Body::from(body)).into_response(),
                Err(response) => *response,
            }
        }
        let router = Router::new()
            .route("/", get(async || "x".repeat(LENGTH)))
            .layer(from_fn(shared));
        let request = Request::get("/").body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert_eq!(body.len(), LENGTH);
    }
}
