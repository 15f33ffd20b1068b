//! What an attempt to read something can end in.

use serde::Serialize;
use utoipa::ToSchema;

/// An outcome, in words.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutcomeEntry {
    /// The stable word for programs, which is the `status` of accounts and items.
    #[schema(example = "rate_limited")]
    pub code: &'static str,
    /// What it means, for people.
    #[schema(example = "The platform limits our requests. It is tried again later.")]
    pub text: &'static str,
    /// What is done about it, for people.
    #[schema(
        example = "Tries another session; puts the session on cooldown for minutes; counts it against the address; waits longer each time"
    )]
    pub handling: String,
    /// Whether something was read.
    #[schema(example = false)]
    pub is_success: bool,
    /// Whether a person has to do something about it.
    #[schema(example = false)]
    pub requires_admin: bool,
}

/// Every outcome there is.
#[derive(Serialize, ToSchema)]
pub struct Outcomes {
    /// In no order that matters.
    pub outcomes: Vec<OutcomeEntry>,
}
