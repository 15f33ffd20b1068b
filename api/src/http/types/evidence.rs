//! Answers of the platforms that were not understood.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::PlatformName;
use crate::store::evidence::{EvidenceRow, Exhibit};

/// An answer that was not understood, without its body.
#[derive(Serialize, ToSchema)]
pub struct UnreadAnswer {
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
    pub facts_version: i64,
    /// When it came.
    pub at: DateTime<Utc>,
}

/// The answers that were not understood.
#[derive(Serialize, ToSchema)]
pub struct UnreadAnswers {
    /// The newest first.
    pub answers: Vec<UnreadAnswer>,
}

/// One of them as a file.
#[derive(Serialize, ToSchema)]
pub struct EvidenceFile {
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
    pub is_guest: bool,
    /// The body was longer.
    pub is_cut: bool,
    /// The version of the facts that it was asked for with; 0: those of the release.
    pub facts_version: i64,
    /// When it came.
    pub observed_at: DateTime<Utc>,
    /// The body in base64. What is secret in it is overwritten, byte for byte.
    #[schema(example = "eyJzdGF0dXMiOiJvayJ9")]
    pub body: String,
}

impl From<EvidenceRow> for UnreadAnswer {
    fn from(row: EvidenceRow) -> Self {
        Self {
            id: row.id,
            platform: platform_name(&row.platform),
            kind: row.kind,
            endpoint: row.endpoint,
            status: row.outcome,
            http_status: row.http_status,
            size: row.size,
            is_cut: row.is_cut,
            facts_version: row.facts_version,
            at: row.at,
        }
    }
}

impl From<Exhibit> for EvidenceFile {
    fn from(exhibit: Exhibit) -> Self {
        let row = exhibit.row;
        Self {
            kind: row.kind,
            endpoint: row.endpoint,
            outcome: row.outcome,
            http_status: row.http_status,
            location: exhibit.location,
            is_guest: exhibit.is_guest,
            is_cut: row.is_cut,
            facts_version: row.facts_version,
            observed_at: row.at,
            body: STANDARD.encode(exhibit.body),
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
