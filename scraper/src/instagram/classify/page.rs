//! HTML pages that came without the data that was asked for.

use clipmeter_proto::v1::Outcome;
use memchr::memmem;

use super::not_signed_in;
use crate::html::{attribute, has_json_string, tags, title};
use crate::model::{Answer, Reply};

/// What a page means that holds nothing of what was asked for.
pub(in crate::instagram) fn page_without_data<'a>(reply: &Reply<'_>) -> Answer<'a> {
    let (outcome, detail) = match reply.status {
        404 => (Outcome::NotFound, "the page does not exist"),
        429 => (Outcome::RateLimited, "too many requests"),
        200..500 if is_challenge(reply.body) => (
            Outcome::ChallengeRequired,
            "a challenge came instead of the answer",
        ),
        401 => (not_signed_in(reply), "not signed in"),
        403 => (Outcome::Blocked, "refused"),
        500.. => (Outcome::Transient, "a server fault"),
        400..500 => (Outcome::UnknownError, "an error page"),
        _ if says_not_found(reply.body) => (Outcome::NotFound, "the page does not exist"),
        _ => (
            not_signed_in(reply),
            "the sign-in page or an empty shell came instead of the answer",
        ),
    };
    Answer::bare(outcome, format!("HTTP {}: {detail}", reply.status))
}

/// Whether the page asks its reader to prove something. The words count only as whole strings of the page's scripts.
fn is_challenge(page: &[u8]) -> bool {
    has_json_string(page, "challengeType")
        || has_json_string(page, "GraphChallengePage")
        || tags(page, b"<form").any(|(attributes, _)| {
            attribute(attributes, "action")
                .is_some_and(|action| memmem::find(action, b"/challenge/").is_some())
        })
}

/// Whether the page's title says that there is no such page.
fn says_not_found(page: &[u8]) -> bool {
    title(page).is_some_and(|title| title.to_ascii_lowercase().starts_with(b"page not found"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(page: &str) -> Outcome {
        page_without_data(&Reply::session(page.as_bytes())).outcome
    }

    #[test]
    fn the_page_in_place_of_the_answer_says_what_is_wrong() {
        assert_eq!(outcome("<html><title>Login</title></html>"), Outcome::SessionDead);
        assert_eq!(
            outcome("<html><title>\nPage not found &bull; Instagram</title></html>"),
            Outcome::NotFound
        );
        assert_eq!(
            outcome(r#"<script>{"challengeType":"x"}</script>"#),
            Outcome::ChallengeRequired
        );
        assert_eq!(
            outcome("<form method=post action='/challenge/12/'>"),
            Outcome::ChallengeRequired
        );
        assert_eq!(
            outcome(r#"<script>{"text":"\"challengeType\" /challenge/"}</script>"#),
            Outcome::SessionDead
        );
    }

    #[test]
    fn the_status_goes_first() {
        let reply = Reply {
            status: 429,
            ..Reply::guest(b"<html><title>Page not found</title></html>")
        };
        assert_eq!(page_without_data(&reply).outcome, Outcome::RateLimited);
    }
}
