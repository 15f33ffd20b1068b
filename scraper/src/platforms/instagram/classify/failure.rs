//! JSON responses that report a failure.

use clipmeter_proto::v1::Outcome;

use super::not_signed_in;
use crate::core::model::{ParsedResponse, RawResponse};
use crate::platforms::instagram::parse::{ErrorReason, ResponseEnvelope};

/// Maximum length of a message that is included, in characters: the report's own limit minus its prefix.
const MESSAGE_LIMIT: usize = 240;

/// Returns the outcome of a failed request. Decided only by the response's own members: a caption may contain any of
/// these words. `None` if neither the envelope nor the status reports a failure.
pub(in crate::platforms::instagram) fn failure<'a>(
    response: &RawResponse<'_>,
    envelope: &ResponseEnvelope<'_>,
) -> Option<ParsedResponse<'a>> {
    let outcome = by_message(response, envelope)
        .or_else(|| by_status(response, envelope))
        .or_else(|| {
            let failed =
                envelope.is_failure() || envelope.errors.is_filled || !envelope.error_type.is_empty();
            failed.then_some(Outcome::UnknownError)
        })?;
    let message = [&envelope.message, &envelope.errors.message, &envelope.error_type]
        .into_iter()
        .find(|text| !text.is_empty())
        .map_or("", |text| text.as_ref());
    let message: String = message.chars().take(MESSAGE_LIMIT).collect();
    let separator = if message.is_empty() { "" } else { ": " };
    let detail = format!("HTTP {}{separator}{message}", response.status);
    Some(ParsedResponse {
        is_gated: outcome == Outcome::LoginRequired && envelope.has_age_gate(),
        ..ParsedResponse::bare(outcome, detail)
    })
}

/// Signals in order of priority. `require_login` comes first: its message advises waiting, which would never help.
fn by_message(response: &RawResponse<'_>, envelope: &ResponseEnvelope<'_>) -> Option<Outcome> {
    let message = envelope.message.to_lowercase();
    let is_error = |word: &str| message == word || envelope.error_type == word;
    let mentions = |part: &str| message.contains(part);
    let has_reason = |reason| envelope.errors.reason == Some(reason);
    let outcome = if envelope.require_login
        || is_error("login_required")
        || is_error("user_has_logged_out")
        || has_reason(ErrorReason::NotSignedIn)
    {
        not_signed_in(response)
    } else if mentions("useragent mismatch") {
        Outcome::UseragentMismatch
    } else if envelope.challenge_url.contains("/suspended/")
        || envelope.checkpoint_url.contains("/suspended/")
    {
        Outcome::Suspended
    } else if is_error("checkpoint_required") {
        Outcome::CheckpointRequired
    } else if is_error("challenge_required")
        || is_error("checkpoint_challenge_required")
        || is_error("consent_required")
    {
        Outcome::ChallengeRequired
    } else if is_error("feedback_required") || envelope.spam {
        Outcome::FeedbackRequired
    } else if response.status == 429
        || mentions("wait a few minutes")
        || is_error("rate_limit_error")
        || is_error("sentry_block")
        || has_reason(ErrorReason::RateLimited)
    {
        Outcome::RateLimited
    } else if has_reason(ErrorReason::UnknownQuery) {
        Outcome::SchemaChanged
    } else if is_error("geoblock_required") {
        withheld(response, envelope)
    } else if mentions("not authorized to view user") {
        Outcome::Private
    } else if NOT_FOUND.iter().any(|part| mentions(part)) {
        Outcome::NotFound
    } else {
        return None;
    };
    Some(outcome)
}

/// Returns the outcome for content that is not shown in this region, or not to viewers of this age.
fn withheld(response: &RawResponse<'_>, envelope: &ResponseEnvelope<'_>) -> Outcome {
    if !envelope.has_age_gate() {
        Outcome::RegionBlocked
    } else if response.is_anonymous {
        Outcome::LoginRequired
    } else {
        Outcome::NotAvailable
    }
}

/// Parts of messages about removed or nonexistent objects, in lower case.
const NOT_FOUND: [&str; 4] = [
    "user not found",
    "media not found",
    "media is unavailable",
    "has been deleted",
];

/// Derives the outcome from the status if the texts do not determine it. A 401 without Instagram's own `status`
/// comes from a proxy.
fn by_status(response: &RawResponse<'_>, envelope: &ResponseEnvelope<'_>) -> Option<Outcome> {
    match response.status {
        200..300 => None,
        401 if envelope.is_failure() => Some(not_signed_in(response)),
        401 | 407 => Some(Outcome::UnexpectedPage),
        404 => Some(Outcome::NotFound),
        500.. => Some(Outcome::Transient),
        _ => Some(Outcome::UnknownError),
    }
}

#[cfg(test)]
mod tests {
    use crate::platforms::instagram::read;

    use super::*;
    use crate::platforms::instagram::kinds;

    fn outcome(status: u16, body: &str) -> Outcome {
        let response = RawResponse {
            status,
            ..RawResponse::with_session(body.as_bytes())
        };
        read(kinds::FEED_USER, &response).outcome
    }

