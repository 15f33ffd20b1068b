//! What a platform was asked with.

use serde::Serialize;
use utoipa::ToSchema;

use crate::store;

/// What a platform was asked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionClass {
    /// It has no sessions, or was asked nothing.
    None,
    /// As anybody.
    Anonymous,
    /// With a session of the pool.
    Session,
}

impl From<store::SessionClass> for SessionClass {
    fn from(class: store::SessionClass) -> Self {
        match class {
            store::SessionClass::None => Self::None,
            store::SessionClass::Anonymous => Self::Anonymous,
            store::SessionClass::Session => Self::Session,
        }
    }
}
