//! TikTok.

mod classify;
mod evaluate;
mod fetch;
mod item_ids;
pub mod kinds;
mod parse;
mod waf;

use clipmeter_domain::VideoAddress;
use clipmeter_proto::v1::{self, Outcome};
use serde_json::Value;
use url::Url;

use self::fetch::TiktokClient;
use self::parse::{Api, PageContent};
use self::waf::Challenge;
use crate::core::fetcher::{Fetcher, Hosts};
use crate::core::model::{ItemIdScheme, ParsedResponse, RawResponse, ResponseKind};
use crate::core::parse::html;
use crate::error::ScraperError;
use crate::platforms::{BaseUrl, Platform, PlatformClient, RunAccess};

/// TikTok and the hosts of its short links.
pub const HOSTS: Hosts = Hosts::Platform(&[
    "www.tiktok.com",
    "tiktok.com",
    "m.tiktok.com",
    "vm.tiktok.com",
    "vt.tiktok.com",
]);

/// TikTok's media servers.
const MEDIA_HOSTS: Hosts = Hosts::Media(&[
    "tiktokcdn.com",
    "tiktokcdn-us.com",
    "tiktokcdn-eu.com",
    "ttwstatic.com",
    "muscdn.com",
]);

/// Base of TikTok's relative URLs.
const ORIGIN: &str = "https://www.tiktok.com/";

/// TikTok's domain, the suffix of its hosts.
const DOMAIN: &str = "tiktok.com";

/// The platform TikTok.
pub(super) struct Tiktok;

impl Platform for Tiktok {
    fn id(&self) -> v1::Platform {
        v1::Platform::Tiktok
    }

    fn base_url(&self) -> BaseUrl {
        BaseUrl {
            variable: "CLIPMETER_TIKTOK_URL",
            default: "https://www.tiktok.com",
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

    fn printed_members(&self, parsed: &ParsedResponse<'_>, body: &[u8]) -> Vec<(&'static str, Value)> {
        let mut members = vec![("next_cursor_ms", next_cursor_ms(parsed).into())];
        if let Some(challenge) = challenge(parsed, body) {
            let solution = challenge.solve().map(|solution| solution.number);
            members.extend([
                ("cookie", challenge.cookie().into()),
                ("solution", solution.into()),
            ]);
        }
        if let Some(profile) = &parsed.profile {
            let text = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::to_owned);
            members.extend([
                ("sec_uid", text(&profile.sec_uid).into()),
                ("nickname", text(&profile.display_name).into()),
                ("video_count", profile.item_count.into()),
                ("heart_count", profile.heart_count.into()),
                ("has_stats_v2", profile.is_exact.into()),
            ]);
        }
        members
    }

    fn client(&self, fetcher: Fetcher, access: RunAccess) -> Result<Box<dyn PlatformClient>, ScraperError> {
        Ok(Box::new(TiktokClient::new(fetcher, access)?))
    }
}

/// Returns the cursor for the next page of the creator list: the last item's time in milliseconds.
fn next_cursor_ms(parsed: &ParsedResponse<'_>) -> Option<i64> {
    parsed.items.last()?.posted_at?.checked_mul(1000)
}

/// Returns the proof-of-work challenge that came instead of the page.
fn challenge(parsed: &ParsedResponse<'_>, body: &[u8]) -> Option<Challenge> {
    (parsed.outcome == Outcome::WafChallenge)
        .then(|| Challenge::find(body))
        .flatten()
}

/// Parses one response of TikTok. Never fails: a response that cannot be parsed has a corresponding outcome.
#[must_use]
pub fn read<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    if kind == kinds::ITEM_LIST && matches!(response.status, 404 | 410) {
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
                Some(_) if kind == kinds::OEMBED && response.status == 400 => (Outcome::NotFound, detail),
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

/// Returns the outcome of a redirect, and its target if that is a video: only there it may be followed. A redirect to another
/// host does not come from TikTok.
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
    } else if is_region_notice(path) {
        Outcome::RegionBlocked
    } else {
        Outcome::UnexpectedPage
    };
    let detail = format!("HTTP {}: redirected to {path}", response.status);
    let mut parsed = ParsedResponse::bare(outcome, detail);
    if matches!(
        VideoAddress::parse(target.as_str()),
        Some(VideoAddress::Video { .. })
    ) {
        parsed.notes.canonical = Some(String::from(target).into());
    }
    parsed
}

/// Returns whether the path is that of a region in which TikTok is not available: `/hk/notfound`.
fn is_region_notice(path: &str) -> bool {
    path.trim_end_matches('/')
        .strip_suffix("/notfound")
        .is_some_and(|region| !region.is_empty())
}

fn read_page<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    if Challenge::find(response.body).is_some() {
        return ParsedResponse::bare(Outcome::WafChallenge, "a proof-of-work came instead of the page");
    }
    if let Some(outcome) = classify::by_status(response.status) {
        return refused_embed(kind, response)
            .unwrap_or_else(|| ParsedResponse::bare(outcome, format!("HTTP {}", response.status)));
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

/// Parses an embedded page that reports with status 400 why it has no content.
fn refused_embed<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> Option<ParsedResponse<'a>> {
    if response.status != 400 {
        return None;
    }
    match parse::page(response.body) {
        Ok(PageContent::Embed(report)) if report.is_bare() => Some(evaluate::embed(kind, report)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
