//! The platform's verdict about a request, as opposed to its content.

use std::borrow::Cow;

use crate::core::parse::json::{Malformed, Reader};

/// GraphQL's code for an unknown query.
const UNKNOWN_QUERY: i64 = 1_675_002;
/// GraphQL's code for too many queries.
const RATE_LIMIT_EXCEEDED: i64 = 1_675_004;

/// The top-level members of a response that report success or failure.
#[derive(Debug, Default)]
pub(crate) struct ResponseEnvelope<'a> {
    /// `ok` or `fail`.
    pub(crate) status: Cow<'a, str>,
    pub(crate) message: Cow<'a, str>,
    pub(crate) error_type: Cow<'a, str>,
    pub(crate) require_login: bool,
    pub(crate) spam: bool,
    pub(crate) checkpoint_url: Cow<'a, str>,
    /// `challenge.url`
    pub(crate) challenge_url: Cow<'a, str>,
    pub(crate) errors: Errors<'a>,
}

/// The member `errors`. It may accompany good data: then an irrelevant part failed.
#[derive(Debug, Default)]
pub(crate) struct Errors<'a> {
    pub(crate) is_filled: bool,
    /// The first error's message.
    pub(crate) message: Cow<'a, str>,
    /// Whether the query is unknown, or no longer known.
    pub(crate) unknown_query: bool,
    pub(crate) rate_limited: bool,
}

impl<'a> ResponseEnvelope<'a> {
    /// Returns whether the platform reports the request as failed.
    pub(crate) fn is_failure(&self) -> bool {
        self.status == "fail" || self.require_login
    }

    /// Reads a top-level member; returns false if it does not belong to the envelope.
    pub(super) fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<bool, Malformed> {
        match key {
            b"status" => self.status = reader.text()?.unwrap_or_default(),
            b"message" => self.message = message(reader)?,
            b"error_type" => self.error_type = reader.text()?.unwrap_or_default(),
            b"require_login" => self.require_login = reader.flag()?.unwrap_or_default(),
            b"spam" => self.spam = reader.flag()?.unwrap_or_default(),
            b"checkpoint_url" => self.checkpoint_url = reader.text()?.unwrap_or_default(),
            b"challenge" => {
                self.challenge_url = reader.member("url", Reader::text)?.unwrap_or_default();
            }
            b"errors" => {
                // An array of objects, or an object of arrays of messages.
                self.errors.is_filled = reader.clone().is_filled()?;
                reader.array(|reader| self.errors.read(reader))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Reads a message, or `{"errors": [message, …]}`.
fn message<'a>(reader: &mut Reader<'a>) -> Result<Cow<'a, str>, Malformed> {
    if !reader.is_object() {
        return Ok(reader.text()?.unwrap_or_default());
    }
    let mut first = None;
    reader.object(|reader, _| {
        reader.array(|reader| {
            let text = reader.text()?;
            first = first.take().or(text);
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(first.unwrap_or_default())
}

impl<'a> Errors<'a> {
    /// Reads one error.
    fn read(&mut self, reader: &mut Reader<'a>) -> Result<(), Malformed> {
        reader.object(|reader, key| {
            match key {
                b"message" | b"summary" | b"description" => {
                    let text = reader.text()?.unwrap_or_default();
                    self.unknown_query |= text.eq_ignore_ascii_case("execution error");
                    if self.message.is_empty() {
                        self.message = text;
                    }
                }
                b"code" | b"api_error_code" => {
                    let code = reader.integer()?;
                    self.unknown_query |= code == Some(UNKNOWN_QUERY);
                    self.rate_limited |= code == Some(RATE_LIMIT_EXCEEDED);
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(())
    }
}
