//! A response that contains only a message.

use serde::Serialize;
use utoipa::ToSchema;

/// Human-readable confirmation.
#[derive(Serialize, ToSchema)]
pub struct Message {
    /// A short sentence.
    pub message: String,
}
