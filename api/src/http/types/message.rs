//! An answer that is only a text.

use serde::Serialize;
use utoipa::ToSchema;

/// What was done, for people.
#[derive(Serialize, ToSchema)]
pub struct Message {
    /// A short sentence.
    pub message: String,
}
