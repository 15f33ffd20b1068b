//! Captured responses that could not be parsed. Admins only.

use axum::Json;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::codes;
use clipmeter_db::ingest::captured_responses::{self, CapturedResponseDetail, CapturedResponseRow};
use http::HeaderName;
use http::header::CONTENT_DISPOSITION;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::common::{Message, PlatformName};
use crate::http::error::{ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::PathId;
use crate::http::routing::Routes;
use crate::http::scope::Admin;

/// A captured response without its body.
#[derive(Serialize, ToSchema)]
pub(crate) struct CapturedResponse {
    /// ID of the captured response.
    pub(crate) id: i64,
    /// Platform of the response.
    pub(crate) platform: PlatformName,
    /// The kind of response, as accepted by `scraper parse --type`.
    #[schema(example = "ig_web_profile_info")]
    pub(crate) kind: String,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub(crate) endpoint: String,
    /// The outcome's code.
    #[schema(example = "schema_changed")]
    pub(crate) status: String,
    /// HTTP status.
    #[schema(example = 200)]
    pub(crate) http_status: i32,
    /// Bytes of the stored body.
    #[schema(example = 52_110)]
    pub(crate) size: i32,
    /// Whether the body was truncated, so that parsing it again may give another outcome.
    pub(crate) is_cut: bool,
    /// The config revision that the request used; 0: the built-in configuration.
    pub(crate) config_revision: i64,
    /// When the response arrived.
    pub(crate) at: DateTime<Utc>,
}

/// The captured responses.
#[derive(Serialize, ToSchema)]
pub(crate) struct CapturedResponses {
    /// Newest first.
    pub(crate) captures: Vec<CapturedResponse>,
}

/// A captured response as a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct CapturedResponseFile {
    /// The kind of response, as accepted by `scraper parse --type`.
    #[serde(rename = "type")]
    #[schema(example = "ig_web_profile_info")]
    pub(crate) kind: String,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub(crate) endpoint: String,
    /// The outcome that the run derived.
    #[schema(example = "schema_changed")]
    pub(crate) outcome: String,
    /// HTTP status.
    #[schema(example = 200)]
    pub(crate) http_status: i32,
    /// Redirect target; empty without one.
    #[schema(example = "")]
    pub(crate) location: String,
    /// Whether the request carried no session.
    pub(crate) is_anonymous: bool,
    /// Whether the body was truncated.
    pub(crate) is_cut: bool,
    /// The config revision that the request used; 0: the built-in configuration.
    pub(crate) config_revision: i64,
    /// When the response arrived.
    pub(crate) observed_at: DateTime<Utc>,
    /// The body in base64. Secrets are overwritten byte by byte.
    #[schema(example = "eyJzdGF0dXMiOiJvayJ9")]
    pub(crate) body: String,
}

impl From<CapturedResponseRow> for CapturedResponse {
    fn from(row: CapturedResponseRow) -> Self {
        Self {
            id: row.id,
            platform: platform_name(&row.platform),
            kind: row.kind,
            endpoint: row.endpoint,
            status: row.outcome,
            http_status: row.http_status,
            size: row.size,
            is_cut: row.is_cut,
            config_revision: row.config_revision,
            at: row.at,
        }
    }
}

impl From<CapturedResponseDetail> for CapturedResponseFile {
    fn from(detail: CapturedResponseDetail) -> Self {
        let row = detail.row;
        Self {
            kind: row.kind,
            endpoint: row.endpoint,
            outcome: row.outcome,
            http_status: row.http_status,
            location: detail.location,
            is_anonymous: detail.is_anonymous,
            is_cut: row.is_cut,
            config_revision: row.config_revision,
            observed_at: row.at,
            body: STANDARD.encode(detail.body),
        }
    }
}

fn platform_name(code: &str) -> PlatformName {
    PlatformName(codes::platform(code))
}

/// List the captured responses that could not be parsed
///
/// Admins only. At most 200, together 64 MiB, from the last two weeks, and no more than five of the same kind a day;
/// newest first.
#[utoipa::path(
    get,
    path = "/api/scraping/captures",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = CapturedResponses, description = "The captured responses, without their bodies"),
    ),
)]
async fn list_captures(admin: Admin) -> Result<Json<CapturedResponses>, Problem> {
    let mut transaction = admin.read().await?;
    let rows = captured_responses::list(&mut transaction).await?;
    Ok(Json(CapturedResponses {
        captures: rows.into_iter().map(CapturedResponse::from).collect(),
    }))
}

/// Download a captured response
///
/// Admins only. Cookies, tokens, email addresses and phone numbers are overwritten; names and captions of the account
/// are not.
#[utoipa::path(
    get,
    path = "/api/scraping/captures/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The captured response")),
    responses(
        (status = 200, body = CapturedResponseFile, description = "The captured response with its body",
         headers(("Content-Disposition" = String, description = "The suggested file name"))),
    ),
)]
async fn capture_file(
    admin: Admin,
    PathId(id): PathId,
) -> Result<([(HeaderName, String); 1], Json<CapturedResponseFile>), Problem> {
    let mut transaction = admin.read().await?;
    let capture = captured_responses::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let name = format!("attachment; filename=\"capture-{id}.json\"");
    Ok(([(CONTENT_DISPOSITION, name)], Json(capture.into())))
}

/// Delete the captured responses
///
/// Admins only.
#[utoipa::path(
    delete,
    path = "/api/scraping/captures",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
async fn delete_captures(admin: Admin) -> Result<Json<Message>, Problem> {
    let deleted = retried(|| clear(&admin)).await?;
    let message = match deleted {
        1 => "1 captured response deleted".to_owned(),
        count => format!("{count} captured responses deleted"),
    };
    Ok(Json(Message { message }))
}

async fn clear(admin: &Admin) -> Result<u64, Problem> {
    let mut transaction = admin.write().await?;
    let deleted = captured_responses::clear(&mut transaction).await?;
    let details = json!({"deleted": deleted});
    admin
        .caller()
        .record(&mut transaction, Action::CapturesDelete, None, details)
        .await?;
    transaction.commit().await?;
    Ok(deleted)
}

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list_captures, delete_captures))
        .routes(routes!(capture_file))
}
