//! Captured responses that could not be parsed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use clipmeter_db::ingest::captured_responses::{CapturedResponseDetail, CapturedResponseRow};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::PlatformName;

/// A captured response without its body.
#[derive(Serialize, ToSchema)]
pub struct CapturedResponse {
    /// ID of the captured response.
    pub id: i64,
    /// Platform of the response.
    pub platform: PlatformName,
    /// The kind of response, as accepted by `scraper parse --type`.
    #[schema(example = "ig_web_profile_info")]
    pub kind: String,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub endpoint: String,
    /// The outcome's code.
    #[schema(example = "schema_changed")]
    pub status: String,
    /// HTTP status.
    #[schema(example = 200)]
    pub http_status: i32,
    /// Bytes of the stored body.
    #[schema(example = 52_110)]
    pub size: i32,
    /// Whether the body was truncated, so that parsing it again may give another outcome.
    pub is_cut: bool,
    /// The config revision that the request used; 0: the built-in configuration.
    pub config_revision: i64,
    /// When the response arrived.
    pub at: DateTime<Utc>,
}

/// The captured responses.
#[derive(Serialize, ToSchema)]
pub struct CapturedResponses {
    /// Newest first.
    pub captures: Vec<CapturedResponse>,
}

/// A captured response as a file.
#[derive(Serialize, ToSchema)]
pub struct CapturedResponseFile {
    /// The kind of response, as accepted by `scraper parse --type`.
    #[serde(rename = "type")]
    #[schema(example = "ig_web_profile_info")]
    pub kind: String,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub endpoint: String,
    /// The outcome that the run derived.
    #[schema(example = "schema_changed")]
    pub outcome: String,
    /// HTTP status.
    #[schema(example = 200)]
    pub http_status: i32,
    /// Redirect target; empty without one.
    #[schema(example = "")]
    pub location: String,
    /// Whether the request carried no session.
    pub is_anonymous: bool,
    /// Whether the body was truncated.
    pub is_cut: bool,
    /// The config revision that the request used; 0: the built-in configuration.
    pub config_revision: i64,
    /// When the response arrived.
    pub observed_at: DateTime<Utc>,
    /// The body in base64. Secrets are overwritten byte by byte.
    #[schema(example = "eyJzdGF0dXMiOiJvayJ9")]
    pub body: String,
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
    if code == Platform::Tiktok.code() {
        PlatformName::Tiktok
    } else {
        PlatformName::Instagram
    }
}
