//! Parsing and fetching of TikTok.

mod classify;
mod evaluate;
pub mod fetch;
mod parse;
pub mod waf;

use clipmeter_proto::v1::Outcome;

use crate::core::model::{ParsedResponse, RawResponse, ResponseKind};
use crate::core::parse::html;
use parse::{Api, PageContent};
use url::Url;

/// Base of TikTok's relative URLs.
const ORIGIN: &str = "https://www.tiktok.com/";

/// TikTok's domain, the suffix of its hosts.
const DOMAIN: &str = "tiktok.com";

/// Parses one response of TikTok. Never fails: a response that cannot be parsed has a corresponding outcome.
#[must_use]
pub fn read<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    if kind == ResponseKind::TtItemList && matches!(response.status, 404 | 410) {
        // A removed account has an empty list.
        let detail = format!("HTTP {}: the list is no longer served", response.status);
        return ParsedResponse::bare(Outcome::EndpointRetired, detail);
    }
    if (300..400).contains(&response.status) {
        return redirect(response);
    }
    if html::is_page(response.body) {
        return read_page(kind, response);
    }
    match Api::read(response.body) {
        Ok(api) => evaluate::api(kind, response, api),
        Err(malformed) => {
            let detail = malformed.to_string();
            let (outcome, detail) = match classify::by_status(response.status) {
                // Some servers refuse the preview of a removed video in plain text.
                Some(_) if kind == ResponseKind::TtOembed && response.status == 400 => {
                    (Outcome::NotFound, detail)
                }
                Some(outcome) => (outcome, detail),
                None if response.body.trim_ascii().is_empty() => {
                    (Outcome::EmptyBody, "the body is empty".to_owned())
                }
                None => (Outcome::ParseError, detail),
            };
            ParsedResponse::bare(outcome, format!("HTTP {}: {detail}", response.status))
        }
    }
}

/// Returns the outcome of a redirect; it is never followed. A redirect to another host does not come from
/// TikTok.
fn redirect<'a>(response: &RawResponse<'_>) -> ParsedResponse<'a> {
    let target = response
        .location
        .and_then(|location| Url::parse(ORIGIN).ok()?.join(location).ok())
        .filter(|url| {
            let host = url.host_str().unwrap_or_default();
            host == DOMAIN || host.strip_suffix(DOMAIN).is_some_and(|name| name.ends_with('.'))
        });
    let Some(target) = target else {
        let detail = format!(
            "HTTP {}: redirected to another host or to nowhere",
            response.status
        );
        return ParsedResponse::bare(Outcome::UnexpectedPage, detail);
    };
    let path = target.path();
    let outcome = if path.starts_with("/login") {
        Outcome::LoginRequired
    } else {
        Outcome::UnexpectedPage
    };
    ParsedResponse::bare(outcome, format!("HTTP {}: redirected to {path}", response.status))
}

fn read_page<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    if let Some(challenge) = waf::Challenge::find(response.body) {
        let mut parsed =
            ParsedResponse::bare(Outcome::WafChallenge, "a proof-of-work came instead of the page");
        parsed.challenge = Some(challenge);
        return parsed;
    }
    if let Some(outcome) = classify::by_status(response.status) {
        return ParsedResponse::bare(outcome, format!("HTTP {}", response.status));
    }
    if !html::is_complete(response.body) {
        return ParsedResponse::bare(Outcome::ParseError, "the page is cut off");
    }
    match parse::page(response.body) {
        Ok(PageContent::Report(report)) => evaluate::page(kind, report),
        Ok(PageContent::Embed(report)) => evaluate::embed(kind, report),
        Ok(PageContent::Elsewhere(canonical)) => {
            let mut parsed = ParsedResponse::bare(Outcome::UnexpectedPage, "the page is of another kind");
            parsed.notes.canonical = canonical;
            parsed
        }
        Ok(PageContent::OldLayout) => ParsedResponse::bare(
            Outcome::SchemaChanged,
            "the page's data is in a layout that is not read",
        ),
        Ok(PageContent::Nothing) => {
            let (outcome, detail) = classify::shell(response.body);
            ParsedResponse::bare(outcome, detail)
        }
        Err(malformed) => {
            ParsedResponse::bare(Outcome::ParseError, format!("in the page's data, {malformed}"))
        }
    }
}

#[cfg(test)]
mod tests;
