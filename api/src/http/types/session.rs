//! The pool of Instagram sessions.

use std::fmt;

use clipmeter_db::sessions::SessionText;
use secrecy::{ExposeSecret as _, SecretString};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::schema::{ArrayBuilder, OneOfBuilder};
use utoipa::openapi::{ObjectBuilder, Schema, Type};
use utoipa::{IntoParams, ToSchema};

use super::page::first_page;

/// The page of the pool to return.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SessionPageQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// Page size, 1 to 100.
    #[serde(default = "sessions_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub per_page: i64,
}

/// The page size of the dashboard.
pub(super) fn sessions_per_page() -> i64 {
    50
}

/// A page of the pool.
#[derive(Serialize, ToSchema)]
pub struct Sessions {
    /// In plain text, oldest first, in browser encoding (`%3A`). An empty one was encrypted with a key that this
    /// installation no longer has: delete it and add it again.
    #[schema(example = json!(["58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeExampleOfASession0000000001"]))]
    pub sessions: Vec<String>,
    /// Sessions in the pool.
    #[schema(example = 1)]
    pub total: i64,
    /// Number of pages of this size; 0 when the pool is empty.
    #[schema(example = 1)]
    pub total_pages: i64,
}

/// Sessions to add to the pool.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"sessions": ["58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeExampleOfASession0000000001"]}))]
pub struct AddSessions {
    /// Values of the cookie `sessionid`, as a list, or as one text with one per line. Blank ones and duplicates are
    /// dropped, and malformed ones are counted and dropped.
    #[serde(deserialize_with = "list_or_text")]
    #[schema(schema_with = list_or_text_schema)]
    pub sessions: SessionText,
}

/// The result of adding sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedSessions {
    /// Human-readable text.
    #[schema(example = "2 sessions added, 1 duplicate left out")]
    pub message: String,
    /// Sessions that were added to the pool, or were out of use and are tried again.
    #[schema(example = 2)]
    pub added: u64,
    /// Sessions that were already in the pool, or duplicated in the call.
    #[schema(example = 1)]
    pub duplicates: u64,
    /// Malformed lines: longer than a cookie may be, or with spaces, semicolons or the like.
    #[schema(example = 0)]
    pub invalid: u64,
    /// Sessions in the pool now.
    #[schema(example = 3)]
    pub total: i64,
}

/// A file of sessions.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the form is read as it comes in; this says in the document what it is"
)]
pub struct SessionsFile {
    /// A .txt file or one of the type text/plain, UTF-8, one session per line, at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "text/plain")]
    file: Vec<u8>,
}

/// The result of deleting sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeletedSessions {
    /// Human-readable text.
    #[schema(example = "Session deleted")]
    pub message: String,
    /// Sessions that were deleted.
    #[schema(example = 1)]
    pub deleted: u64,
    /// Sessions in the pool now.
    #[schema(example = 2)]
    pub total: i64,
}

fn list_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SessionText, D::Error> {
    struct ListOrText;

    impl<'de> Visitor<'de> for ListOrText {
        type Value = SessionText;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of sessions or a text with one a line")
        }

        fn visit_str<E>(self, text: &str) -> Result<SessionText, E> {
            Ok(text.to_owned().into())
        }

        fn visit_string<E>(self, text: String) -> Result<SessionText, E> {
            Ok(text.into())
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SessionText, A::Error> {
            let mut text = SessionText::default();
            while let Some(session) = list.next_element::<SecretString>()? {
                text.push(session.expose_secret());
            }
            Ok(text)
        }
    }

    deserializer.deserialize_any(ListOrText)
}

fn list_or_text_schema() -> Schema {
    let text = || ObjectBuilder::new().schema_type(Type::String);
    OneOfBuilder::new()
        .item(ArrayBuilder::new().items(text()))
        .item(text())
        .build()
        .into()
}
