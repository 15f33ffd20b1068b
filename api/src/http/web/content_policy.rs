//! The Content Security Policy (level 3) and Trusted Types of responses.

#[cfg(any(test, web_app))]
use base64::Engine as _;
#[cfg(any(test, web_app))]
use base64::engine::general_purpose::STANDARD;
#[cfg(any(test, web_app))]
use http::HeaderValue;

#[cfg(any(test, web_app))]
use crate::http::error::{ErrorCode, Problem};

/// Applies to responses other than pages, such as data and files: opened in a tab, they load and run nothing. Short,
/// because every such response contains it.
pub(crate) const POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Applies to the web app's page. Scripts, styles, data and images come from this server only, and no text becomes
/// markup or script. `default` is the one Trusted Types policy that the web app creates; it accepts only text without
/// a tag.
#[cfg(any(test, web_app))]
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default";

/// Applies to Swagger UI, which writes markup from text: it sanitizes with `DOMPurify` but does not support Trusted
/// Types. The hash covers the style element in its logo; another version may have a different one, which the browser
/// test of the page reports.
pub(crate) const API_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; \
     style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// 128 bits, as CSP recommends.
#[cfg(any(test, web_app))]
const NONCE_BYTES: usize = 16;

/// A nonce unique to one response. Style elements that carry it are applied; those that an attacker injects are not.
#[cfg(any(test, web_app))]
pub(crate) struct Nonce(String);

#[cfg(any(test, web_app))]
impl Nonce {
    /// Generates a nonce.
    #[must_use]
    pub(crate) fn random() -> Self {
        Self(STANDARD.encode(rand::random::<[u8; NONCE_BYTES]>()))
    }

    /// The nonce as an HTML attribute value.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns [`PAGE_POLICY`] with this nonce for style elements.
    pub(crate) fn policy(&self) -> Result<HeaderValue, Problem> {
        let styles = format!("style-src 'self' 'nonce-{}';", self.0);
        let policy = PAGE_POLICY.replace("style-src 'self';", &styles);
        HeaderValue::from_str(&policy).map_err(|_| ErrorCode::Internal.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asvs_3_4_3_nonce_is_unique_per_response_and_only_for_styles() {
        let (one, other) = (Nonce::random(), Nonce::random());
        assert_ne!(one.as_str(), other.as_str());
        let policy = one.policy().unwrap();
        let policy = policy.to_str().unwrap();
        assert!(
            policy.contains(&format!("; style-src 'self' 'nonce-{}'; ", one.as_str())),
            "{policy}"
        );
        assert_eq!(policy.matches("nonce-").count(), 1, "{policy}");
        assert!(policy.contains("; script-src 'self'; "), "{policy}");
    }
}
