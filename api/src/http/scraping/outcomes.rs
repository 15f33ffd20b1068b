//! `GET /api/scraping/outcomes`

use axum::Json;
use clipmeter_proto::v1::Outcome;

use crate::http::scope::SignedIn;
use crate::http::types::{OutcomeEntry, Outcomes};

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
pub(super) async fn scraping_outcomes(_: SignedIn) -> Json<Outcomes> {
    Json(Outcomes {
        outcomes: Outcome::all().map(entry).collect(),
    })
}

fn entry(outcome: Outcome) -> OutcomeEntry {
    let policy = outcome.policy();
    OutcomeEntry {
        code: outcome.code(),
        text: outcome.text(),
        handling: policy.text(),
        is_success: outcome.is_success(),
        requires_admin: policy.requires_admin,
    }
}
