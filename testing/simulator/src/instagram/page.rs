//! Paginates lists by a cursor for the last entry. A cursor identifies an item, not a position, so that posts that appear between
//! pages do not shift the following ones.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::{
    clock::Millis,
    request::PageParams,
    world::{Account, Item},
};

/// One page of a list.
pub(super) struct Cut {
    pub(super) items: Vec<Item>,
    pub(super) has_more: bool,
    /// The ID of the last item, which the cursors are made from.
    last: Option<u64>,
    user_id: u64,
}

/// Prefix of the opaque cursors of the older lists.
const OPAQUE_PREFIX: &str = "AQ:";

impl Cut {
    /// Returns the requested page of `list`.
    pub(super) fn of(account: &Account, mut list: Vec<Item>, page: &PageParams) -> Self {
        let begin = match page.after.as_deref() {
            None => 0,
            // An unknown cursor ends the list.
            Some(cursor) => read(cursor)
                .and_then(|cursor| follows(account, &list, cursor))
                .unwrap_or(list.len()),
        };
        let end = list.len().min(begin.saturating_add(page.size));
        let has_more = end < list.len();
        let items: Vec<Item> = list.drain(begin..end).collect();
        Self {
            has_more,
            last: items.last().map(|item| item.id),
            items,
            user_id: account.user_id,
        }
    }

    /// Returns the cursor of the timeline and the feed: `<pk>_<user id>`; `None` on the last page.
    pub(super) fn cursor(&self) -> Option<String> {
        self.last
            .filter(|_| self.has_more)
            .map(|pk| format!("{pk}_{}", self.user_id))
    }

    /// Returns the cursor of the profile and the clips: the same, but opaque.
    pub(super) fn opaque_cursor(&self) -> Option<String> {
        self.last
            .filter(|_| self.has_more)
            .map(|pk| STANDARD.encode(format!("{OPAQUE_PREFIX}{pk}_{}", self.user_id)))
    }
}

/// Builds the envelope of a page of the GraphQL connection `field`.
pub(super) fn envelope(field: &str, edges: &[Value], cursor: Option<&str>) -> Value {
    json!({
        "data": {
            field: {
                "edges": edges,
                "page_info": {
                    "has_next_page": cursor.is_some(),
                    "end_cursor": cursor,
                    "has_previous_page": false,
                    "start_cursor": null,
                },
            },
            "xdt_viewer": {"user": null},
        },
        "extensions": {"is_final": true},
        "status": "ok",
    })
}

/// Returns everything on an account's profile: pinned items first, then the others, newest first.
pub(super) fn shelf(account: &Account, now: Millis) -> Vec<Item> {
    account
        .pinned(now)
        .chain(account.newest_first(now).filter(|item| !item.pinned))
        .collect()
}

/// Returns the position after the post `cursor` in the list. A post that was removed in the meantime is followed by the next
/// older one; it was not among the pinned ones, which come first.
fn follows(account: &Account, list: &[Item], cursor: u64) -> Option<usize> {
    let at = list.iter().position(|item| item.id == cursor).map(|at| at + 1);
    at.or_else(|| {
        let older = |item: &Item| !item.pinned && item.id < cursor;
        account.has_made(cursor).then(|| list.iter().position(older))?
    })
}

fn read(cursor: &str) -> Option<u64> {
    let opaque = STANDARD
        .decode(cursor)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok());
    let text = opaque
        .as_deref()
        .and_then(|text| text.strip_prefix(OPAQUE_PREFIX))
        .unwrap_or(cursor);
    text.split('_').next()?.parse().ok()
}
