//! Who asks, and for which kind of thing: what requests are counted by.

/// The caller of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The hash of the Instagram session; none is a guest.
    pub(crate) session: Option<&'a str>,
    /// Where the request comes from.
    pub(crate) address: &'a str,
    /// The page or endpoint, such as `tiktok.item_list`.
    pub(crate) class: &'static str,
}

impl Caller<'_> {
    /// The session, or the address of a guest.
    pub(crate) fn name(&self) -> String {
        self.session.map_or_else(
            || format!("anonymous from {}", self.address),
            |session| format!("session {session}"),
        )
    }

    /// The class without its platform, as in `item_list`.
    pub(crate) fn endpoint(&self) -> &'static str {
        self.class
            .split_once('.')
            .map_or(self.class, |(_, endpoint)| endpoint)
    }
}
