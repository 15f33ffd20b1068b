//! Whether a session was used.

use serde::Serialize;
use utoipa::ToSchema;

use crate::store;

/// Whether requests to a platform used a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionClass {
    /// The platform has no sessions, or received no request.
    None,
    /// Anonymous.
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
