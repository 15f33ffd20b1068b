//! Descriptions of outcomes for users.

use std::borrow::Cow;

use crate::v1::{Outcome, Platform};

/// What an outcome is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeSubject {
    /// An account.
    Account,
    /// A single video.
    Video,
}

impl OutcomeSubject {
    fn noun(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Video => "video",
        }
    }

    /// What a user entered, which may contain a typo.
    fn entry(self) -> &'static str {
        match self {
            Self::Account => "username",
            Self::Video => "link",
        }
    }
}

impl Outcome {
    /// Returns what this outcome means for an account or video, and what can be done about it. The text fits one account as well as
    /// several. It names the platform unless that is unspecified.
    #[must_use]
    pub fn text(self, platform: Platform, subject: OutcomeSubject) -> Cow<'static, str> {
        let (noun, entry) = (subject.noun(), subject.entry());
        // At the start of a sentence, and within one.
        let (name, on) = match platform {
            Platform::Unspecified => ("The platform", "the platform"),
            known => (known.display_name(), known.display_name()),
        };
        match self {
            Self::Ok => "Up to date".into(),
            Self::OkNoVideos => "Up to date; nothing posted yet".into(),
            Self::AgeRestricted => "Up to date; age-restricted, so some numbers may be missing".into(),
            Self::Private => format!("Private. Updates resume when the {noun} becomes public.").into(),
            Self::NotFound => format!("Not found on {on}. Check the {entry} or delete the {noun}.").into(),
            Self::NotAvailable => format!("Temporarily unavailable on {on}. Retrying automatically.").into(),
            Self::LoginRequired => format!("{name} requires a login. An admin can add sessions.").into(),
            Self::NoSession => "No session available. Retrying soon; an admin can add more.".into(),
            Self::SessionDead
            | Self::FeedbackRequired
            | Self::ChallengeRequired
            | Self::CheckpointRequired
            | Self::Suspended => {
                format!("{name} refused the session. Retrying with another one; an admin can add more.").into()
            }
            Self::RateLimited | Self::Blocked => {
                format!("{name} is limiting requests. Retrying later.").into()
            }
            Self::WafChallenge | Self::Captcha => {
                format!("{name} is asking for a CAPTCHA. Retrying later.").into()
            }
            Self::RegionBlocked => format!("Not available on {on} in the server's region.").into(),
            Self::IdentityChanged => {
                "This username now belongs to another account. An admin must review it.".into()
            }
            Self::IdentityUnconfirmed => {
                format!("{name} returned another account. Nothing was saved; checking again soon.").into()
            }
            Self::SchemaChanged | Self::ParseError | Self::UnexpectedPage => {
                format!("{name} returned an unreadable response. Retrying; if this persists, Clipmeter needs an update.").into()
            }
            Self::EndpointRetired => {
                format!("{name} is not showing this right now. Retrying; if this persists, an admin should check the sessions.").into()
            }
            Self::UseragentMismatch => {
                "The session was created in a different kind of browser. An admin must replace it.".into()
            }
            Self::AmbiguousEmpty => format!("{name} returned incomplete data. Check the {entry}; retrying automatically.").into(),
            Self::EmptyBody | Self::UnknownError | Self::Transient | Self::Unspecified => {
                format!("{name} returned an error. Retrying automatically.").into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_text_names_platform_and_subject() {
        for (platform, subject, text) in [
            (
                Platform::Instagram,
                OutcomeSubject::Account,
                "Not found on Instagram. Check the username or delete the account.",
            ),
            (
                Platform::Tiktok,
                OutcomeSubject::Video,
                "Not found on TikTok. Check the link or delete the video.",
            ),
            (
                Platform::Unspecified,
                OutcomeSubject::Account,
                "Not found on the platform. Check the username or delete the account.",
            ),
        ] {
            assert_eq!(Outcome::NotFound.text(platform, subject), text);
        }
        assert_eq!(
            Outcome::RateLimited.text(Platform::Unspecified, OutcomeSubject::Account),
            "The platform is limiting requests. Retrying later."
        );
    }
}
