//! Redirects. They are never followed: the target determines the outcome.

use clipmeter_proto::v1::Outcome;

use super::not_signed_in;
use super::own::own_path;
use crate::core::model::{ParsedResponse, RawResponse};

/// Returns the outcome of a redirect. A redirect to another host does not come from Instagram.
pub(in crate::platforms::instagram) fn redirect<'a>(response: &RawResponse<'_>) -> ParsedResponse<'a> {
    let Some(path) = response.location.and_then(own_path) else {
        let detail = format!(
            "HTTP {}: redirected to another host or to nowhere",
            response.status
        );
        return ParsedResponse::bare(Outcome::UnexpectedPage, detail);
    };
    let outcome = if path.starts_with("/accounts/login") {
        not_signed_in(response)
    } else if path.starts_with("/accounts/suspended") {
        Outcome::Suspended
    } else if path.starts_with("/challenge") || path.starts_with("/auth_platform") {
        Outcome::ChallengeRequired
    } else if path == "/" {
        // An endpoint redirects a valid session to the home page if it no longer serves the session, and an
        // anonymous client if its quota is used up.
        if response.is_anonymous {
            Outcome::LoginRequired
        } else {
            Outcome::EndpointRetired
        }
    } else {
        Outcome::UnexpectedPage
    };
    ParsedResponse::bare(outcome, format!("HTTP {}: redirected to {path}", response.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(location: &str, is_anonymous: bool) -> Outcome {
        redirect(&RawResponse {
            status: 302,
            location: Some(location),
            body: b"",
            is_anonymous,
        })
        .outcome
    }

    #[test]
    fn redirect_outcome_is_determined_by_target() {
        for (location, with_session, anonymous) in [
            (
                "https://www.instagram.com/accounts/login/?next=/p/",
                Outcome::SessionDead,
                Outcome::LoginRequired,
            ),
            ("/accounts/login/", Outcome::SessionDead, Outcome::LoginRequired),
            (
                "https://www.instagram.com/",
                Outcome::EndpointRetired,
                Outcome::LoginRequired,
            ),
            (
                "https://www.instagram.com",
                Outcome::EndpointRetired,
                Outcome::LoginRequired,
            ),
            (
                "https://www.instagram.com/challenge/?next=/",
                Outcome::ChallengeRequired,
                Outcome::ChallengeRequired,
            ),
            (
                "/auth_platform/codeentry/",
                Outcome::ChallengeRequired,
                Outcome::ChallengeRequired,
            ),
            (
                "https://www.instagram.com/accounts/suspended/",
                Outcome::Suspended,
                Outcome::Suspended,
            ),
            (
                "https://portal.hotel.example/accounts/login/",
                Outcome::UnexpectedPage,
                Outcome::UnexpectedPage,
            ),
            (
                "http://proxy.example/",
                Outcome::UnexpectedPage,
                Outcome::UnexpectedPage,
            ),
            (
                "https://portal.example/challenge/",
                Outcome::UnexpectedPage,
                Outcome::UnexpectedPage,
            ),
            (
                "https://www.instagram.com/somebody/",
                Outcome::UnexpectedPage,
                Outcome::UnexpectedPage,
            ),
        ] {
            assert_eq!(outcome(location, false), with_session, "{location}");
            assert_eq!(outcome(location, true), anonymous, "{location}");
        }
    }
}