    #[test]
    fn failure_with_unknown_message_is_classified_by_status() {
        for (status, expected) in [
            (200, Outcome::UnknownError),
            (400, Outcome::UnknownError),
            (401, Outcome::SessionDead),
            (404, Outcome::NotFound),
            (429, Outcome::RateLimited),
            (500, Outcome::Transient),
            (572, Outcome::Transient),
        ] {
            assert_eq!(
                outcome(status, r#"{"message":"whatever","status":"fail"}"#),
                expected,
                "{status}"
            );
        }
    }

    #[test]
    fn failure_depends_on_session_where_login_is_required() {
        let age = r#"{"message":"geoblock_required","title":"People under 18 can't see this content","blocks_logging_data":"MIN_AGE_ACCOUNT","status":"fail"}"#;
        let region = r#"{"message":"geoblock_required","blocks_logging_data":"COUNTRY","status":"fail"}"#;
        let consent = r#"{"message":"consent_required","consent_data":{},"status":"fail"}"#;
        let (dead, login) = (Outcome::SessionDead, Outcome::LoginRequired);
        for (status, body, with_session, anonymous) in [
            (
                403,
                r#"{"message":"user_has_logged_out","status":"fail"}"#,
                dead,
                login,
            ),
            (
                200,
                r#"for (;;);{"__ar":1,"error":1357001,"errorSummary":"Not Logged In","payload":null}"#,
                dead,
                login,
            ),
            (
                200,
                r#"for (;;);{"__ar":1,"error":1357004,"errorSummary":"Sorry, something went wrong","payload":null}"#,
                Outcome::UnknownError,
                Outcome::UnknownError,
            ),
            (
                200,
                r#"{"error":"unauthorized"}"#,
                Outcome::SchemaChanged,
                Outcome::SchemaChanged,
            ),
            (400, age, Outcome::NotAvailable, login),
            (400, region, Outcome::RegionBlocked, Outcome::RegionBlocked),
            (
                400,
                consent,
                Outcome::ChallengeRequired,
                Outcome::ChallengeRequired,
            ),
        ] {
            assert_eq!(outcome(status, body), with_session, "{status} {body}");
            let response = RawResponse {
                status,
                ..RawResponse::anonymous(body.as_bytes())
            };
            let parsed = read(kinds::GRAPHQL_TIMELINE_XDT, &response);
            assert_eq!(parsed.outcome, anonymous, "{status} {body}");
            // One account does not close the endpoint to others.
            assert_eq!(parsed.is_gated, body == age, "{body}");
        }
    }

    #[test]
    fn failure_401_from_intermediary_does_not_end_session() {
        for body in [
            r#"{"error":"unauthorized"}"#,
            r#"{"message":"Proxy authentication required"}"#,
            "{}",
            "[]",
            "",
            "Unauthorized",
            "<html><title>Sign in</title><form action='/accounts/login/'></form></html>",
        ] {
            assert_eq!(outcome(401, body), Outcome::UnexpectedPage, "{body}");
        }
    }

    #[test]
    fn failure_with_require_login_outranks_please_wait_message() {
        let body = r#"{"message":"Please wait a few minutes before you try again.","require_login":true,"status":"fail"}"#;
        assert_eq!(outcome(401, body), Outcome::SessionDead);
        assert_eq!(
            read(kinds::FEED_USER, &RawResponse::anonymous(body.as_bytes())).outcome,
            Outcome::LoginRequired
        );
        assert_eq!(outcome(401, &body.replace("true", "false")), Outcome::RateLimited);
    }

    #[test]
    fn failure_distinguishes_suspension_from_challenge_by_url() {
        let body = |path: &str| {
            format!(
                r#"{{"message":"challenge_required","challenge":{{"url":"https://i.instagram.com{path}"}},"status":"fail"}}"#
            )
        };
        assert_eq!(
            outcome(400, &body("/accounts/suspended/?x=1")),
            Outcome::Suspended
        );
        assert_eq!(outcome(400, &body("/challenge/1/2/")), Outcome::ChallengeRequired);
    }

    #[test]
    fn failure_words_in_captions_are_ignored() {
        let body = r#"{"items":[{"pk":1,"code":"B","media_type":1,"caption":{"text":"spam login_required please wait a few minutes"}}],
            "user":{"pk":2,"username":"a","biography":"checkpoint_required"},"status":"ok"}"#;
        assert_eq!(outcome(200, body), Outcome::Ok);
    }

    #[test]
    fn graphql_errors_are_failure_only_without_data() {
        let data = r#"{"xdt_api__v1__feed__user_timeline_graphql_connection":{"edges":[],"page_info":{}}}"#;
        let error = |text: &str, data: &str| {
            format!(r#"{{"errors":[{{"message":"{text}"}}],"data":{data},"status":"ok"}}"#)
        };
        assert_eq!(outcome(200, &error("execution error", data)), Outcome::Ok);
        assert_eq!(
            outcome(200, &error("execution error", "null")),
            Outcome::SchemaChanged
        );
        assert_eq!(outcome(200, &error("something", "null")), Outcome::UnknownError);
    }

    #[test]
    fn query_without_known_document_or_variables_is_schema_changed() {
        for error in [
            // Refused to guests, who may get another document.
            r#""message":"Unauthorized logged out query.","severity":"CRITICAL","code":1675002"#,
            r#""message":"The GraphQL document with ID 27130156389949648 was not found.","severity":"CRITICAL""#,
            r#""message":"A server error occurred.","code":1675012"#,
            r#""message":"A server error missing_required_variable_value occurred.""#,
            r#""summary":"noncoercible_variable_value""#,
        ] {
            let body = format!(r#"{{"errors":[{{{error}}}],"extensions":{{"is_final":true}}}}"#);
            assert_eq!(outcome(200, &body), Outcome::SchemaChanged, "{error}");
        }
    }

    #[test]
    fn failure_message_is_truncated() {
        let body = format!(r#"{{"message":"{}","status":"fail"}}"#, "é".repeat(1000));
        let parsed = read(kinds::FEED_USER, &RawResponse::with_session(body.as_bytes()));
        assert!(parsed.detail.chars().count() < 300, "{}", parsed.detail);
    }
}
