//! GET `/api/creator/item_list/`: the videos of an account from a point in time backwards.

use serde_json::{Value, json};

use super::item::{item_struct, stats};
use crate::{
    clock::{Clock, Millis},
    response::SimulatedResponse,
    route::PageParams,
    world::{Account, AccountKind, Item},
};

/// A cursor this little before the present still means "from now": the client's clock may lag behind.
const FRESH: Millis = 24 * 3_600_000;

pub(super) fn item_list(account: Option<&Account>, page: &PageParams, clock: &Clock) -> SimulatedResponse {
    let now = clock.now();
    let Some(account) = account.filter(|account| account.kind == AccountKind::Public) else {
        return empty(now);
    };
    let newest: Vec<Item> = account.newest_first(now).collect();
    let before = begin(account, page.after.as_deref(), clock);
    let older: Vec<&Item> = newest
        .iter()
        .filter(|item| before.is_none_or(|before| item.taken_at * 1000 < before))
        .collect();
    let shown = older.get(..page.size.min(older.len())).unwrap_or_default();
    let Some(last) = shown.last() else {
        return empty(now);
    };
    // The first page begins with the pinned videos, which come again in their place.
    let pinned: Vec<Item> = if before.is_none() {
        account.pinned(now).collect()
    } else {
        Vec::new()
    };
    let stats = stats(account, now);
    let items: Vec<Value> = pinned
        .iter()
        .chain(shown.iter().copied())
        .map(|item| item_struct(account, item, &stats, now))
        .collect();
    SimulatedResponse::json(&json!({
        "cursor": (last.taken_at * 1000).to_string(),
        "extra": {"fatal_item_ids": [], "logid": "20260101000000", "now": now},
        "hasMorePrevious": shown.len() < older.len(),
        "itemList": items,
        "log_pb": {"impr_id": "20260101000000"},
        "statusCode": 0,
        "status_code": 0,
        "status_msg": "",
    }))
}

/// The answer about an account without public videos: it does not even have a list.
pub(crate) fn empty(now: Millis) -> SimulatedResponse {
    SimulatedResponse::json(&json!({
        "extra": {"now": now}, "hasMorePrevious": false, "statusCode": 0, "status_code": 0, "status_msg": "",
    }))
}

/// Videos older than this are asked for; `None` asks for the newest.
///
/// Clients begin with the present of their own clock, which simulated time may have left behind, so any cursor
/// near the present begins anew unless it is the time of a video, as the cursors that we give out are.
fn begin(account: &Account, cursor: Option<&str>, clock: &Clock) -> Option<Millis> {
    let cursor: Millis = cursor?.parse().ok().filter(|cursor| *cursor > 0)?;
    let continues = account.has_posted(cursor);
    let present = clock.start().min(clock.real_now() - FRESH).min(clock.now());
    (continues || cursor < present).then_some(cursor)
}
