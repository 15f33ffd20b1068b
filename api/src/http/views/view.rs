//! A saved view in responses, and the validation of its fields.

use chrono::{DateTime, Utc};
use clipmeter_db::saved_views::ViewRow;
use clipmeter_db::users::UserRow;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::Problem;
use crate::http::input;

/// Longest name that fits a menu, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// Longest query string: all filters with long values, and still short enough for any browser and proxy.
const MAX_QUERY_LENGTH: usize = 2048;

/// A page whose views can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ViewPage {
    /// The tables of all content.
    Content,
}

impl ViewPage {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Content => "content",
        }
    }
}

/// A saved view.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedView {
    /// View ID.
    pub(crate) id: i64,
    /// Code of the page, as in the request.
    #[schema(example = "content")]
    pub(crate) page: String,
    /// Unique for the page among the caller's own views, or among those of the group.
    #[schema(example = "Most viewed reels")]
    pub(crate) name: String,
    /// The query string of the page's address, without the question mark.
    pub(crate) query: String,
    /// The group it is shared with; null: only the caller sees it.
    pub(crate) group_id: Option<i64>,
    /// Name of the group it is shared with.
    pub(crate) group_name: Option<String>,
    /// Whether the caller may change and delete it.
    pub(crate) can_change: bool,
    /// When it was saved first.
    pub(crate) created_at: DateTime<Utc>,
}

impl SavedView {
    pub(super) fn new(view: ViewRow, user: &UserRow) -> Self {
        Self {
            can_change: view.group_id.is_none_or(|group| may_change(user, group)),
            id: view.id,
            page: view.page,
            name: view.name,
            query: view.query,
            group_id: view.group_id,
            group_name: view.group_name,
            created_at: view.created_at,
        }
    }
}

/// Returns whether a user may share views with a group, and change and delete shared ones.
pub(super) fn may_change(user: &UserRow, group_id: i64) -> bool {
    user.is_admin || user.is_group_admin && user.group_id == Some(group_id)
}

/// Returns the name without surrounding whitespace.
pub(super) fn name(text: &str) -> Result<&str, Problem> {
    match input::line("name", text, MAX_NAME_LENGTH)? {
        "" => Err(Problem::invalid("name is required")),
        name => Ok(name),
    }
}

/// Validates that a text is the query string of an address. Its parameters are those of the web app.
pub(super) fn query(text: &str) -> Result<&str, Problem> {
    if text.len() > MAX_QUERY_LENGTH {
        return Err(Problem::invalid(format!(
            "query may have at most {MAX_QUERY_LENGTH} characters"
        )));
    }
    if !is_query(text) {
        return Err(Problem::invalid(
            "query must be the part of an address after the question mark, percent-encoded",
        ));
    }
    Ok(text)
}

/// RFC 3986, section 3.4. A question mark is valid there, but at the beginning it is the delimiter.
fn is_query(text: &str) -> bool {
    let mut parts = text.split('%');
    let is_plain = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte))
    };
    !text.starts_with('?')
        && parts.next().is_none_or(is_plain)
        && parts.all(|part| {
            part.as_bytes()
                .first_chunk::<2>()
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
                && is_plain(part)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_string_is_accepted_and_other_text_refused() {
        let longest = "a".repeat(MAX_QUERY_LENGTH);
        for good in [
            "",
            "tab=tiktok&q=ice+cream&account=a,b",
            "q=%C3%A9%2f&x=1?2",
            &longest,
        ] {
            assert!(query(good).is_ok(), "{good}");
        }
        let too_long = "a".repeat(MAX_QUERY_LENGTH + 1);
        for bad in [
            "?q=a", "q=a b", "q=é", "q=a#b", "q=%", "q=%4", "q=%4g", "q=<b>", "q=a\n", "q=\0", &too_long,
        ] {
            assert!(query(bad).is_err(), "{bad}");
        }
    }
}
