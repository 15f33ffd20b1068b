//! The lists of posts: the GraphQL timelines, the current one and the one in old recordings, and the REST feed.

use serde_json::{Value, json};

use super::{
    media::{Dialect, media, user},
    page::{Cut, envelope, shelf},
    profile::{self, edge, listable},
};
use crate::{
    clock::Millis,
    request::PageParams,
    response::SimulatedResponse,
    world::{Account, AccountKind},
};

/// POST `/graphql/query` with a timeline document. Private and missing accounts have an empty timeline.
pub(super) fn timeline(account: Option<&Account>, page: &PageParams, now: Millis) -> SimulatedResponse {
    let readable = account.filter(|account| account.kind != AccountKind::Private);
    let Some(account) = readable else {
        return SimulatedResponse::json(&connection(&[], None));
    };
    let cut = Cut::of(account, shelf(account, now), page);
    let edges: Vec<Value> = cut
        .items
        .iter()
        .map(|item| json!({"node": media(account, item, Dialect::Timeline, now), "cursor": ""}))
        .collect();
    SimulatedResponse::json(&connection(&edges, cut.cursor().as_deref()))
}

/// GET `/graphql/query/?query_hash=`.
pub(super) fn legacy(account: Option<&Account>, page: &PageParams, now: Millis) -> SimulatedResponse {
    let account = match profile::listable(account) {
        Ok(account) => account,
        Err(refusal) => return refusal.response(),
    };
    let cut = Cut::of(account, shelf(account, now), page);
    let edges: Vec<Value> = cut.items.iter().map(|item| edge(account, item, now)).collect();
    let timeline = profile::timeline(
        account.count(now),
        cut.opaque_cursor().as_deref(),
        cut.has_more,
        &edges,
    );
    SimulatedResponse::json(
        &json!({"data": {"user": {"edge_owner_to_timeline_media": timeline}}, "status": "ok"}),
    )
}

/// Builds the envelope of a timeline page.
pub(crate) fn connection(edges: &[Value], cursor: Option<&str>) -> Value {
    envelope(
        "xdt_api__v1__feed__user_timeline_graphql_connection",
        edges,
        cursor,
    )
}

/// GET `/api/v1/feed/user/{id}/`, and by username.
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
