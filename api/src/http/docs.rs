//! The API's document, and Swagger UI to read it and try it.

use std::io::Read;
use std::sync::Arc;

use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use flate2::read::GzDecoder;
use http::HeaderMap;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, serve};

use super::content_policy::API_PAGE_POLICY;
use super::error::{Code, Problem};
use super::openapi;

const DOCUMENT_PATH: &str = "/api/openapi.json";
const PAGE_PATH: &str = "/api/docs/";

/// The files change with the program only, but their names stay.
const ASK_EVERY_TIME: &str = "no-cache";

/// Serves both. They tell nobody anything that is not in the source code, so nobody needs to sign in for them.
pub(super) fn router<S: Clone + Send + Sync + 'static>(document: OpenApi) -> Router<S> {
    let document = Arc::new(openapi::complete(document));
    // Without its state in the address bar, a token that was typed in stays in this page only.
    let config = Arc::new(Config::from(DOCUMENT_PATH).try_it_out_enabled(true).filter(true));
    let page = {
        let config = Arc::clone(&config);
        move |headers: HeaderMap| async move { file("index.html", config, &headers) }
    };
    Router::new()
        .route(
            DOCUMENT_PATH,
            get(move || async move { ([(CACHE_CONTROL, ASK_EVERY_TIME)], Json(document)) }),
        )
        .route("/api/docs", get(async || Redirect::permanent(PAGE_PATH)))
        .route(PAGE_PATH, get(page))
        .route(
            "/api/docs/{file}",
            get(move |Path(name): Path<String>, headers: HeaderMap| async move { file(&name, config, &headers) }),
        )
}

/// A file of Swagger UI, which comes inside the program, under a content policy of its own.
/// Files are packed there, and go out as they are to who can unpack them.
fn file(name: &str, config: Arc<Config<'static>>, asked: &HeaderMap) -> Result<Response, Problem> {
    let file = serve(name, config)
        .map_err(|error| {
            tracing::error!(%error, "cannot prepare a file of the API's page");
            Code::Internal
        })?
        .ok_or(Code::NotFound)?;
    let headers = [
        (CONTENT_TYPE, file.content_type.as_str()),
        (CACHE_CONTROL, ASK_EVERY_TIME),
        (CONTENT_SECURITY_POLICY, API_PAGE_POLICY),
        (VARY, "accept-encoding"),
    ];
    if !file.gzpipped {
        return Ok((headers, file.bytes).into_response());
    }
    if takes_gzip(asked) {
        return Ok((headers, [(CONTENT_ENCODING, "gzip")], file.bytes).into_response());
    }
    let mut unpacked = Vec::new();
    GzDecoder::new(&*file.bytes)
        .read_to_end(&mut unpacked)
        .map_err(|error| {
            tracing::error!(%error, "cannot unpack a file of the API's page");
            Code::Internal
        })?;
    Ok((headers, unpacked).into_response())
}

/// Whether a client names gzip among the encodings that it takes, RFC 9110 section 12.5.3. A weight of 0 refuses.
fn takes_gzip(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|encoding| {
            let (name, weight) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
            let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
            name.trim().eq_ignore_ascii_case("gzip") && matches!(weight, Some(Ok(weight)) if weight > 0.0)
        })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn only_who_names_gzip_gets_it() {
        let cases = [
            ("gzip", true),
            ("br, GZIP ; q=0.5", true),
            ("br;q=1.0,gzip", true),
            ("gzip;q=0", false),
            ("gzip;q=0.000", false),
            ("br", false),
            ("identity", false),
            ("", false),
        ];
        for (asked, expected) in cases {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(asked))]);
            assert_eq!(takes_gzip(&headers), expected, "{asked}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
