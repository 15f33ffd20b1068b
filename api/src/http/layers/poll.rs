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
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;

/// The longest list is 5000 items of at most 3 KB; no response is longer.
const MAX_BODY: usize = 32 * 1024 * 1024;

/// The browser caches the response for its user, but revalidates it every time.
const ALWAYS_REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Adds an `ETag` to a successful GET, and responds with 304 when the caller's copy is current. `sources` are what the
/// response depends on besides user and address; while they are unchanged, the only query is for the user. When the tag
/// comes from another process, the response is built and its body compared.
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
    let caller = SignedIn::from_request_parts(&mut parts, &state).await?;
    let state_digest = state_of(&caller, &parts, &state, sources);
    parts.extensions.insert(caller);
    if let Some(tag) = known.with_state(&state_digest) {
        return not_modified(&tag);
    }
    let response = next.run(Request::from_parts(parts, body)).await;
    let (mut parts, body) = response.into_parts();
    if parts.status != StatusCode::OK {
        return Ok(Response::from_parts(parts, body));
    }
    let body = to_bytes(body, MAX_BODY).await.map_err(|error| {
        tracing::error!(%error, "cannot buffer a response");
        ErrorCode::Internal
    })?;
    let tag = Tag::new(state_digest, &body);
    if known.has_body(&tag) {
        return not_modified(&tag);
    }
    parts.headers.insert(ETAG, tag.header()?);
    parts.headers.insert(CACHE_CONTROL, ALWAYS_REVALIDATE);
    Ok(Response::from_parts(parts, Body::from(body)))
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

/// Returns a digest of everything that the response depends on. The revision is read here, before the handler's
/// snapshot.
fn state_of(caller: &SignedIn, parts: &Parts, state: &HttpState, sources: &[Source]) -> String {
    let group_id = Query::<GroupParameter>::try_from_uri(&parts.uri)
        .ok()
        .and_then(|Query(named)| named.group_id);
    let revision = caller.revision(group_id, sources);
    let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
    etag::state(&state.tag_key, caller.caller(), target, revision)
}
