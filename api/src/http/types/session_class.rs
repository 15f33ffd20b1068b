//! Whether a session was used.

use clipmeter_db::sessions::class as session_class;
use serde::Serialize;
use utoipa::ToSchema;

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

impl From<session_class::SessionClass> for SessionClass {
    fn from(class: session_class::SessionClass) -> Self {
        match class {
            session_class::SessionClass::None => Self::None,
            session_class::SessionClass::Anonymous => Self::Anonymous,
            session_class::SessionClass::Session => Self::Session,
        }
    }
}
