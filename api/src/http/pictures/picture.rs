//! `GET /api/pictures/{name}`

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};

use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// Hexadecimal digits of a name.
const NAME_LENGTH: usize = 32;

const WEBP: HeaderValue = HeaderValue::from_static("image/webp");

/// A name stands for one picture forever.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");

/// Show a picture
///
/// A picture of an item or account, at most 240 px wide and high. Needs no token, because image elements send none: the
/// random name in `picture` of items and accounts is the permission. Pictures that are no longer used, and all of them
/// when pictures are turned off, are not found.
#[utoipa::path(
    get,
    path = "/api/pictures/{name}",
    tag = "Dashboard",
    params(("name" = String, Path, description = "The name in the field `picture` of an item or account",
            pattern = "^[0-9a-f]{32}$", example = "9f86d081884c7d659a2feaa0c55ad015")),
    responses(
        (status = 200, body = String, content_type = "image/webp", description = "The picture",
         example = json!("RIFF…WEBPVP8 …")),
    ),
)]
pub(crate) async fn picture(
    State(state): State<Arc<HttpState>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let is_name =
        |name: &String| name.len() == NAME_LENGTH && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let name = name.ok().map(|Path(name)| name).filter(is_name);
    let name = name.ok_or(ErrorCode::NotFound)?;
    let file = state.database.picture(&name).await?.ok_or(ErrorCode::NotFound)?;
    Ok(([(CONTENT_TYPE, WEBP), (CACHE_CONTROL, IMMUTABLE)], file).into_response())
}
