//! GET `/api/creator/item_list/`: the videos of an account before a point in time.

use serde_json::{Value, json};

use super::item::{item_struct, stats};
use crate::{
    clock::{Millis, SimulatedClock},
    request::PageParams,
    response::SimulatedResponse,
    world::{Account, AccountKind, Item},
};

/// A cursor this little before the current time still means "from now": the client's clock may be behind.
const FRESH: Millis = 24 * 3_600_000;

pub(super) fn item_list(
    account: Option<&Account>,
    page: &PageParams,
    clock: &SimulatedClock,
) -> SimulatedResponse {
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
    // The first page begins with the pinned videos, which appear again at their regular position.
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

/// Builds the response for an account without public videos: it does not even have a list.
pub(crate) fn empty(now: Millis) -> SimulatedResponse {
    SimulatedResponse::json(&json!({
        "extra": {"now": now}, "hasMorePrevious": false, "statusCode": 0, "status_code": 0, "status_msg": "",
    }))
}

/// Returns the time before which videos are requested; `None` for the newest.
///
/// Clients begin with the current time of their own clock, which simulated time may be ahead of, so any cursor near the current
/// time starts at the newest unless it is the time of a video, as in the cursors that the simulator returns.
fn begin(account: &Account, cursor: Option<&str>, clock: &SimulatedClock) -> Option<Millis> {
    let cursor: Millis = cursor?.parse().ok().filter(|cursor| *cursor > 0)?;
    let continues = account.has_posted(cursor);
    let present = clock.start().min(clock.real_now() - FRESH).min(clock.now());
    (continues || cursor < present).then_some(cursor)
}
