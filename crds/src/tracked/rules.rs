//! Validation rules of the tracked kinds, which an API server evaluates. The schema limits the length of their strings, because an
//! API server rejects a CRD whose rules may be expensive.

use clipmeter_domain::{BadUsername, Username, VIDEO_PATTERN, scraper_pool};
use kube::core::{Message, Reason, Rule};

/// Maximum length of a note about an account in characters: a paragraph.
pub(crate) const MAX_NOTE_LENGTH: usize = 1000;

/// Maximum length of a video's URL in characters: several times TikTok's longest share links.
pub(crate) const MAX_URL_LENGTH: usize = 500;

/// Restricts the characters of a username and its final character.
pub(crate) fn username(names: Username) -> Rule {
    let text = BadUsername::Form(names).to_string();
    Rule::new(format!("self.matches('{}')", Username::PATTERN)).message(Message::Message(text))
}

/// Rejects the reserved name of the placeholder account for single videos.
pub(crate) fn no_reserved_username(names: Username) -> Rule {
    let reserved: Vec<String> = names.reserved().iter().map(|name| format!("'{name}'")).collect();
    Rule::new(format!("!(self in [{}])", reserved.join(", "))).message(
        "This username is reserved for individually added videos; use a TikTokVideo for each of them",
    )
}

/// Matches a URL of a TikTok video.
pub(crate) fn video_url() -> Rule {
    Rule::new(format!("self.matches('{VIDEO_PATTERN}')")).message(
        "This is not the URL of a TikTok video; use the URL that the browser shows or that Share copies",
    )
}

/// Restricts the name of a scraper pool.
pub(crate) fn scraper_pool() -> Rule {
    Rule::new(format!("self.matches('{}')", scraper_pool::NAME_PATTERN))
        .message("scraperPool must consist of letters (a-z), digits and -, and must not begin or end with -")
}

/// Makes the field that identifies the tracked account or video immutable, because the collected metrics belong to it.
pub(crate) fn immutable_subject(field: &str) -> Rule {
    Rule::new("self == oldSelf")
        .message(Message::Message(format!(
            "{field} cannot be changed; delete this object and create another one"
        )))
        .reason(Reason::FieldValueForbidden)
}
