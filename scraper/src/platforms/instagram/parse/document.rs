//! The JSON response of any endpoint.

use super::data::{Data, Node};
use super::envelope::ResponseEnvelope;
use super::list::{page_info, posts};
use super::user::user;
use crate::core::model::Scalar;
use crate::core::parse::json::{Malformed, Reader};

/// Prefix of some endpoints' documents that keeps them from running as a script.
const GUARD: &[u8] = b"for (;;);";

/// The top level of a JSON response.
#[derive(Debug, Default)]
pub(crate) struct ParsedDocument<'a> {
    /// The payload.
    pub(crate) data: Data<'a>,
    /// The platform's verdict about the request itself.
    pub(crate) envelope: ResponseEnvelope<'a>,
    /// Whether the top level has members unknown to this version.
    pub(crate) has_unknown: bool,
    has_more: Option<bool>,
    cursor: Option<Scalar<'a>>,
}

impl<'a> ParsedDocument<'a> {
    /// Reads a JSON response.
    pub(crate) fn read(body: &'a [u8]) -> Result<Self, Malformed> {
        let body = body
            .strip_prefix(b"\xEF\xBB\xBF")
            .unwrap_or(body)
            .trim_ascii_start();
        let body = body.strip_prefix(GUARD).unwrap_or(body);
        let mut document = Self::default();
        let is_object = Reader::document(body, |reader| {
            reader.object(|reader, key| document.member(reader, key))
        })?;
        document.has_unknown |= !is_object;
        if let Node::Found(list) = &mut document.data.list {
            list.has_more = list.has_more.or(document.has_more);
            list.cursor = list.cursor.take().or(document.cursor.take());
        }
        Ok(document)
    }

    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        match key {
            b"data" | b"graphql" => self.data.read(reader)?,
            b"user" => self.data.user = user(reader)?.into(),
            b"items" => self.data.list = posts(reader)?.into(),
            b"more_available" => self.has_more = reader.flag()?,
            b"next_max_id" => self.cursor = reader.scalar()?,
            b"paging_info" => (self.has_more, self.cursor) = page_info(reader)?,
            b"extensions" => {} // GraphQL's metadata about the response, never its content.
            _ => self.has_unknown |= !self.envelope.member(reader, key)?,
        }
        Ok(())
    }
}
