//! The client and the kind of a request, by which requests are counted.

/// The client of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The hash of the Instagram session; `None` for an anonymous client.
    pub(crate) session: Option<&'a str>,
    /// The source address of the request.
    pub(crate) address: &'a str,
    /// The page or endpoint, such as `tiktok.item_list`.
    pub(crate) class: &'static str,
}

impl Caller<'_> {
    /// Returns the session, or the address of an anonymous client.
    pub(crate) fn name(&self) -> String {
        self.session.map_or_else(
            || format!("anonymous from {}", self.address),
            |session| format!("session {session}"),
        )
    }

    /// Returns the class without its platform, such as `item_list`.
    pub(crate) fn endpoint(&self) -> &'static str {
        self.class
            .split_once('.')
            .map_or(self.class, |(_, endpoint)| endpoint)
    }
}
