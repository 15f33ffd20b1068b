//! `GET /api/scraping/outcomes`

use std::borrow::Cow;

use axum::Json;
use clipmeter_proto::OutcomeSubject;
use clipmeter_proto::v1::{Outcome, Platform};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::scope::SignedIn;

/// An outcome with its explanation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeEntry {
    /// The stable machine-readable code, which is the `status` of accounts and items.
    #[schema(example = "rate_limited")]
    pub(crate) code: &'static str,
    /// Human-readable meaning.
    #[schema(example = "The platform is limiting requests. Retrying later.")]
    #[schema(value_type = String)]
    pub(crate) text: Cow<'static, str>,
    /// Human-readable description of how the outcome is handled.
    #[schema(
        example = "Tries another session; puts the session on cooldown for minutes; counts it against the address; backs off"
    )]
    pub(crate) handling: String,
    /// Whether the scrape collected data.
    #[schema(example = false)]
    pub(crate) is_success: bool,
    /// Whether a user has to act.
    #[schema(example = false)]
    pub(crate) requires_admin: bool,
}

/// All outcomes.
#[derive(Serialize, ToSchema)]
pub(crate) struct Outcomes {
    /// All outcomes, in no particular order.
    pub(crate) outcomes: Vec<OutcomeEntry>,
}

/// List the outcomes
///
/// All outcomes of an attempt to read an account or item, their meaning, and how they are handled.
#[utoipa::path(
    get,
    path = "/api/scraping/outcomes",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Outcomes, description = "All of them"),
    ),
)]
pub(crate) async fn scraping_outcomes(_: SignedIn) -> Json<Outcomes> {
    Json(Outcomes {
        outcomes: Outcome::all().map(entry).collect(),
    })
}

fn entry(outcome: Outcome) -> OutcomeEntry {
    let policy = outcome.policy();
    OutcomeEntry {
        code: outcome.code(),
        text: outcome.text(Platform::Unspecified, OutcomeSubject::Account),
        handling: policy.text(),
        is_success: outcome.is_success(),
        requires_admin: policy.requires_admin,
    }
}
