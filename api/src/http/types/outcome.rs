//! Outcomes of attempts to read an account or item.

use serde::Serialize;
use utoipa::ToSchema;

/// An outcome with its explanation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutcomeEntry {
    /// The stable machine-readable code, which is the `status` of accounts and items.
    #[schema(example = "rate_limited")]
    pub code: &'static str,
    /// Human-readable meaning.
    #[schema(example = "The platform limits our requests. Scraping is retried later.")]
    pub text: &'static str,
    /// Human-readable description of how the outcome is handled.
    #[schema(
        example = "Tries another session; puts the session on cooldown for minutes; counts it against the address; waits longer each time"
    )]
    pub handling: String,
    /// Whether data were read.
    #[schema(example = false)]
    pub is_success: bool,
    /// Whether a user has to act.
    #[schema(example = false)]
    pub requires_admin: bool,
}

/// All outcomes.
#[derive(Serialize, ToSchema)]
pub struct Outcomes {
    /// In no particular order.
    pub outcomes: Vec<OutcomeEntry>,
}
