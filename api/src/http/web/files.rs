//! The static files of the web app and of Swagger UI, embedded by `build.rs`.

use std::io::Read as _;

use axum::response::{IntoResponse as _, Response};
use flate2::read::GzDecoder;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, StatusCode};

use crate::http::error::{ErrorCode, Problem};

static FILES: &[StaticFile] = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// An embedded file, compressed if it is text.
pub(crate) struct StaticFile {
    /// Path in the web app, such as `/assets/index.js`.
    path: &'static str,
    content_type: &'static str,
    /// A hash of the content.
    hash: &'static str,
    body: FileBody,
}

#[allow(dead_code, reason = "neither is used without the web app")]
enum FileBody {
    Uncompressed(&'static [u8]),
    Compressed {
        brotli: &'static [u8],
        gzip: &'static [u8],
    },
}

impl StaticFile {
    /// Returns the file at a path.
    pub(crate) fn at(path: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.path == path)
    }

    /// Responds with the file in the best encoding that the client accepts, or with 304 when the client's copy is
    /// current.
    pub(crate) fn respond(
        &self,
        request: &HeaderMap,
        cache_control: &'static str,
    ) -> Result<Response, Problem> {
        // Weak: all encodings of a file share a tag.
        let tag = format!("W/\"{}\"", self.hash);
        let is_known = request
            .get_all(IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|known| known.trim() == tag);
        let headers = [(CACHE_CONTROL, cache_control), (VARY, "accept-encoding")];
        if is_known {
            return Ok((StatusCode::NOT_MODIFIED, headers, [(ETAG, tag)]).into_response());
        }
        let headers = (headers, [(CONTENT_TYPE, self.content_type)], [(ETAG, tag)]);
        let (encoding, body) = match self.body {
            FileBody::Uncompressed(body) => return Ok((headers, body).into_response()),
            FileBody::Compressed { brotli, .. } if accepts(request, "br") => ("br", brotli),
            FileBody::Compressed { gzip, .. } if accepts(request, "gzip") => ("gzip", gzip),
            FileBody::Compressed { gzip, .. } => return Ok((headers, decompressed(gzip)?).into_response()),
        };
        Ok((headers, [(CONTENT_ENCODING, encoding)], body).into_response())
    }
}

fn decompressed(gzip: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain).map_err(|error| {
        tracing::error!(%error, "cannot decompress an embedded file; rebuild the program");
        ErrorCode::Internal
    })?;
    Ok(plain)
}

/// Returns whether a client accepts an encoding (RFC 9110, section 12.5.3). A weight of 0 excludes it.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|encoding| {
            let (name, weight) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
            let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
            name.trim().eq_ignore_ascii_case(coding) && matches!(weight, Some(Ok(weight)) if weight > 0.0)
        })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn encoding_is_used_only_if_client_accepts_it() {
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
        for (accept_encoding, expected) in cases {
            let headers =
                HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accept_encoding))]);
            assert_eq!(accepts(&headers, "gzip"), expected, "{accept_encoding}");
        }
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn static_file_returns_304_only_for_matching_etag() {
        let gzip = &[
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0x4b, 0x4c, 0x4a, 6, 0, 0xc2, 0x41, 0x24, 0x35, 3, 0, 0, 0,
        ];
        let file = StaticFile {
            path: "/a.txt",
            content_type: "text/plain",
            hash: "1",
            body: FileBody::Compressed { brotli: b"br", gzip },
        };
        let response = |headers: HeaderMap| file.respond(&headers, "no-cache").unwrap();
        let first = response(HeaderMap::new());
        assert_eq!(
            (first.status(), first.headers()[CONTENT_TYPE].as_bytes()),
            (StatusCode::OK, &b"text/plain"[..])
        );
        let tag = first.headers()[ETAG].clone();
        let again = response(HeaderMap::from_iter([(IF_NONE_MATCH, tag)]));
        assert_eq!(
            (again.status(), again.headers().get(CONTENT_TYPE)),
            (StatusCode::NOT_MODIFIED, None)
        );
        let other = response(HeaderMap::from_iter([(
            IF_NONE_MATCH,
            HeaderValue::from_static("W/\"2\""),
        )]));
        assert_eq!(other.status(), StatusCode::OK);
        let both = HeaderValue::from_static("gzip, br");
        assert_eq!(
            response(HeaderMap::from_iter([(ACCEPT_ENCODING, both)])).headers()[CONTENT_ENCODING],
            "br"
        );
        assert_eq!(decompressed(gzip).unwrap(), b"abc");
    }
}
