//! Instagram's answers.

mod classify;
pub mod fetch;
mod parse;
mod verdict;

use clipmeter_proto::v1::Outcome;
pub use clipmeter_rules::shortcode;

use crate::html;
use crate::model::{Answer, AnswerKind, Reply};
use parse::Document;

/// Reads one answer of Instagram. Never fails: an answer that cannot be read has an outcome that says so.
#[must_use]
pub fn read<'a>(kind: AnswerKind, reply: &Reply<'a>) -> Answer<'a> {
    if (300..400).contains(&reply.status) {
        return classify::redirect(reply);
    }
    if html::is_page(reply.body) {
        return read_page(kind, reply);
    }
    match Document::read(reply.body) {
        Ok(document) => verdict::document(kind, reply, document),
        Err(malformed) => unreadable(reply, &malformed.to_string()),
    }
}

/// What a body means that is neither a page nor a document.
fn unreadable<'a>(reply: &Reply<'_>, detail: &str) -> Answer<'a> {
    let body = reply.body.trim_ascii();
    let (outcome, detail) = match reply.status {
        // The bare words, without any JSON, are how a challenge looks to a client that it is not meant for.
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
    Answer::bare(outcome, format!("HTTP {}: {detail}", reply.status))
}

/// Reads a page: the data in its scripts, else its preview texts.
fn read_page<'a>(kind: AnswerKind, reply: &Reply<'a>) -> Answer<'a> {
    let is_wanted = matches!(
        kind,
        AnswerKind::IgPostHtml
            | AnswerKind::IgPostHtmlEmbedded
            | AnswerKind::IgProfileHtml
            | AnswerKind::IgProfileHtmlEmbedded
            | AnswerKind::IgError
    );
    if !is_wanted || !(200..300).contains(&reply.status) {
        return classify::page_without_data(reply);
    }
    if !html::is_complete(reply.body) {
        return Answer::bare(Outcome::ParseError, "the page is cut off");
    }
    let data = match parse::embedded(reply.body) {
        Ok(data) => data,
        Err(malformed) => {
            return Answer::bare(
                Outcome::ParseError,
                format!("in a script of the page, {malformed}"),
            );
        }
    };
    let embedded = data.map(|data| verdict::data(kind, reply, data));
    if let Some(answer) = &embedded
        && !matches!(
            answer.outcome,
            Outcome::LoginRequired | Outcome::SessionDead | Outcome::SchemaChanged
        )
    {
        return embedded.unwrap_or_else(|| classify::page_without_data(reply));
    }
    verdict::preview(kind, parse::preview(reply.body))
        .or(embedded)
        .unwrap_or_else(|| classify::page_without_data(reply))
}

#[cfg(test)]
mod tests;
