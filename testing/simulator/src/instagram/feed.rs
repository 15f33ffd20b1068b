//! GET `/api/v1/feed/user/{id}/`, and by username.

use serde_json::{Value, json};

use super::{
    media::{Dialect, media, user},
    page::{Cut, shelf},
    profile::listable,
};
use crate::{clock::Millis, response::SimulatedResponse, route::PageParams, world::Account};

pub(super) fn feed(account: Option<&Account>, page: &PageParams, now: Millis) -> SimulatedResponse {
    let account = match listable(account) {
        Ok(account) => account,
        Err(refusal) => return refusal.response(),
    };
    let cut = Cut::of(account, shelf(account, now), page);
    let items: Vec<Value> = cut
        .items
        .iter()
        .map(|item| media(account, item, Dialect::Rest, now))
        .collect();
    let mut response = json!({
        "num_results": items.len(),
        "items": items,
        "more_available": cut.has_more,
        "auto_load_more_enabled": cut.has_more,
        "user": user(account),
        "status": "ok",
    });
    if let Some(cursor) = cut.cursor() {
        response["next_max_id"] = json!(cursor);
    }
    SimulatedResponse::json(&response)
}
