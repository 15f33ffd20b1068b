//! Instagram.

mod classify;
mod discover;
mod evaluate;
mod fetch;
mod item_ids;
pub mod kinds;
mod parse;

use clipmeter_proto::v1::{self, Outcome};
use serde_json::Value;

use self::fetch::InstagramClient;
use self::parse::ParsedDocument;
use crate::core::fetcher::{Fetcher, Hosts};
use crate::core::model::{ItemIdScheme, ParsedResponse, RawResponse, ResponseKind};
use crate::core::parse::html;
use crate::error::ScraperError;
use crate::platforms::{BaseUrl, Platform, PlatformClient, RunAccess};

/// Instagram and the host of its pages' scripts.
pub const HOSTS: Hosts = Hosts::Platform(&["www.instagram.com", "static.cdninstagram.com"]);

/// Instagram's media servers.
const MEDIA_HOSTS: Hosts = Hosts::Media(&["cdninstagram.com", "fbcdn.net"]);

/// The platform Instagram.
pub(super) struct Instagram;

impl Platform for Instagram {
    fn id(&self) -> v1::Platform {
        v1::Platform::Instagram
    }

    fn base_url(&self) -> BaseUrl {
        BaseUrl {
            variable: "CLIPMETER_INSTAGRAM_URL",
            default: "https://www.instagram.com",
        }
    }

    fn hosts(&self) -> Hosts {
        HOSTS
    }

    fn media_hosts(&self) -> Hosts {
        MEDIA_HOSTS
    }

    fn item_ids(&self) -> &'static ItemIdScheme {
        &item_ids::ITEM_IDS
    }

    fn response_kinds(&self) -> &'static [ResponseKind] {
        &kinds::ALL
    }

    fn read<'a>(&self, kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
        read(kind, response)
    }

    fn printed_members(&self, parsed: &ParsedResponse<'_>, _: &[u8]) -> Vec<(&'static str, Value)> {
        parsed.profile.as_ref().map_or_else(Vec::new, |profile| {
            let full_name = Some(&*profile.display_name).filter(|name| !name.is_empty());
            vec![
                ("full_name", full_name.into()),
                ("post_count", profile.item_count.into()),
            ]
        })
    }

    fn client(&self, fetcher: Fetcher, access: RunAccess) -> Result<Box<dyn PlatformClient>, ScraperError> {
        Ok(Box::new(InstagramClient::new(fetcher, access)?))
    }
}

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
        kinds::POST_HTML
            | kinds::POST_HTML_EMBEDDED
            | kinds::PROFILE_HTML
            | kinds::PROFILE_HTML_EMBEDDED
            | kinds::ERROR
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
