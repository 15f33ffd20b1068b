//! The parts of an HTTP response that its meaning depends on.

/// A response from a platform. Redirects are not followed before it is parsed: the location is a signal.
#[derive(Debug, Clone, Copy)]
pub struct RawResponse<'a> {
    /// HTTP status code.
    pub status: u16,
    /// The `Location` header.
    pub location: Option<&'a str>,
    /// The body, decompressed.
    pub body: &'a [u8],
    /// Whether the request carried no session: the same text means an expired session with one, and a refusal
    /// without.
    pub is_anonymous: bool,
}

impl<'a> RawResponse<'a> {
    /// Creates a response with status 200 to an anonymous request.
    #[must_use]
    pub fn anonymous(body: &'a [u8]) -> Self {
        Self {
            status: 200,
            location: None,
            body,
            is_anonymous: true,
        }
    }

    /// Creates a response with status 200 to a request with a session.
    #[must_use]
    pub fn with_session(body: &'a [u8]) -> Self {
        Self {
            is_anonymous: false,
            ..Self::anonymous(body)
        }
    }
}
