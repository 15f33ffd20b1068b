//! A poll that finds nothing new is answered without a body.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use sha2::{Digest, Sha256};

use crate::http::error::{Code, Problem};

/// The longest list is 5000 items of at most 3 KB; nothing we answer is longer.
const LONGEST_BODY: usize = 32 * 1024 * 1024;

/// Bytes of the digest in a tag: 128 bits.
const TAG_BYTES: usize = 16;

/// The browser keeps the answer for its user, but asks each time whether it still holds.
const ASK_EVERY_TIME: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Tags a successful GET with a digest of its body, and answers 304 to a caller who has that body.
pub(crate) async fn etag(request: Request, next: Next) -> Result<Response, Problem> {
    if request.method() != Method::GET {
        return Ok(next.run(request).await);
    }
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let (mut parts, body) = next.run(request).await.into_parts();
    if parts.status != StatusCode::OK {
        return Ok(Response::from_parts(parts, body));
    }
    let body = to_bytes(body, LONGEST_BODY).await.map_err(|error| {
        tracing::error!(%error, "cannot collect an answer");
        Code::Internal
    })?;
    let tag = tag_of(&body)?;
    if known.is_some_and(|known| lists(&known, &tag)) {
        let headers = HeaderMap::from_iter([(ETAG, tag), (CACHE_CONTROL, ASK_EVERY_TIME)]);
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    parts.headers.insert(ETAG, tag);
    parts.headers.insert(CACHE_CONTROL, ASK_EVERY_TIME);
    Ok(Response::from_parts(parts, Body::from(body)))
}

/// Weak, because the same answer may go out compressed or plain.
fn tag_of(body: &[u8]) -> Result<HeaderValue, Problem> {
    let digest = Sha256::digest(body);
    let text = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..TAG_BYTES]));
    HeaderValue::try_from(text).map_err(|_| Code::Internal.into())
}

fn lists(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else {
        return false;
    };
    known.split(',').any(|one| one.trim() == tag)
}
