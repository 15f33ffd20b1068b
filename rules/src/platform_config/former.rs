//! Members that the settings file had before there were facts. They are refused like any that there is not, but whoever upgrades is told
//! what to write instead.

/// What a member was called, and what holds its value now.
const RENAMED: [(&str, &str); 3] = [
    ("user_agent", "user_agents, a list"),
    (
        "instagram.timeline",
        "instagram.documents.graphql_timeline, a list of such objects",
    ),
    (
        "instagram.clips",
        "instagram.documents.graphql_clips, a list of such objects",
    ),
];

/// Members that were numbers and are texts now.
const NUMBERS: [&str; 2] = ["tiktok.first_device_id", "tiktok.last_device_id"];

/// What the member is called now.
pub(super) fn called_now(path: &str) -> Option<&'static str> {
    let renamed = RENAMED.iter().find(|(before, _)| *before == path);
    renamed.map(|(_, now)| *now)
}

/// Whether the member was a number.
pub(super) fn was_number(path: &str) -> bool {
    NUMBERS.contains(&path)
}
