//! Script elements and the data in them.

use memchr::memmem;

use super::tag::{attribute, tags};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Script<'p> {
    attributes: &'p [u8],
    /// The content; `None` if the page ends before the script does.
    pub(crate) content: Option<&'p [u8]>,
}

impl<'p> Script<'p> {
    pub(crate) fn id(&self) -> Option<&'p [u8]> {
        attribute(self.attributes, "id")
    }

    /// Returns whether the script contains data instead of code.
    pub(crate) fn is_json(&self) -> bool {
        attribute(self.attributes, "type").is_some_and(|kind| kind.ends_with(b"json"))
    }
}

/// The scripts of a page, in order.
pub(crate) struct Scripts<'p> {
    rest: &'p [u8],
}

impl<'p> Scripts<'p> {
    pub(crate) fn of(page: &'p [u8]) -> Self {
        Self { rest: page }
    }
}

impl<'p> Iterator for Scripts<'p> {
    type Item = Script<'p>;

    fn next(&mut self) -> Option<Script<'p>> {
        let (attributes, after) = tags(self.rest, b"<script").next()?;
        let content = memmem::find(after, b"</script").map(|length| &after[..length]);
        self.rest = content.map_or_else(Default::default, |content| &after[content.len()..]);
        Some(Script { attributes, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_elements_are_distinguished_by_attributes() {
        let page = br#"<script>"<script id='state'>"</script>
            <script
               type="application/json"
               id='state'
            >{"a":1}</script><script id=state>cut"#;
        let scripts: Vec<_> = Scripts::of(page).collect();
        assert_eq!(scripts.len(), 3);
        assert!(scripts[0].id().is_none() && !scripts[0].is_json());
        assert!(scripts[1].id() == Some(b"state".as_slice()) && scripts[1].is_json());
        assert_eq!(scripts[1].content, Some(br#"{"a":1}"#.as_slice()));
        assert_eq!(scripts[2].id(), Some(b"state".as_slice()));
        assert_eq!(scripts[2].content, None);
    }
}
