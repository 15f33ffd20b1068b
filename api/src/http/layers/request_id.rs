//! The request ID in the log and in the response.

use axum::body::Body;
use http::{HeaderValue, Request};

use super::REQUEST_ID;

/// The longest ID accepted from clients: twice a UUID, with room for a prefix.
const MAX_LENGTH: usize = 64;

/// Drops a client's ID that is not safe to log, or that is one of several. The request gets a new one then.
pub(crate) async fn check(mut request: Request<Body>) -> Request<Body> {
    let mut header = request.headers().get_all(&REQUEST_ID).iter();
    let is_good = header.next().is_none_or(is_safe) && header.next().is_none();
    if !is_good {
        request.headers_mut().remove(&REQUEST_ID);
    }
    request
}

fn is_safe(id: &HeaderValue) -> bool {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=MAX_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(is_safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn asvs_16_4_1_request_id_accepts_one_short_value_of_safe_characters() {
        let longest = "x".repeat(MAX_LENGTH);
        let too_long = "x".repeat(MAX_LENGTH + 1);
        for (header, is_accepted) in [
            (vec![], false),
            (vec!["7f0c2b1e-1d2a_b.c"], true),
            (vec![longest.as_str()], true),
            (vec![too_long.as_str()], false),
            (vec![""], false),
            (vec!["a b"], false),
            (vec!["a\"b"], false),
            (vec!["a\u{1b}[31mb"], false),
            (vec!["${jndi:ldap://x}"], false),
            (vec!["ä"], false),
            (vec!["one", "two"], false),
        ] {
            let mut request = Request::new(Body::empty());
            for id in &header {
                let Ok(value) = HeaderValue::from_bytes(id.as_bytes()) else {
                    continue;
                };
                request.headers_mut().append(&REQUEST_ID, value);
            }
            let checked_id = check(request).await.headers().contains_key(&REQUEST_ID);
            assert_eq!(checked_id, is_accepted, "{header:?}");
        }
    }
}
