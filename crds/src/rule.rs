//! The rules that several kinds have, as an API server evaluates them. Strings in them are bounded by the schema, because
//! an API server refuses a definition whose rules might take long.

use clipmeter_rules::{BadUsername, Username, VIDEO_PATTERN};
use kube::core::{Message, Reason, Rule};

/// Longest note on an account, characters: a paragraph.
pub(crate) const LONGEST_NOTE: usize = 1000;

/// Longest address of a video, characters: what TikTok's longest share links have, several times over.
pub(crate) const LONGEST_ADDRESS: usize = 500;

/// Alphabet and end of a username.
pub(crate) fn username(names: Username) -> Rule {
    let text = BadUsername::Form(names).to_string();
    Rule::new(format!("self.matches('{}')", Username::PATTERN)).message(Message::Message(text))
}

/// Not the name that the group's single videos go by.
pub(crate) fn no_reserved_username(names: Username) -> Rule {
    let reserved: Vec<String> = names.reserved().iter().map(|name| format!("'{name}'")).collect();
    Rule::new(format!("!(self in [{}])", reserved.join(", "))).message(
        "This username stands for the videos that are added one by one; use a TikTokVideo for each of those",
    )
}

/// An address that means a TikTok video.
pub(crate) fn video_address() -> Rule {
    Rule::new(format!("self.matches('{VIDEO_PATTERN}')")).message(
        "This is no address of a TikTok video; use the one that the browser shows or the one that Share copies",
    )
}

/// The field of a tracked object that says what it is: its numbers belong to that.
pub(crate) fn is_what_it_tracks(field: &str) -> Rule {
    Rule::new("self == oldSelf")
        .message(Message::Message(format!(
            "{field} cannot be changed; delete this object and create another one"
        )))
        .reason(Reason::FieldValueForbidden)
}
