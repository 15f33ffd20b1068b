//! Parsing and fetching of Instagram.

mod classify;
mod discover;
mod evaluate;
pub mod fetch;
mod parse;

pub use clipmeter_domain::shortcode;
use clipmeter_proto::v1::Outcome;

use crate::core::model::{ParsedResponse, RawResponse, ResponseKind};
use crate::core::parse::html;
use parse::ParsedDocument;

/// Parses one response of Instagram. Never fails: a response that cannot be parsed has a corresponding
/// outcome.
#[must_use]
pub fn read<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    if (300..400).contains(&response.status) {
        return classify::redirect(response);
    }
    if html::is_page(response.body) {
        return read_page(kind, response);
    }
    match ParsedDocument::read(response.body) {
        Ok(document) => evaluate::document(kind, response, document),
        Err(malformed) => unreadable(response, &malformed.to_string()),
    }
}

/// Returns the outcome of a body that is neither a page nor a document.
fn unreadable<'a>(response: &RawResponse<'_>, detail: &str) -> ParsedResponse<'a> {
    let body = response.body.trim_ascii();
    let (outcome, detail) = match response.status {
        // A challenge looks like these bare words, without JSON, to a client that it is not meant for.
        404 if body == b"Not Found" => (
            Outcome::ChallengeRequired,
            "a bare \"Not Found\", which hides a challenge",
        ),
        404 => (Outcome::NotFound, detail),
        401 | 407 => (Outcome::UnexpectedPage, detail),
        403 => (Outcome::Blocked, detail),
        429 => (Outcome::RateLimited, detail),
        500.. => (Outcome::Transient, detail),
        400..500 => (Outcome::UnknownError, detail),
        _ if body.is_empty() => (Outcome::EmptyBody, "the body is empty"),
        _ => (Outcome::ParseError, detail),
    };
    ParsedResponse::bare(outcome, format!("HTTP {}: {detail}", response.status))
}

/// Parses a page: the data in its scripts, otherwise its preview texts.
fn read_page<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    let is_expected = matches!(
        kind,
        ResponseKind::IgPostHtml
            | ResponseKind::IgPostHtmlEmbedded
            | ResponseKind::IgProfileHtml
            | ResponseKind::IgProfileHtmlEmbedded
            | ResponseKind::IgError
    );
    if !is_expected || !(200..300).contains(&response.status) {
        return classify::page_without_data(response);
    }
    if !html::is_complete(response.body) {
        return ParsedResponse::bare(Outcome::ParseError, "the page is cut off");
    }
    let data = match parse::embedded(response.body) {
        Ok(data) => data,
        Err(malformed) => {
            return ParsedResponse::bare(
                Outcome::ParseError,
                format!("in a script of the page, {malformed}"),
            );
        }
    };
    let embedded = data.map(|data| evaluate::data(kind, response, data));
    if let Some(parsed) = &embedded
        && !matches!(
            parsed.outcome,
            Outcome::LoginRequired | Outcome::SessionDead | Outcome::SchemaChanged
        )
    {
        return embedded.unwrap_or_else(|| classify::page_without_data(response));
    }
    evaluate::preview(kind, parse::preview(response.body))
        .or(embedded)
        .unwrap_or_else(|| classify::page_without_data(response))
}

#[cfg(test)]
mod tests;
