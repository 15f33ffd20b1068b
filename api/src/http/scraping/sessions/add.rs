//! Adds sessions to the pool: from a JSON body, a text or a file.

use std::fmt;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::{self, AddSessionsOutcome, SessionText};
use secrecy::{ExposeSecret as _, SecretString};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use utoipa::openapi::schema::{ArrayBuilder, OneOfBuilder};
use utoipa::openapi::{ObjectBuilder, Schema, Type};
use utoipa::{IntoParams, ToSchema};

use super::text::{PlainText, TextFile};
use crate::http::error::Problem;
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::scraping::scraper_pools;
use crate::http::state::HttpState;

/// Sessions to add to the pool.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"sessions": ["58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeExampleOfASession0000000001"]}))]
pub(crate) struct AddSessions {
    /// Values of the cookie `sessionid`, as a list, or as one text with one per line. Blank ones and duplicates are
    /// dropped, and malformed ones are counted and dropped.
    #[serde(deserialize_with = "list_or_text")]
    #[schema(schema_with = list_or_text_schema)]
    pub(crate) sessions: SessionText,
}

/// The set of the sessions to add.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AddQuery {
    /// The set to which the sessions belong, which only the scraper pool with this set uses. If absent, new sessions belong to none,
    /// and sessions that are added again keep theirs.
    #[param(
        min_length = 1,
        max_length = 63,
        pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
        example = "eu"
    )]
    pub(crate) session_set: Option<String>,
}

/// The result of adding sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AddedSessions {
    /// Human-readable message.
    #[schema(example = "2 sessions added, 1 duplicate skipped")]
    pub(crate) message: String,
    /// Sessions that were added to the pool, and unusable sessions that are tried again.
    #[schema(example = 2)]
    pub(crate) added: u64,
    /// Sessions that were already in the pool, or duplicated in the call.
    #[schema(example = 1)]
    pub(crate) duplicates: u64,
    /// Malformed lines: longer than a cookie may be, with characters such as spaces or semicolons, or without the user ID and the
    /// colon (`%3A`) with which every session begins.
    #[schema(example = 0)]
    pub(crate) invalid: u64,
    /// Sessions in the pool now.
    #[schema(example = 3)]
    pub(crate) total: i64,
}

/// A file of sessions.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the form is parsed as a stream; this type only documents it"
)]
pub(crate) struct SessionsFile {
    /// A .txt file or one of the type text/plain, UTF-8, one session per line, at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "text/plain")]
    file: Vec<u8>,
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

/// Add Instagram sessions
///
/// Admins only. All or none are stored, at most 10 MB at once.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions",
    tag = "Scraping",
    security(("token" = [])),
    params(AddQuery),
    request_body = AddSessions,
    responses(
        (status = 200, body = AddedSessions, description = "The results"),
    ),
)]
pub(crate) async fn add_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Query(query): input::Query<AddQuery>,
    input::SecretJson(input): input::SecretJson<AddSessions>,
) -> Result<Json<AddedSessions>, Problem> {
    add(&state, &admin, &query, input.sessions).await
}

/// Import Instagram sessions from text
///
/// Admins only. The body is the text itself, UTF-8, with one value of the cookie `sessionid` per line, at most 10 MB; a
/// hundred thousand lines take seconds. All or none are stored.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions/bulk",
    tag = "Scraping",
    security(("token" = [])),
    params(AddQuery),
    request_body(content = String, content_type = "text/plain", description = "One session ID per line",
        example = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeExampleOfASession0000000001"),
    responses(
        (status = 200, body = AddedSessions, description = "The results"),
    ),
)]
pub(crate) async fn import_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Query(query): input::Query<AddQuery>,
    PlainText(text): PlainText,
) -> Result<Json<AddedSessions>, Problem> {
    add(&state, &admin, &query, text).await
}

/// Upload a file of Instagram sessions
///
/// Admins only. The form has one field `file`: a .txt file or one of the type text/plain, UTF-8, with one value of the
/// cookie `sessionid` per line. A file of more than 10 MB is rejected before it is read completely. All or none are
/// stored.
#[utoipa::path(
    post,
    path = "/api/scraping/sessions/upload",
    tag = "Scraping",
    security(("token" = [])),
    params(AddQuery),
    request_body(content = SessionsFile, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = AddedSessions, description = "The results"),
    ),
)]
pub(crate) async fn upload_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Query(query): input::Query<AddQuery>,
    TextFile(text): TextFile,
) -> Result<Json<AddedSessions>, Problem> {
    add(&state, &admin, &query, text).await
}

/// Adds sessions, records it in the audit log, and returns the results.
async fn add(
    state: &HttpState,
    admin: &Admin,
    query: &AddQuery,
    text: SessionText,
) -> Result<Json<AddedSessions>, Problem> {
    if text.is_blank() {
        return Err(Problem::invalid("sessions is required: one session ID per line"));
    }
    let set = query
        .session_set
        .as_deref()
        .map(scraper_pools::name)
        .transpose()?;
    let mut transaction = admin.write().await?;
    let now = admin.caller().now();
    let added = sessions::add_to_set(&mut transaction, &state.secrets, now, text, set).await?;
    let total = sessions::tag(&mut transaction).await?.total;
    let AddSessionsOutcome {
        added,
        duplicates,
        invalid,
    } = added;
    let mut details = json!({"added": added, "duplicates": duplicates, "invalid": invalid});
    if let Some(set) = set {
        details["session_set"] = json!(set);
    }
    admin
        .caller()
        .record(&mut transaction, Action::SessionsAdd, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(AddedSessions {
        message: message(added, duplicates, invalid),
        added,
        duplicates,
        invalid,
        total,
    }))
}

fn message(added: u64, duplicates: u64, invalid: u64) -> String {
    let skipped = [(duplicates, "duplicate"), (invalid, "invalid line")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, noun)| format!(", {} skipped", count(n, noun)));
    format!("{} added{}", count(added, "session"), skipped.collect::<String>())
}

/// Returns a number with its noun.
pub(crate) fn count(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_counts_added_duplicate_and_invalid_sessions() {
        assert_eq!(message(1, 0, 0), "1 session added");
        assert_eq!(message(2, 1, 0), "2 sessions added, 1 duplicate skipped");
        assert_eq!(
            message(0, 2, 3),
            "0 sessions added, 2 duplicates skipped, 3 invalid lines skipped"
        );
    }
}
