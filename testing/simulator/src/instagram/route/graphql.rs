//! GraphQL requests, which are identified by a document and its variables.

use serde_json::Value;

use super::super::documents::{Operation, QueryDocuments};
use super::{Route, page_size, pk};
use crate::clock::Millis;
use crate::request::{PageParams, Request};

/// Returns the operation of a document ID and its variables.
pub(super) fn route(request: &Request, documents: &QueryDocuments, now: Millis) -> Route {
    let variables: Value = request
        .field("variables")
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let text = |pointer: &str| match variables.pointer(pointer) {
        Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let page = |size: &str, after: &str| PageParams {
        size: page_size(variables.pointer(size).and_then(Value::as_u64)),
        after: text(after),
    };
    let user_id = || text("/id").unwrap_or_default();
    if request.field("query_hash").is_some() {
        return Route::LegacyTimeline {
            user_id: user_id(),
            page: page("/first", "/after"),
        };
    }
    let document = request.field("doc_id").unwrap_or_default();
    match documents.operation(document, now) {
        Some(Operation::Timeline) => Route::Timeline {
            username: text("/username").unwrap_or_default().to_lowercase(),
            page: page("/first", "/after"),
        },
        Some(clips @ (Operation::Clips | Operation::NestedClips)) => Route::Clips {
            user_id: text("/data/target_user_id").unwrap_or_default(),
            feed_videos: variables.pointer("/data/include_feed_video") == Some(&Value::Bool(true)),
            nested: clips == Operation::NestedClips,
            page: page(
                "/data/page_size",
                if text("/data/max_id").is_some() {
                    "/data/max_id"
                } else {
                    "/after"
                },
            ),
        },
        Some(Operation::Profile) => Route::ProfileById { user_id: user_id() },
        Some(Operation::Shortcode) => {
            let code = text("/shortcode").unwrap_or_default();
            Route::MediaByShortcode { pk: pk(&code), code }
        }
        Some(Operation::LoggedOutPost) => Route::LoggedOutMedia {
            pk: text("/media_id").unwrap_or_default(),
        },
        None => Route::StaleDocument,
    }
}
