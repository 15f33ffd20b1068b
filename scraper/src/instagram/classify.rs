//! What an Instagram answer means that does not hold what was asked for.

use clipmeter_proto::v1::Outcome;

use crate::model::{Answer, Reply};

/// The outcome for a request whose session is not, or no longer, let in.
pub(super) fn not_signed_in(reply: &Reply<'_>) -> Outcome {
    if reply.is_guest {
        Outcome::LoginRequired
    } else {
        Outcome::SessionDead
    }
}

/// What a redirect means; it is never followed.
pub(super) fn redirect<'a>(reply: &Reply<'_>) -> Answer<'a> {
    let location = reply.location.unwrap_or_default();
    let path = location
        .strip_prefix("https://")
        .or_else(|| location.strip_prefix("http://"))
        .map_or(location, |rest| {
            rest.find('/').map_or("/", |slash| &rest[slash..])
        });
    let outcome = if path.starts_with("/accounts/login") {
        not_signed_in(reply)
    } else if path.starts_with("/accounts/suspended") {
        Outcome::Suspended
    } else if path.starts_with("/challenge") || path.starts_with("/auth_platform") {
        Outcome::ChallengeRequired
    } else if path.split(['?', '#']).next() == Some("/") {
        // Guests whose quota is used up are sent to the home page too.
        if reply.is_guest {
            Outcome::LoginRequired
        } else {
            Outcome::EndpointRetired
        }
    } else {
        Outcome::UnexpectedPage
    };
    Answer::bare(
        outcome,
        format!("redirected to {}", path.split('?').next().unwrap_or_default()),
    )
}
