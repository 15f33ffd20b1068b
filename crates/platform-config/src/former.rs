//! Former members of the settings file, from before the platform configuration existed. They are refused like any unknown member, but
//! the error names the replacement for users who upgrade.

/// Former member names and the members that replace them.
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

/// Members that used to be numbers and are strings now.
const NUMBERS: [&str; 2] = ["tiktok.first_device_id", "tiktok.last_device_id"];

/// Returns the current name of a former member.
pub(super) fn called_now(path: &str) -> Option<&'static str> {
    let renamed = RENAMED.iter().find(|(before, _)| *before == path);
    renamed.map(|(_, now)| *now)
}

/// Returns whether the member used to be a number.
pub(super) fn was_number(path: &str) -> bool {
    NUMBERS.contains(&path)
}
