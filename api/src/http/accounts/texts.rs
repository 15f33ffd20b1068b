//! Messages for accounts that are not added.

pub(super) fn already_tracked(username: &str) -> String {
    format!("@{username} is already tracked")
}

/// Returns "1 duplicate", "2 duplicates".
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
