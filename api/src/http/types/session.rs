//! The pool of Instagram sessions.

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Sessions for the pool.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddSessions {
    /// Values of the cookie `sessionid`. Blank ones are left out, duplicates are filtered.
    #[schema(value_type = Vec<String>)]
    pub sessions: Vec<SecretString>,
}

/// What became of the sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedSessions {
    /// For people.
    pub message: String,
    /// Sessions that are new in the pool.
    pub added_count: u64,
    /// Sessions that were in the pool already, or twice in the call.
    pub duplicate_count: u64,
    /// Sessions in the pool now.
    pub total: i64,
}
