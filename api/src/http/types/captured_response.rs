//! Answers of the platforms that were not understood.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::PlatformName;
use crate::store::captured_responses::{CapturedResponseDetail, CapturedResponseRow};

/// An answer that was not understood, without its body.
#[derive(Serialize, ToSchema)]
pub struct CapturedResponse {
    /// Names it.
    pub id: i64,
    /// Whose answer it is.
    pub platform: PlatformName,
    /// What was asked for, as `scraper parse --type` takes it.
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
    /// Bytes of the body that are kept.
    #[schema(example = 52_110)]
    pub size: i32,
    /// The body was longer: read again, it may have another outcome.
    pub is_cut: bool,
    /// The version of the facts that it was asked for with; 0: those of the release.
    pub config_revision: i64,
    /// When it came.
    pub at: DateTime<Utc>,
}

/// The answers that were not understood.
#[derive(Serialize, ToSchema)]
pub struct CapturedResponses {
    /// The newest first.
    pub captures: Vec<CapturedResponse>,
}

/// One of them as a file.
#[derive(Serialize, ToSchema)]
pub struct CapturedResponseFile {
    /// What was asked for, as `scraper parse --type` takes it.
    #[serde(rename = "type")]
    #[schema(example = "ig_web_profile_info")]
    pub kind: String,
    /// The endpoint's code.
    #[schema(example = "web_profile_info")]
    pub endpoint: String,
    /// The outcome that the run made of it.
    #[schema(example = "schema_changed")]
    pub outcome: String,
    /// HTTP status.
    #[schema(example = 200)]
    pub http_status: i32,
    /// Where it points to; empty if nowhere.
    #[schema(example = "")]
    pub location: String,
    /// The request carried no session.
    pub is_anonymous: bool,
    /// The body was longer.
    pub is_cut: bool,
    /// The version of the facts that it was asked for with; 0: those of the release.
    pub config_revision: i64,
    /// When it came.
    pub observed_at: DateTime<Utc>,
    /// The body in base64. What is secret in it is overwritten, byte for byte.
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
