//! TikTok's answers.

mod classify;
pub mod fetch;
mod parse;
mod verdict;
pub mod waf;

use clipmeter_proto::v1::Outcome;

use crate::html;
use crate::model::{Answer, AnswerKind, Reply};
use parse::{Api, Found};
use url::Url;

/// Where relative addresses of TikTok lead.
const ORIGIN: &str = "https://www.tiktok.com/";

/// TikTok's domain; its hosts end in it.
const DOMAIN: &str = "tiktok.com";

/// Reads one answer of TikTok. Never fails: an answer that cannot be read has an outcome that says so.
#[must_use]
pub fn read<'a>(kind: AnswerKind, reply: &Reply<'a>) -> Answer<'a> {
    if kind == AnswerKind::TtItemList && matches!(reply.status, 404 | 410) {
        // An account that is gone has an empty list.
        let detail = format!("HTTP {}: the list is not served any more", reply.status);
        return Answer::bare(Outcome::EndpointRetired, detail);
    }
    if (300..400).contains(&reply.status) {
        return redirect(reply);
    }
    if html::is_page(reply.body) {
        return read_page(kind, reply);
    }
    match Api::read(reply.body) {
        Ok(api) => verdict::api(kind, reply, api),
        Err(malformed) => {
            let detail = malformed.to_string();
            let (outcome, detail) = match classify::by_status(reply.status) {
                // The preview of a video that is gone is refused in plain text by some servers.
                Some(_) if kind == AnswerKind::TtOembed && reply.status == 400 => (Outcome::NotFound, detail),
                Some(outcome) => (outcome, detail),
                None if reply.body.trim_ascii().is_empty() => {
                    (Outcome::EmptyBody, "the body is empty".to_owned())
                }
                None => (Outcome::ParseError, detail),
            };
            Answer::bare(outcome, format!("HTTP {}: {detail}", reply.status))
        }
    }
}

/// What a redirect means; it is never followed. One to another host is no word of TikTok's.
fn redirect<'a>(reply: &Reply<'_>) -> Answer<'a> {
    let target = reply
        .location
        .and_then(|location| Url::parse(ORIGIN).ok()?.join(location).ok())
        .filter(|url| {
            let host = url.host_str().unwrap_or_default();
            host == DOMAIN || host.strip_suffix(DOMAIN).is_some_and(|name| name.ends_with('.'))
        });
    let Some(target) = target else {
        let detail = format!("HTTP {}: redirected to another host or to nowhere", reply.status);
        return Answer::bare(Outcome::UnexpectedPage, detail);
    };
    let path = target.path();
    let outcome = if path.starts_with("/login") {
        Outcome::LoginRequired
    } else {
        Outcome::UnexpectedPage
    };
    Answer::bare(outcome, format!("HTTP {}: redirected to {path}", reply.status))
}

fn read_page<'a>(kind: AnswerKind, reply: &Reply<'a>) -> Answer<'a> {
    if let Some(challenge) = waf::Challenge::find(reply.body) {
        let mut answer = Answer::bare(Outcome::WafChallenge, "a proof-of-work came instead of the page");
        answer.challenge = Some(challenge);
        return answer;
    }
    if let Some(outcome) = classify::by_status(reply.status) {
        return Answer::bare(outcome, format!("HTTP {}", reply.status));
    }
    if !html::is_complete(reply.body) {
        return Answer::bare(Outcome::ParseError, "the page is cut off");
    }
    match parse::page(reply.body) {
        Ok(Found::Report(report)) => verdict::page(kind, report),
        Ok(Found::Embed(report)) => verdict::embed(kind, report),
        Ok(Found::Elsewhere(canonical)) => {
            let mut answer = Answer::bare(Outcome::UnexpectedPage, "the page is of another kind");
            answer.notes.canonical = canonical;
            answer
        }
        Ok(Found::OldLayout) => Answer::bare(
            Outcome::SchemaChanged,
            "the page's data is in a layout that is not read",
        ),
        Ok(Found::Nothing) => {
            let (outcome, detail) = classify::shell(reply.body);
            Answer::bare(outcome, detail)
        }
        Err(malformed) => Answer::bare(Outcome::ParseError, format!("in the page's data, {malformed}")),
    }
}

#[cfg(test)]
mod tests;
