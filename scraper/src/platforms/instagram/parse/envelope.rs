//! The platform's verdict about a request, as opposed to its content.

use std::borrow::Cow;

use crate::core::parse::json::{Malformed, Reader};

/// Parts of messages about a query that has other variables by now, in lower case.
const UNKNOWN_VARIABLES: [&str; 2] = ["missing_required_variable_value", "noncoercible_variable_value"];

/// The top-level members of a response that report success or failure.
#[derive(Debug, Default)]
pub(crate) struct ResponseEnvelope<'a> {
    /// `ok` or `fail`.
    pub(crate) status: Cow<'a, str>,
    pub(crate) message: Cow<'a, str>,
    pub(crate) error_type: Cow<'a, str>,
    pub(crate) require_login: bool,
    pub(crate) spam: bool,
    /// Why the content is not shown in a region: `MIN_AGE_ACCOUNT` if it depends on the viewer's age.
    pub(crate) blocks_logging_data: Cow<'a, str>,
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
    /// The most specific known reason.
    pub(crate) reason: Option<ErrorReason>,
}

/// The known reason of an error, in ascending order of priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ErrorReason {
    /// The query is unknown, or no longer known.
    UnknownQuery,
    RateLimited,
    /// The client is not, or no longer, signed in.
    NotSignedIn,
}

impl<'a> ResponseEnvelope<'a> {
    /// Returns whether the platform reports the request as failed.
    pub(crate) fn is_failure(&self) -> bool {
        self.status == "fail" || self.require_login
    }

    /// Returns whether the content is shown only to viewers of some age.
    pub(crate) fn has_age_gate(&self) -> bool {
        self.blocks_logging_data.contains("AGE")
    }

    /// Reads a top-level member; returns false if it does not belong to the envelope.
    pub(super) fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<bool, Malformed> {
        match key {
            b"status" => self.status = reader.text()?.unwrap_or_default(),
            b"message" => self.message = message(reader)?,
            b"error_type" => self.error_type = reader.text()?.unwrap_or_default(),
            b"require_login" => self.require_login = reader.flag()?.unwrap_or_default(),
            b"spam" => self.spam = reader.flag()?.unwrap_or_default(),
            b"blocks_logging_data" => self.blocks_logging_data = reader.text()?.unwrap_or_default(),
            b"checkpoint_url" => self.checkpoint_url = reader.text()?.unwrap_or_default(),
            b"challenge" => {
                self.challenge_url = reader.member("url", Reader::text)?.unwrap_or_default();
            }
            b"errors" => {
                // An array of objects, or an object of arrays of messages.
                self.errors.is_filled |= reader.clone().is_filled()?;
                reader.array(|reader| self.errors.read(reader))?;
            }
            b"error" => return self.errors.code(reader),
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
                    self.reason = self.reason.max(ErrorReason::of_message(&text));
                    if self.message.is_empty() {
                        self.message = text;
                    }
                }
                b"code" | b"api_error_code" => {
                    let code = reader.integer()?;
                    self.reason = self.reason.max(code.and_then(ErrorReason::of_code));
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Reads the code of a response without `errors`; returns false if it is not a number, which Instagram does not send.
    fn code(&mut self, reader: &mut Reader<'a>) -> Result<bool, Malformed> {
        let Some(code) = reader.integer()?.filter(|code| *code != 0) else {
            return Ok(false);
        };
        self.is_filled = true;
        self.reason = self.reason.max(ErrorReason::of_code(code));
        if self.message.is_empty() {
            self.message = format!("error {code}").into();
        }
        Ok(true)
    }
}

impl ErrorReason {
    fn of_message(message: &str) -> Option<Self> {
        let message = message.to_ascii_lowercase();
        let is_stale =
            message.starts_with("the graphql document with id") && message.contains("was not found");
        let is_unknown = is_stale
            || message == "execution error"
            || UNKNOWN_VARIABLES.iter().any(|part| message.contains(part));
        is_unknown.then_some(Self::UnknownQuery)
    }

    fn of_code(code: i64) -> Option<Self> {
        match code {
            // An unknown query, and one with other variables.
            1_675_002 | 1_675_012 => Some(Self::UnknownQuery),
            1_675_004 => Some(Self::RateLimited),
            1_357_001 => Some(Self::NotSignedIn),
            _ => None,
        }
    }
}
