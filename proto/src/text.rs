//! Outcomes for people.

use crate::v1::Outcome;

impl Outcome {
    /// What this outcome means for an account, and what can be done about it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Ok => "Up to date",
            Self::OkNoVideos => "Up to date; the account has nothing to list",
            Self::AgeRestricted => {
                "Up to date; the account is age-restricted, so that some numbers may be missing"
            }
            Self::Private => "The account is private. It is read again as soon as it is public.",
            Self::NotFound => {
                "The platform has no such account. Check the username, or delete the account here."
            }
            Self::NotAvailable => "The platform hides the account for now. It is tried again by itself.",
            Self::LoginRequired => "The platform asks for a login. An admin can add sessions.",
            Self::NoSession => "No session is free. It is tried again soon; an admin can add sessions.",
            Self::SessionDead
            | Self::FeedbackRequired
            | Self::ChallengeRequired
            | Self::CheckpointRequired
            | Self::Suspended => {
                "The session in use was refused. It is tried again with another one; an admin can add sessions."
            }
            Self::RateLimited | Self::Blocked => "The platform limits our requests. It is tried again later.",
            Self::WafChallenge | Self::Captcha => {
                "The platform asks for a check that only a person can pass. It is tried again later."
            }
            Self::RegionBlocked => "The platform does not show the account in the scraper's region.",
            Self::IdentityChanged => {
                "The username now belongs to somebody else. An admin decides under Accounts whether that is the same account."
            }
            Self::IdentityUnconfirmed => {
                "Another account answered by the username. Nothing of it is stored, and it is read again to confirm that."
            }
            Self::SchemaChanged | Self::ParseError | Self::UnexpectedPage => {
                "The platform's response could not be parsed. It is tried again; if it stays so, Clipmeter needs an update."
            }
            Self::EndpointRetired => {
                "The platform serves it through no known endpoint for now. It is tried again by itself; if it stays so, an admin should \
                 look at the sessions, and Clipmeter needs an update."
            }
            Self::UseragentMismatch => {
                "The scraper's user agent does not fit the session. An admin must correct the configuration."
            }
            Self::AmbiguousEmpty => {
                "The platform shows too little and does not say why. Check the username; it is tried again by itself."
            }
            Self::EmptyBody | Self::UnknownError | Self::Transient | Self::Unspecified => {
                "The platform did not answer properly. It is tried again by itself."
            }
        }
    }
}
