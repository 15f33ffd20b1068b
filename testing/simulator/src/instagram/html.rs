//! Instagram's pages: their data is in scripts, nested in the calls that initialize the page.

use axum::http::{StatusCode, header};
use serde_json::{Value, json};

use super::{
    PAGE,
    media::{self, types},
    page::{Cut, shelf},
};
use crate::{
    clock::Millis,
    request::PageParams,
    response::{SimulatedResponse, embed},
    world::{Account, AccountKind, Item, shortcode},
};

/// The CSRF token, as a cookie and inside the page. It protects nothing here.
const CSRF_COOKIE: &str = "csrftoken=simulated0000000000000000000000; Path=/; Secure";

/// GET `/`: the tokens that GraphQL calls repeat.
pub(super) fn home() -> SimulatedResponse {
    bare("Instagram")
}

/// Builds an empty page.
pub(crate) fn bare(title: &str) -> SimulatedResponse {
    page(title, &json!({}))
}

/// GET `/{username}/`.
pub(super) fn profile(account: Option<&Account>, now: Millis) -> SimulatedResponse {
    let Some(account) = account else {
        return bare("Page not found").with_status(StatusCode::NOT_FOUND);
    };
    let private = account.kind == AccountKind::Private;
    let cut = Cut::of(
        account,
        shelf(account, now),
        &PageParams {
            size: PAGE,
            after: None,
        },
    );
    let edges: Vec<Value> = if private {
        Vec::new()
    } else {
        cut.items.iter().map(edge).collect()
    };
    page(
        &format!(
            "{} (@{}) • Instagram photos and videos",
            account.display_name, account.username
        ),
        &json!({"xig_user_by_username": {
            "id": format!("page{}", account.user_id),
            "pk": account.user_id.to_string(),
            "username": account.username,
            "full_name": account.display_name,
            "is_private": private,
            "is_verified": account.verified,
            "all_media_count": account.count(now),
            "follower_count": account.followers(now),
            "following_count": account.following,
            "polaris_ordered_timeline_connection": {
                "edges": edges,
                "page_info": {"has_next_page": cut.has_more && !private, "end_cursor": cut.cursor()},
            },
        }}),
    )
}

/// GET `/p/{code}/`; a missing or private post is a page without data.
pub(super) fn post(found: Option<(&Account, &Item)>, now: Millis) -> SimulatedResponse {
    let title = found.as_ref().map_or("Instagram".to_owned(), |(account, _)| {
        format!("{} on Instagram", account.display_name)
    });
    page(&title, &json!({"xig_polaris_media": media::polaris(found, now)}))
}

fn edge(item: &Item) -> Value {
    let typename = if item.kind.is_video() {
        "XIGPolarisVideoMedia"
    } else {
        "XIGPolarisImageMedia"
    };
    json!({"node": {
        "code": shortcode(item.id),
        "pk": item.id.to_string(),
        "media_type": types(item.kind).0,
        "__typename": typename,
    }})
}

/// Builds a page whose prefetched query results contain `data`.
fn page(title: &str, data: &Value) -> SimulatedResponse {
    let prefetched = json!({"require": [["ScheduledServerJS", "handle", null, [{"__bbox": {"require": [[
        "RelayPrefetchedStreamCache", "next", [], ["adp_RelayPreloader_0000", {"__bbox": {
            "complete": true,
            "result": {"data": data, "extensions": {"is_final": true}},
            "sequence_number": 0,
        }}],
    ]]}}]]]});
    let tokens = json!({"u": "/ajax/qm/", "l": "simulatedLSD", "f": "simulatedDTSG"});
    let body = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{}</title></head><body><div></div>\
         <script type=\"application/json\" data-sjs>{}</script>\
         <script type=\"application/json\" id=\"__eqmc\">{}</script></body></html>",
        crate::response::escape(title),
        embed(&prefetched),
        embed(&tokens),
    );
    SimulatedResponse::html(body).with(header::SET_COOKIE, CSRF_COOKIE)
}
