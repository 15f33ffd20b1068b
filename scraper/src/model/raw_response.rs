//! One HTTP answer, as far as its meaning depends on it.

/// What came back from a platform. Redirects are not followed before it is read: the location is a signal.
#[derive(Debug, Clone, Copy)]
pub struct RawResponse<'a> {
    /// HTTP status code.
    pub status: u16,
    /// The `Location` header.
    pub location: Option<&'a str>,
    /// The body, decompressed.
    pub body: &'a [u8],
    /// Whether the request carried no session: the same words mean a dead session with one, a closed door without.
    pub is_anonymous: bool,
}

impl<'a> RawResponse<'a> {
    /// An answer with status 200 to a guest.
    #[must_use]
    pub fn anonymous(body: &'a [u8]) -> Self {
        Self {
            status: 200,
            location: None,
            body,
            is_anonymous: true,
        }
    }

    /// An answer with status 200 to a request that carried a session.
    #[must_use]
    pub fn with_session(body: &'a [u8]) -> Self {
        Self {
            is_anonymous: false,
            ..Self::anonymous(body)
        }
    }
}
