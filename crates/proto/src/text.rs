//! Descriptions of outcomes for users.

use crate::v1::Outcome;

impl Outcome {
    /// Returns what this outcome means for an account and what can be done about it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Ok => "Up to date",
            Self::OkNoVideos => "Up to date; the account has nothing to list",
            Self::AgeRestricted => {
                "Up to date; the account is age-restricted, so some numbers may be missing"
            }
            Self::Private => "The account is private. Scraping resumes when it becomes public.",
            Self::NotFound => {
                "The platform has no such account. Check the username, or delete the account here."
            }
            Self::NotAvailable => {
                "The platform currently hides the account. Scraping is retried automatically."
            }
            Self::LoginRequired => "The platform asks for a login. An admin can add sessions.",
            Self::NoSession => {
                "No session is available. Scraping is retried soon; an admin can add sessions."
            }
            Self::SessionDead
            | Self::FeedbackRequired
            | Self::ChallengeRequired
            | Self::CheckpointRequired
            | Self::Suspended => {
                "The session was refused. Scraping is retried with another one; an admin can add sessions."
            }
            Self::RateLimited | Self::Blocked => {
                "The platform limits the number of requests. Scraping is retried later."
            }
            Self::WafChallenge | Self::Captcha => {
                "The platform requires a check that only a human can pass. Scraping is retried later."
            }
            Self::RegionBlocked => "The platform does not show the account in the scraper's region.",
            Self::IdentityChanged => {
                "The username now belongs to a different account ID. An admin must decide under Accounts whether it is the same account."
            }
            Self::IdentityUnconfirmed => {
                "The username returned another account. Nothing was stored; the username is scraped again to confirm this."
            }
            Self::SchemaChanged | Self::ParseError | Self::UnexpectedPage => {
                "The platform's response could not be parsed. Scraping is retried; if this persists, Clipmeter needs an update."
            }
            Self::EndpointRetired => {
                "The platform currently serves it through no known endpoint. Scraping is retried automatically; if this persists, an admin should \
                 check the sessions, and Clipmeter needs an update."
            }
            Self::UseragentMismatch => {
                "The scraper's user agent does not match the session. An admin must correct the configuration."
            }
            Self::AmbiguousEmpty => {
                "The platform returned too little and gave no reason. Check the username; scraping is retried automatically."
            }
            Self::EmptyBody | Self::UnknownError | Self::Transient | Self::Unspecified => {
                "The platform did not respond properly. Scraping is retried automatically."
            }
        }
    }
}
