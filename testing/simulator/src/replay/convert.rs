//! Converts recordings into responses of another kind, so that a client finds an account complete through any endpoint: the
//! platform shows the same posts on the profile and in the timeline, and the same reels by GraphQL and by REST.

use serde_json::{Value, json};

use crate::{instagram, response::SimulatedResponse};

/// Converts a profile into a timeline; `None` if the profile shows no posts.
pub(super) fn timeline(profile: &SimulatedResponse) -> Option<SimulatedResponse> {
    let profile: Value = serde_json::from_slice(&profile.body).ok()?;
    let edges = profile
        .pointer("/data/user/edge_owner_to_timeline_media/edges")?
        .as_array()?;
    let nodes: Vec<Value> = edges
        .iter()
        .map(|edge| json!({"node": media(&edge["node"]), "cursor": ""}))
        .collect();
    (!nodes.is_empty()).then(|| SimulatedResponse::json(&instagram::timeline_connection(&nodes, None)))
}

/// Converts a REST clips page into the clips connection.
pub(super) fn clips(rest: &SimulatedResponse) -> Option<SimulatedResponse> {
    let rest: Value = serde_json::from_slice(&rest.body).ok()?;
    let edge = |item: &Value| json!({"node": {"media": item["media"], "__typename": "XDTClipsItemDict"}, "cursor": ""});
    let edges: Vec<Value> = rest["items"].as_array()?.iter().map(edge).collect();
    let more = rest
        .pointer("/paging_info/more_available")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    let cursor = rest
        .pointer("/paging_info/max_id")
        .and_then(Value::as_str)
        .filter(|_| more);
    Some(SimulatedResponse::json(&instagram::clips_connection(
        &edges, cursor,
    )))
}

fn media(node: &Value) -> Value {
    let (pk, user_id) = (&node["id"], &node["owner"]["id"]);
    let caption = node
        .pointer("/edge_media_to_caption/edges/0/node/text")
        .map(|text| json!({"text": text}));
    let likes = ["/edge_media_preview_like/count", "/edge_liked_by/count"];
    let media_type = match node["__typename"].as_str().unwrap_or_default() {
        name if name.ends_with("Video") => 2,
        name if name.ends_with("Sidecar") => 8,
        _ => 1,
    };
    json!({
        "pk": pk,
        "id": format!("{}_{}", pk.as_str().unwrap_or_default(), user_id.as_str().unwrap_or_default()),
        "code": node["shortcode"],
        "taken_at": node["taken_at_timestamp"],
        "media_type": media_type,
        "product_type": node.get("product_type").cloned().unwrap_or_else(|| json!("feed")),
        "caption": caption,
        "like_count": likes.iter().find_map(|place| node.pointer(place)),
        "comment_count": node.pointer("/edge_media_to_comment/count"),
        "view_count": null,
        "like_and_view_counts_disabled": node["like_and_view_counts_disabled"] == true,
        "timeline_pinned_user_ids": node.get("pinned_for_users").cloned().unwrap_or_else(|| json!([])),
        "user": {"pk": user_id, "id": user_id, "username": node["owner"]["username"]},
    })
}
