//! HTML pages without the expected data.

use clipmeter_proto::v1::Outcome;

use super::not_signed_in;
use super::own::{has_challenge_form, is_own, is_signed_out};
use crate::core::model::{ParsedResponse, RawResponse};
use crate::core::parse::html::{has_json_string, is_complete, title};

/// Returns the outcome of a page without expected content. Only Instagram's own pages indicate the state of a session: intermediaries (a
/// captive portal, a proxy, a CDN) send pages too, with any status.
pub(in crate::platforms::instagram) fn page_without_data<'a>(
    response: &RawResponse<'_>,
) -> ParsedResponse<'a> {
    let page = response.body;
    let (outcome, detail) = match response.status {
        404 if is_own(page) => (Outcome::NotFound, "the page does not exist"),
        429 => (Outcome::RateLimited, "too many requests"),
        200..500 if is_challenge(page) => (
            Outcome::ChallengeRequired,
            "a challenge came instead of the requested data",
        ),
        200..500 if is_signed_out(page) => (
            not_signed_in(response),
            "Instagram's sign-in page came instead of the requested data",
        ),
        // Anonymous clients get the application without data where Instagram refuses them.
        200..300 if response.is_anonymous && is_own(page) && !reports_not_found(page) => (
            Outcome::LoginRequired,
            "Instagram's application came without the data",
        ),
        401 | 404 | 407 => (Outcome::UnexpectedPage, "an error page that is not Instagram's"),
        403 => (Outcome::Blocked, "refused"),
        500.. => (Outcome::Transient, "a server fault"),
        400..500 => (Outcome::UnknownError, "an error page"),
        _ if reports_not_found(page) => (Outcome::NotFound, "the page does not exist"),
        _ if !is_complete(page) => (Outcome::ParseError, "the page is cut off"),
        _ => (
            Outcome::UnexpectedPage,
            "an unknown page came instead of the requested data",
        ),
    };
    ParsedResponse::bare(outcome, format!("HTTP {}: {detail}", response.status))
}

/// Returns whether the page demands a challenge. The words count only as whole strings of the page's scripts.
fn is_challenge(page: &[u8]) -> bool {
    has_json_string(page, "challengeType")
        || has_json_string(page, "GraphChallengePage")
        || has_challenge_form(page)
}

/// Returns whether the page's title indicates that the page does not exist.
fn reports_not_found(page: &[u8]) -> bool {
    title(page).is_some_and(|title| title.to_ascii_lowercase().starts_with(b"page not found"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(page: &str) -> Outcome {
        page_without_data(&RawResponse::with_session(page.as_bytes())).outcome
    }

    #[test]
    fn page_without_data_is_classified_by_content() {
        assert_eq!(
            outcome("<html><title>Login &bull; Instagram</title></html>"),
            Outcome::SessionDead
        );
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
            Outcome::UnexpectedPage
        );
    }

    #[test]
    fn page_without_data_is_classified_by_status_first() {
        let response = RawResponse {
            status: 429,
            ..RawResponse::anonymous(b"<html><title>Page not found</title></html>")
        };
        assert_eq!(page_without_data(&response).outcome, Outcome::RateLimited);
    }
}
