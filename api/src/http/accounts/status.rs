//! Outcomes for people.

use clipmeter_proto::v1::Outcome;

/// What an outcome means for an account, and what can be done about it.
pub(crate) fn status_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ok => "Up to date",
        Outcome::OkNoVideos => "Up to date; the account has nothing to list",
        Outcome::AgeRestricted => {
            "Up to date; the account is age-restricted, so that some numbers may be missing"
        }
        Outcome::Private => "The account is private. It is read again as soon as it is public.",
        Outcome::NotFound => {
            "The platform has no such account. Check the username, or delete the account here."
        }
        Outcome::NotAvailable => "The platform hides the account for now. It is tried again by itself.",
        Outcome::LoginRequired => "The platform asks for a login. An admin can add sessions.",
        Outcome::SessionDead
        | Outcome::FeedbackRequired
        | Outcome::ChallengeRequired
        | Outcome::CheckpointRequired
        | Outcome::Suspended => {
            "The session in use was refused. It is tried again with another one; an admin can add sessions."
        }
        Outcome::RateLimited | Outcome::Blocked => {
            "The platform limits our requests. It is tried again later."
        }
        Outcome::WafChallenge | Outcome::Captcha => {
            "The platform asks for a check that only a person can pass. It is tried again later."
        }
        Outcome::RegionBlocked => "The platform does not show the account in the scraper's region.",
        Outcome::IdentityChanged => {
            "The username now belongs to somebody else. Delete the account here and add the right one."
        }
        Outcome::SchemaChanged | Outcome::ParseError | Outcome::UnexpectedPage | Outcome::EndpointRetired => {
            "The platform's answer was not understood. It is tried again; if it stays so, Clipmeter needs an update."
        }
        Outcome::UseragentMismatch => {
            "The scraper's user agent does not fit the session. An admin must correct the configuration."
        }
        Outcome::AmbiguousEmpty
        | Outcome::EmptyBody
        | Outcome::UnknownError
        | Outcome::Transient
        | Outcome::Unspecified => "The platform did not answer properly. It is tried again by itself.",
    }
}
